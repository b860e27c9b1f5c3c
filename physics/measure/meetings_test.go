package measure

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// The pushes of springs and triangles that collide are among the forces of the step, and a law without them
// is seen.
func TestForcesOfPartsAreThoseOfTheStep(t *testing.T) {
	m, p, s := modeltest.Strewn()
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[3] = model.PinAll
	for i := range p.Collision.Bodies {
		p.Collision.Bodies[i].StaticFriction, p.Collision.Bodies[i].KineticFriction = 0, 0
	}
	s.Velocity[3] = model.Vec3{}
	const tolerance = 1e-9
	if worst := worstForce(t, m, p, p, s); worst > tolerance {
		t.Errorf("off by %.2g of the largest force, tolerance %g", worst, tolerance)
	}
	for _, touches := range []model.Colliders{model.CollidingSprings, model.CollidingTriangles} {
		without := p
		without.Collision.Touches = touches
		if worst := worstForce(t, m, p, without, s); worst <= tolerance {
			t.Errorf("%v alone is off by %.2g of the largest force: not seen", touches, worst)
		}
	}
}

// A mass 1 cm within D of a triangle pushes with kc times that.
func TestTouchOfATriangleByHand(t *testing.T) {
	m, p, s := modeltest.OnTriangle(model.Surface{})
	s.Position[3][2], s.Velocity[3] = 0.09, model.Vec3{}
	m.Pin[0] = model.PinAll
	if got, want := reactionsOf(t, m, p, s, "collision", "pin[0]"), []float64{1, 10, 0.01, 0, 0, -10. / 3, 0, 0, 0}; !near(got, want) {
		t.Errorf("collision and pin are %v, want %v", got, want)
	}
}
