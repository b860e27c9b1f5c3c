package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/model/spring"
	"hooke/must"
)

// twoMasses is a spring on a line between two masses, stepped by symplectic
// Euler: all that normalized springs are made for.
type twoMasses struct {
	mass       [2]float64 // [kg]; +Inf is pinned
	x, v       [2]float64 // [m], [m/s]
	restLength float64    // [m]
}

func (b *twoMasses) reduced() float64 { return spring.ReducedMass(1/b.mass[0], 1/b.mass[1]) }
func (b *twoMasses) stretch() float64 { return b.x[1] - b.x[0] - b.restLength }
func (b *twoMasses) rate() float64    { return b.v[1] - b.v[0] }

func (b *twoMasses) step(k, c, dt float64) {
	force := -k*b.stretch() - c*b.rate() // on end 1
	b.v[0] -= force / b.mass[0] * dt
	b.v[1] += force / b.mass[1] * dt
	b.x[0] += b.v[0] * dt
	b.x[1] += b.v[1] * dt
}

func stretched(massA, massB float64) *twoMasses {
	return &twoMasses{mass: [2]float64{massA, massB}, x: [2]float64{0, 1.3}, v: [2]float64{-0.4, 0.9}, restLength: 1}
}

// Cs = Cd = 1: at rest length after one step, at a stand after the next, for
// any masses and any step.
func TestNormalizedOneIsRigid(t *testing.T) {
	for _, masses := range [][2]float64{{1, 1}, {0.1, 7}, {1e-6, 1e6}, {2, math.Inf(1)}} {
		for _, dt := range []float64{1e-9, 1e-3, 1, 1e3} {
			b := stretched(masses[0], masses[1])
			if math.IsInf(masses[1], 1) {
				b.v[1] = 0
			}
			what := fmt.Sprintf("masses %v, dt %g", masses, dt)
			k, c := spring.Normalized{Stiffness: 1, Damping: 1}.Resolve(b.reduced(), dt)
			size := math.Max(1, dt) // of the way travelled in a step

			b.step(k, c, dt)
			near(t, what+": stretch after one step", b.stretch(), 0, 1e-14, size)
			near(t, what+": rate after one step", b.rate(), -0.3/dt, 1e-14, size/dt)
			b.step(k, c, dt)
			near(t, what+": stretch after two steps", b.stretch(), 0, 1e-14, size)
			near(t, what+": rate after two steps", b.rate(), 0, 1e-14, size/dt)
		}
	}
}

// Half as stiff leaves half the stretch: the gate above can fail.
func TestNormalizedHalfIsNotRigid(t *testing.T) {
	b := stretched(1, 1)
	k, c := spring.Normalized{Stiffness: 0.5, Damping: 1}.Resolve(b.reduced(), 1e-3)
	b.step(k, c, 1e-3)
	near(t, "stretch", b.stretch(), 0.15, 1e-14, 1)
}

// The response per step is the same when masses, dt or both change by 10⁶, in
// the middle of a run.
func TestNormalizedIndependentOfMassAndStep(t *testing.T) {
	tuned := spring.Normalized{Stiffness: 0.03, Damping: 0.01}
	// run gives the stretch after 300 steps; after step 100 everything is scaled.
	run := func(massFactor, dtFactor float64) (history []float64) {
		b := stretched(0.2, 0.5)
		dt := 1e-3
		b.v = [2]float64{}
		for i := range 300 {
			if i == 100 {
				for end := range 2 {
					b.mass[end] *= massFactor
					b.v[end] /= dtFactor // the same way per step
				}
				dt *= dtFactor
			}
			k, c := tuned.Resolve(b.reduced(), dt)
			b.step(k, c, dt)
			history = append(history, b.stretch())
		}
		return history
	}
	want := run(1, 1)
	for _, factor := range [][2]float64{{1e6, 1}, {1e-6, 1}, {1, 1e6}, {1, 1e-6}, {1e6, 1e6}, {1e-6, 1e6}} {
		for i, got := range run(factor[0], factor[1]) {
			near(t, fmt.Sprintf("mass ×%g, dt ×%g: stretch after step %d", factor[0], factor[1], i+1), got, want[i], 1e-12, 0.3) // 200 roundings at positions of 1
		}
	}
	if swing := math.Abs(want[299]); swing < 1e-4 || swing > 0.3 {
		t.Errorf("the spring is at %g at last; want it still swinging, or there is nothing to compare", swing)
	}
}

// At the cap nothing blows up: a chain (2 springs a mass), a grid (4) and a hub
// of 20, on masses that differ by 10⁴, all at Cs = Cd = 1/(n+1). Uncapped, the
// hub does: the test can fail.
func TestNormalizedCapIsStable(t *testing.T) {
	for _, c := range []struct {
		what     string
		springs  [][2]int
		n        int
		capped   bool
		explodes bool
	}{
		{"lone", [][2]int{{0, 1}}, 1, true, false},
		{"rope", rope(20), 2, true, false},
		{"square mesh", mesh(8), 4, true, false},
		{"hub", hub(20), 20, true, false},
		{"hub, not capped", hub(20), 20, false, true},
	} {
		if n := busiest(c.springs); n != c.n {
			t.Fatalf("%s has %d springs at its busiest mass, want %d", c.what, n, c.n)
		}
		tuned := spring.Normalized{Stiffness: 1, Damping: 1}
		if c.capped {
			tuned = tuned.Capped(c.n)
		}
		start, end := runLine(c.springs, tuned)
		must.Be(t, !(end <= start), c.explodes, "%s: largest stretch goes from %g to %g in 2,000 steps; explodes", c.what, start, end)
	}
}

func rope(n int) (springs [][2]int) {
	for i := range n {
		springs = append(springs, [2]int{i, i + 1})
	}
	return springs
}

func mesh(n int) (springs [][2]int) {
	for row := range n {
		for column := range n {
			at := row*n + column
			if column+1 < n {
				springs = append(springs, [2]int{at, at + 1})
			}
			if row+1 < n {
				springs = append(springs, [2]int{at, at + n})
			}
		}
	}
	return springs
}

func hub(n int) (springs [][2]int) {
	for i := range n {
		springs = append(springs, [2]int{0, i + 1})
	}
	return springs
}

func busiest(springs [][2]int) int {
	count := map[int]int{}
	most := 0
	for _, ends := range springs {
		for _, end := range ends {
			count[end]++
			most = max(most, count[end])
		}
	}
	return most
}

// runLine moves masses of 1e-2 to 1e2 kg along one axis, springs of rest length
// 0 between them, by impulses; it returns the largest stretch before and after.
func runLine(springs [][2]int, tuned spring.Normalized) (start, end float64) {
	const dt = 0.01
	masses := 0
	for _, ends := range springs {
		masses = max(masses, ends[0]+1, ends[1]+1)
	}
	mass, x, v := make([]float64, masses), make([]float64, masses), make([]float64, masses)
	for i := range mass {
		mass[i] = math.Pow(10, float64(i*7%5)-2)
		x[i] = math.Sin(float64(3*i) + 1)
	}
	largest := func() (most float64) {
		for _, ends := range springs {
			if stretch := math.Abs(x[ends[1]] - x[ends[0]]); !(stretch <= most) {
				most = stretch
			}
		}
		return most
	}
	start = largest()
	for range 2000 {
		impulse := make([]float64, masses)
		for _, ends := range springs {
			a, b := ends[0], ends[1]
			j := tuned.Impulse(x[b]-x[a], v[b]-v[a], spring.ReducedMass(1/mass[a], 1/mass[b]), dt)
			impulse[a] -= j
			impulse[b] += j
		}
		for i := range x {
			v[i] += impulse[i] / mass[i]
			x[i] += v[i] * dt
		}
	}
	return start, largest()
}

func TestNormalizedConversions(t *testing.T) {
	tuned := spring.Normalized{Stiffness: 0.04, Damping: 0.3}
	k, c := tuned.Resolve(0.5, 0.01)
	near(t, "k", k, 200, 1e-15, 200)
	near(t, "c", c, 15, 1e-15, 15)
	back := spring.NormalizedFrom(k, c, 0.5, 0.01)
	near(t, "Cs", back.Stiffness, 0.04, 1e-15, 1)
	near(t, "Cd", back.Damping, 0.3, 1e-15, 1)
	near(t, "impulse", tuned.Impulse(0.1, -2, 0.5, 0.01), 0.01*(-k*0.1+c*2), 1e-15, 1) // the force for dt

	for _, c := range []struct {
		n    int
		want float64
	}{{0, 1}, {1, 1}, {2, 1.0 / 3}, {4, 1.0 / 5}, {9999, 1e-4}} {
		near(t, fmt.Sprintf("cap for %d", c.n), spring.NormalizedCap(c.n), c.want, 1e-15, 1)
	}
	must.Be(t, tuned.Capped(4), (spring.Normalized{Stiffness: 0.04, Damping: 0.2}), "capped")
}
