package cli

import (
	"errors"

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

// What an engine in a window cannot do.
var (
	errNoSetParams = errors.New("cli: this engine takes no other parameters while it runs")
	errNoLastGood  = errors.New("cli: this engine keeps no last good state")
)

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

// StepsRun is the engine's own count, where it has one.
func (m *mirrored) StepsRun() (int64, error) {
	if counter, ok := m.Engine.(interface{ StepsRun() (int64, error) }); ok {
		return counter.StepsRun()
	}
	return m.stepped, nil
}

// SetParams and LastGood are those of the engine, where it has them.
func (m *mirrored) SetParams(p model.Params) error {
	setter, ok := m.Engine.(interface{ SetParams(model.Params) error })
	if !ok {
		return errNoSetParams
	}
	return setter.SetParams(p)
}

func (m *mirrored) LastGood(dst *model.Snapshot) error {
	keeper, ok := m.Engine.(lastGooder)
	if !ok {
		return errNoLastGood
	}
	return keeper.LastGood(dst)
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
