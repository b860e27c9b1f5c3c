package cpuref

import (
	"errors"
	"slices"

	"hooke/model"
)

// SpringLedger is the pass "spring-ledger": what springs hold [J] and lose at a
// state, and the work on them. With the length L, the rest length R, the rate
// r = (vB − vA)·n and the force f of a spring,
//
//	elastic     = ½ k (L − R)²                           [J], 0 in a slack cable
//	damping     = f_d r                                  [W], f_d its damper's part of the force
//	constraints = f n·vB,  −f n·vA                       [W], of ends that are pinned on all axes
//	actuators   = ½ k (L − R)² − ½ k (L − R_before)²     [J]
//
// Only paths move pinned ends. A spring between two of them has no damper. f_d r is c r², or −k (L − R) r where the damper of a cable is held back, and
// 0 where the spring exerts no force. R is with restScale, R_before with that of
// a step before, at which forces were evaluated: the masses moved by those, and
// then the rest length goes on. nil means that nothing is actuated.
func SpringLedger(m *model.Model, own []model.Coefficients, restBefore, restScale []float64, s *State) (elastic float64, flows model.Flows) {
	for i, ends := range m.Ends {
		material := &m.Materials[m.MaterialOf[i]]
		k, c := material.Stiffness, material.Damping
		if own != nil {
			k, c = own[i].Stiffness, own[i].Damping
		}
		if m.MaterialOf[i] == model.Removed {
			continue
		}
		d := s.Position[ends[1]].Sub(s.Position[ends[0]])
		length := d.Len()
		rest, before := restLengthNow(m, i, restScale), restLengthNow(m, i, restBefore)

		held := stored(k, length-rest, material.TensionOnly)
		elastic += held
		flows.Actuators += held - stored(k, length-before, material.TensionOnly)

		if length < zeroLength || material.TensionOnly && length <= rest {
			continue
		}
		speedA, speedB := s.Velocity[ends[0]].Dot(d)/length, s.Velocity[ends[1]].Dot(d)/length
		heldA, heldB := m.PinOf(int(ends[0])) == model.PinAll, m.PinOf(int(ends[1])) == model.PinAll
		damper := 0.0
		if !heldA || !heldB {
			damper = c * (speedB - speedA)
			if material.TensionOnly { // the whole force is at least 0
				damper = max(damper, -k*(length-rest))
			}
			flows.Damping += damper * (speedB - speedA)
		}
		force := k*(length-rest) + damper
		if heldA {
			flows.Constraints -= force * speedA
		}
		if heldB {
			flows.Constraints += force * speedB
		}
	}
	return elastic, flows
}

// stored is the energy of a spring [J].
func stored(k, stretch float64, tensionOnly bool) float64 {
	if tensionOnly && stretch < 0 {
		return 0
	}
	return 0.5 * k * stretch * stretch
}

// MassLedger is the pass "mass-ledger": what masses hold [J], and lose and are
// given [W], at a state. load is the external force on each mass [N], nil where
// there is none. With the push F_N = max(0, kc δ − bc v·n) of a contact and the
// part v_t of the velocity across its normal,
//
//	contact damping = (kc δ − F_N) v·n                 bc (v·n)², less where the push is held back
//	friction        = min(μk F_N, m |v_t|/dt) |v_t|    what sticks loses nothing
//	drag            = m v² ln 2/h + q |v|³
//	external        = load·v + q |v|³                  quadratic drag is among the loads
//
// The minimum is friction that stops the mass within the step.
func MassLedger(m *model.Model, p model.Params, load []model.Vec3, s *State) (held model.Energy, flows model.Flows) {
	for i, x := range s.Position {
		v, mass := s.Velocity[i], m.Mass[i]
		held.Kinetic += 0.5 * mass * v.Dot(v)
		held.Gravitational -= mass * p.Gravity.Dot(x)
		if m.PinOf(i) == model.PinAll {
			continue
		}
		slowing := p.QuadraticDrag * v.Dot(v) * v.Len()
		flows.Drag += mass*v.Dot(v)*p.DragRate() + slowing
		if load != nil {
			flows.External += load[i].Dot(v) + slowing
		}
		for k := range p.Contacts {
			c := &p.Contacts[k]
			depth, n := penetration(c, x)
			if depth <= 0 {
				continue
			}
			held.Contact += 0.5 * c.Stiffness * depth * depth
			pushed, _ := push(c, x, v)
			flows.ContactDamping += (c.Stiffness*depth - pushed) * v.Dot(n)
			speed := tangential(v, n).Len()
			flows.Friction += min(c.KineticFriction*pushed*p.DT, mass*speed) / p.DT * speed
		}
	}
	return held, flows
}

// ledger is an engine's account: powers are integrated over the steps by the
// trapezoidal rule, works are summed.
type ledger struct {
	start, now model.Energy // at the state it began in, and at the one it stands at
	sum        model.Flows  // [J], with the powers after each step for a whole step
	first      model.Flows  // powers at the start [W]: half a step of them is missing in sum
	last       model.Flows  // powers now [W]: half a step of them is too much in sum
	scale      []float64    // of the rest lengths now
	carried    float64      // energy of the masses that paths move, now [J]
}

// errNoLedger says what to do.
var errNoLedger = errors.New("cpuref: no ledger is kept; set Params.Ledger")

// Ledger is the account since the state was last set.
func (e *Engine) Ledger() (model.Ledger, error) {
	l := e.ledger
	if l == nil {
		return model.Ledger{}, errNoLedger
	}
	half := e.params.DT / 2
	return model.Ledger{Start: l.start, Now: l.now, Flows: l.sum.Plus(half, l.first).Plus(-half, l.last)}, nil
}

// beginLedger starts an account at the current state, or none.
func (e *Engine) beginLedger() {
	e.ledger = nil
	if !e.params.Ledger {
		return
	}
	l := &ledger{}
	e.ledger = l
	e.enter()
	l.start, l.first, l.sum = l.now, l.last, model.Flows{}
}

// book enters a step that was taken.
func (e *Engine) book() {
	if l := e.ledger; l != nil {
		carried := l.carried
		e.enter()
		l.sum.Constraints += l.carried - carried
	}
}

// enter adds what one state has: its powers, for the step that led to it, and
// the work of the actuators, whose rest lengths go on when the masses have moved.
func (e *Engine) enter() {
	l := e.ledger
	e.evaluate(0)
	e.loads()
	if len(l.scale) != len(e.now.RestScale) { // an account begins
		l.scale = slices.Clone(e.now.RestScale)
	}
	var ofSprings model.Flows
	l.now, l.last = MassLedger(e.model, e.params, e.load, &e.state)
	l.now.Elastic, ofSprings = SpringLedger(e.model, e.own, l.scale, e.now.RestScale, &e.state)
	copy(l.scale, e.now.RestScale)

	work := ofSprings.Actuators
	ofSprings.Actuators = 0
	l.last = l.last.Plus(1, ofSprings)
	l.sum = l.sum.Plus(e.params.DT, l.last)
	l.sum.Actuators += work
	l.carried = carriedEnergy(e.model, e.params, &e.state)
}

// carriedEnergy is what masses that paths move hold in their motion and their
// height [J], with what those hold that stay in place.
func carriedEnergy(m *model.Model, p model.Params, s *State) (sum float64) {
	if len(p.Guides) == 0 {
		return 0
	}
	for i, v := range s.Velocity {
		if m.PinOf(i) == model.PinAll {
			sum += m.Mass[i] * (0.5*v.Dot(v) - p.Gravity.Dot(s.Position[i]))
		}
	}
	return sum
}

// renewLedger goes on with an account after the parameters changed. What the
// change made of the energy is work of constraints.
func (e *Engine) renewLedger(old model.Ledger) {
	e.beginLedger()
	if l := e.ledger; l != nil {
		l.sum = old.Flows
		l.sum.Constraints += l.start.Total() - old.Now.Total()
		l.start = old.Start
	}
}
