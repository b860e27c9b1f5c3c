package preset_test

import (
	"testing"

	"hooke/model"
	"hooke/scene"
)

// The load hangs by the knot, at rest: it is higher than where springs pass through each other and the knot
// comes undone, by the rope that a knot takes, 4 D or more.
func TestKnotHolds(t *testing.T) {
	s := open(t, "knot", scene.Options{})
	top := s.Start.Position[s.Model.MassCount()-1]
	held, loose := colliding(t, s, 1.5, 3, true), colliding(t, s, 1.5, 3, false)
	knot, plain := top.Sub(held.Position[0]).Len(), top.Sub(loose.Position[0]).Len()
	if speed := held.Velocity[0].Len(); !(knot < plain-4*2*0.003) || speed > 0.1 {
		t.Errorf("the load hangs %g m below the top, and %g m without collisions; it moves with %g m/s", knot, plain, speed)
	}
	if knot < plain-0.15 {
		t.Errorf("the knot is loose: the load hangs %g m below the top, and %g m without collisions", knot, plain)
	}
}

// Nails hold a cloth whose masses alone would fall between them.
func TestNailsHoldCloth(t *testing.T) {
	const high, side = 0.08, 17
	for _, touches := range []model.Colliders{model.CollidingSprings | model.CollidingTriangles, model.CollidingMasses} {
		s := open(t, "nails", scene.Options{})
		s.Params.Collision.Touches = touches
		end := colliding(t, s, 0.4, 2, true)
		middle := end.Position[side*side/2]
		if holds := middle[2] > high-0.02; holds != (touches != model.CollidingMasses) {
			t.Errorf("%v: the middle of the cloth is %g m high, nails %g m", touches, middle[2], high)
		}
	}
}
