package gpu

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/measure"
	"hooke/gpu/pass"
	"hooke/gpu/solver"
	"hooke/shaders"
)

// makeSpringForce makes the pass that writes a force for each spring; fused passes, and solvers that divide steps, do without.
func (e *Engine) makeSpringForce(k pass.Maker) (err error) {
	if e.plan.fused != nil || e.run.divided != nil {
		return nil
	}
	b := e.buffers
	if c := e.plan.columns; c != nil {
		e.compiled.springForce, err = k.Make("spring-force", shaders.ColumnSprings, pass.Extent{Count: c.Length, Extra: 1}, []pass.Slot{
			{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindColumnMask, Buffer: b.ColumnMask},
			{Binding: shaders.BindSpring, Buffer: b.Spring}, {Binding: shaders.BindMaterial, Buffer: b.Material}, {Binding: shaders.BindColumnForce, Buffer: b.Force},
			{Binding: shaders.BindStatus, Buffer: b.Status}}, b.Force)
		return err
	}
	e.compiled.springForce, err = k.Make("spring-force", shaders.SpringForce, e.plan.overSprings(1), []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindEnds, Buffer: b.Ends},
		{Binding: shaders.BindSpring, Buffer: b.Spring}, {Binding: shaders.BindMaterial, Buffer: b.Material}, {Binding: shaders.BindForce, Buffer: b.Force},
		{Binding: shaders.BindStatus, Buffer: b.Status}}, b.Force)
	return err
}

// makeMeasuring compiles the passes for pictures of springs.
func (e *Engine) makeMeasuring(k pass.Maker) (err error) {
	b := e.buffers
	actuators := 0
	if e.plan.model.ActuatorOf != nil {
		actuators = len(e.run.settings.Params.Actuators)
	}
	e.compiled.measuring, err = measure.New(k, e.plan.overSprings(0), b, actuators, e.run.settings.Signals.Vectors())
	return err
}

// UpdateStrain queues the pass that fills StrainBuffer, and the barriers that a draw
// from the engine's buffers needs. It does not wait.
func (e *Engine) UpdateStrain() error { return e.Measure(shaders.MeasureStrain, e.buffers.Strain) }

// Measure queues the pass that writes a quantity of every spring, as it is in the
// current state, into a buffer of a float32 per spring, and the barriers that a draw
// needs. It does not wait.
func (e *Engine) Measure(what shaders.Measured, into *glx.Buffer) error {
	if e.compiled.measuring == nil {
		return fmt.Errorf("gpu: measure springs: the engine was made without Options.Drawing")
	}
	e.Submit() // drawing is not time of steps
	if err := e.drawable(); err != nil {
		return err
	}
	if bytes := int64(unsafe.Sizeof(shaders.Strain{})) * int64(e.SpringCount()); into.Bytes() < bytes {
		return fmt.Errorf("gpu: measure springs: %s has %d bytes, %d springs need %d", into.Label(), into.Bytes(), e.SpringCount(), bytes)
	}
	e.buffers.Settle(e.ctx)
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	if err := e.compiled.measuring.Queue(what, into, e.RestScale()); err != nil {
		return err
	}
	if s, ok := e.run.divided.(solver.Shower); ok {
		if err := s.Show(what, into); err != nil {
			return err
		}
	}
	return e.ctx.Err("gpu: measure springs")
}
