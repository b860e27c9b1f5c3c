package cli

import (
	"errors"
	"fmt"
	"runtime"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/scene"
)

// The engines by name; auto is gpu where there is one, else cpu.
const (
	engineAuto   = "auto"
	engineGPU    = "gpu"
	engineCPU    = "cpu"
	engineCPURef = "cpuref"
)

func engineNames() []string { return []string{engineGPU, engineCPU, engineCPURef} }

// device is a windowless OpenGL context. The goroutine that opened it is locked
// to its thread until close.
type device struct {
	window *egl.Context
	gl     *glx.Context
}

func openDevice() (*device, error) {
	runtime.LockOSThread()
	window, err := egl.Open(egl.Options{})
	if err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	gl, err := glx.New(window.ProcAddress)
	if err != nil {
		window.Close()
		runtime.UnlockOSThread()
		return nil, err
	}
	return &device{window, gl}, nil
}

func (d *device) close() {
	if d == nil {
		return
	}
	d.window.Close()
	runtime.UnlockOSThread()
}

// newGPU puts a model on the device, with the engine's own choices where the
// options say nothing.
func (a App) newGPU(d *device, m *model.Model, p model.Params, o gpu.Options) (*gpu.Engine, error) {
	o.Shaders = a.Shaders
	return gpu.New(d.gl, m, p, o)
}

// newKeeping is newGPU that keeps the last good state, where there is room.
func (a App) newKeeping(d *device, m *model.Model, p model.Params, o gpu.Options) (*gpu.Engine, error) {
	keeping := o
	keeping.KeepLastGood = true
	e, err := a.newGPU(d, m, p, keeping)
	if errors.Is(err, glx.ErrTooLarge) {
		return a.newGPU(d, m, p, o)
	}
	return e, err
}

// running is a scene in an engine at its start, with all that must be closed.
type running struct {
	scene  *scene.Scene
	engine model.Engine
	device *device // nil for the engines that need no OpenGL
	tuning string  // why the gpu engine has its pipeline and work groups; empty: it was told
}

func (r *running) close() {
	r.engine.Close()
	r.device.close()
}

// software says whether an OpenGL renderer that runs on the CPU does the work.
func (r *running) software() bool { return r.device != nil && r.device.gl.Software() }

// start puts a scene into the engine of that name; the options are those of
// the gpu engine.
func (a App) start(engine string, o gpu.Options, s *scene.Scene) (*running, error) {
	r, err := a.startEngine(engine, o, s)
	if err != nil {
		return nil, err
	}
	if err := r.engine.Reset(s.Start); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (a App) startEngine(engine string, o gpu.Options, s *scene.Scene) (*running, error) {
	switch engine {
	case engineAuto:
		return a.startAuto(o, s)
	case engineCPU:
		if o.Precision != gpu.Single {
			return nil, fmt.Errorf("cpu: it computes in single precision, and %v is asked for; use --engine gpu", o.Precision)
		}
		e, err := cpu.New(s.Model, s.Params, cpu.Options{})
		if err != nil {
			return nil, err
		}
		return &running{scene: s, engine: e}, nil
	case engineCPURef:
		e, err := cpuref.New(s.Model, s.Params)
		if err != nil {
			return nil, err
		}
		return &running{scene: s, engine: e}, nil
	}
	d, err := openDevice()
	if err != nil {
		return nil, err
	}
	return a.startGPU(d, o, s)
}

// startAuto takes the gpu engine where there is a GPU that holds the scene,
// else cpu, and says so. What cpu does not do goes to software OpenGL, or to the
// reference where there is none.
func (a App) startAuto(o gpu.Options, s *scene.Scene) (*running, error) {
	d, why := openDevice()
	if why != nil && !errors.Is(why, egl.ErrNoContext) && !errors.Is(why, glx.ErrTooOld) {
		return nil, why
	}
	if why == nil && !d.gl.Software() {
		r, err := a.startGPU(d, o, s)
		if !errors.Is(err, glx.ErrTooLarge) {
			return r, err
		}
		d, why = nil, err
	}
	r, refused := a.startEngine(engineCPU, o, s)
	switch {
	case refused == nil && why == nil:
		a.note("note: the only OpenGL here is software (%s), so cpu steps; --engine gpu takes it all the same", d.gl.Renderer)
		d.close()
		return r, nil
	case refused == nil:
		a.note("note: the gpu engine cannot be used, so cpu steps: %v", why)
		return r, nil
	case why == nil:
		a.note("note: the cpu engine cannot be used, so gpu steps, in software: %v", refused)
		return a.startGPU(d, o, s)
	}
	a.note("note: neither the gpu nor the cpu engine can be used, so cpuref steps: %v; %v", why, refused)
	return a.startEngine(engineCPURef, o, s)
}

// startGPU makes the gpu engine on a device, which it closes on an error.
func (a App) startGPU(d *device, o gpu.Options, s *scene.Scene) (*running, error) {
	e, why, err := a.newTuned(d, s, o, true)
	if err != nil {
		d.close()
		return nil, err
	}
	return &running{scene: s, engine: e, device: d, tuning: why}, nil
}
