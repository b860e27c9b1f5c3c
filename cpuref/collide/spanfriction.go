package collide

import (
	"hooke/model"
)

// HasFriction says whether contacts have friction with spans.
func (s *Spans) HasFriction() bool {
	if s == nil {
		return false
	}
	for _, c := range s.params.Contacts {
		if c.Spans() > model.TouchMasses && c.StaticFriction > 0 {
			return true
		}
	}
	return s.meets != nil && s.params.Collision.HasFriction()
}

// ApplyFriction runs the pass "span-friction": friction of all touches as one impulse after a step, at
// the positions and velocities in which the step has ended, with the contacts of that time. With
// the slip w_t of the touched point across n, against the surface, m_q its mass and c the most
// touches of one of its corners,
//
//	J = m_q |w_t|/c ≤ μs F_N dt: −(m_q/c) w_t,   else −min(μk F_N dt, J) w_t/|w_t|
//
// shared out as pushes are; no axis that is pinned moves. Of n passes each does so with dt/n in place of dt. It adds the change of each velocity
// to the velocity, and reach times it to the position; see model.Params.SpanReach. It calls took
// with every mass that changes, its impulse [kg·m/s] and its new velocity, and returns the work of
// surfaces that move [J].
func (s *Spans) ApplyFriction(contacts []model.Contact, position, velocity []model.Vec3, reach float64, took func(i int, impulse, velocity model.Vec3)) (given float64) {
	total := make([]model.Vec3, len(velocity))
	for range s.params.SpanFrictionPasses() {
		given += s.rub(contacts, position, velocity, reach)
		for i, d := range s.delta {
			total[i] = total[i].Add(d)
		}
	}
	for i, d := range total {
		if took != nil && d != (model.Vec3{}) {
			took(i, d.Mul(s.model.Mass[i]), velocity[i])
		}
	}
	return given
}

// rub is a pass of ApplyFriction. It leaves the changes of velocities in s.delta.
func (s *Spans) rub(contacts []model.Contact, position, velocity []model.Vec3, reach float64) (given float64) {
	clear(s.delta)
	for _, o := range s.touches(contacts, position, velocity) {
		impulse := s.impulse(o, velocity)
		given += impulse.Dot(o.surface) - s.onPinned(o, impulse, velocity)
		for k, i := range o.corners {
			s.delta[i] = s.delta[i].Add(impulse.Mul(o.share[k] * s.model.InverseMass(int(i))))
		}
	}
	for i, d := range s.delta {
		if d == (model.Vec3{}) {
			continue
		}
		for axis := range 3 {
			if s.model.PinOf(i)&(model.PinX<<axis) != 0 {
				d[axis] = 0
			}
		}
		s.delta[i] = d
		velocity[i] = velocity[i].Add(d)
		position[i] = position[i].Add(d.Mul(reach))
	}
	return given
}

// impulse is that of friction on a touched point [kg·m/s]; see ApplyFriction.
func (s *Spans) impulse(o *one, velocity []model.Vec3) model.Vec3 {
	pushed, mass, w := o.push(velocity), s.massOf(o), o.slip(velocity)
	slip := w.Sub(o.Normal.Mul(w.Dot(o.Normal)))
	if o.contact.StaticFriction == 0 || pushed == 0 || mass == 0 || slip.Len() == 0 {
		return model.Vec3{}
	}
	most := mass * slip.Len() / float64(s.most(o))
	if dt := s.params.SpanFrictionTime(); most > o.contact.StaticFriction*pushed*dt {
		most = min(most, o.contact.KineticFriction*pushed*dt)
	}
	return slip.Mul(-most / slip.Len())
}
