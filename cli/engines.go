package cli

import (
	"errors"
	"runtime"

	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/scene"
)

// The engines by name; auto is gpu where it can be, else cpuref.
const (
	engineAuto   = "auto"
	engineGPU    = "gpu"
	engineCPURef = "cpuref"
)

func engineNames() []string { return []string{engineGPU, engineCPURef} }

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

// running is a scene in an engine at its start, with all that must be closed.
type running struct {
	scene  *scene.Scene
	engine model.Engine
	device *device // nil for the reference
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
	r, err := a.startGPU(engine, o, s)
	if err != nil && engine == engineAuto && (errors.Is(err, egl.ErrNoContext) || errors.Is(err, glx.ErrTooOld) || errors.Is(err, glx.ErrTooLarge)) {
		a.note("note: the gpu engine cannot be used, so cpuref steps: %v", err)
		engine = engineCPURef
	}
	if engine == engineCPURef {
		reference, err := cpuref.New(s.Model, s.Params)
		if err != nil {
			return nil, err
		}
		r = &running{scene: s, engine: reference}
	} else if err != nil {
		return nil, err
	}
	if err := r.engine.Reset(s.Start); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// startGPU makes the gpu engine, or nothing when the reference is asked for.
func (a App) startGPU(engine string, o gpu.Options, s *scene.Scene) (*running, error) {
	if engine == engineCPURef {
		return nil, nil
	}
	d, err := openDevice()
	if err != nil {
		return nil, err
	}
	e, err := a.newGPU(d, s.Model, s.Params, o)
	if err != nil {
		d.close()
		return nil, err
	}
	return &running{scene: s, engine: e, device: d}, nil
}
