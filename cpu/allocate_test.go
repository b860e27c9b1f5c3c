package cpu

import (
	"testing"

	"hooke/cpu/cputest"
	"hooke/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A step allocates nothing where contacts push springs and triangles, with friction, where
// masses collide with friction, and where contacts catch them. A contact that moves takes
// some small values in each step.
func TestStepAllocatesNothingWhereBodiesMeet(t *testing.T) {
	const steps = 3
	folded := func() (*model.Model, model.Params, *model.State) {
		s := cputest.Touching(t, "folded", 3000)
		body := &s.Params.Collision.Bodies[0]
		body.StaticFriction, body.KineticFriction, s.Params.Collision.FrictionIterations = 0.6, 0.5, 2
		return s.Model, s.Params, s.Start
	}
	for _, scene := range []struct {
		name  string
		build func() (*model.Model, model.Params, *model.State)
		first int // steps before, in which lists are made
		small int // allocations in a step
	}{
		{"spans", modeltest.OnSpikes, 20, 0}, {"spans and collisions", modeltest.CollidingOnSpikes, 20, 0}, {"friction", folded, 20, 0}, {"catching", modeltest.Thrown, 1, 0},
		{"moving spans", modeltest.OnMovingSpikes, 20, 3 * smallOfMoving},
	} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			m, p, s := scene.build()
			p.Integrator = integrator
			e := newEngine(t, m, p, s)
			must.Do(t, e.Step(scene.first))
			made, caught := e.pairs.made, e.catching.caught.Count
			if got := memorytest.Allocations(3, func() { _ = e.Step(steps) }); got > float64(scene.small*steps) {
				t.Errorf("%s, %v: %g allocations for %d steps", scene.name, integrator, got, steps)
			}
			if scene.name == "catching" && e.catching.caught.Count == caught {
				t.Errorf("%v: no mass is caught meanwhile", integrator)
			}
			if e.pairs.made > made+1 {
				t.Errorf("%s, %v: lists are made %d times", scene.name, integrator, e.pairs.made-made)
			}
			e.Close()
		}
	}
}

// smallOfMoving is how many small values a moving contact takes in a step: its shape, course
// and pivot, for each time at which something asks for it.
const smallOfMoving = 18
