package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/model/spring"
)

// The double spring is four coupled first-order equations; integrate them.
func TestDouble(t *testing.T) {
	const goal = 1.5
	x := spring.Paired[float64]{State: number{0.3, -2}, Inner: number{-0.5, 1}}
	for _, h := range []float64{0.2, 1, 50} {
		y := spring.DampingFromHalfLife(h/2) / 2
		for _, dt := range []float64{0, 1e-3, 0.1, 1} {
			what := fmt.Sprintf("half-life %g, dt %g", h, dt)
			got := spring.Double(x, goal, h, dt)
			inner := reference(x.Inner, number{goal, 0}, y*y, 2*y, dt)
			nearState(t, what+": inner", got.Inner, inner, exactTolerance, 5, 2*y)
			// The inner spring in closed form, straight from the text.
			j0 := x.Inner.Position - goal
			j1 := x.Inner.Velocity + y*j0
			outer := rungeKutta(x.State, dt, 20000, func(t, p, v float64) float64 {
				return y*y*(goal+(j0+j1*t)*math.Exp(-y*t)-p) - 2*y*v
			})
			nearState(t, what+": outer", got.State, outer, 1e-12, 5, 10) // as the references agree
		}
	}

	// Small steps are one large one.
	small := x
	for range 256 {
		small = spring.Double(small, goal, 0.4, 1.0/256)
	}
	large := spring.Double(x, goal, 0.4, 1)
	nearState(t, "256 small steps", small.State, large.State, 1e-13, 5, 10)

	// Half-life 0 and dt → ∞ arrive, dt = 0 stays.
	nearState(t, "half-life 0", spring.Double(x, goal, 0, 1e-3).State, number{goal, 0}, 1e-15, 1, 1)
	nearState(t, "dt ∞", spring.Double(x, goal, 1, math.Inf(1)).State, number{goal, 0}, 1e-15, 1, 1)
	nearState(t, "half-life 0, dt 0", spring.Double(x, goal, 0, 0).State, x.State, 1e-15, 1, 1)
}

// S-shaped: from rest, the double spring's acceleration starts at zero, where
// the single one's is largest; and it comes halfway in 1.32 half-lives.
func TestDoubleStartsSmoothly(t *testing.T) {
	const h, dt = 1.0, 1e-4
	single := spring.Simple(spring.AtRest(0.0), 1, h, dt).Velocity / dt
	double := spring.Double(spring.Paired[float64]{}, 1, h, dt).Velocity / dt
	y := 2 * math.Ln2 / h
	near(t, "acceleration of a single spring", single, y*y, 1e-3, y*y) // 2 y dt lower in the mean
	near(t, "acceleration of a double spring", double, 0, 1e-6, y*y)   // (2 y)^4 dt²/6

	const halfway = 3.6720607489 / (4 * math.Ln2) // (1 + z + z²/2 + z³/6) e^(−z) = 1/2
	near(t, "halfway", spring.Double(spring.Paired[float64]{}, 1, h, halfway).Position, 0.5, 1e-10, 1)
	near(t, "stated", halfway, 1.32, 0.005, 1)
}

// The timed spring against the equation with its moving aim.
func TestTimed(t *testing.T) {
	const goal, h = 4.0, 0.2
	x := spring.Lined[float64]{State: number{0.3, -2}, Line: 0.5}
	const arrival = 1.5
	y := spring.DampingFromHalfLife(h) / 2
	aim := func(t float64) float64 {
		return math.Min(goal, 0.5+(goal-0.5)/arrival*(t+spring.LookAhead*h))
	}
	const bend = arrival - spring.LookAhead*h
	follow := func(from, to float64, x number) number {
		return rungeKutta(x, to-from, 20000, func(t, p, v float64) float64 { return y*y*(aim(from+t)-p) - 2*y*v })
	}
	for _, dt := range []float64{0, 0.01, 0.5, bend, 1.2, arrival, 2.5} {
		want := follow(0, math.Min(dt, bend), x.State)
		if dt > bend { // the aim has a corner there: integrate up to it and from it
			want = follow(bend, dt, want)
		}
		got := spring.Timed(x, goal, arrival, h, dt)
		nearState(t, fmt.Sprintf("dt %g", dt), got.State, want, 1e-12, 5, 10) // as the references agree
		near(t, fmt.Sprintf("dt %g: line", dt), got.Line, math.Min(goal, 0.5+(goal-0.5)/arrival*dt), 1e-15, 5)
	}

	// Small steps, whatever their phase to the bend, are one large one.
	small, left := x, arrival
	for range 70 {
		small = spring.Timed(small, goal, left, h, 2.0/70)
		left -= 2.0 / 70
	}
	large := spring.Timed(x, goal, arrival, h, 2)
	nearState(t, "70 small steps", small.State, large.State, 1e-13, 5, 10)

	// After a long run it is as short of the goal on arrival as stated.
	const speed = 3.0
	long := spring.Timed(spring.Lined[float64]{}, 100*speed, 100, h, 100)
	short := (100*speed - long.Position) / (speed * h)
	look := 4 * math.Ln2 // y times the two half-lives ahead
	near(t, "short on arrival", short, math.Exp(-look)*(2+look)/(2*math.Ln2), 1e-10, 1)
	near(t, "stated", short, 0.215, 0.0005, 1)

	// No time left, late already, half-life 0 and ∞.
	nearState(t, "no time left", spring.Timed(x, goal, 0, h, 0.3).State, spring.Simple(x.State, goal, h, 0.3), 1e-15, 5, 10)
	near(t, "line when late", spring.Timed(x, goal, -1, h, 0).Line, goal, 0, 1)
	nearState(t, "late", spring.Timed(x, goal, -1, h, 0.3).State, spring.Simple(x.State, goal, h, 0.3), 1e-15, 5, 10)
	nearState(t, "half-life 0", spring.Timed(x, goal, arrival, 0, 0.3).State, number{0.5 + 0.7, 7.0 / 3}, 1e-14, 1, 1)
	nearState(t, "half-life ∞", spring.Timed(x, goal, arrival, math.Inf(1), 0.3).State, number{0.3 - 0.6, -2}, 1e-15, 1, 1)
}

// The velocity spring runs at the speed asked for, straight, in 3D too.
func TestVelocity(t *testing.T) {
	goal := vec3{30, 40, 0} // 50 away
	const speed, h = 5.0, 0.1
	x := spring.Lined[vec3]{}
	for range 300 { // 5 s of the 10 it takes
		x = spring.Velocity(x, goal, speed, h, 1.0/60)
	}
	nearVec(t, "velocity under way", x.Velocity, vec3{3, 4, 0}, 1e-12, 5) // started 50 half-lives ago
	nearVec(t, "line under way", x.Line, vec3{15, 20, 0}, 1e-13, 50)

	// It lags 2/y behind its aim, which is 2 h ahead.
	lead := speed * (spring.LookAhead*h - h/math.Ln2)
	nearVec(t, "position under way", x.Position, vec3{0.6 * (25 + lead), 0.8 * (25 + lead), 0}, 1e-12, 50)

	// One large step is the same, and it settles at the goal.
	nearVec(t, "one large step", spring.Velocity(spring.Lined[vec3]{}, goal, speed, h, 5).Position, x.Position, 1e-13, 50)
	x = spring.Velocity(x, goal, speed, h, 20)
	nearVec(t, "at last", x.Position, goal, 1e-14, 50)
	nearVec(t, "line at last", x.Line, goal, 0, 1)
	nearVec(t, "on the goal", spring.Velocity(x, goal, 0, h, 1).Position, goal, 1e-14, 50)

	// A short line is timed too.
	short := spring.Velocity(spring.Lined[float64]{}, 1e-3, 1e-2, h, 0.04)
	near(t, "short line", short.Line, 4e-4, 1e-15, 1e-3)
	near(t, "short way", short.Position, spring.Timed(spring.Lined[float64]{}, 1e-3, 0.1, h, 0.04).Position, 1e-15, 1e-3)

	// Speed 0 stays at the line.
	still := spring.Velocity(spring.Lined[float64]{State: number{1, 0}, Line: 2}, 7, 0, h, 5)
	near(t, "speed 0", still.Position, 2, 1e-14, 2)
	near(t, "line at speed 0", still.Line, 2, 0, 1)
}
