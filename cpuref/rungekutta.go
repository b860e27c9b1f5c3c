package cpuref

import "hooke/model"

// Stages is the number of stages in a step of RK4.
const Stages = 4

// Registers of RK4, each of length MassCount, stored one after the other.
const (
	StartPosition   = iota // x at the start of the step [m]
	StartVelocity          // v there [m/s]
	VelocitySum            // Σ b v of the stages so far [m/s]
	AccelerationSum        // Σ b a of the stages so far [m/s²]
)

// Stage is the pass "stage-1", "stage-2", "stage-3" or "stage-4", numbered from
// 0: the part of a stage of RK4 after the spring forces. The state holds the x
// and v at which the stage evaluates its acceleration a; b is 1/6, 1/3, 1/3, 1/6:
//
//	first stage:  x0, v0 = x, v;  sums = 0
//	every stage:  Σv += b v;  Σa += b a
//	next state:   x = x0 + c v,  v = v0 + c a,  c = dt/2, dt/2, dt
//	last stage:   x = x0 + dt Σv,  v = v0 + dt Σa, with friction (see applyFriction)
//
// registers, length 4 MassCount, are x0, v0, Σv and Σa. total is scratch, length
// MassCount. It reports whether every new position and velocity is a finite
// number.
//
// Source: W. Kutta, Beitrag zur näherungsweisen Integration totaler
// Differentialgleichungen, 1901.
func Stage(stage int, position, velocity, registers []model.Vec3, m *model.Model, p model.Params, springForce, load, total []model.Vec3) (ok bool) {
	Accelerations(total, position, velocity, m, p, springForce, load)
	share := [Stages]float64{1. / 6, 1. / 3, 1. / 3, 1. / 6}[stage]
	ahead := [Stages]float64{p.DT / 2, p.DT / 2, p.DT, p.DT}[stage]
	n, around := len(position), surroundingsOf(m, p)
	x0, v0 := registers[StartPosition*n:], registers[StartVelocity*n:]
	velocities, accelerations := registers[VelocitySum*n:], registers[AccelerationSum*n:]

	ok = true
	for i := range position {
		pin := m.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		x, v, a := &position[i], &velocity[i], total[i]
		if stage == 0 {
			x0[i], v0[i] = *x, *v
			velocities[i], accelerations[i] = model.Vec3{}, model.Vec3{}
		}
		velocities[i] = velocities[i].Add(v.Mul(share))
		accelerations[i] = accelerations[i].Add(a.Mul(share))
		if stage < Stages-1 {
			*x, *v = x0[i].Add(v.Mul(ahead)), v0[i].Add(a.Mul(ahead))
			continue
		}
		*x, *v = x0[i].Add(velocities[i].Mul(ahead)), v0[i].Add(accelerations[i].Mul(ahead))
		applyFriction(x, v, &around, i, p, pin, m.Mass[i])
		ok = ok && Finite(*x) && Finite(*v)
	}
	if stage == Stages-1 && PairFriction(position, velocity, m, p) != nil {
		ok = finiteState(position, velocity)
	}
	return ok
}

// stepRK4 is a step of RK4: its stages, each at its own time.
func (e *Engine) stepRK4() (finite bool) {
	for stage, steps := range [Stages]float64{0, 0.5, 0.5, 1} {
		e.forces(steps)
		if stage == Stages-1 {
			e.center()
		}
		finite = Stage(stage, e.state.Position, e.state.Velocity, e.registers, e.model, e.acting(), e.springForce, e.onMasses(), e.total)
		if stage == Stages-1 {
			e.applySpanFriction()
			e.catch(1)
		}
		e.guide([Stages]float64{0.5, 0.5, 1, 1}[stage]) // the time to which the stage has moved the masses
	}
	e.changeAfter()
	return finite
}

// centerRK4 notes the power of friction for the ledger.
func (e *Engine) centerRK4(l *ledger) {
	CenterStage(l.friction, e.state.Velocity, e.registers, e.state.Position, e.model, e.acting(), e.springForce, e.onMasses(), e.total)
}

// motionsOfRK4 returns the motions of the step that led to the state, if one did.
func (e *Engine) motionsOfRK4(l *ledger, begins bool) Motions {
	if begins {
		return PlainMotions(&e.state)
	}
	return Motions{Seen: e.state.Velocity, Centered: e.state.Velocity, Friction: l.friction}
}
