package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// converges wants a run to approach an exact value with first order in dt, as
// symplectic Euler does: halving the step halves the error, and taking the
// first order out of two runs leaves one that shrinks with dt².
func converges(t *testing.T, name string, exact, dt float64, run func(dt float64) float64) {
	t.Helper()
	const orderTolerance = 0.03 // of the ratio 2: the second order that is left at these steps
	coarse, fine, finest := run(dt), run(dt/2), run(dt/4)
	must.Near(t, (coarse-exact)/(fine-exact), 2, 2*orderTolerance, "%s: halving dt divides the error", name)
	before, after := math.Abs(2*fine-coarse-exact), math.Abs(2*finest-fine-exact)
	if limit := math.Abs(coarse-exact) / 20; before > limit || after > before/3 {
		t.Errorf("%s: extrapolated error %.3g at dt, then %.3g at dt/2; want at most %.3g, then a quarter", name, before, after, limit)
	}
}

// at runs a model to a time in steps of dt and returns the final state.
func at(t *testing.T, m *model.Model, p model.Params, start *model.State, time, dt float64) *State {
	t.Helper()
	p.DT = dt
	e := must.Get(New(m, p))(t)
	modeltest.StepFrom(t, e, start, int(math.Round(time/dt)))
	must.Do(t, e.Finish())
	return e.State()
}

// A mass on a spring, released at 0.1 m: m = 2 kg, k = 50 N/m, ω = 5 rad/s.
func TestOscillator(t *testing.T) {
	const mass, k, amplitude, time = 2.0, 50.0, 0.1, 1.0
	omega := math.Sqrt(k / mass)
	under := func(ratio float64) float64 {
		w := omega * math.Sqrt(1-ratio*ratio)
		return amplitude * math.Exp(-ratio*omega*time) * (math.Cos(w*time) + ratio*omega/w*math.Sin(w*time))
	}
	over := func(ratio float64) float64 {
		w := omega * math.Sqrt(ratio*ratio-1)
		return amplitude * math.Exp(-ratio*omega*time) * (math.Cosh(w*time) + ratio*omega/w*math.Sinh(w*time))
	}
	for _, c := range []struct {
		name  string
		ratio float64 // damping ratio c / (2 √(k m))
		exact float64
	}{
		{"undamped", 0, under(0)},
		{"underdamped", 0.2, under(0.2)},
		{"critically damped", 1, amplitude * math.Exp(-omega*time) * (1 + omega*time)},
		{"overdamped", 2, over(2)},
	} {
		m := modeltest.Pair([2]float64{1, mass}, [2]model.Pin{model.PinAll, 0}, 1, 1, k, 2*c.ratio*math.Sqrt(k*mass))
		start := m.Start()
		start.Position[1][0] += amplitude
		converges(t, c.name, c.exact, 1e-3, func(dt float64) float64 {
			return at(t, m, model.Params{}, start, time, dt).Position[1][0] - 1
		})
	}
}

// A spring-damper ground without gravity returns a mass with the speed
// e = exp(−ζ φ/√(1−ζ²)), φ = π − 2 asin ζ: the push ends where kc δ = bc v·n,
// before the mass has left the ground. Without damping it returns all.
func TestBounceSpeed(t *testing.T) {
	const mass, k, time = 0.5, 5000.0, 0.2
	for _, ratio := range []float64{0, 0.1, 0.5} {
		ground := model.Ground(0, k, 2*ratio*math.Sqrt(k*mass))
		m := modeltest.Single(mass, model.Vec3{0, 0, 0.05})
		start := m.Start()
		start.Velocity[0] = model.Vec3{1, 0, -1}
		s := at(t, m, model.Params{Contacts: []model.Contact{ground}}, start, time, 1e-6)
		want := math.Exp(-ratio * (math.Pi - 2*math.Asin(ratio)) / math.Sqrt(1-ratio*ratio))

		// First order: the touch-down falls between two steps, ω dt = 1e-4.
		const tolerance = 2e-4
		if got := s.Velocity[0]; math.Abs(got[2]-want) > tolerance || got[0] != 1 {
			t.Errorf("damping ratio %g: bounced at %v m/s, want [1 0 %.6f]", ratio, got, want)
		}
	}
}

// A hanging chain at rest: spring i carries all masses below it.
func TestHangingChain(t *testing.T) {
	const count, mass, k, link = 6, 0.1, 200.0, 0.25
	b := modeltest.NewBuilder("chain")
	material := b.Material(k, 2)
	for i := range count {
		pin := model.Pin(0)
		if i == 0 {
			pin = model.PinAll
		}
		b.Mass(mass, model.Vec3{0, 0, -link * float64(i)}, pin)
		if i > 0 {
			b.Join(i-1, i, material)
		}
	}
	p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.05}
	s := at(t, &b.Model, p, b.Model.Start(), 20, 1e-3)
	const settled = 1e-12 // m: the motion after 20 s of damping
	z := 0.0
	for i := 1; i < count; i++ {
		z -= link + mass*model.StandardGravity*float64(count-i)/k
		must.Near(t, s.Position[i][2], z, settled, "mass %d hangs, in m", i)
	}
}
