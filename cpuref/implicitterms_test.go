package cpuref_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// settled is a state of a run after some steps.
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

// Everything acts in implicit Euler as in Verlet: with small steps both come to the same, to first order, and
// one feature changes both runs in the same way. If a feature did not act, the difference would be all of
// that change. The short form leaves out every second one.
func TestImplicitTogether(t *testing.T) {
	m, p, start, without := modeltest.Together()
	const time, part = 0.02, 0.5 // of the change: the error of first order in it
	exact := func(p model.Params) []model.Vec3 {
		p = p.SolvedBy(model.VelocityVerlet)
		p.DT /= 2
		return settled(t, m, p, start, int(math.Round(time/p.DT))).Position
	}
	run := func(p model.Params, dt float64) []model.Vec3 {
		p = p.SolvedBy(model.ImplicitEuler)
		p.DT, p.Substeps, p.Iterations, p.Tolerance = dt, 2, 1000, 1e-9
		return settled(t, m, p, start, int(math.Round(time/dt))).Position
	}
	want, got := exact(p), run(p, 2*p.DT)
	coarse, fine := farthest(run(p, 4*p.DT), want), farthest(got, want)
	t.Logf("%.3g m off, %.3g m at half of the step", coarse, fine)
	if ratio := coarse / fine; !(ratio > 1.5 && ratio < 3) {
		t.Errorf("halving the step divides the error of %.3g m by %.3g, want 2", coarse, ratio)
	}
	for k, name := range slices.Sorted(maps.Keys(without)) {
		if !must.Long() && k%2 > 0 {
			continue
		}
		lacking := without[name]
		with, lacks := exact(lacking), run(lacking, 2*p.DT)
		change, off := 0.0, 0.0
		for i := range want {
			change += want[i].Sub(with[i]).LenSqr()
			off += want[i].Sub(with[i]).Sub(got[i].Sub(lacks[i])).LenSqr()
		}
		t.Logf("%s change the run by %.3g m in all, in both by %.3g of it", name, math.Sqrt(change), math.Sqrt(off/change))
		if !(off <= part*part*change) {
			t.Errorf("%s: what they change differs from that in Verlet by %.3g of it", name, math.Sqrt(off/change))
		}
	}
}

// A mass rests as deep in a floor as m g/kc, sticks to a slope without creeping where
// tan θ < μs, and slides with g (sin θ − μk cos θ) where it is steeper.
func TestImplicitContacts(t *testing.T) {
	const h, kc, mass, seconds = 1. / 60, 1e4, 0.2, 2
	for _, c := range []struct{ degrees, static, kinetic float64 }{{0, 0, 0}, {20, 0.4, 0.3}, {20, 0.35, 0.3}, {30, 0.1, 0.1}} {
		m := modeltest.Single(mass, model.Vec3{})
		angle := c.degrees * math.Pi / 180
		p := model.Params{Integrator: model.ImplicitEuler, DT: h, Substeps: 2, Gravity: model.Vec3{math.Sin(angle), 0, -math.Cos(angle)}.Mul(model.StandardGravity),
			Contacts: []model.Contact{{Shape: model.Plane{}, Stiffness: kc, Damping: 20, StaticFriction: c.static, KineticFriction: c.kinetic}}}
		depth := mass * model.StandardGravity * math.Cos(angle) / kc
		start := m.Start()
		start.Position[0][2] = -depth
		s := settled(t, m, p, start, 60*seconds)
		if far := math.Abs(s.Position[0][2] + depth); far > 1e-9*depth {
			t.Errorf("%g°: the mass rests %.3g m deep, want %.3g", c.degrees, -s.Position[0][2], depth)
		}
		pull := math.Sin(angle) - c.kinetic*math.Cos(angle)
		if math.Tan(angle) < c.static || angle == 0 {
			pull = 0
		}
		// n substeps of h/2 with a constant pull: g pull h²/4 n (n + 1)/2.
		const n = 60 * seconds * 2
		want := model.StandardGravity * pull * h * h / 4 * n * (n + 1) / 2
		if far := math.Abs(s.Position[0][0] - want); far > 1e-9*max(want, depth) {
			t.Errorf("%g°, μ %g, %g: the mass goes %.9g m, want %.9g", c.degrees, c.static, c.kinetic, s.Position[0][0], want)
		}
	}
	// One that arrives fast comes to rest, and never sticks to the floor.
	m := modeltest.Single(mass, model.Vec3{0, 0, 0.5})
	p := model.Params{Integrator: model.ImplicitEuler, DT: h, Gravity: model.EarthGravity(), Contacts: []model.Contact{{Shape: model.Plane{}, Stiffness: kc, Damping: 200}}}
	start := m.Start()
	start.Velocity[0][2] = -20
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(start))
	for range 200 {
		must.Do(t, e.Step(1))
		if c, _ := e.Residual(); c.Worst > 1e-3 {
			t.Fatalf("a mass that arrives leaves a residual of %.3g", c.Worst)
		}
	}
	if z, v := e.State().Position[0][2], e.State().Velocity[0][2]; math.Abs(z+mass*model.StandardGravity/kc) > 1e-9 || math.Abs(v) > 1e-9 {
		t.Errorf("it comes to rest at %.3g m with %.3g m/s", z, v)
	}
}
