package cpuref

import "hooke/model"

// advance is one step of the integrator in use: its passes, in order. It
// reports whether every position and velocity is a finite number.
func (e *Engine) advance() (finite bool) {
	x, v, m, p := e.state.Position, e.state.Velocity, e.model, e.params
	switch p.Integrator {
	case model.VelocityVerlet:
		if !e.primed {
			e.forces(0)
			Prime(e.registers, x, v, m, p, e.springForce)
			e.primed = true
		}
		Drift(x, v, e.registers, m, p)
		e.forces(1)
		return Kick(x, v, e.registers, m, p, e.springForce, e.total)
	case model.RK4:
		for stage, steps := range [Stages]float64{0, 0.5, 0.5, 1} {
			e.forces(steps)
			finite = Stage(stage, x, v, e.registers, m, p, e.springForce, e.total)
		}
		return finite
	default:
		e.forces(0)
		return Integrate(x, v, m, p, e.springForce, e.total)
	}
}

// forces evaluates all that the passes of masses read, at some steps from now.
func (e *Engine) forces(steps float64) {
	e.evaluate(steps)
	longest := SpringForces(e.springForce, e.model, e.own, e.now.RestScale, e.state.Position, e.state.Velocity)
	if longest > e.runaway && e.torn < 0 {
		e.torn = e.firstRunaway()
	}
}
