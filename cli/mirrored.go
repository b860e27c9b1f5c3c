package cli

import (
	"errors"
	"fmt"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// mirrored is an engine without OpenGL whose state is uploaded when it is drawn. Its
// steps can run beside the pictures, see besides; every other method waits until those
// that were begun are done. But for them, 32 bytes per mass on the host beside those of
// the mirror.
type mirrored struct {
	model.Engine
	*gpu.Mirror
	state   model.Snapshot // as it is drawn, or is to be
	scale   []float64      // L0(t)/L0 of each actuator's springs in it; nil: none is actuated
	stale   bool           // whether the engine has moved since it was read
	late    bool           // whether it was read and not uploaded
	stepped int64          // since the last reset
	fault   error          // of an upload that could not return it
	beside  besides
}

var _ draw.Engine = (*mirrored)(nil)

// newMirrored shows an engine, which it closes with itself, on a device.
func (a App) newMirrored(gl *glx.Context, engine model.Engine, m *model.Model, p model.Params) (*mirrored, error) {
	mirror, err := gpu.NewMirror(gl, m, p, gpu.Options{Shaders: a.Shaders})
	if err != nil {
		return nil, err
	}
	out := &mirrored{Engine: engine, Mirror: mirror}
	if err := out.show(); err != nil {
		mirror.Close()
		return nil, err
	}
	return out, nil
}

// Unwrap is the engine, with no steps running.
func (m *mirrored) Unwrap() model.Engine {
	m.settle()
	return m.Engine
}

func (m *mirrored) Step(n int) error {
	m.settle()
	m.stale = true
	m.stepped += int64(n)
	return m.Engine.Step(n)
}

// Finish waits.
func (m *mirrored) Finish() error {
	m.settle()
	return m.Engine.Finish()
}

// Read copies the state.
func (m *mirrored) Read(dst *model.Snapshot) error {
	m.settle()
	return m.Engine.Read(dst)
}

// Energy sums the energy of the state.
func (m *mirrored) Energy() (model.Energy, error) {
	m.settle()
	return m.Engine.Energy()
}

// Reset replaces the state and shows it.
func (m *mirrored) Reset(s *model.State) error {
	m.settle()
	m.stepped = 0
	return errors.Join(m.Engine.Reset(s), m.show())
}

// SetParams replaces the parameters of an engine that can take others.
func (m *mirrored) SetParams(p model.Params) error {
	m.settle()
	setter, ok := model.As[model.ParamsSetter](m.Engine)
	if !ok {
		return fmt.Errorf("the engine %s takes no other parameters while it runs", m.Engine.Describe().Engine)
	}
	m.stale = true // masses on paths may be elsewhere
	if err := setter.SetParams(p); err != nil {
		return err
	}
	return m.Mirror.SetParams(p)
}

// StepsRun is the engine's own count, where it has one.
func (m *mirrored) StepsRun() (int64, error) {
	m.settle()
	if counter, ok := model.As[model.StepCounter](m.Engine); ok {
		return counter.StepsRun()
	}
	return m.stepped, nil
}

// show uploads the state as it is.
func (m *mirrored) show() error {
	m.stale, m.late = false, false
	if err := m.Engine.Read(&m.state); err != nil {
		return err
	}
	m.scale = append(m.scale[:0], restScaleOf(m.Engine)...)
	return m.Mirror.Show(&m.state, m.scale)
}

// RestScale is that of the state that is drawn, while steps run too.
func (m *mirrored) RestScale() []float64 {
	m.refresh()
	return m.Mirror.RestScale()
}

// restScaleOf is L0(t)/L0 now of each actuator's springs, where an engine has them.
func restScaleOf(e model.Engine) []float64 {
	if actuated, ok := model.As[model.RestScaler](e); ok {
		return actuated.RestScale()
	}
	return nil
}

// PositionBuffer holds the state as it is, or as it was before the steps that run.
func (m *mirrored) PositionBuffer() *glx.Buffer {
	m.refresh()
	return m.Mirror.PositionBuffer()
}

// VelocityBuffer holds the state as PositionBuffer does.
func (m *mirrored) VelocityBuffer() *glx.Buffer {
	m.refresh()
	return m.Mirror.VelocityBuffer()
}

// Measure uploads the state if it has moved, and queues what is measured of its springs.
func (m *mirrored) Measure(what shaders.Measured, into *glx.Buffer) error {
	m.refresh()
	if m.fault != nil {
		return m.fault
	}
	return m.Mirror.Measure(what, into)
}

// UpdateStrain uploads the state if it has moved, and queues its strains.
func (m *mirrored) UpdateStrain() error {
	m.refresh()
	if m.fault != nil {
		return m.fault
	}
	return m.Mirror.UpdateStrain()
}

// refresh uploads the state if it has moved; UpdateStrain reports what fails. While
// steps run the engine is theirs: the state is that before them.
func (m *mirrored) refresh() {
	switch {
	case m.stale && !m.beside.running:
		m.fault = errors.Join(m.fault, m.show())
	case m.late:
		m.late = false
		m.fault = errors.Join(m.fault, m.Mirror.Show(&m.state, m.scale))
	}
}

func (m *mirrored) Close() {
	m.settle()
	m.beside.end()
	m.Mirror.Close()
	m.Engine.Close()
}
