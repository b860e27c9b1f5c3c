package spring_test

import (
	"math"
	"testing"

	"hooke/spring"
)

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
	if got.Scale[0] <= 2 {
		t.Errorf("the scale is %g; want an overshoot, or the test says little", got.Scale[0])
	}
	if got.Scale[2] <= 0 {
		t.Errorf("an overshoot below 0.001 gives %g; want > 0", got.Scale[2])
	}

	// What has no logarithm is NaN, zero included.
	for _, bad := range []float64{0, -1} {
		if got := spring.ApplyScale(step, spring.Scaling[float64]{Scale: bad}, spring.Scaling[float64]{Scale: 1}); !math.IsNaN(got.Scale) {
			t.Errorf("scale %g goes to %g, want NaN", bad, got.Scale)
		}
	}
}
