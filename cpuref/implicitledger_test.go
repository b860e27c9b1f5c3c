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

// The solver's dissipation is that of implicit Euler, of springs and masses: ½ m |v1 − v0|² and, of each
// spring, the energy before less that of its tangent at the end.
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

// With everything acting, the solver's dissipation falls with the step, relative to the exchanged energy:
// every flow is booked where it belongs. A flow that was not booked would stay.
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
		must.Hold(t, math.Abs(pair[0]/pair[1]-1) <= part, "%s: %.6g J, and %.6g J in Verlet", name, pair[0], pair[1])
	}
}

// The ledger of position-based dynamics has drag, friction and the solver's dissipation. A mass that slides
// to rest gives its energy to friction.
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

// freed are a stiff block and a stiff bar of three masses, which nothing holds, thrown and turning.
func freed(stiffness, mass float64) (*model.Model, *model.State) {
	m := modeltest.Lattice(3, stiffness, 0, false)
	m.Pin = nil
	for i := range m.Mass {
		m.Mass[i] = mass
	}
	s := m.Start()
	for i, x := range s.Position {
		s.Velocity[i] = model.Vec3{1, 2, 3}.Add(model.Vec3{0, 2, 5}.Cross(x))
	}
	return m, s
}

// Free bodies by implicit Euler fall and turn as rigid ones do, whatever their stiffness and however few
// iterations there are: velocities follow from gravity, paths from the solver's own recurrence, and the angular
// momentum stays.
func TestImplicitFreeBodiesKeepTheirMotion(t *testing.T) {
	for _, stiffness := range []float64{1, 1e3, 1e8} {
		for _, iterations := range []int{1, 20} {
			m, start := freed(stiffness, 0.01)
			p := model.Params{DT: 0.01, Substeps: 4, Iterations: iterations, Gravity: model.EarthGravity(), Integrator: model.ImplicitEuler}
			e := must.Get(New(m, p))(t)
			must.Do(t, e.Reset(start))
			before := MomentumOf(m, (*State)(start))
			must.Do(t, e.Step(100))
			mass, h := 0.01*float64(len(m.Mass)), p.Substep().DT
			center, began, v0 := model.Vec3{}, model.Vec3{}, before.Linear.Mul(1/mass)
			for i := range m.Mass {
				center, began = center.Add(e.State().Position[i].Mul(m.Mass[i]/mass)), began.Add(start.Position[i].Mul(m.Mass[i]/mass))
			}
			after := MomentumOf(m, e.State())
			if off := after.Linear.Mul(1 / mass).Sub(v0.Add(p.Gravity)).Len(); off > 1e-9 {
				t.Errorf("%g N/m, %d iterations: the velocity is off by %g m/s", stiffness, iterations, off)
			}
			path := began.Add(v0).Add(p.Gravity.Mul((1 + h) / 2)) // x = Σ h v of n substeps
			if off := center.Sub(path).Len(); off > 1e-9 {
				t.Errorf("%g N/m, %d iterations: the center is off by %g m", stiffness, iterations, off)
			}
			spin := after.Angular.Sub(center.Cross(after.Linear))
			want := before.Angular.Sub(began.Cross(before.Linear))
			if off := spin.Sub(want).Len() / want.Len(); !(off < 1e-6) {
				t.Errorf("%g N/m, %d iterations: the angular momentum is %v, want %v", stiffness, iterations, spin, want)
			}
		}
	}
}

// Bodies that land, hang or meet another body keep their steps: the correction does not act there.
func TestImplicitHeldBodiesAreNotFree(t *testing.T) {
	m, start := freed(1e3, 0.01)
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[0] = model.PinZ
	p := model.Params{DT: 0.01, Substeps: 4, Gravity: model.EarthGravity(), Integrator: model.ImplicitEuler}
	for name, change := range map[string]func() (*model.Model, model.Params){
		"pinned": func() (*model.Model, model.Params) { return m, p },
		"touches": func() (*model.Model, model.Params) {
			free := *m
			free.Pin = nil
			on := p
			on.Contacts = []model.Contact{model.Ground(1, 1e-3, 0)}
			return &free, on
		},
		"handle": func() (*model.Model, model.Params) {
			free := *m
			free.Pin = nil
			on := p
			on.Handles = []model.Handle{{Mass: 1, Stiffness: 10}}
			return &free, on
		},
	} {
		with, params := change()
		e := must.Get(New(with, params))(t)
		modeltest.StepFrom(t, e, start, 1)
		for k, free := range e.implicit.bodies.free {
			if free {
				t.Errorf("%s: body %d is free", name, k)
			}
		}
	}
}

// Dampers of collisions dissipate the same by all solvers, and the ledger books that as theirs.
func TestDampersOfPairsAreBooked(t *testing.T) {
	m := &model.Model{Mass: []float64{0.1, 0.1}, RestPosition: []model.Vec3{{}, {0.2, 0.03, 0}}, Radius: []float64{0.05, 0.05}, Materials: []model.Material{{}}, Body: []uint16{0, 1}}
	start := m.Start()
	start.Velocity[0][0] = 4
	took := map[model.Integrator]float64{}
	for _, solver := range []model.Integrator{model.SymplecticEuler, model.Impulses, model.ImplicitEuler} {
		p := model.Params{DT: 1e-4, Ledger: true, Collision: model.Collision{Skin: 0.02, CheckEvery: 8, Bodies: []model.Surface{{Stiffness: 1e4, DampingRatio: 0.3}, {Stiffness: 1e4, DampingRatio: 0.3}}, Others: true}}
		p = p.SolvedBy(solver)
		p.Substeps = 1
		if solver == model.SymplecticEuler {
			p.Substeps = 0
		}
		e := must.Get(New(m, p))(t)
		modeltest.StepFrom(t, e, start, 1000)
		l := must.Get(e.Ledger())(t)
		took[solver] = l.ContactDamping
		must.Hold(t, math.Abs(l.Solver) <= 0.02*l.ContactDamping, "%v: the solver takes %g J, dampers %g J", solver, l.Solver, l.ContactDamping)
	}
	for solver, joule := range took {
		if want := took[model.SymplecticEuler]; math.Abs(joule-want) > 0.02*want || want < 0.05 {
			t.Errorf("%v: dampers take %g J, by symplectic Euler %g J", solver, joule, want)
		}
	}
}
