package spring

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Rotation is an orientation and how it turns. The zero value, whose quaternion
// is zero, counts as the identity at rest.
type Rotation struct {
	Orientation     mgl64.Quat // unit; any other length is normalized, zero is the identity
	AngularVelocity mgl64.Vec3 // [rad/s], in the frame of the world
}

// ApplyRotation moves x by one transition toward goal: a spring on the scaled
// axis-angle vector of the difference, the short way round. Transitions are
// those of Exact and Critical.
//
// It is exact while the axis of the difference stays the same. When the axis
// turns, because x spins about another one, the angular velocity is that of the
// axis-angle vector, as the method defines it. Small steps equal
// one large one as long as the difference stays below half a turn; beyond, the
// short way is the other one.
func ApplyRotation(t Transition, x, goal Rotation) Rotation {
	to := unit(goal.Orientation)
	difference := ScaledAxis(unit(x.Orientation).Mul(to.Conjugate()))
	after := Apply(t, State[mgl64.Vec3]{difference, x.AngularVelocity}, State[mgl64.Vec3]{Velocity: goal.AngularVelocity})
	return Rotation{
		Orientation:     unit(FromScaledAxis(after.Position).Mul(to)),
		AngularVelocity: after.Velocity,
	}
}

// DampRotation turns x toward goal without inertia, the short way round: the
// angle between them halves every half-life [s], exactly for any dt [s] ≥ 0.
func DampRotation(x, goal mgl64.Quat, halfLife, dt float64) mgl64.Quat {
	to := unit(goal)
	difference := ScaledAxis(unit(x).Mul(to.Conjugate()))
	return unit(FromScaledAxis(difference.Mul(FactorFromHalfLife(halfLife, dt))).Mul(to))
}

// AngularVelocity returns the steady angular velocity [rad/s] that turns from into to
// within dt [s], the short way round. Turn is its inverse.
func AngularVelocity(from, to mgl64.Quat, dt float64) mgl64.Vec3 {
	return ScaledAxis(unit(to).Mul(unit(from).Conjugate())).Mul(1 / dt)
}

// Turn is q after dt [s] at a steady angular velocity [rad/s] in the frame of
// the world.
func Turn(q mgl64.Quat, angularVelocity mgl64.Vec3, dt float64) mgl64.Quat {
	return unit(FromScaledAxis(angularVelocity.Mul(dt)).Mul(unit(q)))
}

// ScaledAxis returns the logarithm of a rotation: its axis times its angle [rad], the
// short way round, so that the length is at most π. q and −q, the same
// rotation, give the same vector (at exactly half a turn, one of the two
// opposite ones). A zero quaternion gives zero.
func ScaledAxis(q mgl64.Quat) mgl64.Vec3 {
	if q.W < 0 {
		q = q.Scale(-1)
	}
	sine := length(q.V)
	if sine == 0 {
		return mgl64.Vec3{}
	}
	return q.V.Mul(2 * math.Atan2(sine, q.W) / sine)
}

// FromScaledAxis returns the rotation about the axis v by |v| [rad], as a unit
// quaternion. It is the inverse of ScaledAxis up to half a turn.
func FromScaledAxis(v mgl64.Vec3) mgl64.Quat {
	return mgl64.Quat{W: math.Cos(length(v) / 2), V: v.Mul(sineOver(length(v), 0.5))}
}

// unit is q at length 1, to rounding (mgl64's Normalize leaves an error of
// 1e-10 alone), and the identity for a zero quaternion.
func unit(q mgl64.Quat) mgl64.Quat {
	size := q.Len()
	if size == 0 {
		return mgl64.QuatIdent()
	}
	return q.Scale(1 / size)
}
