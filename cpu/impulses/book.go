package impulses

import (
	"hooke/cpu/kernels"
	"hooke/model"
)

// book records the changes of the kinetic energy in a part of a substep by their cause; see
// cpuref/impulses. A nil *book records nothing. The work of an impulse on a mass is that of
// the velocities before and after it, with their rounding.
type book struct{ Works }

// work returns the work of an impulse on a mass whose velocity it changes [J]; on a held
// mass, the work on its support.
func (s *Solver[T]) work(mass uint32, impulse, before, after model.Vec3) float64 {
	if w := s.perMass(mass); w != 0 {
		return after.Sub(before).Dot(before.Add(after)) / (2 * w)
	}
	return impulse.Dot(before)
}

// predicted records the works of gravity, loads, soft touches and drag on the mass of a lane.
func (s *Solver[T]) predicted(b *book, lane int, number uint32, load, touching, before model.Vec3) {
	mass, g, h := 1/float64(s.given.Masses.PerMass[lane]), s.params.Gravity, s.params.DT
	slowed := before.Mul(s.params.DragFactor())
	pushed, after := slowed, kernels.Widen(s.motion.velocity(lane))
	for axis := range 3 {
		if s.motion.w[axis][lane] != 0 {
			pushed[axis] += h * (g[axis] + (load[axis]+touching[axis])/mass)
		} else {
			pushed[axis] = 0
		}
	}
	mean := slowed.Add(pushed).Mul(h / 2)
	b.Flows.External += load.Dot(mean)
	b.Contacts += touching.Dot(mean)
	s.dampedSoft(b, number, mean.Mul(1/h))
	s.bookElastic(b, number, mean.Mul(1/h), false)
	b.Gravity += mass * g.Dot(mean)
	if lost := mass * (pushed.Dot(pushed) - after.Dot(after)) / 2; s.numbers.Drag != 1 {
		b.Flows.Drag += mass*(before.Dot(before)-slowed.Dot(slowed))/2 + lost
	} else {
		b.Gravity -= lost // by rounding
	}
}

// dampedSoft records the dissipation of soft touches' dampers on a mass with a mean velocity
// in the prediction.
func (s *Solver[T]) dampedSoft(b *book, mass uint32, mean model.Vec3) {
	if b != nil && s.touches.damped != nil {
		b.Flows.ContactDamping -= s.params.DT * s.touches.damped[mass].Dot(mean)
	}
}

// bookElastic records, as works of springs, those of loads with an elastic energy on a mass with a
// mean velocity in the prediction. Of a mass that may move they are among the external works.
func (s *Solver[T]) bookElastic(b *book, mass uint32, mean model.Vec3, held bool) {
	if b == nil || s.on.Elastic == nil {
		return
	}
	work := s.params.DT * s.on.Elastic[mass].Dot(mean)
	b.sprung(work, held)
	if !held {
		b.Flows.External -= work
	}
	b.Flows.Damping -= s.params.DT * s.on.Damper[mass].Dot(mean)
}

// endTouches records the dissipation of touches' dampers.
func (s *Solver[T]) endTouches(b *book) {
	for k := range s.touches.all {
		t, w := &s.touches.all[k], 0.0
		for at, i := range t.mass[:t.corners] {
			w += t.share[at] * t.share[at] * s.weightOf(i, t.normal)
		}
		if w > 0 {
			u := t.normal.Dot(s.point(t).Sub(t.surface))
			b.Flows.ContactDamping += damped(s.params.DT, t.stiffness, t.damping, t.depth, u, t.pressed)
		}
	}
}

// damped returns the dissipation of a contact's damper in a substep of h that ends with the
// rate u out of the contact [J]. If the damper ends the push, it dissipates the decrease of k
// δ²/2.
func damped(h, k, c, depth, u, pressed float64) float64 {
	taken := h * c * u * u
	if pressed > 0 {
		return taken
	}
	left := max(0, depth-h*u)
	return max(0, min(taken, k/2*(depth-left)*(depth+left)))
}

// sprung books the work of a spring on one of its ends.
func (b *book) sprung(work float64, held bool) {
	if b == nil {
		return
	}
	b.Springs += work
	if held {
		b.Flows.Constraints -= work
	}
}

// touched books the work of a touch on a mass of it.
func (b *book) touched(work float64, held bool) {
	if b == nil {
		return
	}
	b.Contacts += work
	if held {
		b.Flows.Constraints -= work
	}
}

// carried books the work of a surface that moves, by its push.
func (b *book) carried(work float64) {
	if b == nil {
		return
	}
	b.Contacts -= work
	b.Flows.Constraints += work
}

// pushed books an impulse of a contact on a mass: its work, and that of the surface.
func (b *book) pushed(work, given float64, friction bool) {
	if b == nil {
		return
	}
	b.Flows.Constraints += given
	if friction {
		b.Flows.Friction -= work - given
		return
	}
	b.Contacts += work - given
}

// addFriction books an impulse of friction of a pair or a span on a mass.
func (b *book) addFriction(work float64, held bool) {
	if b == nil {
		return
	}
	b.Flows.Friction -= work
	if held {
		b.Flows.Constraints -= work
	}
}

// given books the work of a surface that moves, by friction.
func (b *book) given(work float64) {
	if b != nil {
		b.Flows.Friction += work
		b.Flows.Constraints += work
	}
}
