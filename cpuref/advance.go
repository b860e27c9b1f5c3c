package cpuref

import (
	"hooke/cpuref/span"
	"hooke/model"
)

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
	model.ImplicitEuler:   {step: (*Engine).stepImplicit},
	model.PositionBased:   {step: (*Engine).stepPositionBased},
}

// advance is one step of the integrator in use.
func (e *Engine) advance() (finite bool) {
	e.noteBefore(0)
	copy(e.begun, e.state.Velocity)
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
		e.push()
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
	e.push()
}

// push evaluates the pushes of contacts on edges and triangles at the state, and adds them to
// the external forces.
func (e *Engine) push() {
	if e.spans == nil {
		return
	}
	clear(e.pushed)
	copy(e.pushed, e.load)
	e.spans.Push(e.pushed, e.acting().Contacts, e.state.Position, e.state.Velocity)
}

// onMasses are the forces that passes of masses add to those of springs [N]: external ones and
// pushes on spans; nil where there are none.
func (e *Engine) onMasses() []model.Vec3 {
	if e.spans == nil {
		return e.load
	}
	return e.pushed
}

// takeSpans finds the spans of the parameters in use.
func (e *Engine) takeSpans() {
	e.pushed, e.begun = nil, nil
	if e.spans = span.New(e.model, e.params); e.spans != nil {
		e.pushed = make([]model.Vec3, e.model.MassCount())
	}
	if e.spans.Rubs() && e.params.Ledger {
		e.begun = make([]model.Vec3, e.model.MassCount())
	}
}

// rub is the friction of spans, after the last pass of masses of a step. What it takes goes to
// the ledger of Verlet and RK4, which know the friction of the step that led to a state.
func (e *Engine) rub() {
	if !e.spans.Rubs() {
		return
	}
	var took func(int, model.Vec3, model.Vec3)
	l := e.ledger
	books := l != nil && Impulses(e.params.Integrator)
	if books {
		took = func(i int, impulse, v model.Vec3) {
			l.friction[i].Taken -= impulse.Dot(e.begun[i].Add(v).Mul(0.5)) / e.params.DT
		}
	}
	given := e.spans.Rub(e.params.ContactsAt(e.timeAfter(1)), e.state.Position, e.state.Velocity, e.params.SpanReach(), took)
	if books {
		l.give(given / e.params.DT)
	}
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
