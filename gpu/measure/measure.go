// Package measure has the passes that measure each spring, for users and for pictures.
package measure

import (
	"fmt"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/settings"
	"hooke/physics"
	"hooke/shaders"
)

// Passes are the passes that measure each spring: strain, force or energy, by the law of
// the physics passes and in the precision of the run. Each is compiled when somebody asks
// for it first. The rest lengths of actuated springs come in a uniform block of their
// own, so that pictures do not wait for steps that read theirs.
type Passes struct {
	maker  pass.Maker
	over   pass.Extent
	from   []pass.Slot // that all passes bind; the last one is the buffer that they write
	passes [shaders.MeasuredCount]*pass.Pass
	scales *glx.Buffer // uniform block Signals, of which only the rest lengths are set; nil: no spring is actuated
	low    int         // the vector at which second words begin; 0: none
	rows   [][4]float32
}

// New compiles the pass of strains from the arrays of a run, which are borrowed. The run has
// the given number of actuators, whose signals take the given number of vectors of a word.
// Release frees the passes.
func New(k pass.Maker, over pass.Extent, b *buffers.Arrays, actuators, vectors int) (m *Passes, err error) {
	m = &Passes{maker: k, over: over, from: []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindEnds, Buffer: b.Ends}, {Binding: shaders.BindSpring, Buffer: b.Spring},
		{Binding: shaders.BindMaterial, Buffer: b.Material}, {Binding: shaders.BindStrain, Buffer: b.Strain}}}
	if actuators > 0 {
		if m.scales, err = k.Ctx.NewLongBuffer("hooke.RestScales", settings.SignalBlockBytes); err != nil {
			return nil, fmt.Errorf("gpu: %w", err)
		}
		words := 1
		if b.Precision != options.Single {
			words, m.low = 2, vectors
		}
		m.rows = make([][4]float32, words*vectors)
	}
	if _, err = m.pass(shaders.MeasureStrain); err != nil {
		m.Release()
		return nil, err
	}
	return m, nil
}

// pass returns the pass of a quantity, compiled where it was not.
func (m *Passes) pass(what shaders.Measured) (p *pass.Pass, err error) {
	if m.passes[what] == nil {
		name := "measure-" + [shaders.MeasuredCount]string{"strain", "force", "energy"}[what]
		k, storage := m.maker.With("QUANTITY", int(what)), append([]pass.Slot(nil), m.from...)
		m.passes[what], err = k.Make(name, shaders.SpringMeasure, m.over, storage, storage[len(storage)-1].Buffer)
	}
	return m.passes[what], err
}

// Queue queues the pass of a quantity, and the barrier for draws that read it. restScale
// is L0(t)/L0 of each actuator's springs in the state on the device. Parameters must be
// bound.
func (m *Passes) Queue(what shaders.Measured, into *glx.Buffer, restScale []float64) error {
	p, err := m.pass(what)
	if err != nil {
		return err
	}
	ctx := m.maker.Ctx
	if m.scales != nil {
		layout := settings.SignalLayout{Force: len(restScale), Motor: len(restScale), Wind: len(restScale), Count: len(restScale)}
		layout.Write(m.rows, m.low, &physics.Signals{RestScale: restScale})
		glx.Upload(m.scales, 0, m.rows)
		ctx.BindUniform(uint32(shaders.BindSignals), m.scales)
	}
	p.Rebind(shaders.BindStrain, into)
	p.Dispatch(ctx)
	ctx.Barrier(glx.ByShader | glx.ByVertex) // the draw reads values, and positions as attributes
	return nil
}

// All returns the passes that are compiled; those of nil are empty.
func (m *Passes) All() (out []*pass.Pass) {
	if m == nil {
		return nil
	}
	for _, p := range m.passes {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// Release frees the passes. On nil it does nothing.
func (m *Passes) Release() {
	if m == nil {
		return
	}
	for _, p := range m.All() {
		p.Release()
	}
	m.scales.Release()
}
