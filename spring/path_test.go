package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/must"
	"hooke/spring"
)

func knots() []spring.Knot[float64] {
	return []spring.Knot[float64]{{1, 0}, {2, 3}, {2.5, 1}, {4, 1}}
}

func newPath(t *testing.T) spring.Path[float64] {
	t.Helper()
	path := must.Get(spring.NewPath(knots()))(t)
	return path
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
// velocity is the rate of its position. A forward path has not come to its last knot.
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
