package cli

import (
	"errors"
	"fmt"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
)

// mirrored is an engine without OpenGL whose state is uploaded when it is drawn.
type mirrored struct {
	model.Engine
	*gpu.Mirror
	state   model.Snapshot // scratch
	stale   bool           // whether the engine has moved since it was uploaded
	stepped int64          // since the last reset
	fault   error          // of an upload that could not return it
}

var _ draw.Engine = (*mirrored)(nil)

// newMirrored shows an engine, which it closes with itself, on a device.
func (a App) newMirrored(gl *glx.Context, engine model.Engine, m *model.Model) (*mirrored, error) {
	mirror, err := gpu.NewMirror(gl, m, gpu.Options{Shaders: a.Shaders})
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

func (m *mirrored) Step(n int) error {
	m.stale = true
	m.stepped += int64(n)
	return m.Engine.Step(n)
}

// Reset replaces the state and shows it.
func (m *mirrored) Reset(s *model.State) error {
	m.stepped = 0
	return errors.Join(m.Engine.Reset(s), m.show())
}

// SetParams replaces the parameters of an engine that can take others.
func (m *mirrored) SetParams(p model.Params) error {
	setter, ok := m.Engine.(interface{ SetParams(model.Params) error })
	if !ok {
		return fmt.Errorf("the engine %s takes no other parameters while it runs", m.Engine.Describe().Engine)
	}
	m.stale = true // masses on paths may be elsewhere
	return setter.SetParams(p)
}

// LastGood is the last good state of an engine that keeps one.
func (m *mirrored) LastGood(dst *model.Snapshot) error {
	keeper, ok := m.Engine.(interface{ LastGood(*model.Snapshot) error })
	if !ok {
		return fmt.Errorf("the engine %s keeps no last good state", m.Engine.Describe().Engine)
	}
	return keeper.LastGood(dst)
}

// StepsRun is the engine's own count, where it has one.
func (m *mirrored) StepsRun() (int64, error) {
	if counter, ok := m.Engine.(interface{ StepsRun() (int64, error) }); ok {
		return counter.StepsRun()
	}
	return m.stepped, nil
}

// show uploads the state as it is.
func (m *mirrored) show() error {
	m.stale = false
	if err := m.Engine.Read(&m.state); err != nil {
		return err
	}
	return m.Mirror.Show(&m.state)
}

// PositionBuffer holds the state as it is.
func (m *mirrored) PositionBuffer() *glx.Buffer {
	m.refresh()
	return m.Mirror.PositionBuffer()
}

// VelocityBuffer holds the state as it is.
func (m *mirrored) VelocityBuffer() *glx.Buffer {
	m.refresh()
	return m.Mirror.VelocityBuffer()
}

// UpdateStrain uploads the state if it has moved, and queues its strains.
func (m *mirrored) UpdateStrain() error {
	m.refresh()
	if m.fault != nil {
		return m.fault
	}
	return m.Mirror.UpdateStrain()
}

// refresh uploads the state if it has moved; UpdateStrain reports what fails.
func (m *mirrored) refresh() {
	if m.stale {
		m.fault = errors.Join(m.fault, m.show())
	}
}

func (m *mirrored) Close() {
	m.Mirror.Close()
	m.Engine.Close()
}
