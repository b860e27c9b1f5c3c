package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// elasticSolvers are the solvers that step elastic forces on groups, with steps that are small enough for
// the ledger to close to 2e-3: the damper of a limit begins at once, which RK4 sees worst.
var elasticSolvers = map[model.Integrator]float64{model.SymplecticEuler: 1e-4, model.VelocityVerlet: 1e-4, model.RK4: 4e-5, model.Impulses: 2e-4}

// An arm that falls into a limit and comes to rest there has given its height to the limit, ½ k δ² in
// all solvers, and to the damper. Nothing of that is external work.
func fallIntoLimit(t *testing.T, on Subject) {
	const k, begin, sag, weight = 1.0, 0.5, 0.097633, 0.1 * 9.81
	for integrator, dt := range elasticSolvers {
		m := joint(-begin)
		p := model.Params{DT: dt, Integrator: integrator, Ledger: true, Gravity: model.EarthGravity(),
			Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: k, Damping: 0.06}}}
		e := on.open(t, m, p)
		must.Do(t, e.Step(int(0.8/dt)))
		l := must.Get(keeperOf(t, e).Ledger())(t)
		what := integrator.String() + ": "
		near(t, what+"elastic energy at rest", l.Now.Elastic, k*sag*sag/2, 1e-6)
		near(t, what+"fall", l.Start.Gravitational-l.Now.Gravitational, weight*0.1*(math.Sin(begin)+math.Sin(sag)), 1e-5)
		near(t, what+"dissipation", l.Damping+l.Solver, weight*0.1*(math.Sin(begin)+math.Sin(sag))-k*sag*sag/2, 2e-4)
		near(t, what+"external work", l.External, 0, 1e-8)
		if !(l.Closure() < 2e-3) || !(l.Damping > 0.04) {
			t.Errorf("%sthe ledger closes to %.2g: %+v", what, l.Closure(), l)
		}
	}
}

// Without a damper, a free arm that flies into a limit has there all of its motion as elastic energy.
func turnInLimit(t *testing.T, on Subject) {
	const k, swing, inertia = 1.0, 0.5, 0.001
	m := joint(0)
	p := model.Params{DT: 1e-5, Ledger: true, Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: k}}}
	start := m.Start()
	start.Velocity[2] = model.Vec3{0, 0, -swing * 0.1}
	e := on.open(t, m, p)
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(int(math.Round(0.099346/2/p.DT)))) // half of the way in and out
	l := must.Get(keeperOf(t, e).Ledger())(t)
	near(t, "elastic energy where the arm turns", l.Now.Elastic, inertia*swing*swing/2, 1e-7)
	near(t, "motion where the arm turns", l.Now.Kinetic, 0, 1e-7)
	near(t, "damping without a damper", l.Damping, 0, 1e-9)
}

// A path that turns the joint, or one end of a chain that bends, works on the structure through
// the elastic forces.
func pathsWorkOnAngles(t *testing.T, on Subject) {
	sway := []model.Guide{{Masses: []uint32{0}, Kind: model.OnPath, Path: model.Path{Amplitude: model.Vec3{0.03, 0, 0}, Frequency: 3}}}
	chain := modeltest.Free(0.1, model.Vec3{}, model.Vec3{0.1}, model.Vec3{0.2})
	chain.Pin = []model.Pin{model.PinAll, model.PinAll, 0}
	chain.Materials = append(chain.Materials, model.Material{Stiffness: 1e4, Damping: 5})
	chain.Ends, chain.RestLength, chain.MaterialOf = []model.Ends{{1, 2}}, []float64{0.1}, []uint16{1}
	up := []model.Guide{{Masses: []uint32{0}, Kind: model.OnPath, Path: model.Path{Amplitude: model.Vec3{0, 0, 0.03}, Frequency: 3}}}
	for name, c := range map[string]struct {
		m      *model.Model
		params model.Params
	}{
		"limit": {joint(0.1), model.Params{Guides: sway, Gravity: model.EarthGravity(),
			Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: 1, Damping: 0.01}}}},
		"bend": {chain, model.Params{Guides: up, Bends: []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{0, 1, 2, 0}, Stiffness: 1, Damping: 0.01}}}}}},
	} {
		for integrator, dt := range elasticSolvers {
			p := c.params
			p.DT, p.Integrator, p.Ledger = dt, integrator, true
			e := on.open(t, c.m, p)
			must.Do(t, e.Step(int(0.4/dt)))
			l := must.Get(keeperOf(t, e).Ledger())(t)
			if !(l.Closure() < 2e-3) || !(l.Constraints > 1e-3) || math.Abs(l.External) > 1e-8 || !(l.Damping > 1e-5) {
				t.Errorf("%s, %v: the ledger closes to %.2g: %+v", name, integrator, l.Closure(), l)
			}
		}
	}
}
