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
			Prime(e.registers, x, v, m, p, e.springForce, e.load)
			e.primed = true
		}
		Drift(x, v, e.registers, m, p)
		e.guide(1)
		e.forces(1)
		e.center()
		finite = Kick(x, v, e.registers, m, p, e.springForce, e.load, e.total)
		e.guide(1)
	case model.RK4:
		for stage, steps := range [Stages]float64{0, 0.5, 0.5, 1} {
			e.forces(steps)
			if stage == Stages-1 {
				e.center()
			}
			finite = Stage(stage, x, v, e.registers, m, p, e.springForce, e.load, e.total)
			e.guide([Stages]float64{0.5, 0.5, 1, 1}[stage]) // where the stage has moved to
		}
	default:
		e.forces(0)
		finite = Integrate(x, v, m, p, e.springForce, e.load, e.total)
		e.guide(1)
	}
	return finite
}

// forces evaluates all forces on masses at the state, at some steps from now:
// those of the springs into springForce, those of loads into load.
func (e *Engine) forces(steps float64) {
	x, v := e.state.Position, e.state.Velocity
	e.evaluate(steps)
	longest := SpringForces(e.springForce, e.model, e.own, e.now.RestScale, x, v)
	if longest > e.runaway && e.torn < 0 {
		e.torn = e.firstRunaway()
	}
	e.loads()
}

// loads evaluates the external forces at the state, into load, as e.now says.
func (e *Engine) loads() {
	if e.load != nil {
		x, v := e.state.Position, e.state.Velocity
		clear(e.load)
		Wind(e.load, e.model, e.params.Wind, e.now.Wind, x, v)
		Load(e.load, e.model, e.params, &e.now, x, v)
	}
}

// guide holds guided masses to where they may be at some steps from now.
func (e *Engine) guide(steps float64) {
	if len(e.params.Guides) > 0 {
		e.evaluate(steps)
		Guide(e.state.Position, e.state.Velocity, e.model, e.params, &e.now)
	}
}
