package cpuref

import "hooke/model"

// solver is how the engine steps with an integrator, and what its ledger must know of a
// step. A new integrator needs a line in solvers and a file with its passes.
type solver struct {
	// step takes one step, pass by pass. It reports whether every position and velocity
	// is a finite number.
	step func(*Engine) (finite bool)
	// center notes what the ledger needs from the middle of a step, before its last
	// pass. It is nil where the ledger needs nothing.
	center func(*Engine, *ledger)
	// motions returns the velocities that the ledger needs at the state, and evaluates
	// its forces where they are not known. begins says that no step led to the state.
	// nil stands for PlainMotions.
	motions func(e *Engine, l *ledger, begins bool) Motions
	// keepsLoads says that the external forces of the last step are also those of the
	// new state.
	keepsLoads bool
}

// solvers are the solvers of all integrators, by number.
var solvers = [...]solver{
	model.SymplecticEuler: {step: (*Engine).stepEuler, motions: (*Engine).motionsOfEuler},
	model.VelocityVerlet:  {step: (*Engine).stepVerlet, center: (*Engine).centerVerlet, motions: (*Engine).motionsOfVerlet, keepsLoads: true},
	model.RK4:             {step: (*Engine).stepRK4, center: (*Engine).centerRK4, motions: (*Engine).motionsOfRK4},
	model.ExplicitEuler:   {step: (*Engine).stepEuler},
}

// advance is one step of the integrator in use.
func (e *Engine) advance() (finite bool) {
	e.noteBefore()
	return e.solver.step(e)
}

// center notes what the ledger needs from the middle of a step, before its last pass.
func (e *Engine) center() {
	if note := e.solver.center; note != nil && e.ledger != nil {
		note(e, e.ledger)
	}
}

// motions returns the velocities that the ledger needs at the state, by the solver in
// use.
func (e *Engine) motions(l *ledger, begins bool) Motions {
	s := e.solver
	if begins || !s.keepsLoads {
		e.loads()
	}
	if s.motions == nil {
		return PlainMotions(&e.state)
	}
	return s.motions(e, l, begins)
}

// forces evaluates the forces on masses at the state, with the drives of a time some
// steps from now: springs into springForce, external forces into load.
func (e *Engine) forces(steps float64) {
	x, v := e.state.Position, e.state.Velocity
	e.evaluate(steps)
	longest := SpringForces(e.springForce, e.model, e.own, e.now.RestScale, x, v)
	if longest > e.runaway && e.torn < 0 {
		e.torn = e.firstRunaway()
	}
	e.loads()
}

// acting are the parameters in use, with the contacts as they are at the time for which
// forces are evaluated.
func (e *Engine) acting() model.Params {
	p := e.params
	if len(e.now.Contacts) > 0 {
		p.Contacts = e.now.Contacts
	}
	return p
}

// loads evaluates the external forces at the state into load, with the drives in e.now.
func (e *Engine) loads() {
	if e.load != nil {
		x, v := e.state.Position, e.state.Velocity
		clear(e.load)
		External(e.load, e.model, e.params, &e.now, x, v)
	}
}

// guide holds guided masses to the places that guides allow some steps from now.
func (e *Engine) guide(steps float64) {
	if len(e.params.Guides) > 0 {
		e.evaluate(steps)
		Guide(e.state.Position, e.state.Velocity, e.model, e.params, &e.now)
	}
}
