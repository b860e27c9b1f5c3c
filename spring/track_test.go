package spring_test

import (
	"math"
	"testing"

	"hooke/spring"
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
	if off > 1e-9 {
		t.Errorf("%g off a smooth target", off)
	}
	if offFollowed < 1e-3 {
		t.Errorf("control: Follow is %g off only", offFollowed)
	}
}

// A target that jumps by 1 is eased: no step of what is seen is more than the spring makes, and
// the jump halves as the spring's closed form says.
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
	if spring.Track(step, number{0, 2}, jumped(0), jumped(dt)).Position > 0.2 {
		t.Error("the jump is seen within a step")
	}
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
	if long.Position > 2.9 {
		t.Errorf("control: Apply goes to %g, the long way", long.Position)
	}
	// Whole turns change nothing.
	one, other := spring.ApplyAngle(step, number{1, 2}, number{2, 1}), spring.ApplyAngle(step, number{1 - 4*math.Pi, 2}, number{2 + 6*math.Pi, 1})
	nearState(t, "turns", other, one, 1e-13, 20, 1)
}
