package engine

import (
	"hooke/control"
	"hooke/engine/origin"
	"hooke/gpu"
	"hooke/model"
	"hooke/viewer/draw"
)

// local returns model, parameters and options with positions relative to the origin of the
// start. The origin determines the bits of the steps.
func (o Options) local(m *model.Model, p model.Params) (*model.Model, model.Params, Options) {
	m, p, o.Start = origin.Local(m, p, o.Start)
	return m, p, o
}

// inWorld wraps an engine made from local so that its state is in the world, and closes the
// control loop if there is one. After an error the engine is still open; its parameters may
// differ.
func (o Options) inWorld(e model.Engine, m *model.Model, p model.Params) (model.Engine, error) {
	at := origin.At(o.Start)
	out := e
	if core, ok := e.(origin.Core); ok {
		out = origin.Around(core, m, p, at)
	}
	if o.Control.Controls() {
		var err error
		if out, _, err = control.Around(out, m, p, o.Control.At(p.DT)); err != nil {
			return e, err
		}
	}
	if on, ok := e.(*gpu.Engine); ok {
		return &inBuffers{out, on}, nil
	}
	return out, nil
}

// inBuffers is a gpu engine in the world whose state is drawn from its own buffers.
type inBuffers struct {
	model.Engine
	draw.Drawable
}

var (
	_ draw.DrawnEngine = (*inBuffers)(nil)
	_ model.Wrapper    = (*inBuffers)(nil)
	_ model.Placed     = (*inBuffers)(nil)
)

// Unwrap returns the engine without its buffers.
func (e *inBuffers) Unwrap() model.Engine { return e.Engine }

// Origin returns the point of the world to which positions in the buffers are relative [m].
func (e *inBuffers) Origin() model.Vec3 {
	placed, _ := model.As[model.Placed](e.Engine)
	return placed.Origin()
}
