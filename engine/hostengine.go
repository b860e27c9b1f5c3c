package engine

import (
	"errors"
	"fmt"
	"io/fs"

	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// hostEngine is an engine without OpenGL whose state is uploaded for drawing. Its steps can
// run in the background, see background; every method that needs the engine waits for them.
// It takes 32 bytes per mass on the host, in addition to those of the mirror.
type hostEngine struct {
	model.Engine
	*mirror.Mirror
	read       func(e model.Engine, dst *model.Snapshot) error // reads the masses to draw from the engine inside
	state      model.Snapshot                                  // the state that is drawn, or that the next upload draws
	scale      []float64                                       // L0(t)/L0 of each actuator's springs in state; nil: no spring is actuated
	stale      bool                                            // whether the engine has stepped since state was read
	late       bool                                            // whether state still has to be uploaded
	stepped    int64                                           // steps since the last reset
	fault      error                                           // error of an upload in a method that returns no error
	background background
}

var (
	_ draw.DrawnEngine = (*hostEngine)(nil)
	_ model.Busy       = (*hostEngine)(nil)
)

// newHostEngine wraps an engine for drawing on a device and closes it with itself. shaders
// replaces the built-in ones; nil: the built-in ones. read reads the masses of m from the
// engine; nil: m has all masses of the engine.
func newHostEngine(gl *glx.Context, engine model.Engine, m *model.Model, p model.Params, shaders fs.FS, read func(model.Engine, *model.Snapshot) error) (*hostEngine, error) {
	if read == nil {
		read = model.Engine.Read
	}
	mirror, err := mirror.New(gl, m, p, shaders)
	if err != nil {
		return nil, err
	}
	out := &hostEngine{Engine: engine, Mirror: mirror, read: read}
	if err := out.show(); err != nil {
		mirror.Close()
		return nil, err
	}
	return out, nil
}

// Inside returns the engine inside, also while steps run.
func (h *hostEngine) Inside() model.Engine { return h.Engine }

// Unwrap returns the engine inside, while no steps run.
func (h *hostEngine) Unwrap() model.Engine {
	h.settle()
	return h.Engine
}

// Step takes n steps and marks the drawn state as outdated.
func (h *hostEngine) Step(n int) error {
	h.settle()
	h.stale = true
	h.stepped += int64(n)
	return h.Engine.Step(n)
}

// Finish waits for all steps and reports a divergence.
func (h *hostEngine) Finish() error {
	h.settle()
	return h.Engine.Finish()
}

// Read copies the state.
func (h *hostEngine) Read(dst *model.Snapshot) error {
	h.settle()
	return h.Engine.Read(dst)
}

// Energy sums the energy of the state.
func (h *hostEngine) Energy() (model.Energy, error) {
	h.settle()
	return h.Engine.Energy()
}

// Reset replaces the state and uploads it.
func (h *hostEngine) Reset(s *model.State) error {
	h.settle()
	h.stepped = 0
	return errors.Join(h.Engine.Reset(s), h.show())
}

// SetParams replaces the parameters; it fails for an engine that cannot change them.
func (h *hostEngine) SetParams(p model.Params) error {
	h.settle()
	setter, ok := model.As[model.ParamsSetter](h.Engine)
	if !ok {
		return fmt.Errorf("the engine %s takes no other parameters while it runs", h.Engine.Describe().Engine)
	}
	h.stale = true // masses on paths may have moved
	if err := setter.SetParams(p); err != nil {
		return err
	}
	return h.Mirror.SetParams(p)
}

// StepsRun returns the engine's own count, or the number of steps that Step took.
func (h *hostEngine) StepsRun() (int64, error) {
	h.settle()
	if counter, ok := model.As[model.StepCounter](h.Engine); ok {
		return counter.StepsRun()
	}
	return h.stepped, nil
}

// show uploads the current state.
func (h *hostEngine) show() error {
	h.stale, h.late = false, false
	if err := h.read(h.Engine, &h.state); err != nil {
		return err
	}
	h.scale = append(h.scale[:0], RestScale(h.Engine)...)
	return h.Mirror.Show(&h.state, h.scale)
}

// RestScale returns L0(t)/L0 in the state that is drawn, also while steps run.
func (h *hostEngine) RestScale() []float64 {
	h.refresh()
	return h.Mirror.RestScale()
}

// RestScale returns L0(t)/L0 of the springs of each actuator at the current time, from the
// engine or one inside it; nil if no engine reports it.
func RestScale(e model.Engine) []float64 {
	if actuated, ok := model.As[model.RestScaler](e); ok {
		return actuated.RestScale()
	}
	return nil
}

// Origin returns the point of the world that the positions in PositionBuffer are counted from.
func (h *hostEngine) Origin() model.Vec3 {
	h.refresh()
	return h.Mirror.Origin()
}

// PositionBuffer holds the current positions, or those before the steps that run.
func (h *hostEngine) PositionBuffer() *glx.Buffer {
	h.refresh()
	return h.Mirror.PositionBuffer()
}

// Changes returns the changes of springs in the state in PositionBuffer.
func (h *hostEngine) Changes() []inelastic.Change {
	h.refresh()
	return h.Mirror.Changes()
}

// VelocityBuffer holds the velocities of the state in PositionBuffer.
func (h *hostEngine) VelocityBuffer() *glx.Buffer {
	h.refresh()
	return h.Mirror.VelocityBuffer()
}

// Measure uploads the state if it has changed, and queues the measuring of its springs.
func (h *hostEngine) Measure(what shaders.Measured, into *glx.Buffer) error {
	h.refresh()
	if h.fault != nil {
		return h.fault
	}
	return h.Mirror.Measure(what, into)
}

// UpdateStrain uploads the state if it has changed, and queues its strains.
func (h *hostEngine) UpdateStrain() error {
	h.refresh()
	if h.fault != nil {
		return h.fault
	}
	return h.Mirror.UpdateStrain()
}

// refresh uploads the state if it has changed; UpdateStrain returns its error. During steps
// it keeps the state before them.
func (h *hostEngine) refresh() {
	switch {
	case h.stale && !h.background.running:
		h.fault = errors.Join(h.fault, h.show())
	case h.late:
		h.late = false
		h.fault = errors.Join(h.fault, h.Mirror.Show(&h.state, h.scale))
	}
}

// OnHost is true: the state outlives the context, which has only a copy.
func (h *hostEngine) OnHost() bool { return true }

// Close closes the engine and its mirror.
func (h *hostEngine) Close() {
	h.settle()
	h.background.end()
	h.Mirror.Close()
	h.Engine.Close()
}
