package gpu

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/model"
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

// drawable returns the reason why the buffers cannot be drawn from, or nil: pictures bind all of
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
