package cpuref

import (
	"slices"

	"hooke/model"
)

// The ledger needs two velocities of each mass at a position: the one that forces
// see, and the one that is centered on the position. Work is the force that acted
// times the way that the mass went, and half of the step before and half of the
// step after a position go with the centered velocity, so that powers formed with
// it add up to the work that was done, whatever the step.
//
//	                 seen by forces        centered
//	symplectic Euler v                     ½ (v + v of the next step)
//	Verlet           v + dt a, predicted   v
//	others           v                     v

// Center is the pass "center" of symplectic Euler. It writes the velocities that are
// centered on the positions [m/s], the means of those before and after the next step,
// and the powers of friction on each mass; both have the length MassCount.
// It reads the same as Integrate, and total is scratch as there. It ignores guides: CenterGuided follows it,
// and only the part of friction across the guides counts.
func Center(centered []model.Vec3, friction []FrictionPower, position, velocity []model.Vec3, m *model.Model, p model.Params, springForce, load, total []model.Vec3) {
	SumForces(total, m, springForce, load)
	touches := addPairs(total, position, velocity, m, p)
	pairImpulse := pairFriction(touches, position, velocity, m, p, total)
	around := surroundingsOf(m, p)
	for i, x := range position {
		v, pin, mass := velocity[i], m.PinOf(i), m.Mass[i]
		if pin == model.PinAll {
			power := heldPower(pairImpulse, i, v, p.DT)
			centered[i], friction[i] = v, FrictionPower{power, power}
			continue
		}
		f := total[i]
		contacts := around.of(i, x)
		AddPushes(&f, contacts, x, v)
		f = Unpinned(f.Add(p.Gravity.Mul(mass)), pin)
		afterFriction := f
		given := 0.0
		for k := range contacts {
			c := &contacts[k]
			one := frictionOf(c, afterFriction, x, v, mass, p.DT, p.DragFactor())
			afterFriction = afterFriction.Add(one)
			if _, n := Penetration(c, x); c.Trajectory.Moves() {
				given += Unpinned(one, pin).Dot(SurfaceVelocity(c, x, n, 0))
			}
		}
		if pairImpulse != nil {
			afterFriction = afterFriction.Add(pairImpulse[i].Mul(1 / p.DT))
		}
		next := Unpinned(v.Add(afterFriction.Mul(p.DT/mass)).Mul(p.DragFactor()), pin)
		centered[i] = v.Add(next).Mul(0.5)
		friction[i] = FrictionPower{Taken: given - Unpinned(afterFriction.Sub(f), pin).Dot(centered[i]), Given: given}
	}
}

// CenterKick is the pass "center" of Verlet. It runs between the forces at the drifted
// state and the kick, and takes the arguments of Kick. It writes the velocities that
// the forces have seen [m/s] and the powers of the friction of this step on each mass,
// see frictionPower. It also overwrites next, which is scratch.
func CenterKick(seen []model.Vec3, friction []FrictionPower, position, velocity, acceleration []model.Vec3, m *model.Model, p model.Params, springForce, load, next []model.Vec3) {
	Accelerations(next, position, velocity, m, p, springForce, load)
	copy(seen, velocity)
	w := newFrictionWork(position)
	for i, v := range velocity {
		w.x[i] = position[i]
		w.start[i], w.end[i] = v.Sub(acceleration[i].Mul(p.DT)), v.Add(next[i].Sub(acceleration[i]).Mul(p.DT/2))
	}
	w.powers(friction, m, p)
}

// CenterStage is the pass "center" of RK4. It runs between the forces of the last stage
// and the stage itself, and takes the arguments of Stage. It writes the power of
// friction as CenterKick does, and no velocities.
func CenterStage(friction []FrictionPower, velocity, registers []model.Vec3, position []model.Vec3, m *model.Model, p model.Params, springForce, load, total []model.Vec3) {
	Accelerations(total, position, velocity, m, p, springForce, load)
	n := len(position)
	w := newFrictionWork(position)
	for i, v := range velocity {
		if m.PinOf(i) == model.PinAll {
			w.x[i], w.start[i], w.end[i] = position[i], v, v
			continue
		}
		w.start[i] = registers[StartVelocity*n+i]
		w.x[i] = registers[StartPosition*n+i].Add(registers[VelocitySum*n+i].Add(v.Mul(1. / 6)).Mul(p.DT))
		w.end[i] = w.start[i].Add(registers[AccelerationSum*n+i].Add(total[i].Mul(1. / 6)).Mul(p.DT))
	}
	w.powers(friction, m, p)
}

// FrictionPower is the power of friction on a mass [W]. For a mass pinned on all axes both
// fields are the power of the constraint that moves it. On surfaces at rest, given is zero.
type FrictionPower struct {
	Taken float64 // dissipated: −Σ F·(v − v_s)
	Given float64 // work of surfaces that move: Σ F·v_s
}

// CenterGuided removes, in place, the parts of centered velocities that guides do not allow:
// it keeps the part along the line or in the plane. Masses on a path already have the
// velocity of the path.
func CenterGuided(centered []model.Vec3, m *model.Model, p model.Params) {
	for _, g := range p.Guides {
		direction := g.Direction
		if g.Kind != model.OnPath {
			direction = direction.Normalize()
		}
		OnEach(m, g.Masses, func(i int) {
			switch v := &centered[i]; g.Kind {
			case model.OnLine:
				*v = direction.Mul(v.Dot(direction))
			case model.OnPlane:
				*v = Tangential(*v, direction)
			}
		})
	}
}

// give adds a power that moving surfaces give to spans by friction [W].
func (l *ledger) give(power float64) {
	l.friction[0].Taken += power
	l.friction[0].Given += power
}

// centerSpanFriction adds the friction of spans in the next step to the centered velocities and the
// friction of symplectic Euler.
func (e *Engine) centerSpanFriction(l *ledger) {
	if !e.spans.HasFriction() {
		return
	}
	x, w := slices.Clone(e.state.Position), make([]model.Vec3, e.model.MassCount())
	for i, v := range e.state.Velocity {
		w[i] = l.other[i].Mul(2).Sub(v)
		if e.model.PinOf(i) != model.PinAll {
			x[i] = x[i].Add(w[i].Mul(e.params.DT))
		}
	}
	given := e.spans.ApplyFriction(e.params.ContactsAt(e.timeAfter(1)), x, w, 0, func(i int, impulse, after model.Vec3) {
		l.other[i] = e.state.Velocity[i].Add(after).Mul(0.5)
		l.friction[i].Taken -= impulse.Dot(l.other[i]) / e.params.DT
	})
	l.give(given / e.params.DT)
}

// Motions are the velocities that a ledger needs at a state [m/s], each of length
// MassCount.
type Motions struct {
	Seen     []model.Vec3    // that forces see
	Centered []model.Vec3    // centered on the positions
	Friction []FrictionPower // of each mass; nil: MassLedger computes them from the state
}

// PlainMotions returns the motions of a state whose velocities are both centered and those
// that forces see.
func PlainMotions(s *State) Motions { return Motions{Seen: s.Velocity, Centered: s.Velocity} }
