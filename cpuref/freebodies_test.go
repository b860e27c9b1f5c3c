package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

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

// What lands, hangs or meets another body keeps the steps that it had: nothing is given back there.
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
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(1))
		for k, free := range e.implicit.bodies.free {
			if free {
				t.Errorf("%s: body %d is free", name, k)
			}
		}
	}
}

// Dampers of collisions take the same by all solvers, and what they take is booked as theirs.
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
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(1000))
		l := must.Get(e.Ledger())(t)
		took[solver] = l.ContactDamping
		if math.Abs(l.Solver) > 0.02*l.ContactDamping {
			t.Errorf("%v: the solver takes %g J, dampers %g J", solver, l.Solver, l.ContactDamping)
		}
	}
	for solver, joule := range took {
		if want := took[model.SymplecticEuler]; math.Abs(joule-want) > 0.02*want || want < 0.05 {
			t.Errorf("%v: dampers take %g J, by symplectic Euler %g J", solver, joule, want)
		}
	}
}
