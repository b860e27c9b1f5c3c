package cpuref

import (
	"math"

	"hooke/cpuref/implicit"
	"hooke/cpuref/impulses"
	"hooke/cpuref/rods"
	"hooke/model"
	"hooke/order"
)

// positionSteps holds the data for steps of position-based dynamics besides the state.
type positionSteps struct {
	step    implicit.PositionStep
	scratch implicit.PositionScratch
	params  model.Params // of the substep, with contacts as they are at its end
	works   model.Flows  // of the step so far [J]
}

// takeSubsteps allocates the data of the current solver's substeps.
func (e *Engine) takeSubsteps() {
	before, last := e.implicit, e.impulses
	e.implicit, e.positions, e.impulses = nil, nil, nil
	e.takeConserving()
	switch e.params.Integrator {
	case model.Impulses:
		if e.impulses = last; last == nil {
			e.impulses, e.rods = impulses.New(e.model, e.params, e.own), rods.New(e.model, e.params)
		}
		e.rods.SetParams(e.params)
		e.impulses.SetParams(e.params, e.own)
	case model.ImplicitEuler:
		e.implicit = newImplicitSteps(e.model, e.params, e.own)
		if before != nil {
			e.implicit.left = before.left
		}
	case model.PositionBased:
		s := &positionSteps{}
		colors := order.ColorSprings(e.model)
		s.step = implicit.PositionStep{Model: e.model, Order: colors.Order, Depth: s.depth, AfterFriction: s.afterFriction, Surface: s.surface}
		e.positions = s
	}
}

// stepPositionBased is a step of position-based dynamics: its substeps, one after the other.
func (e *Engine) stepPositionBased() (finite bool) {
	s, n := e.positions, e.params.Substeps
	finite = true
	for k := range n {
		end := float64(k+1) / float64(n)
		if k > 0 {
			e.noteBefore(float64(k) / float64(n))
		}
		e.evaluate(end)
		s.params = e.params.Substep()
		s.params.Contacts = e.acting().Contacts
		s.step.Length, s.step.Kept, s.step.Gravity = s.params.DT, s.params.DragFactor(), s.params.Gravity
		s.step.Iterations, s.step.Contacts = s.params.Sweeps(), len(s.params.Contacts)
		finite = s.step.Take(e.state.Position, e.state.Velocity, &s.scratch) && finite
		s.works.Drag += s.scratch.DragDissipation
		s.works.Friction += s.scratch.FrictionDissipation
		s.works.Constraints += s.scratch.Given
		e.catch(end)
	}
	e.lookAtSprings(math.Inf(1), 1)
	e.closeBooks(&s.works)
	return finite
}

// springForces returns the forces of the solver in the last substep [N], see model.State.
func (e *Engine) springForces() []float64 {
	if s := e.positions; s != nil && s.step.Length > 0 {
		return s.scratch.Forces(s.step.Length)
	}
	out := e.impulses.SpringForces()
	if e.impulses != nil {
		e.rods.AddForces(out)
	}
	return out
}

// surface returns how fast the surface of a contact moves.
func (s *positionSteps) surface(contact int, x, n model.Vec3) model.Vec3 {
	return SurfaceVelocity(&s.params.Contacts[contact], x, n, 0)
}

// depth returns how deep a point is in a contact.
func (s *positionSteps) depth(contact int, x model.Vec3) (float64, model.Vec3) {
	return Penetration(&s.params.Contacts[contact], x)
}

// afterFriction returns Coulomb's friction, with the normal impulse m pushed/h.
func (s *positionSteps) afterFriction(contact int, x, v, n model.Vec3, pushed float64) model.Vec3 {
	return v.Sub(slowed(&s.params.Contacts[contact], v, x, n, pushed/s.params.DT))
}
