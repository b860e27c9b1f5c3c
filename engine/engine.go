package engine

import (
	"errors"
	"fmt"
	"strings"

	"hooke/control"
	"hooke/cpu"
	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/viewer/draw"
)

// These are the names of engines. Auto is gpu on a graphics card that holds the model, unless cpu is measured to be
// faster there; else cpu. For a model that cpu does not support it is gpu on a software renderer, and cpuref if
// that does not support it either.
const (
	Auto   = "auto"
	GPU    = model.EngineGPU
	CPU    = model.EngineCPU
	CPURef = model.EngineCPURef
)

// Names returns the names of the engines that a caller can choose, without Auto.
func Names() []string { return model.EngineNames() }

// Options configure an engine. The zero value is an engine in single precision that starts
// with the model at rest, uses remembered tuning, and reports nothing.
type Options struct {
	// GPU configures the gpu engine. Its precision also applies to the other engines.
	// KeepLastGood is set if there is memory for it. With the pipeline gpu.Auto the engine
	// uses the fastest one, see TuningCache.
	GPU      gpu.Options
	Device   *Device       // context for the gpu engine, which does not close it; nil: New opens one. NewDrawn ignores it
	Threads  int           // threads of the cpu engine; 0: as many as speed it up. States do not depend on the number
	Start    *model.State  // the initial state; nil: the model at rest
	Name     string        // name of the model for Listener.Busy; empty: Model.Name
	Control  *control.Spec // sensors, controllers and inputs of a closed loop; nil: none
	Tuning   TuningCache
	Selftest Selftest // which devices to test before the gpu engine steps on them
	Listener Listener

	deviceMemory func(*glx.Context) (glx.DeviceMemory, bool) // replaces the driver's answer in tests; nil: ask the driver
}

// Engine is a model.Engine together with its device. It has the abilities of the engine
// inside; ask for them with model.As.
type Engine struct {
	model.Engine
	Device *Device // nil for engines without OpenGL, and if the options gave the device
	Tuning string  // why the gpu engine has its pipeline and work groups; empty if the options chose them
}

// Unwrap returns the engine without its device.
func (e *Engine) Unwrap() model.Engine { return e.Engine }

// Close closes the engine and its device.
func (e *Engine) Close() {
	e.Engine.Close()
	e.Device.Close()
	e.Device = nil
}

// Software reports whether a software renderer of OpenGL does the work.
func (e *Engine) Software() bool { return e.Device != nil && e.Device.GL.Software() }

// New makes the engine with a name, one of Names or Auto, in its initial state. The caller
// closes it. If the engine has a device, the calling goroutine is locked to its thread until
// Close and must make all calls.
func New(name string, m *model.Model, p model.Params, o Options) (*Engine, error) {
	o = o.complete(m)
	if a := Asked(name, o); a == GPU || a == CPURef {
		if err := inArrays(m, o.Start); err != nil {
			return nil, err
		}
	}
	p = o.Control.Ready(p)
	here, with, local := o.local(m, p)
	e, err := newEngine(name, here, with, local)
	if err != nil {
		return nil, err
	}
	if e.Engine, err = o.inWorld(e.Engine, m, p); err != nil {
		e.Close()
		return nil, err
	}
	if err := e.Reset(o.Start); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// inArrays replaces the pattern of a model and its start by arrays, which all engines except
// cpu need. It returns an error that wraps memory.ErrTooLarge if they do not fit into memory.
func inArrays(m *model.Model, start *model.State) error {
	if m.Pattern == nil {
		return nil
	}
	const ofMass, ofSpring = 32 + 48, 18 // of the model and of the start
	if err := memory.Ask(ofMass*int64(m.MassCount())+ofSpring*int64(m.SpringCount()), "%d masses and %d springs in arrays", m.MassCount(), m.SpringCount()); err != nil {
		return err
	}
	m.StateInArrays(start)
	m.InArrays()
	return nil
}

// complete returns the options with defaults that depend on the model.
func (o Options) complete(m *model.Model) Options {
	if o.Start == nil {
		o.Start = m.Start()
	}
	if o.Name == "" {
		o.Name = m.Name
	}
	return o
}

func newEngine(name string, m *model.Model, p model.Params, o Options) (*Engine, error) {
	switch Asked(name, o) {
	case Auto:
		return newAuto(m, p, o)
	case CPU:
		done := o.Listener.Begin("laying out " + o.Name)
		e, err := newCPU(m, p, o)
		done()
		if err != nil {
			return nil, err
		}
		return &Engine{Engine: e}, nil
	case CPURef:
		return newReference(m, p, o)
	case GPU:
		if o.Device != nil {
			e, why, err := newTuned(o.Device.GL, m, p, o)
			if err != nil {
				return nil, err
			}
			return &Engine{Engine: e, Tuning: why}, nil
		}
		d, err := OpenDevice(o.Listener)
		if err != nil {
			return nil, err
		}
		e, why, err := newTuned(d.GL, m, p, o)
		if err != nil {
			d.Close()
			return nil, err
		}
		return &Engine{Engine: e, Device: d, Tuning: why}, nil
	}
	return nil, fmt.Errorf("the engine %q is unknown; known are %s, %s, %s and %s", name, Auto, GPU, CPU, CPURef)
}

// Asked returns the name of the engine that the options imply. For Auto it returns GPU if
// they name a pipeline or a size of work groups, which only gpu has, and CPU if they name a
// number of threads.
func Asked(name string, o Options) string {
	switch {
	case name != Auto:
	case o.GPU.WorkGroup != 0 || o.GPU.Pipeline != "" && o.GPU.Pipeline != gpu.Auto:
		return GPU
	case o.Threads != 0:
		return CPU
	}
	return name
}

// newGPU makes the gpu engine on a device, with the options or else the choice. It keeps the
// last good state if there is memory for it.
func newGPU(gl *glx.Context, m *model.Model, p model.Params, o Options, choice gpu.Options) (*gpu.Engine, error) {
	layOut := func(choice gpu.Options) (*gpu.Engine, error) {
		end := o.Listener.Begin("laying out " + m.Name)
		e, err := gpu.New(gl, m, p, choice)
		end()
		if err == nil && e.Fallback() != "" && strings.HasPrefix(o.GPU.Pipeline, gpu.Resident) {
			o.Listener.Notef("note: the pipeline fused steps this in place of resident: %s", e.Fallback())
		}
		return e, err
	}
	choice.KeepLastGood = true
	e, err := layOut(choice)
	if errors.Is(err, glx.ErrTooLarge) || errors.Is(err, memory.ErrTooLarge) {
		choice.KeepLastGood = o.GPU.KeepLastGood
		return layOut(choice)
	}
	return e, err
}

// newCPU makes the cpu engine, in the precision of the options or the one that cpu uses
// instead.
func newCPU(m *model.Model, p model.Params, o Options) (cpu.Engine, error) {
	if taken := cpu.Taken(o.GPU.Precision); taken != o.GPU.Precision {
		o.Listener.Notef("note: the engine cpu computes in precision %v in place of %v", taken, o.GPU.Precision)
	}
	return cpu.New(m, p, cpu.Options{Precision: o.GPU.Precision, Threads: o.Threads})
}

// newReference makes the engine cpuref.
func newReference(m *model.Model, p model.Params, o Options) (*Engine, error) {
	if err := inArrays(m, o.Start); err != nil {
		return nil, err
	}
	e, err := cpuref.New(m, p)
	if err != nil {
		return nil, err
	}
	return &Engine{Engine: e}, nil
}

// NewDrawn makes an engine, any of Names or Auto, whose state can be drawn in a context, and
// puts it in its initial state. tuning has the meaning of Engine.Tuning. Close the engine
// before the context. If cpu steps a model with a pattern, the context may hold only the
// visible part of the model; Shown returns the part to draw.
func NewDrawn(name string, gl *glx.Context, m *model.Model, p model.Params, o Options) (e draw.DrawnEngine, tuning string, err error) {
	o = o.complete(m)
	onGPU := func() (draw.DrawnEngine, error) {
		if err := inArrays(m, o.Start); err != nil {
			return nil, err
		}
		here, with, local := o.local(m, p)
		e, why, err := newTuned(gl, here, with, local)
		if err != nil {
			return nil, err
		}
		tuning = why
		world, err := o.inWorld(e, m, p)
		if err != nil {
			e.Close()
			return nil, err
		}
		return world.(draw.DrawnEngine), nil
	}
	onCPU := func() (draw.DrawnEngine, error) { return o.newDrawnCPU(gl, m, p) }
	reference := func() (draw.DrawnEngine, error) { return o.newDrawnReference(gl, m, p) }
	if asked := Asked(name, o); asked == CPU || asked == CPURef {
		o.warnOfPictures(gl)
	}
	switch Asked(name, o) {
	case GPU:
		e, err = onGPU()
	case CPU:
		e, err = onCPU()
	case Auto:
		e, err = take(m, p, o, gl, nil, ways[draw.DrawnEngine]{gpu: onGPU, cpu: onCPU, reference: reference})
	case CPURef:
		e, err = reference()
	default:
		err = fmt.Errorf("the engine %q cannot be drawn; %s, %s, %s and %s can", name, Auto, GPU, CPU, CPURef)
	}
	if err != nil {
		return nil, "", err
	}
	if err := e.Reset(o.Start); err != nil {
		e.Close()
		return nil, "", err
	}
	return e, tuning, nil
}
