package cli

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/memory"
	"hooke/model"
	"hooke/scene"
	"hooke/viewer/draw"
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
	defer a.settingUp("laying out " + m.Name)()
	return gpu.New(d.gl, m, p, o)
}

// newKeeping is newGPU that keeps the last good state, where there is room.
func (a App) newKeeping(d *device, m *model.Model, p model.Params, o gpu.Options) (*gpu.Engine, error) {
	keeping := o
	keeping.KeepLastGood = true
	e, err := a.newGPU(d, m, p, keeping)
	if errors.Is(err, glx.ErrTooLarge) || errors.Is(err, memory.ErrTooLarge) {
		return a.newGPU(d, m, p, o)
	}
	return e, err
}

// running is a scene in an engine at its start, with all that must be closed.
type running struct {
	scene  *scene.Scene
	engine model.Engine
	device *device // nil for the engines that need no OpenGL
	setup  setup
	tuning string // why the gpu engine has its pipeline and work groups; empty: it was told
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
	switch engineAsked(engine, o) {
	case engineAuto:
		return a.startAuto(o, s)
	case engineCPU:
		done := a.settingUp("laying out " + s.Name)
		e, err := newCPU(o, s)
		done()
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

// engineAsked is the engine that is asked for: who names a pipeline or a size of
// work groups, which the gpu engine alone has, asks for it.
func engineAsked(engine string, o gpu.Options) string {
	if engine == engineAuto && (o.WorkGroup != 0 || o.Pipeline != "" && o.Pipeline != gpu.Auto) {
		return engineGPU
	}
	return engine
}

// ofGPU refuses flags of the gpu engine beside engines that all lack what they
// set, and a measurement of pipelines beside a pipeline.
func ofGPU(cmd *cobra.Command, engines ...string) error {
	given := func(name string) bool {
		flag := cmd.Flags().Lookup(name)
		return flag != nil && flag.Value.String() != flag.DefValue
	}
	if given("retune") && given("pipeline") {
		return usagef("--retune measures which pipeline is the fastest, and --pipeline says which to take: leave one out")
	}
	if slices.Contains(engines, engineGPU) || slices.Contains(engines, engineAuto) {
		return nil
	}
	for _, name := range []string{"pipeline", "workgroup", "retune"} {
		if given(name) {
			return usagef("--%s is of the engine gpu, and --engine %s has none; leave one out", name, strings.Join(engines, ","))
		}
	}
	if precision := cmd.Flags().Lookup("precision"); precision != nil && precision.Changed && slices.Contains(engines, engineCPURef) && precision.Value.String() != gpu.Double.String() {
		return usagef("--precision %s is of the engine gpu, and --engine cpuref computes in double; leave one out", precision.Value)
	}
	return nil
}

// newCPU makes the cpu engine where the options of the gpu engine ask for nothing
// that it has not.
func newCPU(o gpu.Options, s *scene.Scene) (*cpu.Engine, error) {
	if o.Precision != gpu.Single {
		return nil, fmt.Errorf("cpu: precision %v is %w of the cpu engine, which computes in single; use --engine gpu", o.Precision, model.ErrRefused)
	}
	return cpu.New(s.Model, s.Params, cpu.Options{})
}

// startAuto starts the engine that auto takes.
func (a App) startAuto(o gpu.Options, s *scene.Scene) (*running, error) {
	d, err := openDevice()
	if err != nil && !errors.Is(err, egl.ErrNoContext) && !errors.Is(err, glx.ErrTooOld) {
		return nil, err
	}
	r, err := takeEngine(a, d, err,
		func() (*running, error) {
			e, why, err := a.newTuned(d, s, o, true)
			return &running{scene: s, engine: e, device: d, tuning: why}, err
		},
		func() (*running, error) {
			defer a.settingUp("laying out " + s.Name)()
			e, err := newCPU(o, s)
			return &running{scene: s, engine: e}, err
		})
	if err != nil {
		d.close()
		return nil, err
	}
	if r.device == nil {
		d.close()
	}
	return r, nil
}

// takeEngine is what auto means: the gpu engine where a graphics card holds the
// scene, else cpu, and where cpu refuses it by name, gpu in software. It says which
// it took and why. A nil device means that there is no OpenGL, and without says
// why. The reference is never taken: nobody waits for it unasked.
func takeEngine[Engine any](a App, d *device, without error, onGPU, onCPU func() (Engine, error)) (Engine, error) {
	software := d != nil && d.gl.Software()
	if d != nil && !software {
		e, err := onGPU()
		if err == nil {
			a.note("note: gpu steps, on %s", d.gl.Renderer)
		}
		if !errors.Is(err, glx.ErrTooLarge) {
			return e, err
		}
		without = err
	}
	e, refused := onCPU()
	if refused == nil {
		a.retunesNothing("the engine cpu has one pipeline")
	}
	switch {
	case refused == nil && software:
		a.note("note: the only OpenGL here is software (%s), so cpu steps; --engine gpu takes it all the same", d.gl.Renderer)
	case refused == nil:
		a.note("note: the gpu engine cannot be used, so cpu steps: %v", without)
	case errors.Is(refused, model.ErrRefused) && software:
		a.note("note: the cpu engine cannot be used, so gpu steps, in software: %v", refused)
		return onGPU()
	case errors.Is(refused, model.ErrRefused):
		return e, fmt.Errorf("neither the gpu nor the cpu engine can be used: %w; %w\n(--engine cpuref can, slowly)", without, refused)
	}
	return e, refused
}

// newDrawn makes an engine that can be drawn on a device: gpu, cpu or auto.
func (a App) newDrawn(engine string, d *device, s *scene.Scene, o gpu.Options, keep bool) (e draw.Engine, tuning string, err error) {
	onGPU := func() (draw.Engine, error) {
		e, why, err := a.newTuned(d, s, o, keep)
		tuning = why
		return e, err
	}
	onCPU := func() (draw.Engine, error) {
		e, err := newCPU(o, s)
		if err != nil {
			return nil, err
		}
		shown, err := a.newMirrored(d.gl, e, s.Model, s.Params)
		if err != nil {
			e.Close()
			return nil, err
		}
		return shown, nil
	}
	switch engineAsked(engine, o) {
	case engineGPU:
		e, err = onGPU()
	case engineCPU:
		e, err = onCPU()
	default:
		e, err = takeEngine(a, d, nil, onGPU, onCPU)
	}
	if err != nil {
		return nil, "", err
	}
	if err := e.Reset(s.Start); err != nil {
		e.Close()
		return nil, "", err
	}
	return e, tuning, nil
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
