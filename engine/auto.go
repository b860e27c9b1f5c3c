package engine

import (
	"errors"
	"fmt"

	"hooke/gpu/glx"
	"hooke/memory"
	"hooke/model"
)

// newAuto makes the engine that Auto chooses.
func newAuto(m *model.Model, p model.Params, o Options) (*Engine, error) {
	d, err := OpenDevice(o.Listener)
	if err != nil && !NoOpenGL(err) {
		return nil, err
	}
	var gl *glx.Context
	if d != nil {
		gl = d.GL
	}
	e, err := take(o, gl, err,
		func() (*Engine, error) {
			if err := inArrays(m, o.Start); err != nil {
				return nil, err
			}
			e, why, err := newTuned(gl, m, p, o)
			return &Engine{Engine: e, Device: d, Tuning: why}, err
		},
		func() (*Engine, error) {
			defer o.Listener.Begin("laying out " + o.Name)()
			e, err := newCPU(m, p, o)
			return &Engine{Engine: e}, err
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

// take chooses the engine that Auto means: gpu where a graphics card holds the model;
// else cpu; where cpu refuses the model by name, gpu in software. It says which engine
// it chose and why. A nil context means that there is no OpenGL, and without says why.
// It never chooses the reference, which is too slow for a user who did not ask for it.
func take[E any](o Options, gl *glx.Context, without error, onGPU, onCPU func() (E, error)) (E, error) {
	software := gl != nil && gl.Software()
	if gl != nil && !software {
		e, err := onGPU()
		if err == nil {
			o.Listener.Notef("note: gpu steps, on %s", gl.Renderer)
		}
		if !errors.Is(err, glx.ErrTooLarge) && !errors.Is(err, memory.ErrTooLarge) {
			return e, err
		}
		without = err
	}
	e, refused := onCPU()
	if refused == nil {
		o.measuresNothing("the engine cpu has one pipeline")
	}
	switch {
	case refused == nil && software:
		o.Listener.Notef("note: the only OpenGL here is software (%s), so cpu steps; --engine gpu takes it all the same", gl.Renderer)
	case refused == nil:
		o.Listener.Notef("note: the gpu engine cannot be used, so cpu steps: %v", without)
	case errors.Is(refused, model.ErrRefused) && software:
		o.Listener.Notef("note: the cpu engine cannot be used, so gpu steps, in software: %v", refused)
		return onGPU()
	case errors.Is(refused, model.ErrRefused):
		return e, fmt.Errorf("neither the gpu nor the cpu engine can be used: %w; %w\n(--engine cpuref can, slowly)", without, refused)
	}
	return e, refused
}
