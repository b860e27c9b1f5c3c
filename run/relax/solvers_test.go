package relax_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/must"
	"hooke/physics"
	"hooke/run/relax"
)

// The rest of relax is a rest for impulses, as nearly as substeps solve it: the error of a hung cloth and a
// lattice, when 1/60 s are 12 and 60 safe steps, falls at least 8-fold from 10 substeps to 50. (The rest with
// drag is that of gravity times the factor of drag in a substep: 0.977 with 10 substeps here, 0.995 with 50.)
func TestImpulsesRest(t *testing.T) {
	const fall, coarsest = 8, 2 // errors as shares of the sag
	ratios := map[string]float64{"cloth": 12, "lattice": 60}
	for name, of := range map[string]func(k float64) *model.Model{
		"cloth": func(k float64) *model.Model {
			m := modeltest.Cloth(6)
			for i := range m.Materials[1:] {
				m.Materials[i+1].Stiffness, m.Materials[i+1].Damping = m.Materials[i+1].Stiffness*k, 0
			}
			return m
		},
		"lattice": func(k float64) *model.Model { return modeltest.Lattice(3, 300*k, 0, true) },
	} {
		p := model.Params{Gravity: model.EarthGravity()}
		root := 60 * ratios[name] * physics.SafeStep(of(1), p)
		m := of(root * root)
		e := must.Get(cpuref.New(m, relax.Params(m, p, 0)))(t)
		must.Get(relax.Run(context.Background(), e, m, relax.Options{Residual: 1e-9}))(t)
		rest := modeltest.State(t, e)
		sag := farthest(rest.Position, m.RestPosition)
		off := func(substeps int) float64 {
			q := p.SolvedBy(model.Impulses)
			q.DT, q.Substeps, q.DragHalfLife = 1./60, substeps, 0.05
			return farthest(settled(t, m, q, m.Start(), 180).Position, rest.Position) / sag
		}
		few, many := off(10), off(50)
		t.Logf("%s: sags by %.3g m; off by %.3g of that with 10 substeps, %.3g with 50", name, sag, few, many)
		if !(few < coarsest && few > 1e-3 && many*fall <= few) {
			t.Errorf("%s: off by %.3g of the sag with 10 substeps, by %.3g with 50", name, few, many)
		}
	}
}

// The rest of relax is a rest for implicit Euler, with one iteration and at 1/60 s, and a structure that
// starts above comes to rest there.
func TestImplicitRests(t *testing.T) {
	const tolerance = 1e-6 // of the sag
	for name, m := range map[string]*model.Model{"cloth": modeltest.Cloth(5), "lattice": modeltest.Lattice(3, 300, 0.05, true)} {
		p := model.Params{Gravity: model.EarthGravity()}
		e := must.Get(cpuref.New(m, relax.Params(m, p, 0)))(t)
		result := must.Get(relax.Run(context.Background(), e, m, relax.Options{Residual: 1e-12}))(t)
		at := modeltest.State(t, e)
		for i := range at.Velocity {
			at.Velocity[i] = model.Vec3{}
		}
		at.Step, at.Time = 0, 0
		sag := farthest(at.Position, m.RestPosition)
		one := p
		one.Integrator, one.DT, one.Substeps, one.Iterations = model.ImplicitEuler, 1./60, 1, 1
		drift := farthest(settled(t, m, one, &at, 60).Position, at.Position)
		many := one
		many.Iterations, many.DragHalfLife = 20, 0.05
		off := farthest(settled(t, m, many, m.Start(), 600).Position, at.Position)
		t.Logf("%s: residual %.3g N; sags by %.3g m, drifts by %.3g of that, comes to rest %.3g of it away", name, result.Residual, sag, drift/sag, off/sag)
		if !(drift <= tolerance*sag && off <= tolerance*sag) {
			t.Errorf("%s: it drifts by %.3g of the sag, and comes to rest %.3g of it away", name, drift/sag, off/sag)
		}
	}
}

// settled is a state of a run of the reference after some steps.
func settled(t *testing.T, m *model.Model, p model.Params, start *model.State, steps int) *cpuref.State {
	t.Helper()
	e := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, e, start, steps)
	must.Do(t, e.Finish())
	return e.State()
}

// farthest is how far two states are apart [m].
func farthest(a, b []model.Vec3) (most float64) {
	for i := range a {
		if d := a[i].Sub(b[i]).Len(); d > most || math.IsNaN(d) {
			most = d
		}
	}
	return most
}

// Springs with a stiffness come to rest whatever solves the run, with explicit steps. Where the solver
// decides how stiff they are, the error says so and how to proceed.
func TestRelaxOfOtherSolvers(t *testing.T) {
	rope := func(change func(*model.Material)) *model.Model {
		m := must.Get(build.Rope(build.RopeSpec{Masses: 5, Length: 1, Mass: 0.01, Stiffness: 100}))(t)
		if change != nil {
			m.Materials[1] = model.Material{Name: "rope"}
			change(&m.Materials[1])
		}
		return m
	}
	normalized := func(m *model.Material) { m.Normalized.Stiffness = 1 }
	for _, c := range []struct {
		name   string
		m      *model.Model
		solver model.Integrator
		want   string // of the error; empty: none
	}{
		{"springs by impulses", rope(nil), model.Impulses, ""},
		{"springs by implicit Euler", rope(nil), model.ImplicitEuler, ""},
		{"springs by pbd", rope(nil), model.PositionBased, "the solver pbd reads no stiffness"},
		{"rigid springs", rope(func(m *model.Material) { m.Rigid = true }), model.Impulses, "material 1 (rope) is rigid"},
		{"normalized springs by impulses", rope(normalized), model.Impulses, "material 1 (rope) is normalized: impulses makes it as stiff as its substeps"},
		{"normalized springs", rope(normalized), model.SymplecticEuler, ""},
	} {
		p := model.Params{DT: 1. / 60, Substeps: 4, Integrator: c.solver}
		err := relax.Refuse(c.m, p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if err != nil || c.solver == model.SymplecticEuler {
			continue
		}
		p = relax.Params(c.m, p, 0)
		if err := p.Validate(); err != nil || p.DT != 0.8*physics.SafeStep(c.m, model.Params{}) {
			t.Errorf("%s: relaxed with %g s, %v", c.name, p.DT, err)
		}
	}
	withFriction := model.Params{Integrator: model.Impulses, Contacts: []model.Contact{model.Ground(0, 100, 0).WithFriction(0.5, 0.5)}}
	must.Say(t, "rods on a contact with friction", relax.Refuse(rope(func(m *model.Material) { m.Rod.Bend = 1 }), withFriction), "contacts have friction")
	p := relax.Params(rope(nil), model.Params{DT: 0.01, Substeps: 5, Integrator: model.Impulses, Contacts: []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}}, PerMass: true}}}, 0)
	must.Hold(t, p.DT == 0.002, "contacts per mass keep %g s, want that of the substep", p.DT)
}

// Rods of 5 to 60 segments come to rest as bent as the static chain, and where nonlinear solutions of others have
// them, in every engine that has rods.
func TestRodsRelaxToStaticChains(t *testing.T) {
	const kilograms = 0.094247779607694
	for _, c := range []struct {
		n     int
		young float64 // [Pa]
		known float64 // tip [m]; 0: by the chain alone
	}{{5, 2e9, 0}, {20, 2e9, -0.1123}, {40, 2e9, -0.1144}, {41, 2e9, 0}, {60, 2e9, 0}, {20, 2e10, -0.01135}} {
		of, kg := rod.Solid(0.005, c.young, c.young/2.6), kilograms/float64(c.n)
		m := modeltest.Cantilever(of, c.n, kg)
		run := model.Params{DT: 1. / 60, Substeps: 10, Integrator: model.Impulses, Gravity: model.EarthGravity(), DragHalfLife: 0.3, Clamps: modeltest.CantileverClamps()}
		must.Do(t, relax.Refuse(m, run))
		p := relax.Params(m, run, 0)
		for name, engine := range map[string]func() (relax.Relaxable, error){
			"cpuref": func() (relax.Relaxable, error) { return cpuref.New(m, p) },
			"cpu":    func() (relax.Relaxable, error) { return cpu.New(m, p, cpu.Options{Threads: 1}) },
		} {
			e := must.Get(engine())(t)
			result := must.Get(relax.Run(context.Background(), e, m, relax.Options{}))(t)
			tip, chain := float64(result.State.Position[c.n][2]), modeltest.CantileverSag(of.Bend, c.n, kg)
			if math.Abs(tip/chain-1) > 0.001 || c.known != 0 && math.Abs(tip/c.known-1) > 0.002 {
				t.Errorf("%d segments, %s: the tip is at %g m, the chain has it at %g, others at %g", c.n, name, tip, chain, c.known)
			}
			if !result.Newton || result.Residual > result.Allowed || result.State.Velocity[c.n] != ([3]float32{}) {
				t.Errorf("%d segments, %s: %+v", c.n, name, result)
			}
			e.Close()
		}
	}
}

// A straight column that its weight buckles stands where a push ends it; relax leaves that rest, and the column hangs over.
// Euler's load of a column under its own weight is q L³ = 7.837 EI.
func TestColumnsBuckle(t *testing.T) {
	const n, kg = 20, 0.01
	for _, part := range []float64{0.8, 1.3} { // of the load that buckles it
		bend := n * kg * 9.81 * math.Pow(1-0.5/n, 2) / (7.837 * part)
		m := modeltest.Cantilever(rod.Rod{Stretch: 1e6, Shear: 1e6, Bend: bend, Twist: bend, Radius: 0.01}, n, kg)
		p := model.Params{DT: 1. / 60, Substeps: 10, Integrator: model.Impulses, Gravity: model.Vec3{-9.81}, Clamps: modeltest.CantileverClamps()}
		e := must.Get(cpuref.New(m, p))(t)
		result := must.Get(relax.Run(context.Background(), e, m, relax.Options{}))(t)
		if tip := result.State.Position[n]; (math.Hypot(float64(tip[1]), float64(tip[2])) > 0.1) != (part > 1) || (result.Left > 0) != (part > 1) {
			t.Errorf("%g of the load: the tip is at %v, %d rests were left", part, tip, result.Left)
		}
	}
}
