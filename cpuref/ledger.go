package cpuref

import (
	"errors"

	"hooke/model"
)

// SpringLedger is the pass "spring-ledger": what springs hold and lose at a
// state, and the work of actuators on it. With the length L, the rest length R
// and the rate r = (vB − vA)·n of a spring,
//
//	elastic   = ½ k (L − R)²                           [J], 0 in a slack cable
//	damping   = f_d r                                  [W], f_d its damper's part of the force
//	actuators = ½ k (L − R)² − ½ k (L − R_before)²     [J]
//
// f_d r is c r², or −k (L − R) r where the damper of a cable is held back, and
// 0 where the spring exerts no force. R is with restScale, R_before with that of
// a step before, at which forces were evaluated: the masses moved by those, and
// then the rest length goes on. nil means that nothing is actuated.
func SpringLedger(m *model.Model, own []model.Coefficients, restBefore, restScale []float64, s *State) (elastic, damping, actuators float64) {
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
		actuators += held - stored(k, length-before, material.TensionOnly)

		pinned := m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll
		if length < zeroLength || pinned || material.TensionOnly && length <= rest {
			continue
		}
		rate := s.Velocity[ends[1]].Sub(s.Velocity[ends[0]]).Dot(d.Mul(1 / length))
		force := c * rate
		if material.TensionOnly { // the whole force is at least 0
			force = max(force, -k*(length-rest))
		}
		damping += force * rate
	}
	return elastic, damping, actuators
}

// stored is the energy of a spring [J].
func stored(k, stretch float64, tensionOnly bool) float64 {
	if tensionOnly && stretch < 0 {
		return 0
	}
	return 0.5 * k * stretch * stretch
}

// MassLedger is the pass "mass-ledger": what masses hold [J] and lose [W] at a
// state. With the push F_N = max(0, kc δ − bc v·n) of a contact and the part v_t
// of the velocity across its normal,
//
//	contact damping = (kc δ − F_N) v·n                 bc (v·n)², less where the push is held back
//	friction        = min(μk F_N, m |v_t|/dt) |v_t|    what sticks loses nothing
//	drag            = m v² ln 2/h
//
// The minimum is friction that stops the mass within the step.
func MassLedger(m *model.Model, p model.Params, s *State) (held model.Energy, lost model.Flows) {
	for i, x := range s.Position {
		v, mass := s.Velocity[i], m.Mass[i]
		held.Kinetic += 0.5 * mass * v.Dot(v)
		held.Gravitational -= mass * p.Gravity.Dot(x)
		if m.PinOf(i) == model.PinAll {
			continue
		}
		lost.Drag += mass * v.Dot(v) * p.DragRate()
		for k := range p.Contacts {
			c := &p.Contacts[k]
			depth, n := penetration(c, x)
			if depth <= 0 {
				continue
			}
			held.Contact += 0.5 * c.Stiffness * depth * depth
			pushed, _ := push(c, x, v)
			lost.ContactDamping += (c.Stiffness*depth - pushed) * v.Dot(n)
			speed := tangential(v, n).Len()
			lost.Friction += min(c.KineticFriction*pushed*p.DT, mass*speed) / p.DT * speed
		}
	}
	return held, lost
}

// ledger is an engine's account: powers are integrated over the steps by the
// trapezoidal rule, works are summed.
type ledger struct {
	start, now model.Energy // at the state it began in, and at the one it stands at
	sum        model.Flows  // [J], with the powers after each step for a whole step
	first      model.Flows  // powers at the start [W]: half a step of them is missing in sum
	last       model.Flows  // powers now [W]: half a step of them is too much in sum
	before     []float64    // scales of the rest lengths a step before, reused
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
	e.evaluate(0)
	l := &ledger{}
	l.now, l.first, _ = e.flows(e.now.RestScale)
	l.start, l.last = l.now, l.first
	e.ledger = l
}

// book enters a step that was taken; e.now is still what its forces were
// evaluated with.
func (e *Engine) book() {
	l := e.ledger
	if l == nil {
		return
	}
	l.before = append(l.before[:0], e.now.RestScale...)
	e.evaluate(0)
	var actuators float64
	l.now, l.last, actuators = e.flows(l.before)
	l.sum = l.sum.Plus(e.params.DT, l.last)
	l.sum.Actuators += actuators
}

// flows are the energy, the powers [W] and the work of the actuators [J] at the
// current state, whose rest lengths had the scales before a step ago.
func (e *Engine) flows(before []float64) (held model.Energy, powers model.Flows, actuators float64) {
	held, powers = MassLedger(e.model, e.params, &e.state)
	held.Elastic, powers.Damping, actuators = SpringLedger(e.model, e.own, before, e.now.RestScale, &e.state)
	return held, powers, actuators
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
