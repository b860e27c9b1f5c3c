package gpu

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/measure"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/solver"
	"hooke/model"
	"hooke/shaders"
)

// MassCount returns the number of masses that the buffers hold.
func (e *Engine) MassCount() int { return e.plan.model.MassCount() }

// SpringCount returns the number of springs that the buffers hold.
func (e *Engine) SpringCount() int { return e.plan.model.SpringCount() }

// PositionBuffer holds a vec4 per mass: position [m] and inverse mass [1/kg],
// which is 0 for a pinned mass. It may be drawn from, not written. In the pipeline
// fused masses have an order of their own, here and in ends, and positions are those
// of the last UpdateStrain.
func (e *Engine) PositionBuffer() *glx.Buffer { return e.buffers.Position }

// EndsBuffer holds a uvec2 per spring: a line index buffer. It may be drawn
// from, not written.
func (e *Engine) EndsBuffer() *glx.Buffer { return e.buffers.Ends }

// StrainBuffer holds a float per spring, (L − L0(t))/L0(t), as UpdateStrain last
// computed it.
func (e *Engine) StrainBuffer() *glx.Buffer { return e.buffers.Strain }

// VelocityBuffer holds a vec4 per mass: velocity [m/s] and pin. It may be read,
// not written, and is as current as PositionBuffer.
func (e *Engine) VelocityBuffer() *glx.Buffer { return e.buffers.Velocity }

// SpringBuffer holds a shaders.Spring per spring: rest length and material, which
// is 0 for a removed one. It may be read, not written.
func (e *Engine) SpringBuffer() *glx.Buffer { return e.buffers.Spring }

// Origin is zero: the engine counts positions as it was given them.
func (e *Engine) Origin() model.Vec3 { return model.Vec3{} }

// MassOrder returns the model's number of each mass of the buffers; nil where those
// have the model's numbers. It must not be written to.
func (e *Engine) MassOrder() []uint32 {
	if order := e.plan.order(); order != nil {
		return order.Original
	}
	return nil
}

// drawable says why the buffers cannot be drawn from, or nil: pictures bind all of
// each, with the words of masses one behind the other.
func (e *Engine) drawable() error {
	if e.plan.division == nil {
		return nil
	}
	b := e.buffers
	for _, buffer := range []*glx.Buffer{b.Position, b.Velocity, b.Ends, b.Spring, b.Strain} {
		if buffer.Bytes() > e.ctx.Limits.StorageBlockBytes {
			return fmt.Errorf("gpu: a picture of %d masses and %d springs is %w: buffer %s has %d bytes, a storage block holds %d "+
				"(GL_MAX_SHADER_STORAGE_BLOCK_SIZE); run it without a picture", e.MassCount(), e.SpringCount(), limits.ErrTooLarge,
				buffer.Label(), buffer.Bytes(), e.ctx.Limits.StorageBlockBytes)
		}
	}
	if e.plan.masses().Number() > 1 && b.Precision != options.Single {
		return fmt.Errorf("gpu: a picture of %d masses in %v precision is %w: they are divided into ranges; use single precision or run it without a picture",
			e.MassCount(), b.Precision, limits.ErrTooLarge)
	}
	return nil
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
