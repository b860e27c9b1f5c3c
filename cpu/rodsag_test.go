package cpu

import (
	"errors"
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/must"
	"hooke/physics/bigstep"
)

// Rods of few and of many segments rest as bent as the static chain, within 3 %, with the substeps that a run
// chooses for them. The short form has many, 9, with numbers in double alone;
// the long one has up to 60 segments.
func TestRodsSagAsStaticChains(t *testing.T) {
	of := rod.Solid(0.005, 2e9, 2e9/2.6)
	for _, n := range must.Sized([]int{5, 9}, []int{5, 20, 60}) {
		kg := 0.0942 / float64(n+1)
		m := modeltest.Cantilever(of, n, kg)
		p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Gravity: model.EarthGravity(), DragHalfLife: 0.05,
			Clamps: modeltest.CantileverClamps()}
		var err error
		if p.Substeps, err = bigstep.Substeps(m, p); err != nil {
			t.Fatal(err)
		}
		want := modeltest.CantileverSag(of.Bend, n, kg)
		for name, engine := range map[string]func() (model.Engine, error){
			"cpuref": func() (model.Engine, error) { return cpuref.New(m, p) },
			"single": func() (model.Engine, error) { return New(m, p, Options{Precision: model.Single}) },
			"double": func() (model.Engine, error) { return New(m, p, Options{Precision: model.Double}) },
		} {
			if name != "double" && n == 9 {
				continue
			}
			e := must.Get(engine())(t)
			var s model.State
			must.Do(t, e.Step(180))
			must.Do(t, e.(model.StateReader).ReadState(&s))
			if got, slow := s.Position[n][2], s.Velocity[n].Len(); math.Abs(got-want) > 0.003*math.Abs(want) || slow > 1e-3 {
				t.Errorf("%d segments, %s, %d substeps: the tip is at %g m and has %g m/s, want %g m at rest", n, name, p.Substeps, got, slow, want)
			}
			e.Close()
		}
	}
}

// A rod is at rest whatever the number of substeps: drag takes its share, and the tip is where statics put it. In
// single precision a position moves by ulp(x) at a time, which is ulp(x)/h of a velocity, and no less is at rest.
func TestRodsRestWithManySubsteps(t *testing.T) {
	const n, steps = 5, 15
	of := rod.Solid(0.005, 2e11, 2e11/2.6) // whose vibrations drag takes within a few steps
	kg := 0.0942 / (n + 1)
	m, want := modeltest.Cantilever(of, n, kg), modeltest.CantileverSag(of.Bend, n, kg)
	for _, substeps := range []int{1024, 2048}[:must.Sized(1, 2)] {
		for _, c := range []struct {
			precision model.Precision
			slowest   float64 // [m/s]
		}{{model.Double, 1e-5}, {model.Single, math.Exp2(-24) * 60 * float64(substeps)}} {
			p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: substeps, Gravity: model.EarthGravity(), DragHalfLife: 0.005, Clamps: modeltest.CantileverClamps()}
			e := must.Get(New(m, p, Options{Precision: c.precision}))(t)
			var s model.State
			must.Do(t, errors.Join(e.Step(steps), e.ReadState(&s)))
			fastest := 0.0
			for _, v := range s.Velocity {
				fastest = max(fastest, v.Len())
			}
			if fastest > c.slowest || math.Abs(s.Position[n][2]/want-1) > 0.003 {
				t.Errorf("%d substeps, precision %v: the tip is at %g m, want %g m; a mass has %g m/s, more than %g", substeps, c.precision, s.Position[n][2], want, fastest, c.slowest)
			}
			e.Close()
		}
	}
}

// A rod that hangs along itself pulls in each segment with the weight of the masses beyond it. Its ends were
// pushed with the same force.
func TestRodsSayWhatPulls(t *testing.T) {
	const n, kg = 6, 0.01
	m := modeltest.Cantilever(rod.Solid(0.005, 2e7, 2e7/2.6), n, kg)
	p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: 4, Gravity: model.Vec3{9.81}, DragHalfLife: 0.02, Clamps: modeltest.CantileverClamps()}
	reference := must.Get(cpuref.New(m, p))(t)
	single := must.Open(New(m, p, Options{}))(t)
	for name, e := range map[string]model.Engine{"cpuref": reference, "cpu": single} {
		var s model.State
		must.Do(t, errors.Join(e.Step(60), e.(model.StateReader).ReadState(&s)))
		for k, force := range s.SpringForce {
			must.Within(t, force, float64(n-k)*kg*9.81, 1e-3, "%s: segment %d pulls, in N", name, k)
		}
		must.Be(t, len(s.SpringForce), n, "%s: forces of springs", name)
	}
}

// ledgersOfRods are the ledgers of a run with rods in both engines, in which the reference's is another one.
func ledgersOfRods(t *testing.T, precision model.Precision, threads int, change func(m *model.Model, p *model.Params)) (got, want model.Ledger) {
	t.Helper()
	m, p := rodRun()
	p.Ledger = true
	start := m.Start()
	for k := range start.AngularVelocity {
		start.AngularVelocity[k] = model.Vec3{0.1 * float64(k%7), 3 - 0.02*float64(k), float64(k%3) - 1}
	}
	start.RoundToFloat32()
	e := must.Get(New(m, p, Options{Precision: precision, Threads: threads}))(t)
	defer e.Close()
	other, q := *m, p.Clone()
	other.Materials = append([]model.Material(nil), m.Materials...)
	if change != nil {
		change(&other, &q)
	}
	ref := must.Get(cpuref.New(&other, q))(t)
	const steps = 20
	return book(t, e, start, steps), book(t, ref, start, steps)
}

// The ledger of rods is that of the reference: the dissipation of spins by dampers and drag, the work of
// clamps and pins, and the solver's part. It closes, and does not depend on threads. A flow that is left out
// is seen.
func TestLedgerOfRodsMatchesReference(t *testing.T) {
	for precision, tolerance := range map[model.Precision]float64{model.Single: 2e-4, model.Double: 1e-10} {
		got, want := ledgersOfRods(t, precision, 1, nil)
		if most, number := ledgersApart(got, want); !(most <= tolerance) {
			t.Errorf("%v: number %d is off by %.2g of what is exchanged: %+v, want %+v", precision, number, most, got, want)
		}
		if off := (got.Solver - want.Solver) / want.Exchanged(); !(off <= tolerance && off >= -tolerance) {
			t.Errorf("%v: the solver takes %g J, want %g J", precision, got.Solver, want.Solver)
		}
		if closure := got.Closure(); !(closure <= tolerance) {
			t.Errorf("%v: it closes to %.2g", precision, closure)
		}
		if other, _ := ledgersOfRods(t, precision, 3, nil); other != got {
			t.Errorf("%v: three threads book %+v, one %+v", precision, other, got)
		}
	}
	for what, change := range map[string]func(m *model.Model, p *model.Params){
		"drag":    func(_ *model.Model, p *model.Params) { p.DragHalfLife = 0 },
		"clamps":  func(_ *model.Model, p *model.Params) { p.Clamps = nil },
		"dampers": func(m *model.Model, _ *model.Params) { m.Materials[len(m.Materials)-3].Rod.Delay = 0 },
	} {
		if most, _ := ledgersApart(ledgersOfRods(t, model.Double, 1, change)); most < 1e-4 {
			t.Errorf("without %s it is off by %.2g only", what, most)
		}
	}
}
