package cpuref

import "hooke/model"

// A step of velocity Verlet is the passes "drift", "spring-force" and "kick";
// "prime" makes the acceleration that the first drift needs. Between drift and
// kick the state holds the positions after the step and the velocities that
// the dampers see, v + dt a.

// Prime is the pass "prime": the acceleration [m/s²] of every mass in a state,
// friction left out. It writes acceleration, length MassCount.
func Prime(acceleration []model.Vec3, position, velocity []model.Vec3, m *model.Model, p model.Params, springForce, load []model.Vec3) {
	Accelerations(acceleration, position, velocity, m, p, springForce, load)
}

// Drift is the pass "drift". With the kept acceleration a it moves every mass,
// and predicts its velocity, in place:
//
//	v½ = v + dt/2 a
//	x ← x + dt v½
//	v ← v½ + dt/2 a
func Drift(position, velocity, acceleration []model.Vec3, m *model.Model, p model.Params) {
	for i := range position {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		half := velocity[i].Add(acceleration[i].Mul(p.DT / 2))
		position[i] = position[i].Add(half.Mul(p.DT))
		velocity[i] = half.Add(acceleration[i].Mul(p.DT / 2))
	}
}

// Kick is the pass "kick". From the forces at the drifted state it makes the
// new acceleration a' and turns the predicted velocity into the new one:
//
//	v ← v + dt/2 (a' − a),  which is v½ + dt/2 a'
//	x, v ← with friction of contacts, then of pairs    (see applyFriction, PairFriction)
//	a ← a'
//
// next is scratch, length MassCount. It reports whether every new position and
// velocity is a finite number.
func Kick(position, velocity, acceleration []model.Vec3, m *model.Model, p model.Params, springForce, load, next []model.Vec3) (ok bool) {
	Accelerations(next, position, velocity, m, p, springForce, load)
	ok = true
	around := surroundingsOf(m, p)
	for i := range position {
		pin := m.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		x, v := &position[i], &velocity[i]
		*v = v.Add(next[i].Sub(acceleration[i]).Mul(p.DT / 2))
		applyFriction(x, v, &around, i, p, pin, m.Mass[i])
		acceleration[i] = next[i]
		ok = ok && Finite(*x) && Finite(*v)
	}
	if PairFriction(position, velocity, m, p) != nil {
		ok = finiteState(position, velocity)
	}
	return ok
}

// Accelerations writes the acceleration of every mass [m/s²] in a state, as
// Verlet and RK4 need it:
//
//	a = (Σ ± spring forces + load + Σ F_N n)/m + g − (ln 2/h) v,  zero on pinned axes
//
// The pushes F_N n are those of contacts and of pairs of masses.
// Friction is left out: it acts as an impulse after the step. It overwrites
// acceleration, length MassCount.
func Accelerations(acceleration, position, velocity []model.Vec3, m *model.Model, p model.Params, springForce, load []model.Vec3) {
	SumForces(acceleration, m, springForce, load)
	addPairs(acceleration, position, velocity, m, p)
	rate, around := p.DragRate(), surroundingsOf(m, p)
	for i := range acceleration {
		a, v := &acceleration[i], velocity[i]
		if m.PinOf(i) == model.PinAll {
			*a = model.Vec3{}
			continue
		}
		AddPushes(a, around.of(i, position[i]), position[i], v)
		*a = a.Mul(1 / m.Mass[i]).Add(p.Gravity).Sub(v.Mul(rate))
		*a = Unpinned(*a, m.PinOf(i))
	}
}

// Unpinned is v without its part along pinned axes.
func Unpinned(v model.Vec3, pin model.Pin) model.Vec3 {
	for axis := range 3 {
		if pin&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}

// stepVerlet is a step of velocity Verlet. The first step also computes the
// acceleration that it begins with.
func (e *Engine) stepVerlet() (finite bool) {
	x, v, m, p := e.state.Position, e.state.Velocity, e.model, e.params
	if !e.primed {
		e.forces(0)
		Prime(e.registers, x, v, m, e.acting(), e.springForce, e.onMasses())
		e.primed = true
	}
	Drift(x, v, e.registers, m, p)
	e.guide(1)
	e.forces(1)
	e.center()
	finite = Kick(x, v, e.registers, m, e.acting(), e.springForce, e.onMasses(), e.total)
	e.applySpanFriction()
	e.catch(1)
	e.guide(1)
	return finite
}

// centerVerlet notes the velocities that the forces of the step have seen, for the
// ledger.
func (e *Engine) centerVerlet(l *ledger) {
	CenterKick(l.other, l.friction, e.state.Position, e.state.Velocity, e.registers, e.model, e.acting(), e.springForce, e.onMasses(), e.total)
}

// motionsOfVerlet returns the motions of the step that led to the state, if one did.
func (e *Engine) motionsOfVerlet(l *ledger, begins bool) Motions {
	if begins {
		return PlainMotions(&e.state)
	}
	return Motions{Seen: l.other, Centered: e.state.Velocity, Friction: l.friction}
}
