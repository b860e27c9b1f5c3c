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
	if ratio := (coarse - exact) / (fine - exact); math.Abs(ratio-2) > 2*orderTolerance {
		t.Errorf("%s: halving dt divides the error by %.4f, want 2", name, ratio)
	}
	before, after := math.Abs(2*fine-coarse-exact), math.Abs(2*finest-fine-exact)
	if limit := math.Abs(coarse-exact) / 20; before > limit || after > before/3 {
		t.Errorf("%s: extrapolated error %.3g at dt, then %.3g at dt/2; want at most %.3g, then a quarter", name, before, after, limit)
	}
}

// at runs a model to a time in steps of dt and returns the final state.
func at(t *testing.T, m *model.Model, p model.Params, start *model.State, time, dt float64) *State {
	t.Helper()
	p.DT = dt
	e, err := New(m, p)
	must.Do(t, err)
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(int(math.Round(time/dt))))
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

// Two free masses swing about their center with the reduced mass.
func TestReducedMass(t *testing.T) {
	const ma, mb, k, time = 1.0, 3.0, 12.0, 0.9
	m := modeltest.Pair([2]float64{ma, mb}, [2]model.Pin{}, 1, 1, k, 0)
	start := m.Start()
	start.Position[1][0] += 0.2
	exact := 0.2 * math.Cos(math.Sqrt(k*(ma+mb)/(ma*mb))*time)
	converges(t, "separation", exact, 1e-3, func(dt float64) float64 {
		s := at(t, m, model.Params{}, start, time, dt)
		return s.Position[1][0] - s.Position[0][0] - 1
	})
}

// The third longitudinal mode of a chain of 8 masses between two walls has
// ω = 2 √(k/m) sin(3π/18).
func TestChainMode(t *testing.T) {
	const count, mode, k, mass, time = 8, 3, 30.0, 0.5, 0.7
	b := modeltest.NewBuilder("chain")
	material := b.Material(k, 0)
	for i := range count + 2 {
		pin := model.Pin(0)
		if i == 0 || i == count+1 {
			pin = model.PinAll
		}
		b.Mass(mass, model.Vec3{float64(i), 0, 0}, pin)
		if i > 0 {
			b.Join(i-1, i, material)
		}
	}
	start := b.Model.Start()
	shape := func(i int) float64 { return 0.05 * math.Sin(mode*math.Pi*float64(i)/(count+1)) }
	for i := range start.Position {
		start.Position[i][0] += shape(i)
	}
	omega := 2 * math.Sqrt(k/mass) * math.Sin(mode*math.Pi/(2*(count+1)))
	converges(t, "mass 2", shape(2)*math.Cos(omega*time), 1e-3, func(dt float64) float64 {
		return at(t, &b.Model, model.Params{}, start, time, dt).Position[2][0] - 2
	})
}

// n steps of free fall are a sum that can be written down: x = −g dt² n(n+1)/2.
func TestFreeFall(t *testing.T) {
	const dt, steps, sums = 1e-3, 1000, 1e-12 // sums: relative, 1,000 roundings of 1e-16 and room
	m := modeltest.Single(3, model.Vec3{1, 2, 0})
	s := at(t, m, model.Params{Gravity: model.EarthGravity()}, m.Start(), dt*steps, dt)
	v, x := -model.StandardGravity*dt*steps, -model.StandardGravity*dt*dt*steps*(steps+1)/2
	if math.Abs(s.Velocity[0][2]/v-1) > sums || math.Abs(s.Position[0][2]/x-1) > sums {
		t.Errorf("v = %v, x = %v; want %.15g and %.15g along z", s.Velocity[0], s.Position[0], v, x)
	}
	if s.Position[0][0] != 1 || s.Position[0][1] != 2 {
		t.Errorf("fell sideways to %v", s.Position[0])
	}
}

// With drag the velocity is a geometric series, and approaches g h/ln 2.
func TestFreeFallWithDrag(t *testing.T) {
	const dt, steps, halfLife, sums = 1e-3, 2000, 0.1, 1e-12
	p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: halfLife}
	m := modeltest.Single(3, model.Vec3{})
	s := at(t, m, p, m.Start(), dt*steps, dt)
	f := math.Exp2(-dt / halfLife)
	want := -model.StandardGravity * dt * f * (1 - math.Pow(f, steps)) / (1 - f)
	if got := s.Velocity[0][2]; math.Abs(got/want-1) > sums {
		t.Errorf("v = %.15g m/s, want %.15g", got, want)
	}
	terminal := -model.StandardGravity * halfLife / math.Ln2
	converges(t, "terminal velocity", terminal, dt, func(dt float64) float64 {
		return at(t, m, p, m.Start(), 4, dt).Velocity[0][2] // 40 half-lives
	})
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

// Dropped on an undamped ground, a mass comes back to its height.
func TestBounceReturnsEnergy(t *testing.T) {
	const height, dt = 0.3, 1e-5
	m := modeltest.Single(0.2, model.Vec3{0, 0, height})
	p := model.Params{DT: dt, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 2000, 0)}}
	e, err := New(m, p)
	must.Do(t, err)
	fall := math.Sqrt(2 * height / model.StandardGravity)
	if err := e.Step(int(fall * 1.2 / dt)); err != nil { // past the impact, π √(m/k) = 0.03 s
		t.Fatal(err)
	}
	top := 0.0
	for range int(1.2 * fall / dt) {
		must.Do(t, e.Step(1))
		top = max(top, e.State().Position[0][2])
	}
	const tolerance = 1e-3 // ω dt = √(k/m) dt, the first order of the contact
	if math.Abs(top/height-1) > tolerance {
		t.Errorf("came back to %.6f m of %.6f m", top, height)
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
	const settled = 1e-12 // m: what 20 s of damping leaves
	z := 0.0
	for i := 1; i < count; i++ {
		z -= link + mass*model.StandardGravity*float64(count-i)/k
		if got := s.Position[i][2]; math.Abs(got-z) > settled {
			t.Errorf("mass %d hangs at %.15g m, want %.15g", i, got, z)
		}
	}
}
