package spring

// Controlled is a body whose velocity, not position, is steered: a state with
// its acceleration. The zero value rests at the origin.
type Controlled[V Vector] struct {
	State[V]
	Acceleration V // [u/s²]
}

// Control steers x toward a goal velocity for dt [s], with a critical spring of
// half-life h [s] on the velocity. The position is that velocity's exact
// integral, so any dt is right: with the goal velocity held, Control from now
// by 2 s is the prediction of where the body will be in 2 s, and nothing has
// to be stepped to know it.
//
// In the long run the position is x + v_goal t + 2 e/y + a/y², where x,
// e = v − v_goal and the acceleration a are those at the start and y = 2 ln2/h.
func Control[V Vector](x Controlled[V], goalVelocity V, halfLife, dt float64) Controlled[V] {
	t := Critical(halfLife, dt)
	velocity := Apply(t, State[V]{x.Velocity, x.Acceleration}, AtRest(goalVelocity))

	// The velocity is v_goal + XX e + XV a. Integrated: ∫XV = XA by meaning, and
	// ∫XX = XV + d XA = XV + XQ, since XX = VV + d XV and VV is XV's derivative.
	excess := minus(x.Velocity, goalVelocity)
	moved := sum(1, sum(t.DT, goalVelocity, t.XV+t.XQ, excess), t.XA, x.Acceleration)
	return Controlled[V]{
		State:        State[V]{sum(1, x.Position, 1, moved), velocity.Position},
		Acceleration: velocity.Velocity,
	}
}
