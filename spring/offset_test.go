package spring_test

import (
	"math"
	"testing"

	"hooke/spring"
)

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
