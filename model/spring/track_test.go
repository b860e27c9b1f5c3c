package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/model/spring"
	"hooke/must"
)

// A target on a sine is followed without lag at 60 steps a second; Follow, which takes its
// velocity as constant in a step, is far off.
func TestTrackFollowsAnyTarget(t *testing.T) {
	const dt = 1. / 60
	target := func(time float64) number { return number{math.Sin(6 * time), 6 * math.Cos(6*time)} }
	step := spring.Critical(0.5, dt)
	tracked, followed := target(0), target(0)
	var off, offFollowed float64
	for k := range 600 {
		now, then := target(float64(k)*dt), target(float64(k+1)*dt)
		tracked, followed = spring.Track(step, tracked, now, then), spring.Follow(step, followed, now)
		off, offFollowed = max(off, math.Abs(tracked.Position-then.Position)), max(offFollowed, math.Abs(followed.Position-then.Position))
	}
	must.Hold(t, off <= 1e-9, "%g off a smooth target", off)
	must.Hold(t, offFollowed >= 1e-3, "control: Follow is %g off only", offFollowed)
}

// A target that jumps by 1 is eased: no visible step is larger than the spring's, and the jump halves as the
// spring's closed form says.
func TestTrackEasesJumps(t *testing.T) {
	const dt, h = 1. / 60, 0.25
	step := spring.Critical(h, dt)
	jumped := func(time float64) number { return number{2*time + 1, 2} } // was 2 t
	x := number{0, 2}
	for k := range 30 {
		x = spring.Track(step, x, jumped(float64(k)*dt), jumped(float64(k+1)*dt))
		then := float64(k+1) * dt
		y := 2 * math.Ln2 / h
		left := math.Exp(-y*then) * (1 + y*then) // of a jump, at rest relative to the target
		nearState(t, "after a jump", number{x.Position - 2*then - 1 + left, 0}, number{}, 1e-13, 1, 1)
	}
	must.Hold(t, spring.Track(step, number{0, 2}, jumped(0), jumped(dt)).Position <= 0.2, "the jump is seen within a step")
}

// Angles go the short way round, across ±π, and stay in bounds; Apply goes the long way.
func TestApplyAngle(t *testing.T) {
	step := spring.Critical(0.2, 0.05)
	x, goal := number{3, 0}, number{-3, 0}
	long := spring.Apply(step, x, goal)
	for k := range 200 {
		before := x
		x = spring.ApplyAngle(step, x, goal)
		if x.Position < -math.Pi || x.Position >= math.Pi {
			t.Fatalf("step %d: %g rad", k, x.Position)
		}
		if turned := math.Abs(math.Remainder(x.Position-before.Position, 2*math.Pi)); turned > 0.29 {
			t.Fatalf("step %d turns by %g rad", k, turned)
		}
	}
	nearState(t, "in the end", x, goal, 1e-12, 3, 1)
	must.Hold(t, long.Position <= 2.9, "control: Apply goes to %g, the long way", long.Position)
	// Whole turns change nothing.
	one, other := spring.ApplyAngle(step, number{1, 2}, number{2, 1}), spring.ApplyAngle(step, number{1 - 4*math.Pi, 2}, number{2 + 6*math.Pi, 1})
	nearState(t, "turns", other, one, 1e-13, 20, 1)
}

// The controller is a third-order motion: its position is the integral of a
// critical spring on the velocity. Held against the reference for the velocity,
// and against Runge-Kutta for the position.
func TestControl(t *testing.T) {
	x := spring.Controlled[float64]{State: number{2, -1}, Acceleration: 4}
	const goal = 3.0
	for _, h := range []float64{0.05, 0.3, 5, 1e4} {
		d := spring.DampingFromHalfLife(h)
		s := d * d / 4
		for _, dt := range []float64{0, 1e-6, 0.01, 0.5, 2} {
			what := fmt.Sprintf("half-life %g, dt %g", h, dt)
			got := spring.Control(x, goal, h, dt)
			steered := reference(number{x.Velocity, x.Acceleration}, number{goal, 0}, s, d, dt)
			near(t, what+": velocity", got.Velocity, steered.Position, exactTolerance, 10)
			near(t, what+": acceleration", got.Acceleration, steered.Velocity, exactTolerance, 10*math.Max(1, d))

			// Position as p of p′ = v: the velocity is exact, so integrate it alone.
			integral := rungeKutta(x.State, dt, 20000, func(at, _, _ float64) float64 {
				return acceleration(x, goal, d, at)
			})
			near(t, what+": position", got.Position, integral.Position, 1e-12, 10) // as the references agree
		}
	}

	// Known end: x + v t + 2e/y + a/y².
	far := spring.Control(x, goal, 0.3, 100)
	y := 2 * math.Ln2 / 0.3
	near(t, "far future", far.Position, 2+300+2*(-4)/y+4/(y*y), 1e-14, 300)

	// No steering and instant steering.
	free := spring.Control(x, goal, math.Inf(1), 2)
	near(t, "half-life ∞", free.Position, 2+x.Velocity*2+x.Acceleration*2*2/2, 1e-15, 8)
	instant := spring.Control(x, goal, 0, 2)
	near(t, "half-life 0", instant.Position, 8, 1e-15, 8)
}

// acceleration is its closed form at t, straight from the text: with
// j0 = v − goal and j1 = a + y j0 it is e^(−y t)(a − y j1 t).
func acceleration(x spring.Controlled[float64], goal, d, t float64) float64 {
	y := d / 2
	j1 := x.Acceleration + y*(x.Velocity-goal)
	return math.Exp(-y*t) * (x.Acceleration - y*j1*t)
}

// A prediction is the state that stepping reaches.
func TestControlPredicts(t *testing.T) {
	x := spring.Controlled[vec3]{
		State:        spring.State[vec3]{Position: vec3{1, 0, 2}, Velocity: vec3{0, 3, 0}},
		Acceleration: vec3{-1, 0, 0.5},
	}
	goal := vec3{2, 0, -1}
	predicted := spring.Control(x, goal, 0.25, 2)
	for range 240 {
		x = spring.Control(x, goal, 0.25, 2.0/240)
	}
	nearVec(t, "position", x.Position, predicted.Position, 1e-13, 5) // 240 roundings of 1e-16
	nearVec(t, "velocity", x.Velocity, predicted.Velocity, 1e-13, 5)
	nearVec(t, "acceleration", x.Acceleration, predicted.Acceleration, 1e-13, 5)
}

// A scale is a spring of its logarithm: same ratio, same time; per axis.
func TestApplyScale(t *testing.T) {
	const s, d, dt = 100.0, 3.0, 0.21 // overshoots
	step := spring.Exact(s, d, dt)
	x := spring.Scaling[vec3]{Scale: vec3{1, 2, 0.5}, Rate: vec3{0, 0, 1}}
	goal := spring.Scaling[vec3]{Scale: vec3{2, 4, 0.001}}
	got := spring.ApplyScale(step, x, goal)
	for axis := range 3 {
		want := reference(number{math.Log(x.Scale[axis]), x.Rate[axis]}, number{math.Log(goal.Scale[axis]), 0}, s, d, dt)
		near(t, "scale", got.Scale[axis], math.Exp(want.Position), 1e-13, math.Exp(want.Position)) // exponents of up to 10
		near(t, "rate", got.Rate[axis], want.Velocity, 1e-13, 10)
	}
	near(t, "1 to 2 and 2 to 4 alike", got.Scale[1], 2*got.Scale[0], 1e-14, 4)
	must.Hold(t, got.Scale[0] > 2, "the scale is %g; want an overshoot, or the test says little", got.Scale[0])
	must.Hold(t, got.Scale[2] > 0, "an overshoot below 0.001 gives %g; want > 0", got.Scale[2])

	// Numbers without a logarithm are NaN, zero included.
	for _, bad := range []float64{0, -1} {
		if got := spring.ApplyScale(step, spring.Scaling[float64]{Scale: bad}, spring.Scaling[float64]{Scale: 1}); !math.IsNaN(got.Scale) {
			t.Errorf("scale %g goes to %g, want NaN", bad, got.Scale)
		}
	}
}

func knots() []spring.Knot[float64] {
	return []spring.Knot[float64]{{1, 0}, {2, 3}, {2.5, 1}, {4, 1}}
}

func newPath(t *testing.T) spring.Path[float64] {
	t.Helper()
	return must.Get(spring.NewPath(knots()))(t)
}

// Along the path against the equation, stretch by stretch.
func TestPathMatchesIntegration(t *testing.T) {
	path := newPath(t)
	const h = 0.15
	d := spring.DampingFromHalfLife(h)
	want := number{0, 3} // the first knot, with the first velocity
	from := 1.0
	for _, to := range []float64{1.3, 2, 2.1, 2.5, 3, 4, 5} {
		goal := path.Goal(from)
		start := from
		want = rungeKutta(want, to-from, 20000, func(t, p, v float64) float64 {
			g := path.Goal(start).Position + goal.Velocity*t
			return d*d/4*(g-p) + d*(goal.Velocity-v)
		})
		from = to
		nearState(t, fmt.Sprintf("at %g s", to), path.At(h, to), want, 1e-11, 5, 10) // errors of seven integrations
	}
}

// The goal, its rests before and after, and small steps equal to one large.
func TestPathGoalAndSteps(t *testing.T) {
	path := newPath(t)
	for _, c := range []struct {
		time float64
		want number
	}{
		{-3, number{0, 0}}, {1, number{0, 3}}, {1.5, number{1.5, 3}}, {2, number{3, -4}}, {2.25, number{2, -4}},
		{3, number{1, 0}}, {4, number{1, 0}}, {1e9, number{1, 0}},
	} {
		nearState(t, fmt.Sprintf("goal at %g s", c.time), path.Goal(c.time), c.want, 1e-15, 3, 1)
	}

	x := number{0.7, -1}
	small := x
	for i := range 100 {
		small = path.Advance(small, 0.2, 0.5+0.05*float64(i), 0.05)
	}
	nearState(t, "100 small steps", small, path.Advance(x, 0.2, 0.5, 5), 1e-13, 5, 10)
	nearState(t, "before the path", path.At(0.2, 0), number{0, 0}, 0, 1, 1)
	nearState(t, "long after", path.At(0.2, math.Inf(1)), number{1, 0}, 1e-15, 1, 1)
	nearState(t, "no half-life", path.At(0, 2.25), number{2, -4}, 1e-15, 3, 1)

	var none spring.Path[vec3]
	if got := none.Advance(none.At(1, 2), 1, 2, 3); got != (spring.State[vec3]{}) {
		t.Errorf("the zero path leads to %+v, want the origin", got)
	}
}

// Knots are passed through, corners overshot as stated: Δu/(e y).
func TestPathCorner(t *testing.T) {
	path := must.Get(spring.NewPath([]spring.Knot[vec3]{{0, vec3{}}, {5, vec3{10, 0, 0}}, {10, vec3{10, 10, 0}}}))(t)
	const h = 0.3
	nearVec(t, "at the corner", path.At(h, 5).Position, vec3{10, 0, 0}, 1e-14, 10)

	y := 2 * math.Ln2 / h
	overshoot := path.At(h, 5+1/y).Position[0] - 10
	near(t, "overshoot", overshoot, 2/(math.E*y), 1e-13, 1)
	near(t, "stated", overshoot/(2*h), 0.265, 0.0005, 1)
	for _, dt := range []float64{0.9 / y, 1.1 / y} {
		if beside := path.At(h, 5+dt).Position[0] - 10; beside >= overshoot {
			t.Errorf("%g s after the corner it is %g beyond, more than at the peak: %g", dt, beside, overshoot)
		}
	}
}

func TestNewPathRefuses(t *testing.T) {
	for _, c := range []struct {
		knots []spring.Knot[float64]
		want  string
	}{
		{nil, "spring: a path needs at least one knot"},
		{[]spring.Knot[float64]{{1, 0}, {1, 2}}, "spring: knot 1 at 1 s does not come after knot 0 at 1 s: give ascending times"},
		{[]spring.Knot[float64]{{1, 0}, {2, 2}, {1.5, 0}}, "spring: knot 2 at 1.5 s does not come after knot 1 at 2 s: give ascending times"},
		{[]spring.Knot[float64]{{math.NaN(), 0}}, "spring: knot 0 has the time NaN s: give a finite one"},
		{[]spring.Knot[float64]{{0, 0}, {math.Inf(1), 0}}, "spring: knot 1 has the time +Inf s: give a finite one"},
	} {
		if _, err := spring.NewPath(c.knots); err == nil || err.Error() != c.want {
			t.Errorf("knots %v: error %v, want %q", c.knots, err, c.want)
		}
	}

	given := knots()
	path, _ := spring.NewPath(given)
	given[0].Position = 99
	near(t, "first knot after the caller's slice changed", path.Goal(0).Position, 0, 0, 1)
}

// A path from both ends begins and ends at its knots, is the same motion backward, and its
// velocity is the rate of its position. A forward path lags behind its last knot.
func TestPathBoth(t *testing.T) {
	const h = 0.3
	both := must.Get(spring.PathBoth(knots()))(t)
	var reversed []spring.Knot[float64]
	for i := range knots() {
		knot := knots()[len(knots())-1-i]
		reversed = append(reversed, spring.Knot[float64]{Time: 5 - knot.Time, Position: knot.Position})
	}
	back := must.Get(spring.PathBoth(reversed))(t)
	for i := range 60 {
		time := 1 + 0.05*float64(i)
		x, y := both.At(h, time), back.At(h, 5-time)
		nearState(t, fmt.Sprintf("backward at %g s", time), number{y.Position, -y.Velocity}, x, 1e-12, 3, 10)
		const dt = 1e-5
		rate := (both.At(h, time+dt).Position - both.At(h, time-dt).Position) / (2 * dt)
		if i > 0 && math.Abs(rate-x.Velocity) > 1e-4 {
			t.Errorf("at %g s the velocity is %g, the rate %g", time, x.Velocity, rate)
		}
	}
	nearState(t, "the last knot", both.At(h, 4), number{1, 0}, 0, 1, 1)
	nearState(t, "just before it", both.At(h, 4-1e-9), both.At(h, 4), 1e-7, 1, 1)
	if path := newPath(t); math.Abs(path.At(h, 4).Position-1) < 1e-3 {
		t.Errorf("control: a forward path ends at %g", path.At(h, 4).Position)
	}
	if _, err := spring.PathBoth([]spring.Knot[float64]{{2, 1}, {1, 1}}); err == nil {
		t.Error("knots that go back in time are taken")
	}
}
