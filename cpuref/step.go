package cpuref

import (
	"hooke/cpuref/collide"
	"hooke/model"
)

// solver holds the steps of an integrator, and the data of a step for its ledger. A new
// integrator needs a line in solvers and a file with its passes.
type solver struct {
	// step takes one step, pass by pass. It reports whether every position and velocity
	// is a finite number.
	step func(*Engine) (finite bool)
	// center records the middle of a step for the ledger, before its last pass. It is nil where the ledger
	// needs nothing.
	center func(*Engine, *ledger)
	// motions returns the velocities that the ledger needs at the state, and evaluates
	// its forces where they are not known. begins says that no step led to the state.
	// nil stands for PlainMotions.
	motions func(e *Engine, l *ledger, begins bool) Motions
	// keepsLoads says that the external forces of the last step are also those of the
	// new state.
	keepsLoads bool
	// books says that step books its works itself, and that its flows need no powers.
	books bool
}

// solvers are the solvers of all integrators, by number.
var solvers = [...]solver{
	model.SymplecticEuler: {step: (*Engine).stepEuler, motions: (*Engine).motionsOfEuler},
	model.VelocityVerlet:  {step: (*Engine).stepVerlet, center: (*Engine).centerVerlet, motions: (*Engine).motionsOfVerlet, keepsLoads: true},
	model.RK4:             {step: (*Engine).stepRK4, center: (*Engine).centerRK4, motions: (*Engine).motionsOfRK4},
	model.ExplicitEuler:   {step: (*Engine).stepEuler},
	model.Impulses:        {step: (*Engine).stepImpulses, books: true},
	model.ImplicitEuler:   {step: (*Engine).stepImplicit, books: true},
	model.PositionBased:   {step: (*Engine).stepPositionBased, books: true},

	model.EnergyConserving: {step: (*Engine).stepConserving, books: true},
}

// advance is one step of the integrator in use.
func (e *Engine) advance() (finite bool) {
	e.noteBefore(0)
	copy(e.begun, e.state.Velocity)
	return e.solver.step(e)
}

// center records the data for the ledger in the middle of a step, before its last pass.
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
	if steps == 1 && e.params.Integrator.Method().Continues { // Verlet has moved the masses
		e.change()
	}
	longest := SpringForces(e.springForce, e.model, e.own, e.now.RestScale, x, v)
	InelasticForces(e.springForce, e.model, e.own, e.now.RestScale, &e.state)
	if verlet := e.params.Integrator.Method().Continues; steps == 0 || verlet { // else within a step
		e.lookAtSprings(longest, int64(steps))
		e.spans.Tear(e.state.Changes, e.acting().Contacts, x) // where the state was set
		e.spans.Remember(x)
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
	e.spans.Tear(e.state.Changes, e.acting().Contacts, e.state.Position) // where the state was set
	e.spans.Push(e.pushed, e.acting().Contacts, e.state.Position, e.state.Velocity)
}

// onMasses returns the forces that passes of masses add to those of springs [N]: external ones and
// pushes on spans; nil without both.
func (e *Engine) onMasses() []model.Vec3 {
	if e.spans == nil {
		return e.load
	}
	return e.pushed
}

// takeSpans finds the spans of the parameters in use.
func (e *Engine) takeSpans() {
	sides := e.spans.Sides()
	e.pushed, e.begun = nil, nil
	if e.spans = collide.NewSpans(e.model, e.params.Substep()); e.spans != nil {
		e.spans.SetSides(sides)
		e.pushed = make([]model.Vec3, e.model.MassCount())
	}
	if e.spans.HasFriction() && e.params.Ledger {
		e.begun = make([]model.Vec3, e.model.MassCount())
	}
}

// applySpanFriction applies the friction of spans, after the last pass of masses of a step. Its dissipation
// goes to the ledger of Verlet and RK4, which know the friction of the step that led to a
// state.
func (e *Engine) applySpanFriction() {
	if !e.spans.HasFriction() {
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
	given := e.spans.ApplyFriction(e.params.ContactsAt(e.timeAfter(1)), e.state.Position, e.state.Velocity, e.params.SpanReach(), took)
	if books {
		l.give(given / e.params.DT)
	}
}

// acting returns the parameters in use, with the contacts as they are at the time for which
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
		aired, groups := e.airing()
		External(e.load, aired, e.params, groups, &e.now, x, v)
	}
}

// guide holds guided masses to the positions that guides allow some steps from now.
func (e *Engine) guide(steps float64) {
	if len(e.params.Guides) > 0 {
		e.lookAhead(steps)
		Guide(e.state.Position, e.state.Velocity, e.model, e.params, &e.now)
	}
}

// Integrate is the pass "integrate". From the force of every spring it sums
// the force on every mass and advances position [m] and velocity [m/s] by one
// step of symplectic or explicit Euler, as p.Integrator says, in place:
//
//	F = Σ ± spring forces (ascending spring index) + load + Σ F_N n + m g + friction
//	    of contacts + friction of pairs
//	v ← (v + dt F/m) · 2^(−dt/h),  zero on pinned axes
//	x ← x + dt v,  with the old v in explicit Euler
//
// load is the external force on each mass [N], nil without one. A mass
// that is pinned on all axes is not touched. total is scratch, length
// MassCount. p.DT is used as it is: zero moves nothing. It reports whether
// every new position and velocity is a finite number.
func Integrate(position, velocity []model.Vec3, m *model.Model, p model.Params, springForce, load, total []model.Vec3) (finite bool) {
	SumForces(total, m, springForce, load)
	touches := addPairs(total, position, velocity, m, p)
	pairImpulse := pairFriction(touches, position, velocity, m, p, total)

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
		if pairImpulse != nil {
			*f = f.Add(Unpinned(pairImpulse[i], pin).Mul(1 / dt))
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
	e.applySpanFriction()
	e.catch(1)
	e.guide(1)
	e.changeAfter()
	return finite
}

// motionsOfEuler returns the motions for the ledger. In symplectic Euler the velocity that
// is centered on the positions needs the forces of the next step.
func (e *Engine) motionsOfEuler(l *ledger, _ bool) Motions {
	x, v := e.state.Position, e.state.Velocity
	SpringForces(e.springForce, e.model, e.own, e.now.RestScale, x, v)
	InelasticForces(e.springForce, e.model, e.own, e.now.RestScale, &e.state)
	Center(l.other, l.friction, x, v, e.model, e.acting(), e.springForce, e.onMasses(), e.total)
	e.centerSpanFriction(l)
	CenterGuided(l.other, e.model, e.params)
	return Motions{Seen: v, Centered: l.other, Friction: l.friction}
}
