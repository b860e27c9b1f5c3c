package cpuref

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Friction in numbers that can be done in the head: 2 kg, dt = 1/2 s, so that
// m/dt = 4, on a level ground that pushes with 10 N; μs = 1/2 and μk = 1/4 make
// 5 N that hold and 2.5 N that slow.
func TestFrictionForce(t *testing.T) {
	ground := model.Ground(1, 10, 0).WithFriction(0.5, 0.25)
	low := model.Vec3{0, 0, 0}
	for _, c := range []struct {
		name        string
		contact     model.Contact
		x, v, other model.Vec3 // other forces: weight, springs, pushes
		want        model.Vec3
	}{
		{"nothing to hold", ground, low, model.Vec3{}, model.Vec3{}, model.Vec3{}},
		{"holds a force", ground, low, model.Vec3{}, model.Vec3{3, -4, 7}, model.Vec3{-3, 4, 0}},
		{"more than it holds", ground, low, model.Vec3{}, model.Vec3{6, -8, 7}, model.Vec3{-1.5, 2, 0}},
		{"stops a motion", ground, low, model.Vec3{0.75, 1, 9}, model.Vec3{}, model.Vec3{-3, -4, 0}},
		{"a motion and a force against it", ground, low, model.Vec3{1, 0, 0}, model.Vec3{-4, 0, 0}, model.Vec3{}},
		{"slows a motion", ground, low, model.Vec3{3, 4, 0}, model.Vec3{}, model.Vec3{-1.5, -2, 0}},
		{"against where it goes, not where it came from", ground, low, model.Vec3{-1, 0, 0}, model.Vec3{20, 0, 0}, model.Vec3{-2.5, 0, 0}},
		{"not touching", ground, model.Vec3{0, 0, 1}, model.Vec3{1, 0, 0}, model.Vec3{3, 0, 0}, model.Vec3{}},
		{"no friction", ground.WithFriction(0, 0), low, model.Vec3{1, 0, 0}, model.Vec3{3, 0, 0}, model.Vec3{}},
		{"static friction alone", ground.WithFriction(0.5, 0), low, model.Vec3{3, 0, 0}, model.Vec3{}, model.Vec3{}},
	} {
		f := c.other
		AddFriction(&f, []model.Contact{c.contact}, c.x, c.v, 2, 0.5, 1)
		if got := f.Sub(c.other); got != c.want {
			t.Errorf("%s: friction is %v N, want %v", c.name, got, c.want)
		}
	}
}

// In a corner the wall sees what the floor has left: the floor takes the force
// along y, and what is left along z is the wall's.
func TestFrictionInACorner(t *testing.T) {
	floor := model.Ground(1, 10, 0).WithFriction(0.5, 0.25)
	wall := model.Contact{Shape: model.Plane{Normal: model.Vec3{1, 0, 0}, Offset: 1}, Stiffness: 10, StaticFriction: 0.5, KineticFriction: 0.25}
	f := model.Vec3{0, 4, -3}
	AddFriction(&f, []model.Contact{floor, wall}, model.Vec3{}, model.Vec3{}, 2, 0.5, 1)
	if f != (model.Vec3{}) {
		t.Errorf("left over: %v N, want none", f)
	}
	f = model.Vec3{0, 4, -6} // the wall holds 5 N and slows with 2.5
	AddFriction(&f, []model.Contact{floor, wall}, model.Vec3{}, model.Vec3{}, 2, 0.5, 1)
	if f != (model.Vec3{0, 0, -3.5}) {
		t.Errorf("left over: %v N, want 3.5 down", f)
	}
}

// A pin takes its part of the other forces before friction does: a mass held
// along x is not dragged by friction along x, and drag leaves a mass at rest.
func TestFrictionWithPinsAndDrag(t *testing.T) {
	b := modeltest.NewBuilder("pin")
	b.Mass(2, model.Vec3{}, model.PinX)
	p := model.Params{DT: 0.5, DragHalfLife: 0.5, Gravity: model.Vec3{100, 1, -2},
		Contacts: []model.Contact{model.Ground(1, 10, 0).WithFriction(0.5, 0.25)}}
	e := must.Get(New(&b.Model, p))(t)
	must.Do(t, e.Step(1))
	// Along y 2 N, of 5 N that hold; along z (10 − 4) N/2 kg · 1/2 s, halved.
	if got := e.State().Velocity[0]; got != (model.Vec3{0, 0, 0.75}) {
		t.Errorf("velocity %v m/s, want 0.75 up", got)
	}
}
