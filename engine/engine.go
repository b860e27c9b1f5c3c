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

// The names of engines. Auto is gpu where a graphics card holds the model, else cpu;
// where cpu refuses the model, it is gpu in software, and where that does, too, cpuref.
const (
	Auto   = "auto"
	GPU    = model.EngineGPU
	CPU    = model.EngineCPU
	CPURef = model.EngineCPURef
)

// Names returns the engines that a caller can ask for, apart from Auto.
func Names() []string { return model.EngineNames() }

// Options say how an engine is made. The zero value is an engine in single precision at
// the model's own start, tuned as remembered, and silent.
type Options struct {
	// GPU are the options of the gpu engine. Its precision also holds for the other
	// engines. KeepLastGood is set if there is memory for it. With the pipeline
	// gpu.Auto the fastest pipeline is found, see TuningCache.
	GPU      gpu.Options
	Device   *Device       // for the gpu engine, which leaves it open; nil: a device of its own, but for NewDrawn
	Threads  int           // of the cpu engine; 0: as many as are worth it. States do not depend on them
	Start    *model.State  // nil: the model at rest
	Name     string        // the name of the model for Listener.Busy; empty: Model.Name
	Control  *control.Spec // what closes the loop around it; nil: nothing does
	Tuning   TuningCache
	Selftest Selftest // when a device is tested before the engine gpu steps on it
	Listener Listener

	deviceMemory func(*glx.Context) (glx.DeviceMemory, bool) // of a test; nil: what the driver says
}

// Engine is an engine together with its device. It has the abilities of the engine
// inside: ask for them with model.As.
type Engine struct {
	model.Engine
	Device *Device // nil for the engines that need no OpenGL, and on a device of the options
	Tuning string  // why the gpu engine has its pipeline and work groups; empty: the options chose them
}

// Unwrap returns the engine without its device.
func (e *Engine) Unwrap() model.Engine { return e.Engine }

// Close closes the engine and the device.
func (e *Engine) Close() {
	e.Engine.Close()
	e.Device.Close()
	e.Device = nil
}

// Software reports whether an OpenGL renderer that runs on the CPU does the work.
func (e *Engine) Software() bool { return e.Device != nil && e.Device.GL.Software() }

// New makes the named engine, one of Names or Auto, and puts it at the start. The
// caller closes it. If the engine is on a device, the calling goroutine is locked to
// its thread until Close, and makes all calls.
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

// inArrays puts a model by a pattern, and its start, into the arrays that all engines but cpu
// read. It refuses what does not fit the memory (memory.ErrTooLarge).
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

// Asked returns the name of the engine to make: for Auto GPU, if the options name a pipeline or a
// size of work groups, since only the gpu engine has those, and CPU, if they name threads.
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

// newGPU puts a model on a device. Where the options choose nothing, the engine
// chooses. It keeps the last good state if there is memory for it.
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

// newCPU makes the cpu engine, in the precision of the options of the gpu engine, or in the one that
// it takes in its place.
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

// NewDrawn makes an engine on a device that can be drawn, any of Names or Auto, and puts it
// at the start. tuning is what Engine.Tuning is. The caller closes the engine before
// the device. Of a model by a pattern that the engine cpu steps, only what can be seen is
// on the device where that is less than all: Shown tells pictures.
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
