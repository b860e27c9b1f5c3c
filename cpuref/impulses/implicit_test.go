package impulses_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// net is one of 25 masses that falls on a plane, with its start.
func net() (*model.Model, *model.State) {
	b := modeltest.NewBuilder("net")
	material := b.Material(2e3, 0.1)
	for i := range 25 {
		b.Mass(0.02, model.Vec3{0.1 * float64(i%5), 0.1 * float64(i/5), 0.01 * math.Sin(float64(i))}, 0)
		if i%5 > 0 {
			b.Join(i-1, i, material)
		}
		if i > 4 {
			b.Join(i-5, i, material)
		}
	}
	s := b.Model.Start()
	for i := range s.Velocity {
		s.Velocity[i] = model.Vec3{0.3, 0.1 * math.Cos(float64(i)), -1}
	}
	return &b.Model, s
}

// Solved by many sweeps, a substep ends where implicit Euler ends, but for directions, which stay those of
// its start: a net on a plane is off by 0.3 % of the motion at most at 1/600 s, and by more at 1/60 s. One
// sweep ends far from it.
func TestSolvedSubstepIsImplicitEuler(t *testing.T) {
	m, s := net()
	m.Materials[1].Stiffness = 2e5 // so stiff that one sweep shows
	for i := range s.Position {
		s.Position[i][2] /= 5 // springs are nearly along the plane, and directions change little
	}
	plain := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0.02, 2e4, 0)}}
	after := func(p model.Params, h float64) []model.Vec3 {
		p.Gravity, p.Contacts, p.DT, p.Substeps = plain.Gravity, plain.Contacts, h, 1
		e := must.Get(cpuref.New(m, p))(t)
		must.Do(t, e.Reset(s))
		if err := e.Step(1); err != nil || e.Finish() != nil {
			t.Fatal(err, e.Finish())
		}
		return e.State().Position
	}
	off := func(sweeps int, h float64) float64 {
		want := after(model.Params{Integrator: model.ImplicitEuler, Iterations: 5000, Tolerance: 1e-12}, h)
		return far(after(model.Params{Integrator: model.Impulses, Iterations: sweeps}, h), want) / far(want, s.Position)
	}
	solved, coarse, once := off(3000, 1./600), off(3000, 1./60), off(1, 1./600)
	t.Logf("off by %.2g of the motion at 1/600 s, by %.2g at 1/60 s; with one sweep %.2g", solved, coarse, once)
	if !(solved <= 3e-3 && coarse > 4*solved && once > 3*solved) {
		t.Errorf("off by %g of the motion at 1/600 s, by %g at 1/60 s; with one sweep %g", solved, coarse, once)
	}
}
