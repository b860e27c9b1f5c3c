package cpuref

import (
	"fmt"
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
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
		must.Be(t, f.Sub(c.other), c.want, "%s: friction, in N", c.name)
	}
}

// In a corner the wall sees the rest of the force after the floor: the floor takes the force along y, and the
// wall the rest along z.
func TestFrictionInACorner(t *testing.T) {
	floor := model.Ground(1, 10, 0).WithFriction(0.5, 0.25)
	wall := model.Contact{Shape: model.Plane{Normal: model.Vec3{1, 0, 0}, Offset: 1}, Stiffness: 10, StaticFriction: 0.5, KineticFriction: 0.25}
	f := model.Vec3{0, 4, -3}
	AddFriction(&f, []model.Contact{floor, wall}, model.Vec3{}, model.Vec3{}, 2, 0.5, 1)
	must.Hold(t, f == (model.Vec3{}), "left over: %v N, want none", f)
	f = model.Vec3{0, 4, -6} // the wall holds 5 N and slows with 2.5
	AddFriction(&f, []model.Contact{floor, wall}, model.Vec3{}, model.Vec3{}, 2, 0.5, 1)
	must.Hold(t, f == (model.Vec3{0, 0, -3.5}), "left over: %v N, want 3.5 down", f)
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

// balls are masses of radius 0.5 m at places, without springs, each a body of its own.
func balls(kg []float64, at ...model.Vec3) *model.Model {
	b := modeltest.NewBuilder("balls")
	for i, x := range at {
		b.Mass(kg[i%len(kg)], x, 0)
	}
	m := b.Model
	for i := range at {
		m.Radius, m.Body = append(m.Radius, 0.5), append(m.Body, uint16(i))
	}
	return &m
}

// colliding are parameters in which all bodies are of one surface.
func colliding(m *model.Model, s model.Surface) model.Params {
	c := model.Collision{Self: true, Others: true, Skin: 0.1, CheckEvery: 8}
	for range m.MassCount() {
		c.Bodies = append(c.Bodies, s)
	}
	return model.Params{Collision: c}
}

var allMethods = []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4}

// An oblique hit that slides all the time, so short that n does not turn, changes the slip by μk (1 + e) v_n: the impulse
// of friction is μk times that of the pushes.
func TestObliqueHit(t *testing.T) {
	const mu, vn = 0.1, 1.0
	for _, integrator := range allMethods {
		for _, iterations := range []int{1, 4} {
			s := model.Surface{Stiffness: 1e7, DampingRatio: 0.1, StaticFriction: mu, KineticFriction: mu}
			end, _ := obliquely(t, integrator, s, iterations, vn)
			slip := end.Velocity[0][1] - end.Velocity[1][1]
			want := mu * (1 + 0.7441) * vn
			if math.Abs((1-slip)-want) > 0.01*want {
				t.Errorf("%v, %d iterations: the slip fell by %.5f, want %.5f", integrator, iterations, 1-slip, want)
			}
			if p := MomentumOf(balls([]float64{1, 3}, model.Vec3{}, model.Vec3{}), end).Linear; math.Abs(p[1]-1) > 1e-12 {
				t.Errorf("%v: momentum across is %g, want 1", integrator, p[1])
			}
		}
	}
}

// obliquely is a hit of 1 and 3 kg with 1 m/s across, for the end and its ledger.
func obliquely(t *testing.T, integrator model.Integrator, s model.Surface, iterations int, vn float64) (*State, model.Ledger) {
	t.Helper()
	m := balls([]float64{1, 3}, model.Vec3{}, model.Vec3{2})
	p := colliding(m, s)
	p.Integrator, p.DT, p.Ledger, p.Collision.FrictionIterations = integrator, 1e-6, true, iterations
	e := must.Get(New(m, p))(t)
	start := m.Start()
	start.Position[1] = model.Vec3{1.0001}
	start.Velocity[0] = model.Vec3{vn, 1, 0}
	modeltest.StepFrom(t, e, start, 4000)
	ledger := must.Get(e.Ledger())(t)
	return e.State(), ledger
}

// The books of a hit with dampers and friction close.
func TestLedgerOfHits(t *testing.T) {
	for _, integrator := range allMethods {
		_, l := obliquely(t, integrator, model.Surface{Stiffness: 1e7, DampingRatio: 0.1, StaticFriction: 0.2, KineticFriction: 0.1}, 2, 1)
		lost := l.Start.Total() - l.Now.Total()
		if booked := l.Flows.ContactDamping + l.Flows.Friction; math.Abs(lost-booked) > 1e-3*lost || lost < 0.1 {
			t.Errorf("%v: %g J lost, %g J booked", integrator, lost, booked)
		}
		if l.Flows.Friction < 0.05 || l.Flows.ContactDamping < 0.05 {
			t.Errorf("%v: friction %g J, damping %g J", integrator, l.Flows.Friction, l.Flows.ContactDamping)
		}
	}
}

const perMassStep = 1. / 60 // [s]

// onSprings is a mass of 2 kg at the origin on n springs of Cs = Cd = 1 to pinned masses below:
// all along z, which is the stiffest that they can be against a plane.
func onSprings(n int) *model.Model {
	b := modeltest.NewBuilder("mass on springs")
	b.Model.Materials = append(b.Model.Materials, model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}})
	b.Mass(2, model.Vec3{}, 0)
	for k := range n {
		b.Mass(1, model.Vec3{0, 0, -1 - float64(k)}, model.PinAll)
		b.Join(0, k+1, 1)
	}
	return &b.Model
}

// largestSwing pushes the mass 0.1 mm further into a contact and returns
// how far from its rest it is over the given number of steps [m], and in the last hundred.
func largestSwing(t *testing.T, m *model.Model, contacts []model.Contact, steps int, guides ...model.Guide) (largest, last float64) {
	t.Helper()
	e := must.Get(New(m, model.Params{DT: perMassStep, Contacts: contacts, Gravity: model.EarthGravity(), Guides: guides}))(t)
	must.Do(t, e.Step(1000))
	rest := e.State().Position[0][2]
	start := e.State().Clone()
	start.Position[0][2] -= 1e-4
	must.Do(t, e.Reset((*model.State)(start)))
	for k := range steps {
		must.Do(t, e.Step(1))
		swing := math.Abs(e.State().Position[0][2] - rest)
		if largest = max(largest, swing); k >= steps-100 {
			last = max(last, swing)
		}
	}
	return largest, last
}

// A mass on springs at their caps rests on a plane, however many springs there are. With a
// contact as stiff as a mass without springs may have it, it does not.
func TestContactPerMassIsStableBesideSpringsAtTheirCaps(t *testing.T) {
	plane := model.Plane{Offset: 5e-3}
	for _, n := range []int{0, 1, 2, 4, 12, 26} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			m := onSprings(n)
			largest, last := largestSwing(t, m, []model.Contact{{Shape: plane, PerMass: true}}, 1e5)
			must.Hold(t, largest <= 2e-4 && last <= 1e-12, "pushed in by 0.1 mm it swings by %g m, and by %g m in the end", largest, last)
			if n == 0 {
				return // its cap is 1
			}
			k, c := spring.Normalized{Stiffness: 1, Damping: 1}.Resolve(2, perMassStep)
			if _, last := largestSwing(t, m, []model.Contact{{Shape: plane, Stiffness: k, Damping: c}}, 1000); last < 1e-3 {
				t.Errorf("control: with a cap of 1 it swings by %g m in the end; a spectral radius of 1.9 and more shows", last)
			}
		})
	}
}

// A mass rests g dt²/Cs deep, whatever its mass, with the Cs of its springs up to 0.3, that
// of the contact, or 1 without springs; between two planes each has half of the stiffness.
func TestRestDepthOfContactPerMass(t *testing.T) {
	soft := func(cs float64) *model.Model {
		m := onSprings(1)
		m.Materials[1].Normalized.Stiffness = cs
		m.RestPosition[1], m.RestLength[0] = model.Vec3{1, 0, 0}, 1 // level: it carries nothing
		m.Pin[1] = model.PinX | model.PinY
		m.Mass[1] = 7
		return m
	}
	ground := model.Contact{Shape: model.Plane{}, PerMass: true}
	own := ground
	own.Normalized.Stiffness = 0.125
	for _, c := range []struct {
		name     string
		m        *model.Model
		contacts []model.Contact
		cs       float64
	}{
		{"springs of 0.05", soft(0.05), []model.Contact{ground}, 0.05},
		{"springs of 1", soft(1), []model.Contact{ground}, 0.3},
		{"no springs", onSprings(0), []model.Contact{ground}, 1},
		{"its own", soft(1), []model.Contact{own}, 0.125},
		{"its own, no springs", onSprings(0), []model.Contact{own}, 0.125},
		{"twice the same plane", soft(1), []model.Contact{ground, ground}, 0.3},
	} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			if c.m.SpringCount() == 0 && integrator != model.SymplecticEuler {
				continue // Cd = 1 is too much for those
			}
			e := must.Get(New(c.m, model.Params{DT: perMassStep, Integrator: integrator, Contacts: c.contacts, Gravity: model.EarthGravity()}))(t)
			must.Do(t, e.Step(2000))
			want := model.StandardGravity * perMassStep * perMassStep / c.cs
			energy := must.Get(e.Energy())(t)
			all := 0.0
			for i, x := range e.State().Position {
				must.Near(t, -x[2], want, 1e-9*want, "%s, %v: mass %d: depth, in m", c.name, integrator, i)
				all += 0.5 * c.m.Mass[i] * model.StandardGravity * want // ½ kc δ² where kc δ = m g
			}
			must.Near(t, energy.Contact, all, 1e-8*all, "%s, %v: the contacts hold, in J", c.name, integrator)
		}
	}
}
