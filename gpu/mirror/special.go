package mirror

import (
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/physics/measure"
	"hooke/shaders"
)

// special are segments of rods, rigid links, springs that tear, yield or creep, and forces that a solver has pushed, which the host
// measures: the device has neither orientations nor impulses of the engine that is shown.
type special struct {
	law     *measure.Springs
	springs []uint32       // in ascending order; nil: not looked for yet, or none
	all     []uint32       // all springs, where a state says their forces; else nil
	state   model.Snapshot // that is shown; empty without such springs, or before the first
}

// keep copies a state, where somebody may ask for such springs.
func (s *special) keep(from *model.Snapshot) {
	s.springs, s.all = s.law.SpecialOnes(), s.all[:0]
	if len(from.SpringForce) > 0 {
		for i := range s.law.Model().StructuralCount() {
			s.all = append(s.all, uint32(i))
		}
	}
	if s.springs == nil && len(s.all) == 0 {
		return
	}
	s.state.Resize(len(from.Position))
	copy(s.state.Position, from.Position)
	copy(s.state.Velocity, from.Velocity)
	s.state.Orientation = append(s.state.Orientation[:0], from.Orientation...)
	s.state.AngularVelocity = append(s.state.AngularVelocity[:0], from.AngularVelocity...)
	s.state.LinkForce = append(s.state.LinkForce[:0], from.LinkForce...)
	s.state.SpringForce = append(s.state.SpringForce[:0], from.SpringForce...)
	s.state.Changes = append(s.state.Changes[:0], from.Changes...)
}

// show writes a quantity of such springs into a buffer of a number per spring, and queues the
// barriers.
func (s *special) show(ctx *glx.Context, what shaders.Measured, into *glx.Buffer, restScale []float64) {
	springs := s.springs
	if what == shaders.MeasureForce && len(s.all) > 0 {
		springs = s.all
	}
	if springs == nil {
		return
	}
	quantity := [shaders.MeasuredCount]measure.Quantity{measure.Strain, measure.Force, measure.Energy}[what]
	ctx.Barrier(glx.ByTransfer) // the uploads overwrite the output of the pass
	var run []shaders.Strain    // of springs that are side by side
	for k, i := range springs {
		run = append(run, shaders.Strain{Value: float32(s.law.InSnapshot(&s.state, int(i), restScale).Shown(quantity))})
		if k+1 == len(springs) || springs[k+1] != i+1 {
			glx.Upload(into, int64(i)+1-int64(len(run)), run)
			run = run[:0]
		}
	}
}
