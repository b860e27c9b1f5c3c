package cpuref

import (
	"errors"
	"slices"

	"hooke/cpuref/collide"
	"hooke/cpuref/rods"
	"hooke/model"
)

// SpringLedger runs the pass "spring-ledger": the energy of springs [J], their dissipation,
// and the work on them at a state. With the length L, the rest length R, the rate r = (vB −
// vA)·n of a spring, the centered velocities v, the rate r' of the velocities that forces
// use, and its force f,
//
//	elastic     = ½ k (L − R)²                 [J], 0 in a slack cable
//	damping     = f_d r                        [W], f_d its damper's part of the force, c r'
//	constraints = f n·vB,  −f n·vA             [W], of ends that are pinned on all axes
//	actuators   = ½ (E(L, R) − E(L, R') + E(L', R) − E(L', R'))     [J], E = ½ k (L − R)²
//
// Only paths move pinned ends. A spring between two of them has no damper. f_d is −k (L − R)
// if the damper of a cable is limited, and 0 if the spring exerts no force. One step earlier
// the rest length was R', from restBefore, and the length L' = L − dt ((vB − vA)·n), with the
// velocities v of the state. restScale is that of R; nil means that nothing is actuated. The
// work is that of the mean force: half of the change of energy by the change of R at L, and
// half of that at L'. k, c and the rest
// lengths are those of springs as they have changed, see Change. The force and the integral of a force
// table stand for k (L − R) and E.
func SpringLedger(m *model.Model, own []model.Coefficients, restBefore, restScale []float64, dt float64, s *State, motions Motions) (held float64, flows model.Flows) {
	for i, ends := range m.Ends {
		material := &m.Materials[m.MaterialOf[i]]
		if m.MaterialOf[i] == model.Removed || len(s.Changes) > 0 && s.Changes[i].Torn() {
			continue
		}
		k, c, rest, left := changed(m, own, restScale, s, i)
		_, _, before, _ := changed(m, own, restBefore, s, i)
		d := s.Position[ends[1]].Sub(s.Position[ends[0]])
		length := d.Len()
		held += left * stored(m, k, i, length-rest)
		if rest != before {
			lengthBefore := length
			if length >= ZeroLength {
				lengthBefore -= dt * s.Velocity[ends[1]].Sub(s.Velocity[ends[0]]).Dot(d) / length
			}
			for _, l := range [2]float64{length, lengthBefore} {
				flows.Actuators += left * (stored(m, k, i, l-rest) - stored(m, k, i, l-before)) / 2
			}
		}

		if length < ZeroLength || material.TensionOnly && length <= rest {
			continue
		}
		speedA, speedB := motions.Centered[ends[0]].Dot(d)/length, motions.Centered[ends[1]].Dot(d)/length
		heldA, heldB := m.PinOf(int(ends[0])) == model.PinAll, m.PinOf(int(ends[1])) == model.PinAll
		damper := 0.0
		if !heldA || !heldB {
			damper = left * c * motions.Seen[ends[1]].Sub(motions.Seen[ends[0]]).Dot(d) / length
			if material.TensionOnly { // the whole force is at least 0
				damper = max(damper, -left*elastic(m, k, i, length-rest))
			}
			flows.Damping += damper * (speedB - speedA)
		}
		force := left*elastic(m, k, i, length-rest) + damper
		if heldA {
			flows.Constraints -= force * speedA
		}
		if heldB {
			flows.Constraints += force * speedB
		}
	}
	return held, flows
}

// MassLedger runs the pass "mass-ledger": the energy of masses [J], and the dissipation and work on them
// [W], at a state. load is the external force on each mass [N], nil without one. With
// the centered velocity v, the velocity v' that forces use, the push F_N = max(0, kc δ − bc
// v'·n) of a contact and the part v_t of the velocity across its normal,
//
//	kinetic         = ½ m v²
//	contact damping = (kc δ − F_N) v·n                 bc (v'·n)(v·n), less if the push is limited
//	friction        = min(μk F_N, m |v_t|/dt) |v_t|    0 for a mass that sticks
//	constraints     = F·v_s                            work of moving surfaces; F: push and friction
//	drag            = m v'·v ln 2/h + q |v'| v'·v
//	external        = load·v + q |v'| v'·v             quadratic drag is among the loads
//
// Energies and dissipation of pairs of masses count as those of contacts, see collide.Dissipation. For
// contacts, v, v' and v_t are relative to v_s, the velocity of the surface. The minimum is
// friction that stops the mass within the step. Symplectic Euler knows the friction of its
// next step, motions.Friction, and its drag: the factor 2^(−dt/h) leaves the velocity w = 2v
// − v', so that
//
//	drag = m w·v (2^(dt/h) − 1)/dt
func MassLedger(m *model.Model, p model.Params, load []model.Vec3, s *State, motions Motions) (held model.Energy, flows model.Flows) {
	rate, around := p.DragTaken(), surroundingsOf(m, p)
	for i, x := range s.Position {
		v, seen, mass := motions.Centered[i], motions.Seen[i], m.Mass[i]
		held.Kinetic += 0.5 * mass * v.Dot(v)
		held.Gravitational -= mass * p.Gravity.Dot(x)
		if m.PinOf(i) == model.PinAll {
			continue
		}
		slowing, slowed := p.QuadraticDrag*seen.Len()*seen.Dot(v), seen
		if p.Integrator.Method().Staggered {
			slowed = v.Mul(2).Sub(seen)
		}
		flows.Drag += mass*slowed.Dot(v)*rate + slowing
		if load != nil {
			flows.External += load[i].Dot(v) + slowing
		}
		contacts := around.of(i, x)
		for k := range contacts {
			c := &contacts[k]
			depth, n := Penetration(c, x)
			if depth <= 0 {
				continue
			}
			stiffness := stiffnessAlong(c, n)
			held.Contact += 0.5 * stiffness * depth * depth
			pushed, _ := Push(c, x, seen)
			surface := SurfaceVelocity(c, x, n, 0)
			slip := v.Sub(surface)
			flows.ContactDamping += (stiffness*depth - pushed) * slip.Dot(n)
			flows.Constraints += pushed * surface.Dot(n)
			if slip = Tangential(slip, n); motions.Friction == nil && slip.Len() > 0 {
				force := min(c.KineticFriction*pushed*p.DT, mass*slip.Len()) / p.DT
				flows.Friction += force * slip.Len()
				flows.Constraints -= force / slip.Len() * slip.Dot(surface)
			}
		}
	}
	for _, power := range motions.Friction {
		flows.Friction += power.Taken
		flows.Constraints += power.Given
	}
	touches := collide.Touches(m, p, s.Position, motions.Seen)
	damping, friction, constraints := collide.Dissipation(m, p, touches, motions.Centered)
	held.Contact += collide.Energy(touches)
	flows.ContactDamping += damping
	flows.Constraints += constraints
	if motions.Friction == nil {
		flows.Friction += friction
	}
	return held, flows
}

// ledger is an engine's ledger. It integrates powers over the steps by the trapezoidal
// rule and sums works.
type ledger struct {
	start, now model.Energy // at the first and at the latest state
	sum        model.Flows  // flows so far [J], where the powers after each step count for a whole step
	first      model.Flows  // powers at the start [W]: sum lacks half a step of them
	last       model.Flows  // powers now [W]: sum has half a step of them too much
	scale      []float64    // L0(t)/L0 of each actuator's springs now
	books      bool         // of a solver that books its works itself
	changes    bool         // of a model whose springs tear, yield or creep
	prescribed float64      // energy of the masses that guides move along paths, now [J]

	other    []model.Vec3    // the other velocities: centered ones in symplectic Euler, seen ones in Verlet
	friction []FrictionPower // scratch of Center
}

// errNoLedger tells the caller to set Params.Ledger.
var errNoLedger = errors.New("cpuref: no ledger is kept; set Params.Ledger")

// Ledger returns the energy ledger since the state was last set. It returns an error without
// Params.Ledger.
func (e *Engine) Ledger() (model.Ledger, error) {
	l := e.ledger
	if l == nil {
		return model.Ledger{}, errNoLedger
	}
	half := e.params.DT / 2
	return model.Ledger{Start: l.start, Now: l.now, Flows: l.sum.Plus(half, l.first).Plus(-half, l.last)}, nil
}

// beginLedger starts a ledger at the current state if Params.Ledger is set.
func (e *Engine) beginLedger() {
	e.ledger = nil
	if !e.params.Ledger {
		return
	}
	l := &ledger{books: e.solver.books, changes: e.model.Changing(), other: make([]model.Vec3, e.model.MassCount()), friction: make([]FrictionPower, e.model.MassCount())}
	e.ledger = l
	e.enter(true)
	l.start, l.first, l.sum = l.now, l.last, model.Flows{}
}

// book enters a finished step into the ledger.
func (e *Engine) book() {
	if l := e.ledger; l != nil && !e.solver.books {
		before := l.prescribed
		e.enter(false)
		l.sum.Constraints += l.prescribed - before
	}
}

// Impulses reports whether friction is an impulse after the step. Its work is then known
// for each step and not for each state.
func Impulses(integrator model.Integrator) bool { return integrator.Method().Impulsive }

// enter adds the latest state to the ledger: its powers, for the step that led to it,
// and the work of the actuators during that step. begins says that no step led to it.
func (e *Engine) enter(begins bool) {
	l := e.ledger
	e.evaluateNow()
	if e.solver.books { // it enters its substeps itself
		l.now, l.last, l.scale = energyOf(e.model, e.params, e.own, e.now.RestScale, e.spans, e.rods, e.held(), &e.state), model.Flows{}, slices.Clone(e.now.RestScale)
		l.prescribed = prescribedEnergy(e.model, e.params, e.rods, &e.state)
		return
	}
	motions := e.motions(l, begins)
	if begins && Impulses(e.params.Integrator) { // no friction has acted yet
		clear(l.friction)
		motions.Friction = l.friction
	}
	if len(l.scale) != len(e.now.RestScale) { // the ledger begins
		l.scale = slices.Clone(e.now.RestScale)
	}
	var ofSprings model.Flows
	l.now, l.last = MassLedger(e.model, e.acting(), e.held().external(e.load), &e.state, motions)
	l.last = l.last.Plus(1, e.held().flows(motions.Centered))
	if e.spans != nil {
		contacts := e.acting().Contacts
		l.now.Contact += e.spans.Energy(contacts, e.state.Position)
		l.last = l.last.Plus(1, e.spans.Flows(contacts, e.state.Position, motions.Centered, motions.Seen, motions.Friction == nil))
	}
	l.now.Elastic, ofSprings = SpringLedger(e.model, e.own, l.scale, e.now.RestScale, e.params.DT, &e.state, motions)
	l.now.Elastic += e.held().Energy(e.state.Position)
	copy(l.scale, e.now.RestScale)

	work := ofSprings.Actuators
	ofSprings.Actuators = 0
	l.last = l.last.Plus(1, ofSprings)
	l.sum = l.sum.Plus(e.params.DT, l.last)
	l.sum.Actuators += work
	if Impulses(e.params.Integrator) {
		l.last.Friction = 0 // it belongs to the whole step before, and not to this state
		for _, power := range motions.Friction {
			l.last.Constraints -= power.Given // so does that of surfaces
		}
	}
	l.prescribed = prescribedEnergy(e.model, e.params, e.rods, &e.state)
}

// prescribedEnergy returns the kinetic and gravitational energy of all masses that are
// pinned on all axes [J], those that paths move and those that stay in place, and of segments of
// rods that are held.
func prescribedEnergy(m *model.Model, p model.Params, turning *rods.Solver, s *State) (sum float64) {
	_, sum = turning.Kinetic(s.turning(s.Time))
	if len(p.Guides) == 0 {
		return sum
	}
	for i, v := range s.Velocity {
		if m.PinOf(i) == model.PinAll {
			sum += m.Mass[i] * (0.5*v.Dot(v) - p.Gravity.Dot(s.Position[i]))
		}
	}
	return sum
}

// renewLedger continues a ledger after the parameters have changed. The energy that the
// change added counts as work of constraints, but for the external part, which came with masses.
func (e *Engine) renewLedger(old model.Ledger, external float64) {
	e.beginLedger()
	if l := e.ledger; l != nil {
		l.sum = old.Flows
		l.sum.External += external
		l.sum.Constraints += l.start.Total() - old.Now.Total() - external
		l.start = old.Start
	}
}
