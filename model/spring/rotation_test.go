package spring_test

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"hooke/model/spring"

	"github.com/go-gl/mathgl/mgl64"
)

func about(axis vec3, angle float64) mgl64.Quat {
	return mgl64.QuatRotate(angle, axis.Mul(1/axis.Len()))
}

// nearQuat compares rotations, so that q and −q are the same.
func nearQuat(t *testing.T, what string, got, want mgl64.Quat, tolerance float64) {
	t.Helper()
	sign := 1.0
	if got.Dot(want) < 0 {
		sign = -1
	}
	near(t, what+": length", got.Len(), 1, 1e-15, 1)
	near(t, what+": w", got.W, sign*want.W, tolerance, 1)
	nearVec(t, what, got.V, want.V.Mul(sign), tolerance, 1)
}

// The axis-angle vector and its inverse, from far below rounding to half a turn.
func TestScaledAxis(t *testing.T) {
	axis := vec3{2, -3, 6} // of length 7
	for _, angle := range []float64{0, 1e-300, 1e-140, 1e-20, 1e-8, 0.1, 1, 3, math.Pi - 1e-9} {
		want := axis.Mul(angle / 7)
		got := spring.ScaledAxis(about(axis, angle))
		if angle == 1e-300 { // its square underflows: nothing is left, and no NaN
			want = vec3{}
		}
		nearVec(t, fmt.Sprintf("axis of %g", angle), got, want, 1e-15, math.Max(angle, 1e-200))
		nearQuat(t, fmt.Sprintf("rotation of %g", angle), spring.FromScaledAxis(want), about(axis, angle), 1e-15)
	}

	// The long way round comes back the short way; −q is the same rotation.
	nearVec(t, "270°", spring.ScaledAxis(about(axis, 1.5*math.Pi)), axis.Mul(-0.5*math.Pi/7), 1e-15, 1)
	nearVec(t, "−q", spring.ScaledAxis(about(axis, 1).Scale(-1)), axis.Mul(1.0/7), 1e-15, 1)
	near(t, "half a turn", spring.ScaledAxis(about(axis, math.Pi)).Len(), math.Pi, 1e-15, 4)
	nearVec(t, "not of unit length", spring.ScaledAxis(about(axis, 1).Scale(5)), axis.Mul(1.0/7), 1e-15, 1)
	nearVec(t, "zero", spring.ScaledAxis(mgl64.Quat{}), vec3{}, 0, 1)
}

// About a fixed axis a rotation is a number: its spring is the spring of its
// angle, in every regime, the short way round.
func TestApplyRotationAboutAnAxis(t *testing.T) {
	axis := vec3{2, -3, 6}.Mul(1.0 / 7)
	for _, c := range []struct{ from, to, difference float64 }{
		{0.2, 1.2, -1},
		{0.1, 2*math.Pi - 0.3, 0.4},           // across zero: 0.4, not 5.9
		{math.Pi - 0.1, -math.Pi + 0.1, -0.2}, // across half a turn
		{0.2, 1.2 + 2*math.Pi, -1},            // the goal given a turn further
		{-3, 0, -3},                           // nearly half a turn
		{0, math.Pi + 0.01, math.Pi - 0.01},   // just more than half: the other way
	} {
		for _, law := range []struct{ s, d float64 }{{100, 4}, {25, 10}, {9, 10}} {
			const dt = 0.07
			step := spring.Exact(law.s, law.d, dt)
			x := spring.Rotation{Orientation: about(axis, c.from), AngularVelocity: axis.Mul(0.6)}
			goal := spring.Rotation{Orientation: about(axis, c.to), AngularVelocity: axis.Mul(0.25)}
			got := spring.ApplyRotation(step, x, goal)

			want := reference(number{c.difference, 0.6}, number{0, 0.25}, law.s, law.d, dt)
			what := fmt.Sprintf("from %g to %g, %v", c.from, c.to, law)
			nearQuat(t, what, got.Orientation, about(axis, c.to+want.Position), 1e-14)
			nearVec(t, what+": angular velocity", got.AngularVelocity, axis.Mul(want.Velocity), 1e-13, 10)
		}
	}
}

// In general position: small steps are one large one, it settles at the goal,
// and the sign of the quaternions does not matter.
func TestApplyRotation(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	for i := range 50 {
		goal := spring.Rotation{Orientation: about(vec3{random.NormFloat64(), random.NormFloat64(), 1}, 6*random.Float64())}
		offset := about(vec3{random.NormFloat64(), 1, random.NormFloat64()}, 2*random.Float64()) // stays below half a turn
		x := spring.Rotation{
			Orientation:     offset.Mul(goal.Orientation),
			AngularVelocity: vec3{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()},
		}
		what := fmt.Sprintf("seed 2, case %d", i)

		small, step := x, spring.Critical(0.4, 1.0/128)
		for range 64 {
			small = spring.ApplyRotation(step, small, goal)
		}
		large := spring.ApplyRotation(spring.Critical(0.4, 0.5), x, goal)
		nearQuat(t, what+": 64 small steps", small.Orientation, large.Orientation, 1e-13)
		nearVec(t, what+": 64 small steps, angular velocity", small.AngularVelocity, large.AngularVelocity, 1e-12, 3)

		flipped := x
		flipped.Orientation = x.Orientation.Scale(-3)
		other := spring.Rotation{Orientation: goal.Orientation.Scale(-2)}
		nearQuat(t, what+": signs and sizes", spring.ApplyRotation(spring.Critical(0.4, 0.5), flipped, other).Orientation, large.Orientation, 1e-14)

		settled := spring.ApplyRotation(spring.Critical(0.4, math.Inf(1)), x, goal)
		nearQuat(t, what+": settled", settled.Orientation, goal.Orientation, 1e-15)
		nearVec(t, what+": settled angular velocity", settled.AngularVelocity, vec3{}, 0, 1)
	}

	// The zero value is the identity at rest.
	got := spring.ApplyRotation(spring.Critical(0.4, 0.1), spring.Rotation{}, spring.Rotation{})
	nearQuat(t, "zero value", got.Orientation, mgl64.QuatIdent(), 0)
}

// The damper halves the angle every half-life.
func TestDampRotation(t *testing.T) {
	axis := vec3{0, 0.6, 0.8}
	got := spring.DampRotation(about(axis, 0.1), about(axis, 2*math.Pi-0.3), 0.2, 0.4)
	nearQuat(t, "two half-lives", got, about(axis, -0.3+0.1), 1e-15) // 0.4 away, 0.1 left
	nearQuat(t, "dt = 0", spring.DampRotation(about(axis, 1), about(axis, 2), 0.2, 0), about(axis, 1), 1e-15)
	nearQuat(t, "half-life 0", spring.DampRotation(about(axis, 1), about(axis, 2), 0, 1), about(axis, 2), 1e-15)
}

// Angular velocity and turning are inverses, in the frame of the world.
func TestAngularVelocity(t *testing.T) {
	from := about(vec3{1, 2, 3}, 2.5)
	w := vec3{0.4, -0.3, 1.2}
	to := spring.Turn(from, w, 0.8)
	nearVec(t, "angular velocity", spring.AngularVelocity(from, to, 0.8), w, 1e-14, 1)

	// In the frame of the world: a quarter turn about z takes x to y.
	quarter := spring.Turn(about(vec3{0, 0, 1}, 0), vec3{0, 0, math.Pi / 2}, 1)
	nearVec(t, "x axis", quarter.Rotate(vec3{1, 0, 0}), vec3{0, 1, 0}, 1e-15, 1)
	tipped := spring.Turn(about(vec3{1, 0, 0}, math.Pi/2), vec3{0, 0, math.Pi / 2}, 1) // first y to z, then about the world's z
	nearVec(t, "x axis, tipped", tipped.Rotate(vec3{1, 0, 0}), vec3{0, 1, 0}, 1e-15, 1)
	nearVec(t, "y axis, tipped", tipped.Rotate(vec3{0, 1, 0}), vec3{0, 0, 1}, 1e-15, 1)
}
