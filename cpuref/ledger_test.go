package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Terms to do in the head: a spring of 2 m that wants 1.5 m, with k = 8 N/m, c = 3
// N·s/m and ends that part by 0.5 m/s.
func TestSpringLedgerByHand(t *testing.T) {
	for _, c := range []struct {
		name                        string
		rate                        float64 // how fast the ends part [m/s]
		material                    model.Material
		before                      float64 // scale of the rest length a step before
		elastic, damping, actuators float64
	}{
		{"spring and damper", 0.5, model.Material{Stiffness: 8, Damping: 3}, 1, 1, 0.75, 0},
		{"closing", -0.5, model.Material{Stiffness: 8, Damping: 3}, 1, 1, 0.75, 0},
		{"a muscle that shortened from 2 m", 0, model.Material{Stiffness: 8}, 4. / 3, 1, 0, 1},
		{"a muscle that lengthened from 1 m", 0, model.Material{Stiffness: 8}, 2. / 3, 1, 0, -3},
		{"a cable", 0.5, model.Material{Stiffness: 8, Damping: 3, TensionOnly: true}, 1, 1, 0.75, 0},
		{"a cable whose damper would push", -2, model.Material{Stiffness: 8, Damping: 3, TensionOnly: true}, 1, 1, 8, 0}, // 4 N, not 6
		{"a cable that was slack", 0, model.Material{Stiffness: 8, TensionOnly: true}, 2, 1, 0, 1},
	} {
		b := modeltest.NewBuilder("pair")
		b.Mass(1, model.Vec3{}, 0)
		b.Mass(1, model.Vec3{2}, 0)
		b.Model.Materials = append(b.Model.Materials, c.material)
		b.Spring(0, 1, 1.5, uint16(len(b.Model.Materials)-1))
		b.Model.ActuatorOf = []uint16{1}
		s := (*State)(b.Model.Start())
		s.Velocity[1] = model.Vec3{c.rate, 7, 0} // across it nothing is lost
		elastic, flows := SpringLedger(&b.Model, nil, []float64{c.before}, []float64{1}, 0, s, PlainMotions(s))
		for name, pair := range map[string][2]float64{"elastic": {elastic, c.elastic}, "damping": {flows.Damping, c.damping}, "actuators": {flows.Actuators, c.actuators}, "constraints": {flows.Constraints, 0}} {
			must.Near(t, pair[0], pair[1], 1e-12, "%s: %s", c.name, name)
		}
	}
}

// A mass of 2 kg, 0.25 m in a ground with kc = 16 N/m and bc = 2 N·s/m.
func TestMassLedgerByHand(t *testing.T) {
	p := model.Params{Integrator: model.VelocityVerlet, DT: 0.01, Gravity: model.Vec3{0, 0, -10}, DragHalfLife: math.Ln2,
		Contacts: []model.Contact{model.Ground(1.25, 16, 2).WithFriction(0.5, 0.25)}}
	for _, c := range []struct {
		name                           string
		velocity                       model.Vec3
		contactDamping, drag, friction float64
	}{
		{"at rest", model.Vec3{}, 0, 0, 0},
		{"coming", model.Vec3{0, 0, -1}, 2, 2, 0},
		{"leaving", model.Vec3{0, 0, 1}, 2, 2, 0},
		{"leaving faster than the push", model.Vec3{0, 0, 3}, 12, 18, 0}, // 4 N of 6
		{"sliding", model.Vec3{3, 0, 0}, 0, 18, 3},                       // μk 4 N · 3 m/s
		{"stopping within the step", model.Vec3{0.001, 0, 0}, 0, 2e-6, 2e-4},
	} {
		m := modeltest.Single(2, model.Vec3{0, 0, 1})
		s := (*State)(m.Start())
		s.Velocity[0] = c.velocity
		held, lost := MassLedger(m, p, nil, s, PlainMotions(s))
		want := model.Energy{Kinetic: c.velocity.Dot(c.velocity), Gravitational: 20, Contact: 0.5}
		for name, pair := range map[string][2]float64{
			"kinetic": {held.Kinetic, want.Kinetic}, "gravitational": {held.Gravitational, want.Gravitational}, "contact": {held.Contact, want.Contact},
			"contact damping": {lost.ContactDamping, c.contactDamping}, "drag": {lost.Drag, c.drag}, "friction": {lost.Friction, c.friction},
		} {
			must.Near(t, pair[0], pair[1], 1e-12, "%s: %s", c.name, name)
		}
	}
}

// A motion that drives an end along a path does the work of the force there: 4 N of the spring above and the
// force of the damper. Between two such ends there is no damper.
func TestWorkOfPathsByHand(t *testing.T) {
	for _, c := range []struct {
		name          string
		pins          [2]model.Pin
		a, b          float64 // velocities [m/s]
		tensionOnly   bool
		work, damping float64
	}{
		{"B pulls", [2]model.Pin{0, model.PinAll}, 0, 2, false, 20, 12},
		{"B gives way", [2]model.Pin{0, model.PinAll}, 0, -1, false, -1, 3},
		{"B gives way to a cable", [2]model.Pin{0, model.PinAll}, 0, -2, true, 0, 8},
		{"A pulls", [2]model.Pin{model.PinAll, 0}, -2, 0, false, 20, 12},
		{"both are carried", [2]model.Pin{model.PinAll, model.PinAll}, 1, 1, false, 0, 0},
		{"both are carried apart", [2]model.Pin{model.PinAll, model.PinAll}, 1, 3, false, 8, 0},
		{"none is carried", [2]model.Pin{}, 1, 3, false, 0, 12},
	} {
		b := modeltest.NewBuilder("pair")
		b.Mass(1, model.Vec3{}, c.pins[0])
		b.Mass(1, model.Vec3{2}, c.pins[1])
		b.Model.Materials = append(b.Model.Materials, model.Material{Stiffness: 8, Damping: 3, TensionOnly: c.tensionOnly})
		b.Spring(0, 1, 1.5, uint16(len(b.Model.Materials)-1))
		s := (*State)(b.Model.Start())
		s.Velocity[0][0], s.Velocity[1] = c.a, model.Vec3{c.b, 7, 0}
		_, flows := SpringLedger(&b.Model, nil, nil, nil, 0, s, PlainMotions(s))
		if math.Abs(flows.Constraints-c.work) > 1e-12 || math.Abs(flows.Damping-c.damping) > 1e-12 {
			t.Errorf("%s: work %g and damping %g, want %g and %g", c.name, flows.Constraints, flows.Damping, c.work, c.damping)
		}
	}
}

// A load of 7 N along a velocity of 3 m/s, 0.5 · 3² of which is quadratic drag against
// it, and some across it.
func TestExternalWorkByHand(t *testing.T) {
	m := modeltest.Single(2, model.Vec3{})
	s := (*State)(m.Start())
	s.Velocity[0] = model.Vec3{3, 0, 0}
	_, flows := MassLedger(m, model.Params{DT: 0.01, QuadraticDrag: 0.5}, []model.Vec3{{7 - 4.5, 9, 9}}, s, PlainMotions(s))
	must.Be(t, flows, (model.Flows{Drag: 13.5, External: 21}), "")
}

// The ledger's error falls with the square of the step, except for the oscillation of the method itself.
func TestLedgerClosesBetterWithSmallerSteps(t *testing.T) {
	unexplained := func(part float64) float64 {
		b := modeltest.NewBuilder("pair")
		b.Mass(1, model.Vec3{}, model.PinAll)
		b.Mass(1, model.Vec3{1.2}, 0)
		b.Spring(0, 1, 1, b.Material(100, 2))
		p := model.Params{DT: 0.2 / part, DragHalfLife: 3, Ledger: true}
		e := must.Get(New(&b.Model, p))(t)
		if err := e.Step(int(20 * part)); err != nil { // 4 s: it has come to rest
			t.Fatal(err)
		}
		l := must.Get(e.Ledger())(t)
		return math.Abs(l.Residual())
	}
	if coarse, fine := unexplained(20), unexplained(40); fine > coarse/3 || coarse > 0.05*2 {
		t.Errorf("unexplained are %g J and with half the step %g J of 2 J", coarse, fine)
	}
}

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
		must.Be(t, centered[i], want, "mass %d", i)
	}
}

// The work of friction as an impulse: a mass that stops at once has lost all its energy, a sliding one the
// force times the path, and a mass without contact nothing.
func TestFrictionByHand(t *testing.T) {
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
		must.Near(t, got[0].Taken, c.want, 1e-12, "%s, in W", c.name)
	}
}
