package enginetest

import (
	"math"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// Closed forms on both engines. The reference's own tests halve the step and
// see the error halve; here both engines are held to the same bound, of first
// order in dt, and float32 gets its roundings on top.

// oscillating returns how far a damped oscillator of angular frequency ω and damping
// ratio ζ is from rest at a time, released at 1 from rest.
func oscillating(omega, ratio, time float64) float64 {
	decay := math.Exp(-ratio * omega * time)
	switch {
	case ratio < 1:
		w := omega * math.Sqrt(1-ratio*ratio)
		return decay * (math.Cos(w*time) + ratio*omega/w*math.Sin(w*time))
	case ratio > 1:
		w := omega * math.Sqrt(ratio*ratio-1)
		return decay * (math.Cosh(w*time) + ratio*omega/w*math.Sinh(w*time))
	}
	return decay * (1 + omega*time)
}

// A mass of 3 kg on a spring, ω = 5/s, let go at 0.1 m.
func oscillator(t *testing.T, on Subject) {
	const amplitude, omega, dt, steps = 0.1, 5.0, 5e-4, 2000
	for _, c := range []struct {
		name  string
		ratio float64
	}{{"undamped", 0}, {"underdamped", 0.2}, {"critically damped", 1}, {"overdamped", 2}} {
		const k = 3 * omega * omega
		m := modeltest.Lever(model.Material{Stiffness: k, Damping: 2 * c.ratio * math.Sqrt(k*3)}, model.PinAll, 0)
		start := m.Start()
		start.Position[1][0] += amplitude
		e := on.open(t, m, model.Params{DT: dt})
		must.Do(t, e.Reset(start))
		got := after(t, e, steps).Position[1][0] - 1
		// First order: a phase of ω dt/2, and 2ζ ω dt of the decay, at most.
		tolerance := amplitude * omega * dt * (1 + 2*c.ratio)
		if on.single() {
			tolerance += 2e-6 // m: 2,000 roundings of 6e-8 m at random
		}
		if want := amplitude * oscillating(omega, c.ratio, dt*steps); !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s: at %.7f m after 1 s, want %.7f within %.1e", c.name, got, want, tolerance)
		}
	}
}

// crossings measures the mean period of a signal between its first and last
// zero, found by straight lines between samples that are dt apart.
type crossings struct {
	before, first, last float64
	at, count           int
}

func (c *crossings) add(x float64) {
	if c.at > 0 && (c.before < 0) != (x < 0) {
		zero := float64(c.at) - x/(x-c.before)
		if c.count == 0 {
			c.first = zero
		}
		c.last = zero
		c.count++
	}
	c.before = x
	c.at++
}

// frequency returns the angular frequency [1/s].
func (c *crossings) frequency(dt float64) float64 {
	return math.Pi * float64(c.count-1) / ((c.last - c.first) * dt)
}

// Two free masses swing with ω = √(k/m_r), m_r = m1 m2/(m1 + m2).
func reducedMassFrequency(t *testing.T, on Subject) {
	const k, dt, samples, each = 30.0, 1e-3, 1500, 4
	want := math.Sqrt(k * (1 + 3) / (1 * 3))
	m := modeltest.Lever(model.Material{Stiffness: k})
	start := m.Start()
	start.Position[1][0] += 0.2
	e := on.open(t, m, model.Params{DT: dt})
	must.Do(t, e.Reset(start))
	var c crossings
	for range samples {
		s := after(t, e, each)
		c.add(s.Position[1][0] - s.Position[0][0] - 1)
	}
	got := c.frequency(dt * each)
	const tolerance = 1e-4 // (ω dt)²/24 = 2e-6, and zeros found to a hundredth of a sample, of 500
	if math.Abs(got/want-1) > tolerance {
		t.Errorf("ω = %.7g 1/s, want %.7g", got, want)
	}
}

// All 32 modes of a chain of 32 masses between walls, each started in its own
// shape, in 32 chains side by side: ω_j = 2 √(k/m) sin(jπ/66).
func chainModes(t *testing.T, on Subject) {
	const count, k, mass, amplitude = 32, 30.0, 0.5, 0.05
	const tolerance = 5e-3 // the promise; symplectic Euler is off by (ω dt)²/24 = 0.17 % in the highest mode
	m := &model.Model{Name: "chains", Materials: []model.Material{{}, {Stiffness: k}}}
	for mode := 1; mode <= count; mode++ {
		for i := range count + 2 {
			at := len(m.Mass)
			pin := model.Pin(0)
			if i == 0 || i == count+1 {
				pin = model.PinAll
			}
			m.RestPosition = append(m.RestPosition, model.Vec3{float64(i - count/2), float64(mode), 0})
			m.Mass, m.Pin = append(m.Mass, mass), append(m.Pin, pin)
			if i > 0 {
				m.Ends = append(m.Ends, model.Ends{uint32(at - 1), uint32(at)})
				m.RestLength, m.MaterialOf = append(m.RestLength, 1), append(m.MaterialOf, 1)
			}
		}
	}
	shape := func(mode, i int) float64 { return math.Sin(float64(mode*i) * math.Pi / (count + 1)) }
	start := m.Start()
	for mode := 1; mode <= count; mode++ {
		for i := 1; i <= count; i++ {
			start.Position[(mode-1)*(count+2)+i][0] += amplitude * shape(mode, i)
		}
	}
	p := model.Params{DT: physics.SafeStep(m, model.Params{}) / 10}
	// The lowest mode takes 660 steps, the highest 31.
	const each, samples = 5, 700
	e := on.open(t, m, p)
	must.Do(t, e.Reset(start))
	found := make([]crossings, count)
	for range samples {
		s := after(t, e, each)
		for mode := 1; mode <= count; mode++ {
			sum := 0.0
			for i := 1; i <= count; i++ {
				at := (mode-1)*(count+2) + i
				sum += shape(mode, i) * (s.Position[at][0] - m.RestPosition[at][0])
			}
			found[mode-1].add(sum)
		}
	}
	worst, worstMode := 0.0, 0
	for mode := 1; mode <= count; mode++ {
		want := 2 * math.Sqrt(k/mass) * math.Sin(float64(mode)*math.Pi/(2*(count+1)))
		off := math.Abs(found[mode-1].frequency(p.DT*each)/want - 1)
		if !(off <= tolerance) {
			t.Errorf("mode %d: off by %.2g, tolerance %g", mode, off, tolerance)
		}
		if off > worst {
			worst, worstMode = off, mode
		}
	}
	t.Logf("the worst frequency is that of mode %d, off by %.2g", worstMode, worst)
}

// A pulse runs along a bar of an elastic solid with c = √(E/ρ): the lowest
// longitudinal mode of a free bar has ω = π c/L, when its length is much more
// than its width (Rayleigh's correction is (ν π r/L)²/2, r the radius of
// gyration: 4e-5 here). A cell of a/L = 1/60 makes (π a/L)²/24 = 1e-4.
func waveSpeedAlongABar(t *testing.T, on Subject) {
	const cells, spacing, young, density = 60, 0.01, 1e5, 1000.0
	m := must.Get(build.Solid(build.SolidSpec{Nx: cells, Ny: 2, Nz: 2, Spacing: spacing, Young: young, Density: density}))(t)
	const length, strain = cells * spacing, 1e-3
	shape := func(x float64) float64 { return math.Sin(math.Pi * x / length) } // of the displacement, x from the middle
	start := m.Start()
	for i, x := range m.RestPosition {
		start.Position[i][0] += strain * length / math.Pi * shape(x[0])
	}
	p := model.Params{DT: physics.SafeStep(m, model.Params{}) / 2}
	want := math.Sqrt(young / density)
	const each = 5
	samples := int(6 * length / want / (p.DT * each)) // three periods of 2 L/c
	e := on.open(t, m, p)
	must.Do(t, e.Reset(start))
	var c crossings
	for range samples {
		s, sum := after(t, e, each), 0.0
		for i, x := range m.RestPosition {
			sum += m.Mass[i] * shape(x[0]) * (s.Position[i][0] - x[0])
		}
		c.add(sum)
	}
	got := c.frequency(p.DT*each) * length / math.Pi
	t.Logf("c = %.6g m/s, want √(E/ρ) = %.6g; %d zeros", got, want, c.count)
	const tolerance = 1e-2
	if c.count < 5 || !(math.Abs(got/want-1) <= tolerance) {
		t.Errorf("c = %.6g m/s, want %.6g", got, want)
	}
}
