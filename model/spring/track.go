package spring

import "math"

// Track moves x by one transition with a target that moves in any way: the offset from the
// target of now decays exactly, and the remainder is added to the target of then, t.DT later.
// A target given with its true velocity is followed without lag, however it curves. After a
// jump, the caller's now is after the jump, so that the offset contains the jump and decays
// smoothly. Follow needs only the target of now, and continues straight.
func Track[V Vector](t Transition, x, now, then State[V]) State[V] {
	return Decay(t, x.Minus(now)).Plus(then)
}

// ApplyAngle returns Apply for angles [rad]: the difference to the goal is taken the
// short way round, and the angle that results lies in [−π, π). At exactly half a
// turn the way is that of falling angles.
func ApplyAngle(t Transition, x, goal State[float64]) State[float64] {
	x.Position = goal.Position + wrapped(x.Position-goal.Position)
	after := Apply(t, x, goal)
	after.Position = wrapped(after.Position)
	return after
}

// wrapped returns an angle [rad] in [−π, π): math.Remainder's quotient is the nearest whole
// number, and the even one at half a turn, which is π for odd turns.
func wrapped(angle float64) float64 {
	angle = math.Remainder(angle, 2*math.Pi)
	if angle >= math.Pi {
		return -math.Pi
	}
	return angle
}
