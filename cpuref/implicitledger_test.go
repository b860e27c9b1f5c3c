package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// booked is the ledger of a run of implicit Euler, or of another solver that divides steps.
func booked(t *testing.T, m *model.Model, p model.Params, start *model.State, steps int) (model.Ledger, *State) {
	t.Helper()
	p.Ledger = true
	e := bigSteps(t, m, p, start)
	s := after(t, e, steps)
	l := must.Get(e.Ledger())(t)
	return l, s
}

// What the solver takes is what implicit Euler takes of springs and masses, ½ m |v1 − v0|²
// and, of each spring, the energy before less that of its tangent at the end.
func TestImplicitLedgerOfSprings(t *testing.T) {
	const h, tolerance = 1. / 60, 1e-9
	m := modeltest.Cloth(4)
	for i := range m.Materials {
		m.Materials[i].Damping = 0
	}
	start := m.Start()
	for i := range start.Position {
		if m.Pin[i] == 0 {
			start.Velocity[i] = model.Vec3{math.Sin(float64(i)), 1, math.Cos(float64(2 * i))}
		}
	}
	p := implicitEuler(h)
	p.Gravity = model.EarthGravity()
	l, s := booked(t, m, p, start, 1)
	want := 0.0
	for i, v := range s.Velocity {
		want += m.Mass[i] * v.Sub(start.Velocity[i]).LenSqr() / 2
	}
	for k, ends := range m.Ends {
		d0 := start.Position[ends[1]].Sub(start.Position[ends[0]])
		d1 := s.Position[ends[1]].Sub(s.Position[ends[0]])
		stiffness, rest := m.Materials[m.MaterialOf[k]].Stiffness, m.RestLength[k]
		before, now := d0.Len()-rest, d1.Len()-rest
		want += stiffness * (before*before/2 - now*now/2 - now*d0.Sub(d1).Dot(d1)/d1.Len())
	}
	if math.Abs(l.Solver/want-1) > tolerance || l.Dissipated() != l.Solver {
		t.Errorf("the solver takes %.12g J of %.12g, want %.12g", l.Solver, l.Dissipated(), want)
	}
}

// With everything acting, what the solver takes falls with the step, beside what is
// exchanged: every flow is booked where it belongs. A flow that was not booked would stay.
func TestImplicitLedgerCloses(t *testing.T) {
	m, p, start, _ := modeltest.Together()
	p.QuadraticDrag = 0.002
	share := func(dt float64) (float64, model.Ledger) {
		q := p.SolvedBy(model.ImplicitEuler)
		q.DT, q.Substeps, q.Iterations, q.Tolerance = dt, 1, 1000, 1e-10
		l, _ := booked(t, m, q, start, int(math.Round(0.01/dt)))
		if math.Abs(l.Residual()) > 1e-12*l.Exchanged() {
			t.Errorf("%.3g J are not explained", l.Residual())
		}
		return math.Abs(l.Solver) / l.Exchanged(), l
	}
	coarse, first := share(5e-4)
	fine, last := share(1.25e-4)
	l := last.Flows.Plus(1./3, last.Flows.Plus(-1, first.Flows)) // without the error of first order
	verlet := p.SolvedBy(model.VelocityVerlet)
	verlet.DT = 1e-4
	want, _ := booked(t, m, verlet, start, 100)
	t.Logf("the solver takes %.3g of what is exchanged, then %.3g\n%+v\n%+v", coarse, fine, l, want.Flows)
	if ratio := coarse / fine; !(ratio > 3 && ratio < 5.5) {
		t.Errorf("a quarter of the step divides what the solver takes by %.3g, want 4", ratio)
	}
	const part = 0.03 // of each flow of Verlet: second order in the step
	for name, pair := range map[string][2]float64{
		"damping": {l.Damping, want.Damping}, "contact damping": {l.ContactDamping, want.ContactDamping}, "drag": {l.Drag, want.Drag}, "friction": {l.Friction, want.Friction},
		"actuators": {l.Actuators, want.Actuators}, "external": {l.External, want.External}, "constraints": {l.Constraints, want.Constraints},
	} {
		if math.Abs(pair[0]/pair[1]-1) > part {
			t.Errorf("%s: %.6g J, and %.6g J in Verlet", name, pair[0], pair[1])
		}
	}
}

// Of position-based dynamics the ledger has drag, friction and what the solver takes: a mass
// that slides to rest gives its energy to friction.
func TestPositionsLedger(t *testing.T) {
	m := modeltest.Single(2, model.Vec3{})
	start := m.Start()
	start.Velocity[0] = model.Vec3{1, 0, 0}
	p := model.Params{Integrator: model.PositionBased, DT: 1. / 240, Gravity: model.EarthGravity(), Contacts: []model.Contact{{Shape: model.Plane{}, Stiffness: 1, StaticFriction: 0.3, KineticFriction: 0.3}}}
	l, s := booked(t, m, p, start, 240)
	if s.Velocity[0].Len() > 1e-12 || math.Abs(l.Friction-1) > 0.02 || math.Abs(l.Residual()) > 1e-12 || l.Now.Elastic != 0 {
		t.Errorf("of 1 J friction takes %.6g J; %+v, %g m/s", l.Friction, l, s.Velocity[0].Len())
	}
	pair := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 1.5, 1, 1000, 1)
	l, _ = booked(t, pair, model.Params{Integrator: model.PositionBased, DT: 0.01}, pair.Start(), 3)
	if l.Start.Total() != 0 || math.Abs(l.Solver+l.Now.Kinetic) > 1e-12 {
		t.Errorf("springs of position-based dynamics hold no energy, and the solver gives what moves: %+v", l)
	}
}
