package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

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
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(4000))
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
