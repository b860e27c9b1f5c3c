package mirror

import (
	"hooke/gpu/glx"
	"hooke/measure"
	"hooke/model"
	"hooke/shaders"
)

// special are segments of rods and rigid links, which the host measures, since the device has neither
// orientations nor impulses of the engine that is shown.
type special struct {
	law     *measure.Springs
	springs []uint32       // in ascending order; nil: not looked for yet, or there are none
	state   model.Snapshot // that is shown; empty without such springs, or before the first
}

// keep copies a state, where somebody may ask for such springs.
func (s *special) keep(from *model.Snapshot) {
	if s.springs = s.law.SpecialOnes(); s.springs == nil {
		return
	}
	s.state.Resize(len(from.Position))
	copy(s.state.Position, from.Position)
	copy(s.state.Velocity, from.Velocity)
	s.state.Orientation = append(s.state.Orientation[:0], from.Orientation...)
	s.state.AngularVelocity = append(s.state.AngularVelocity[:0], from.AngularVelocity...)
	s.state.LinkForce = append(s.state.LinkForce[:0], from.LinkForce...)
}

// show writes a quantity of such springs into a buffer of a number per spring, and queues the
// barriers.
func (s *special) show(ctx *glx.Context, what shaders.Measured, into *glx.Buffer, restScale []float64) {
	if s.springs == nil {
		return
	}
	quantity := [shaders.MeasuredCount]measure.Quantity{measure.Strain, measure.Force, measure.Energy}[what]
	ctx.Barrier(glx.ByTransfer) // the uploads overwrite what the pass wrote
	var run []shaders.Strain    // of springs that are side by side
	for k, i := range s.springs {
		run = append(run, shaders.Strain{Value: float32(s.law.InSnapshot(&s.state, int(i), restScale).Shown(quantity))})
		if k+1 == len(s.springs) || s.springs[k+1] != i+1 {
			glx.Upload(into, int64(i)+1-int64(len(run)), run)
			run = run[:0]
		}
	}
}
