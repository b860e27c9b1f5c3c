package cpuref

import "hooke/model"

// Integrate is the pass "integrate". From the force of every spring it sums
// the force on every mass and advances position [m] and velocity [m/s] by one
// step of symplectic or explicit Euler, as p.Integrator says, in place:
//
//	F = Σ ± spring forces (ascending spring index) + load + Σ F_N n + m g + friction
//	    of contacts + friction of pairs
//	v ← (v + dt F/m) · 2^(−dt/h),  zero on pinned axes
//	x ← x + dt v,  with the old v in explicit Euler
//
// load is the external force on each mass [N], nil where there is none. A mass
// that is pinned on all axes is not touched. total is scratch, length
// MassCount. p.DT is used as it is: zero moves nothing. It reports whether
// every new position and velocity is a finite number.
func Integrate(position, velocity []model.Vec3, m *model.Model, p model.Params, springForce, load, total []model.Vec3) (finite bool) {
	SumForces(total, m, springForce, load)
	touches := addPairs(total, position, velocity, m, p)
	rubbed := pairFriction(touches, position, velocity, m, p, total)

	dt, drag, around := p.DT, p.DragFactor(), surroundingsOf(m, p)
	nonFinite := 0.0 // a sum of x − x and v − v: 0 for finite numbers and NaN for anything else
	for i := range position {
		pin := m.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		x, v, f := &position[i], &velocity[i], &total[i]
		mass, perMass := m.Mass[i], 1/m.Mass[i]
		contacts := around.of(i, *x)
		if len(contacts) > 0 {
			AddPushes(f, contacts, *x, *v)
		}
		for axis := range 3 {
			f[axis] += mass * p.Gravity[axis]
			if pin&(model.PinX<<axis) != 0 {
				f[axis] = 0 // a pin takes all force on its axis
			}
		}
		if len(contacts) > 0 {
			AddFriction(f, contacts, *x, *v, mass, dt, drag)
		}
		if rubbed != nil {
			*f = f.Add(Unpinned(rubbed[i], pin).Mul(1 / dt))
		}
		for axis := range 3 {
			old := v[axis]
			v[axis] = (v[axis] + dt*(f[axis]*perMass)) * drag
			if pin&(model.PinX<<axis) != 0 {
				v[axis] = 0
			}
			if p.Integrator == model.ExplicitEuler {
				x[axis] += dt * old
			} else {
				x[axis] += dt * v[axis]
			}
			nonFinite += x[axis] - x[axis] + v[axis] - v[axis]
		}
	}
	return nonFinite == 0
}

// stepEuler is a step of symplectic or explicit Euler.
func (e *Engine) stepEuler() (finite bool) {
	e.forces(0)
	finite = Integrate(e.state.Position, e.state.Velocity, e.model, e.acting(), e.springForce, e.onMasses(), e.total)
	e.rub()
	e.catch(1)
	e.guide(1)
	return finite
}

// motionsOfEuler are the motions for the ledger. In symplectic Euler the velocity that
// is centered on the positions needs the forces of the next step.
func (e *Engine) motionsOfEuler(l *ledger, _ bool) Motions {
	x, v := e.state.Position, e.state.Velocity
	SpringForces(e.springForce, e.model, e.own, e.now.RestScale, x, v)
	Center(l.other, l.friction, x, v, e.model, e.acting(), e.springForce, e.onMasses(), e.total)
	e.centerRubbed(l)
	CenterGuided(l.other, e.model, e.params)
	return Motions{Seen: v, Centered: l.other, Friction: l.friction}
}
