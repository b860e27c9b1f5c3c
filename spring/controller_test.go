package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/spring"
)

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
