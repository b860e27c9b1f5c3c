package spring

// Apply moves x by one transition toward goal. The goal's position is constant during the
// step; the damper pulls toward its velocity. With goal velocity q the spring therefore
// settles at goal + d q/s, ahead of it: see Follow for a goal that moves.
func Apply[V Vector](t Transition, x, goal State[V]) State[V] {
	return byComponent(x, goal, func(x, goal State[float64]) State[float64] {
		offset := x.Position - goal.Position
		return State[float64]{
			Position: goal.Position + t.XX*offset + t.XV*x.Velocity + t.XQ*goal.Velocity,
			Velocity: t.VX*offset + t.VV*x.Velocity + t.VQ*goal.Velocity,
		}
	})
}

// ApplyEach is Apply for many springs with the same transition: states[i]
// moves in place toward goals[i]. There are as many goals as states.
func ApplyEach[V Vector](t Transition, states, goals []State[V]) {
	for i, x := range states {
		states[i] = Apply(t, x, goals[i])
	}
}

// Decay returns Apply toward rest at the origin: four products. It makes an offset
// vanish (see Inertialize); Critical gives the usual transition for it.
func Decay[V Vector](t Transition, x State[V]) State[V] {
	return byComponent(x, x, func(x, _ State[float64]) State[float64] {
		return State[float64]{
			Position: t.XX*x.Position + t.XV*x.Velocity,
			Velocity: t.VX*x.Position + t.VV*x.Velocity,
		}
	})
}

// Damped moves x by dt [s] toward goal, as a spring of stiffness s [1/s²] and
// damping d [1/s]. For many springs or steps, make the transition once with
// Exact and use Apply.
func Damped[V Vector](x, goal State[V], s, d, dt float64) State[V] {
	return Apply(Exact(s, d, dt), x, goal)
}

// Simple moves x by dt [s] toward a goal at rest, as the critically damped
// spring of half-life h [s]: one number to tune, no overshoot from rest.
func Simple[V Vector](x State[V], goal V, halfLife, dt float64) State[V] {
	return Apply(Critical(halfLife, dt), x, AtRest(goal))
}

// Follow moves x by one transition toward a goal that itself moves, at its own
// velocity, during the step (Apply holds it). It leaves no lag: the offset
// from the moving goal decays like any other. The goal is the one at the
// beginning of the step.
func Follow[V Vector](t Transition, x, goal State[V]) State[V] {
	return ramp(t, x, goal, goal.Velocity)
}

// ramp returns Apply toward a goal whose position moves at rate, while the damper
// pulls toward goal.Velocity. In the frame of the moving goal it stands still
// at the origin, and the damper's velocity is the difference of the two.
func ramp[V Vector](t Transition, x, goal State[V], rate V) State[V] {
	frame := State[V]{goal.Position, rate}
	var inFrame State[V]
	inFrame.Velocity = minus(goal.Velocity, rate)
	frameAfter := State[V]{sum(1, goal.Position, t.DT, rate), rate}
	return Apply(t, x.Minus(frame), inFrame).Plus(frameAfter)
}
