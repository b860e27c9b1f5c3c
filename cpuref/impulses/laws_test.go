package impulses_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// stepping makes an engine of the solver impulses whose substeps are h, in steps of that many.
func stepping(t *testing.T, m *model.Model, p model.Params, h float64, substeps int) *cpuref.Engine {
	t.Helper()
	p.Integrator, p.Substeps, p.DT = model.Impulses, substeps, h*float64(substeps)
	return must.Get(cpuref.New(m, p))(t)
}

// pairOf is two masses 1 m apart and at rest length, which only the spring acts on.
func pairOf(a, b, k, c float64) *model.Model {
	return modeltest.Pair([2]float64{a, b}, [2]model.Pin{}, 1, 1, k, c)
}

// A lone spring follows (1 + h d + h² s) z² − (2 + h d) z + 1 = 0 with s = k/m_r and d = c/m_r,
// which is implicit Euler: undamped, the amplitude shrinks by 1/√(1 + h² s) in a substep, and
// the phase is atan(h √s). With k = 0 the rate falls by 1/(1 + h d).
func TestLoneSpring(t *testing.T) {
	const mA, mB, h = 0.3, 0.7, 1. / 600
	reduced := mA * mB / (mA + mB)
	for _, law := range [][2]float64{{1, 0}, {1e4, 0}, {1e9, 0}, {100, 0.5}, {1e5, 30}, {0, 2}} {
		k, c := law[0], law[1]
		e := stepping(t, pairOf(mA, mB, k, c), model.Params{}, h, 1)
		s, d := k/reduced, c/reduced
		e.State().Velocity[1] = model.Vec3{0.1, 0, 0} // directions stay, so all is along x
		stretch, rate := 0.0, 0.1
		for n := range 400 {
			must.Do(t, e.Step(1))
			rate = (rate - h*s*stretch) / (1 + h*d + h*h*s)
			stretch += h * rate
			got := e.State().Velocity[1][0] - e.State().Velocity[0][0]
			if math.Abs(got-rate) > 1e-12 {
				t.Fatalf("k = %g, c = %g: rate %g after %d substeps, want %g", k, c, got, n+1, rate)
			}
		}
	}
	// The recurrence above has the roots of the law, and those the amplitude and the phase.
	for _, s := range []float64{1, 1e4, 1e9} {
		b, product := 2/(1+h*h*s), 1/(1+h*h*s)
		amplitude, phase := math.Sqrt(product), math.Acos(b/2/math.Sqrt(product))
		if math.Abs(amplitude*math.Sqrt(1+h*h*s)-1) > 1e-14 || math.Abs(phase-math.Atan(h*math.Sqrt(s))) > 1e-7 {
			t.Errorf("s = %g: amplitude %g, phase %g", s, amplitude, phase)
		}
	}
}

// Damping along springs does not slow free fall, whatever it is.
func TestFreeFall(t *testing.T) {
	m := modeltest.Lattice(3, 1e5, 1e4, false)
	e := stepping(t, m, model.Params{Gravity: model.EarthGravity()}, 1./600, 10)
	must.Do(t, e.Step(30))
	const n, h = 300, 1. / 600
	want := -model.StandardGravity * h * h * n * (n + 1) / 2
	for i, x := range e.State().Position {
		if fell := x.Sub(m.RestPosition[i])[2]; math.Abs(fell-want) > 1e-6*-want {
			t.Fatalf("mass %d fell %g m in 0.5 s, want %g", i, fell, want)
		}
	}
}

// A chain of 8 masses between two that are held vibrates in modes ω_j² = 4 k/m sin²(jπ/18);
// solved by many sweeps, each follows the law of a lone spring with s = ω_j².
func TestChainModes(t *testing.T) {
	const n, kg, k, h = 8, 0.1, 4e4, 1. / 600
	for j := 1; j <= n; j++ {
		b := modeltest.NewBuilder("chain")
		material := b.Material(k, 0)
		for i := range n + 2 {
			pin := model.Pin(0)
			if i == 0 || i == n+1 {
				pin = model.PinAll
			}
			b.Mass(kg, model.Vec3{float64(i), 0, 0}, pin)
			if i > 0 {
				b.Spring(i-1, i, 1, material)
			}
		}
		e := stepping(t, &b.Model, model.Params{Iterations: 400}, h, 1)
		shape := func(i int) float64 { return math.Sin(float64(i*j) * math.Pi / (n + 1)) }
		for i := 1; i <= n; i++ {
			e.State().Velocity[i][0] = 0.1 * shape(i)
		}
		sine := math.Sin(float64(j) * math.Pi / (2 * (n + 1)))
		s, way, speed := 4*k/kg*sine*sine, 0.0, 0.1
		for range 50 {
			must.Do(t, e.Step(1))
			speed = (speed - h*s*way) / (1 + h*h*s)
			way += h * speed
		}
		got := 0.0
		for i := 1; i <= n; i++ {
			got += 2. / (n + 1) * shape(i) * (e.State().Position[i][0] - float64(i))
		}
		if largest := 0.1 / math.Sqrt(s); math.Abs(got-way) > 1e-4*largest {
			t.Errorf("mode %d: amplitude %g m after 50 substeps, want %g of at most %g", j, got, way, largest)
		}
	}
}

// A rigid pendulum of 1 m has the period 2π √(l/g) (1 + θ²/16 + 11 θ⁴/3072) and keeps its
// length. A cable that is rigid does the same, and lets go when it is pushed.
func TestRigidPendulum(t *testing.T) {
	const start = 0.3
	for _, cable := range []bool{false, true} {
		b := modeltest.NewBuilder("pendulum")
		b.Model.Materials = append(b.Model.Materials, model.Material{Name: "rod", Rigid: true, TensionOnly: cable})
		b.Mass(1, model.Vec3{}, model.PinAll)
		b.Mass(0.5, model.Vec3{math.Sin(start), 0, -math.Cos(start)}, 0)
		b.Spring(0, 1, 1, uint16(len(b.Model.Materials)-1))
		e := stepping(t, &b.Model, model.Params{Gravity: model.EarthGravity()}, 1./6000, 1)
		var crossings []float64
		before := start
		for range 30000 {
			must.Do(t, e.Step(1))
			x := e.State().Position[1]
			if off := math.Abs(x.Len() - 1); off > 1e-5 {
				t.Fatalf("the length is off by %g m at %g s", off, e.State().Time)
			}
			if x[0] < 0 && before >= 0 {
				crossings = append(crossings, e.State().Time-x[0]/(x[0]-before)/6000)
			}
			before = x[0]
		}
		last := len(crossings) - 1
		period := (crossings[last] - crossings[0]) / float64(last)
		want := 2 * math.Pi * math.Sqrt(1/model.StandardGravity) * (1 + start*start/16 + 11*start*start*start*start/3072)
		must.Near(t, period, want, 2e-3*want, "cable %v: period, in s", cable)
		e.State().Velocity[1] = e.State().Position[1].Mul(-3) // towards the pin
		must.Do(t, e.Step(60))
		if slack := e.State().Position[1].Len() < 0.98; slack != cable {
			t.Errorf("cable %v: pushed inwards it is %g m long", cable, e.State().Position[1].Len())
		}
	}
}

// A free body keeps its momentum and angular momentum to rounding, however few sweeps there
// are, with a warm start and with hubs.
func TestMomentum(t *testing.T) {
	hub := modeltest.NewBuilder("hub")
	material := hub.Material(1e5, 3)
	for i := range 100 {
		hub.Mass(0.1, model.Vec3{math.Cos(float64(i)), math.Sin(float64(i)), 0.01 * float64(i)}, 0)
		if i > 0 {
			hub.Join(0, i, material)
		}
	}
	for name, m := range map[string]*model.Model{"lattice": modeltest.Lattice(4, 1e5, 2, false), "hub": &hub.Model} {
		for _, p := range []model.Params{{}, {Iterations: 3}, {Warm: 0.5}} {
			s := m.Start()
			for i := range s.Velocity {
				s.Velocity[i] = model.Vec3{math.Sin(float64(7 * i)), math.Cos(float64(5 * i)), math.Sin(float64(3*i) + 1)}
			}
			e := stepping(t, m, p, 1./600, 10)
			must.Do(t, e.Reset(s))
			before := cpuref.MomentumOf(m, e.State())
			if err := e.Step(20); err != nil || e.Finish() != nil {
				t.Fatal(err, e.Finish())
			}
			after, size := cpuref.MomentumOf(m, e.State()), 0.0
			for i := range s.Velocity {
				size += m.Mass[i] * s.Velocity[i].Len() * (1 + s.Position[i].Len())
			}
			if off := after.Linear.Sub(before.Linear).Len() + after.Angular.Sub(before.Angular).Len(); off > 1e-13*size*200 {
				t.Errorf("%s, %+v: momenta change by %g of %g", name, p, off, size)
			}
		}
	}
}

// A mass in a contact, and two masses that collide, follow implicit Euler of the touch, however
// often the sweeps go: v ← (v + h w kc δ)/(1 + (h² kc + h bc) w) while it pushes. The mass has
// gravity, too.
func TestLoneTouch(t *testing.T) {
	const h, kg, kc, bc = 1. / 600, 0.2, 3e4, 4.
	for _, iterations := range []int{1, 20} {
		m := modeltest.Single(kg, model.Vec3{0, 0, -0.01})
		p := model.Params{Iterations: iterations, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, kc, bc)}}
		e := stepping(t, m, p, h, 1)
		x, v := -0.01, 0.0
		for n := range 60 {
			must.Do(t, e.Step(1))
			free, inside := v-h*model.StandardGravity, x < 0
			v = (free - h*kc*x/kg) / (1 + (h*h*kc+h*bc)/kg)
			if !inside { // no damper, and only its force inside
				v = (free - h*kc*x/kg) / (1 + h*h*kc/kg)
			}
			v = max(v, free)
			x += h * v
			if got := e.State().Velocity[0][2]; math.Abs(got-v) > 1e-12 {
				t.Fatalf("%d iterations, substep %d: velocity %g, want %g", iterations, n+1, got, v)
			}
		}

		const stiff = 1e6 // far above m/h²/4: a touch of the sweeps
		b, q := modeltest.Balls(model.Surface{Stiffness: stiff, DampingRatio: 0.2}, []float64{0.3, 0.7}, model.Vec3{}, model.Vec3{1.2, 0, 0})
		q.Iterations, q.Gravity, q.Contacts = iterations, model.Vec3{}, nil
		on := stepping(t, b, q, h, 1)
		on.State().Velocity[0][0], on.State().Position[1][0] = 1, 0.99
		reduced := 0.3 * 0.7
		damping := 2 * 0.2 * math.Sqrt(stiff*reduced)
		depth, closing := 0.01, 1.0
		for n := 0; depth > 0; n++ {
			must.Do(t, on.Step(1))
			closing = min(closing, (closing-h*stiff*depth/reduced)/(1+(h*h*stiff+h*damping)/reduced))
			depth += h * closing
			if got := on.State().Velocity[0].Sub(on.State().Velocity[1])[0]; math.Abs(got-closing) > 1e-11 {
				t.Fatalf("%d iterations, substep %d: balls close with %g m/s, want %g", iterations, n+1, got, closing)
			}
		}
	}
}
