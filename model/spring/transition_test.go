package spring_test

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"hooke/model/spring"
)

// Every regime, with a moving goal, against the reference.
func TestExactMatchesReference(t *testing.T) {
	x, goal := number{0.3, -2}, number{1.5, 0.7}
	for _, s := range []float64{0, 1e-12, 1e-3, 1, 40, 900} {
		for _, ratio := range []float64{0, 1e-9, 0.01, 0.3, 0.999, 1, 1.001, 3, 30} {
			for _, phase := range []float64{1e-9, 1e-4, 0.01, 0.2, 0.6, 3, 30} {
				d := spring.DampingFromRatio(ratio, s)
				if s < 1e-3 {
					d = ratio // no natural frequency to speak of: damping alone
				}
				rate := math.Max(1, math.Sqrt(s)+d)
				dt := phase / rate
				what := fmt.Sprintf("s %g, d %g, dt %g", s, d, dt)
				want := reference(x, goal, s, d, dt)
				nearState(t, what, spring.Damped(x, goal, s, d, dt), want, exactTolerance, 5, rate)
			}
		}
	}
}

// Both sides of critical, as close as float64 can tell and further: no gap.
func TestExactAcrossCritical(t *testing.T) {
	x, goal := number{0.3, -2}, number{1.5, 0.7}
	const d = 10.0
	for _, dt := range []float64{1e-6, 0.01, 0.3, 2} {
		critical := spring.Damped(x, goal, d*d/4, d, dt)
		for _, off := range []float64{0, 1e-15, 1e-14, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3} {
			for _, sign := range []float64{-1, 1} {
				s := d * d / 4 * (1 + sign*off)
				what := fmt.Sprintf("s = d²/4 (1 %+g), dt %g", sign*off, dt)
				got := spring.Damped(x, goal, s, d, dt)
				nearState(t, what, got, reference(x, goal, s, d, dt), exactTolerance, 5, 10)

				// And close to critical itself: the state depends on s with a slope
				// of at most 5 here for a relative change of s.
				nearState(t, what+" against critical", got, critical, 1e-13+off, 5, 10)
			}
		}
	}
}

// XA is the response to a constant acceleration, in every branch of its
// evaluation, to full relative precision: it is an integral that would lose all
// digits for short times or weak springs.
func TestAccelerationResponse(t *testing.T) {
	for _, s := range []float64{0, 1e-14, 1e-6, 0.9, 1, 1.1, 25, 400} {
		for _, d := range []float64{0, 1e-9, 0.1, 2, 10, 300} {
			for _, dt := range []float64{1e-12, 1e-5, 0.01, 0.1, 0.15, 0.5} {
				got := spring.Exact(s, d, dt).XA
				want := forced(number{}, number{}, 1, s, d, dt).Position
				near(t, fmt.Sprintf("XA at s %g, d %g, dt %g", s, d, dt), got, want, exactTolerance, want)
			}
		}
	}
}

// n small steps are one large one, and steps backward undo steps forward.
func TestExactComposes(t *testing.T) {
	x, goal := number{0.3, -2}, number{1.5, 0.7}
	for _, c := range []struct{ s, d float64 }{{100, 4}, {25, 10}, {9, 10}, {0, 3}, {4, 0}, {0, 0}} {
		small := x
		step := spring.Exact(c.s, c.d, 1.0/1024)
		for range 1024 {
			small = spring.Apply(step, small, goal)
		}
		large := spring.Damped(x, goal, c.s, c.d, 1)
		nearState(t, fmt.Sprintf("%v: 1,024 small steps", c), small, large, 1e-12, 5, 10) // 1,024 roundings of 1e-15

		back := spring.Damped(large, goal, c.s, c.d, -1)
		nearState(t, fmt.Sprintf("%v: forth and back", c), back, x, 1e-15*math.Exp(c.d), 20, 10) // backward, errors grow as e^(d t)
	}
}

// The ends of every range are defined, and have the right values.
func TestExactLimits(t *testing.T) {
	inf := math.Inf(1)
	x, goal := number{2, 3}, number{5, 0.5}
	still := number{Position: 5}
	for _, c := range []struct {
		what     string
		s, d, dt float64
		goal     number
		want     number
	}{
		{"dt = 0", 7, 3, 0, goal, x},
		{"dt = 0, infinitely stiff", inf, inf, 0, goal, x},
		{"no spring, no damper", 0, 0, 4, goal, number{14, 3}},
		{"no spring: velocity goes to the goal's", 0, 1, 1e6, number{5, 0}, number{5, 0}},
		{"no spring, moving goal, long", 0, 1, 1e6, goal, number{2 + 0.5e6 + 2.5, 0.5}},
		{"no spring, dt = ∞, resting goal", 0, 1, inf, still, number{5, 0}},
		{"under-damped, dt = ∞", 100, 1, inf, goal, number{5.005, 0}},
		{"critical, dt = ∞", 25, 10, inf, goal, number{5.2, 0}},
		{"over-damped, dt = ∞", 1, 10, inf, goal, number{10, 0}},
		{"very weak spring, very long", 1e-200, 1e-90, inf, still, number{5, 0}},
		{"infinitely stiff and damped: at the goal at once", inf, inf, 1e-3, still, number{5, 0}},
		{"infinite damping alone: velocity of the goal at once", 1, inf, 2, goal, number{3, 0.5}},
	} {
		nearState(t, c.what, spring.Damped(x, c.goal, c.s, c.d, c.dt), c.want, 1e-13, math.Max(1, math.Abs(c.want.Position)), 1)
	}

	// Nothing that is not NaN gives NaN or overflows.
	values := []float64{0, 5e-324, 1e-200, 1e-160, 1e-150, 1e-8, 1, 1e8, 1e150, 1e200, 1e300, math.MaxFloat64, inf}
	for _, s := range values {
		for _, d := range values {
			for _, dt := range values {
				for _, got := range numbersOf(spring.Exact(s, d, dt)) {
					if math.IsNaN(got) || math.IsInf(got, 0) {
						t.Fatalf("Exact(%g, %g, %g) is not finite: %+v", s, d, dt, spring.Exact(s, d, dt))
					}
				}
			}
		}
	}

	// Results without a meaning are NaN throughout, not a plausible number.
	for _, c := range [][3]float64{{-1, 1, 1}, {1, -1, 1}, {math.NaN(), 1, 1}, {1, math.NaN(), 1}, {1, 1, math.NaN()}} {
		for _, got := range numbersOf(spring.Exact(c[0], c[1], c[2])) {
			if !math.IsNaN(got) {
				t.Errorf("Exact(%v) has the number %g, want NaN", c, got)
			}
		}
	}
}

func numbersOf(t spring.Transition) []float64 {
	return []float64{t.XX, t.XV, t.XQ, t.XA, t.VX, t.VV, t.VQ}
}

// A damped spring left alone never gains energy, whatever the step: it is
// unconditionally stable. Without damping it keeps it.
func TestExactIsStable(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	var rest number
	for i := range 2000 {
		s := math.Pow(10, random.Float64()*16-8)
		d := math.Pow(10, random.Float64()*16-8)
		dt := math.Pow(10, random.Float64()*16-8)
		if i%4 == 0 {
			d = 0
		}
		x := number{random.NormFloat64(), random.NormFloat64() * math.Sqrt(s)}
		before := spring.Energy(x, rest, s)
		after := spring.Energy(spring.Damped(x, rest, s, d, dt), rest, s)
		if after > before*(1+1e-14) { // rounding of a dozen operations
			t.Fatalf("seed 1, case %d: s %g, d %g, dt %g: energy grows from %g to %g", i, s, d, dt, before, after)
		}
		if d == 0 {
			near(t, fmt.Sprintf("undamped energy, s %g, dt %g", s, dt), after, before, 1e-14, before)
		}
	}
}

// Extrapolation is x″ = −y x′, y = ln2/h: a damper alone, without a spring.
func TestExtrapolate(t *testing.T) {
	const h = 0.4
	x := number{2, 3}
	for _, dt := range []float64{0, 1e-9, 0.1, 0.4, 3} {
		want := reference(x, number{}, 0, math.Ln2/h, dt)
		nearState(t, "decaying", spring.Extrapolate(x, h, dt), want, exactTolerance, 5, 1)
	}
	for _, c := range []struct {
		what         string
		halfLife, dt float64
		want         number
	}{
		{"a half-life", h, h, number{2 + 3*h/math.Ln2/2, 1.5}},
		{"for ever", h, math.Inf(1), number{2 + 3*h/math.Ln2, 0}},
		{"without decay", math.Inf(1), 7, number{23, 3}},
		{"without decay, for ever", math.Inf(1), math.Inf(1), number{3e150, 3}}, // the longest time there is
		{"stopped at once", 0, 7, number{2, 0}},
		{"no time, stopped at once", 0, 0, x},
	} {
		nearState(t, c.what, spring.Extrapolate(x, c.halfLife, c.dt), c.want, 1e-14, math.Max(20, math.Abs(c.want.Position)), 1)
	}

	small := x
	for range 1000 {
		small = spring.Extrapolate(small, h, 0.001)
	}
	nearState(t, "1,000 small steps", small, spring.Extrapolate(x, h, 1), 1e-12, 5, 1)
}

// Inertialization: no jump in position or velocity when the source changes, the
// new source at the end, and between them the critical decay of the offset.
func TestInertialize(t *testing.T) {
	const h = 0.1
	from := func(t float64) spring.State[vec3] {
		return spring.State[vec3]{Position: vec3{t, 2, math.Sin(t)}, Velocity: vec3{1, 0, math.Cos(t)}}
	}
	to := func(t float64) spring.State[vec3] {
		return spring.State[vec3]{Position: vec3{-t, 5, t * t}, Velocity: vec3{-1, 0, 2 * t}}
	}
	const switched = 1.3
	offset := spring.Switch(spring.State[vec3]{}, from(switched), to(switched))

	seen, _ := spring.Inertialize(offset, to(switched), h, 0)
	nearVec(t, "position at the switch", seen.Position, from(switched).Position, 1e-15, 5)
	nearVec(t, "velocity at the switch", seen.Velocity, from(switched).Velocity, 1e-15, 5)

	d := spring.DampingFromHalfLife(h)
	const dt = 0.05
	seen, left := spring.Inertialize(offset, to(switched+dt), h, dt)
	for axis := range 3 {
		off := reference(number{offset.Position[axis], offset.Velocity[axis]}, number{}, d*d/4, d, dt)
		near(t, "offset on the way", left.Position[axis], off.Position, exactTolerance, 5)
		near(t, "seen on the way", seen.Position[axis], to(switched + dt).Position[axis]+off.Position, exactTolerance, 5)
	}

	seen, _ = spring.Inertialize(offset, to(5), h, 5-switched)
	nearVec(t, "at last", seen.Position, to(5).Position, 1e-15, 25)

	// A second switch while the first is under way does not jump either.
	again := spring.Switch(left, to(switched+dt), from(switched+dt))
	nearVec(t, "second switch", from(switched+dt).Plus(again).Position, to(switched+dt).Plus(left).Position, 1e-15, 5)
}
