package relax_test

import (
	"context"
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/relax"
)

// What rests for relax rests for implicit Euler, with one iteration and at 1/60 s, and
// what is let go above comes to rest there.
func TestImplicitRests(t *testing.T) {
	const tolerance = 1e-6 // of the sag
	for name, m := range map[string]*model.Model{"cloth": modeltest.Cloth(5), "lattice": modeltest.Lattice(3, 300, 0.05, true)} {
		p := model.Params{Gravity: model.EarthGravity()}
		e := must.Get(cpuref.New(m, relax.Params(m, p, 0)))(t)
		result := must.Get(relax.Run(context.Background(), e, m, relax.Options{Residual: 1e-12}))(t)
		var at model.State
		must.Do(t, e.ReadState(&at))
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
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(steps))
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
