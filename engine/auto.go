package engine

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/machine/memory"
	"hooke/model"
)

// newAuto makes the engine that Auto chooses: of small structures on a graphics card the one whose steps are measured to be
// faster, see race, else as take does.
func newAuto(m *model.Model, p model.Params, o Options) (*Engine, error) {
	d, err := OpenDevice(o.Listener)
	if err != nil && !NoOpenGL(err) {
		return nil, err
	}
	var gl *glx.Context
	if d != nil {
		gl = d.GL
	}
	if o.races(gl, m, p) {
		switch e, err := o.race(d, m, p, time.Now); {
		case err == nil:
			return e, nil
		case !errors.Is(err, errNoRace):
			d.Close()
			return nil, err
		}
	}
	e, err := take(m, p, o, gl, err, ways[*Engine]{
		gpu: func() (*Engine, error) {
			if err := inArrays(m, o.Start); err != nil {
				return nil, err
			}
			e, why, err := newTuned(gl, m, p, o)
			return &Engine{Engine: e, Device: d, Tuning: why}, err
		},
		cpu: func() (*Engine, error) {
			defer o.Listener.Begin("laying out " + o.Name)()
			e, err := newCPU(m, p, o)
			return &Engine{Engine: e}, err
		},
		reference: func() (*Engine, error) { return newReference(m, p, o) },
	})
	if err != nil {
		d.Close()
		return nil, err
	}
	if e.Device == nil {
		d.Close()
	}
	return e, nil
}

// cpuInstead returns the errors of a graphics card after which Auto uses cpu.
func cpuInstead() []error {
	return []error{glx.ErrTooLarge, memory.ErrTooLarge, model.ErrUnsupported, glx.ErrNoFloat64, ErrUnfit}
}

// ways holds functions that make the engines among which Auto chooses.
type ways[E any] struct {
	gpu, cpu  func() (E, error)
	reference func() (E, error) // nil: unavailable
}

// supporting returns the ways; those of engines that do not support the run return an error
// before they make anything.
func (w ways[E]) supporting(m *model.Model, p model.Params, precision gpu.Precision) ways[E] {
	of := func(name string, makes func() (E, error)) func() (E, error) {
		return func() (e E, err error) {
			if err := model.Unsupported(name, m, p, precision); err != nil {
				return e, err
			}
			return makes()
		}
	}
	w.gpu, w.cpu = of(GPU, w.gpu), of(CPU, w.cpu)
	return w
}

// take makes the engine that Auto means: gpu on a graphics card that holds the model, else
// cpu. It tries gpu in software for a model that cpu does not support, and then the
// reference. It reports which engine it chose and why. A nil context means a machine without
// OpenGL, for the reason without.
func take[E any](m *model.Model, p model.Params, o Options, gl *glx.Context, without error, way ways[E]) (e E, err error) {
	if have := model.Supporting(m, p, o.GPU.Precision); slices.Equal(have, []string{CPURef}) && way.reference != nil {
		if e, err = way.reference(); err == nil {
			o.Listener.Notef("note: the reference steps, in float64 and on one core: %v", model.Unsupported(CPU, m, p, o.GPU.Precision))
		}
		return e, err
	}
	way = way.supporting(m, p, o.GPU.Precision)
	software := gl != nil && gl.Software()
	if gl != nil && !software {
		if e, err = way.gpu(); err == nil {
			o.Listener.Notef("note: gpu steps, on %s", gl.Renderer)
		}
		if !slices.ContainsFunc(cpuInstead(), func(of error) bool { return errors.Is(err, of) }) {
			return e, err
		}
		without = err
	}
	e, refused := way.cpu()
	switch {
	case refused == nil && software:
		o.measuresNothing("the engine cpu has one pipeline")
		instead := "; --engine gpu uses it anyway"
		if model.Unsupported(GPU, m, p, o.GPU.Precision) != nil {
			instead = ""
		}
		o.Listener.Notef("note: OpenGL is software here (%s), so cpu steps%s", gl.Renderer, instead)
		return e, nil
	case refused == nil:
		o.measuresNothing("the engine cpu has one pipeline")
		o.Listener.Notef("note: the gpu engine cannot be used, so cpu steps: %v", without)
		return e, nil
	case !errors.Is(refused, model.ErrUnsupported):
		return e, refused
	case software:
		if e, without = way.gpu(); without == nil {
			o.Listener.Notef("note: the cpu engine cannot be used, so gpu steps, in software: %v", refused)
		}
		if !errors.Is(without, model.ErrUnsupported) {
			return e, without
		}
	}
	if way.reference == nil {
		return e, fmt.Errorf("neither the gpu nor the cpu engine can be used: %w; %w", without, refused)
	}
	if e, err = way.reference(); err == nil {
		o.Listener.Notef("note: neither the gpu nor the cpu engine can be used, so the reference steps, which is slow: %v; %v", without, refused)
	}
	return e, err
}
