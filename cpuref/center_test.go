package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// A mass of 2 kg, 0.25 m in a ground with kc = 16 N/m that pushes with 4 N, as it
// slides with μk = 0.25, or stops with μs = 0.5; a step of 0.01 s.
func TestCenterByHand(t *testing.T) {
	p := model.Params{DT: 0.01, Gravity: model.Vec3{0, 0, -10}, Contacts: []model.Contact{model.Ground(1.25, 16, 0).WithFriction(0.5, 0.25)}}
	for _, c := range []struct {
		name            string
		pin             model.Pin
		velocity        model.Vec3
		halfLife        float64
		centered        model.Vec3
		friction, taken float64 // power [W], and that of drag
	}{
		{"at rest", 0, model.Vec3{}, 0, model.Vec3{0, 0, -0.04}, 0, 0},
		{"slides", 0, model.Vec3{3, 0, 0}, 0, model.Vec3{2.9975, 0, -0.04}, 2.9975, 0},
		{"stops", 0, model.Vec3{0.001, 0, 0}, 0, model.Vec3{0.0005, 0, -0.04}, 1e-4, 0}, // ½ m v² in the step
		{"held across", model.PinZ, model.Vec3{3, 0, 0}, 0, model.Vec3{2.9975, 0, 0}, 2.9975, 0},
		{"held", model.PinAll, model.Vec3{3, 0, 0}, 0, model.Vec3{3, 0, 0}, 0, 0},
		// The velocity after the step is halved: of (2.995, 0, −0.08) it leaves
		// (1.4975, 0, −0.04), and takes as much: 2 kg of that times the mean, in 0.01 s.
		{"is braked", 0, model.Vec3{3, 0, 0}, 0.01, model.Vec3{2.24875, 0, -0.02}, 2.24875, 200 * (1.4975*2.24875 + 0.04*0.02)},
	} {
		m := modeltest.Single(2, model.Vec3{0, 0, 1})
		m.Pin = []model.Pin{c.pin}
		s := (*State)(m.Start())
		s.Velocity[0] = c.velocity
		p.DragHalfLife = c.halfLife
		motions := Motions{Seen: s.Velocity, Centered: make([]model.Vec3, 1), Friction: make([]FrictionPower, 1)}
		Center(motions.Centered, motions.Friction, s.Position, s.Velocity, m, p, nil, nil, make([]model.Vec3, 1))
		if got := motions.Centered[0]; got.Sub(c.centered).Len() > 1e-12 || math.Abs(motions.Friction[0].Taken-c.friction) > 1e-12 {
			t.Errorf("%s: centered %v and friction %g W, want %v and %g", c.name, got, motions.Friction[0].Taken, c.centered, c.friction)
		}
		if _, flows := MassLedger(m, p, nil, s, motions); math.Abs(flows.Drag-c.taken) > 1e-9 {
			t.Errorf("%s: drag takes %g W, want %g", c.name, flows.Drag, c.taken)
		}
	}
}

// Guides keep centered velocities along a line, in a plane, and on a path as they are.
func TestCenterGuidedByHand(t *testing.T) {
	m := &model.Model{Materials: []model.Material{{}}, Mass: []float64{1, 1, 1}, RestPosition: make([]model.Vec3, 3), Pin: []model.Pin{0, 0, model.PinAll}}
	centered := []model.Vec3{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}
	CenterGuided(centered, m, model.Params{Guides: []model.Guide{
		{Masses: []uint32{0}, Direction: model.Vec3{0, 0, 2}}, {Kind: model.OnPlane, Masses: []uint32{1}, Direction: model.Vec3{0, 3, 0}}, {Kind: model.OnPath, Masses: []uint32{2}}}})
	for i, want := range []model.Vec3{{0, 0, 3}, {1, 0, 3}, {1, 2, 3}} {
		if centered[i] != want {
			t.Errorf("mass %d: %v, want %v", i, centered[i], want)
		}
	}
}

// The work of friction as an impulse: what stops at once has lost all it had, what
// slides on the force times the way, and what is not touched nothing.
func TestRubbingByHand(t *testing.T) {
	p := model.Params{Integrator: model.VelocityVerlet, DT: 0.01, Contacts: []model.Contact{model.Ground(1.25, 16, 0).WithFriction(0.5, 0.25)}}
	for _, c := range []struct {
		name       string
		start, end model.Vec3
		z, want    float64
	}{
		{"stops", model.Vec3{0.001, 0, 0}, model.Vec3{0.001, 0, 0}, 1, 0.5 * 2 * 1e-6 / 0.01},
		{"slides", model.Vec3{3, 0, 0}, model.Vec3{3, 0, 0}, 1, 1 * (3 - 0.0025)},
		{"begins to slide", model.Vec3{}, model.Vec3{0.04, 0, 0}, 1, 1 * 0.035 / 2},
		{"is held against a force", model.Vec3{}, model.Vec3{0.005, 0, 0}, 1, 0},
		{"above", model.Vec3{3, 0, 0}, model.Vec3{3, 0, 0}, 2, 0},
	} {
		work := frictionWork{x: []model.Vec3{{0, 0, c.z}}, start: []model.Vec3{c.start}, end: []model.Vec3{c.end}}
		var got [1]FrictionPower
		work.powers(got[:], modeltest.Single(2, model.Vec3{}), p)
		if math.Abs(got[0].Taken-c.want) > 1e-12 {
			t.Errorf("%s: %g W, want %g", c.name, got[0].Taken, c.want)
		}
	}
}
