package spring

import "math"

// Paired is the state of a double spring: the visible motion, and the inner spring
// that it follows. Begin with both the same.
type Paired[V Vector] struct {
	State[V]
	Inner State[V]
}

// Double moves x by dt [s] toward a goal at rest, as a critical spring whose
// goal is another critical spring, both of half the half-life h [s]: together
// they take about as long as Simple does (1.32 h to come halfway from rest;
// Simple 1.21 h), but the start is S-shaped, smooth in acceleration even when
// the goal jumps. Exact for any dt: the inner spring moves during the step.
func Double[V Vector](x Paired[V], goal V, halfLife, dt float64) Paired[V] {
	t := Critical(halfLife/2, dt)
	after := Paired[V]{
		State: Apply(t, x.State, AtRest(goal)),
		Inner: Apply(t, x.Inner, AtRest(goal)),
	}

	// The inner spring is at goal + (j0 + j1 t) e^(−y t). As a force y² on the
	// outer one, its offset adds e^(−y t) y² (j0 t²/2 + j1 t³/6) to the response
	// to the goal, and the derivative of that to the velocity.
	y := criticalRate(halfLife / 2)
	z := y * t.DT
	envelope := math.Exp(-z) // 0 in the end, and stays it: z is bounded
	j0 := minus(x.Inner.Position, goal)
	j1 := sum(1, x.Inner.Velocity, y, j0)
	pull := State[V]{
		Position: sum(envelope*z*z/2, j0, envelope*z*z/6*t.DT, j1),
		Velocity: sum(envelope*y*z*(1-z/2), j0, envelope*z*z*(0.5-z/6), j1),
	}
	after.State = after.State.Plus(pull)
	return after
}

// LookAhead is how far along its line a timed or velocity spring aims, in
// half-lives. A critical spring lags 1.44 half-lives behind a goal that moves
// steadily; aiming 2 ahead lets it slow down in time.
const LookAhead = 2

// Lined is the state of a timed or velocity spring: the visible motion, and the point
// that runs straight to the goal. Begin with the line at the position.
type Lined[V Vector] struct {
	State[V]
	Line V // [u]
}

// Timed moves x by dt [s] ≥ 0 so that it reaches goal after timeLeft [s]. A point
// runs straight from Line to arrive on time, and a critical spring of half-life
// h [s] pulls toward where that point will be LookAhead half-lives later, at
// most the goal. After a long run at speed u it is 0.215 u h short of the goal
// at the time of arrival, and settles from there. Exact for any dt, also across
// the moment when the aim reaches the goal.
func Timed[V Vector](x Lined[V], goal V, timeLeft, halfLife, dt float64) Lined[V] {
	rate := scaled(1/timeLeft, minus(goal, x.Line)) // of the line, while there is time

	// While the aim runs ahead of the line, then while it rests at the goal.
	ahead := LookAhead * halfLife
	if running := max(0, min(timeLeft-ahead, dt)); running > 0 {
		aim := AtRest(sum(1, x.Line, ahead, rate))
		x.State = ramp(Critical(halfLife, running), x.State, aim, rate)
		x.Line = sum(1, x.Line, running, rate)
		timeLeft, dt = timeLeft-running, dt-running
	}
	x.State = Simple(x.State, goal, halfLife, dt)

	if dt < timeLeft {
		x.Line = sum(1, x.Line, dt, rate)
	} else {
		x.Line = goal
	}
	return x
}

// Velocity moves x by dt [s] ≥ 0 toward goal at the given speed [u/s] ≥ 0, straight,
// smoothed by a critical spring of half-life h [s]: it is Timed with the time
// that the rest of the line takes at that speed. A speed of 0 stays at Line.
func Velocity[V Vector](x Lined[V], goal V, speed, halfLife, dt float64) Lined[V] {
	timeLeft := 0.0
	if distance := length(minus(goal, x.Line)); distance > 0 {
		timeLeft = distance / speed
	}
	return Timed(x, goal, timeLeft, halfLife, dt)
}
