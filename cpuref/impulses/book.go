package impulses

import "hooke/model"

// Book records the changes of the kinetic energy in a substep by their cause [J]. Each
// impulse does the work J·(v before + v after)/2, exactly. A nil *Book records nothing.
//
// Springs, Gravity and Contacts are works that must come from energies of the state. The
// actual loss of these energies differs by the dissipation of the solver itself: implicit
// substeps damp unresolved vibrations, and unconverged sweeps leave springs stretched. The
// ledger reports this as the row "solver".
type Book struct {
	Flows                      model.Flows // that are known: drag, friction, dampers, external work
	Springs, Gravity, Contacts float64     // works on masses
}

// predicted records the works of gravity, loads, soft touches and drag on a mass, whose
// velocity drag has reduced before the others act.
func (b *Book) predicted(mass, h float64, gravity, load, touching, before, slowed, after model.Vec3) {
	if b == nil {
		return
	}
	mean := slowed.Add(after).Mul(h / 2)
	b.Gravity += mass * gravity.Dot(mean)
	b.Flows.External += load.Dot(mean)
	b.Contacts += touching.Dot(mean)
	b.Flows.Drag += mass * (before.Dot(before) - slowed.Dot(slowed)) / 2
}

// sprung records the work of a spring on one of its ends. The work on a held end belongs to
// the constraint that holds it.
func (b *Book) sprung(work float64, held bool) {
	if b == nil {
		return
	}
	b.Springs += work
	if held {
		b.Flows.Constraints -= work
	}
}

// touched books likewise the work of a touch on a mass of it.
func (b *Book) touched(work float64, held bool) {
	if b == nil {
		return
	}
	b.Contacts += work
	if held {
		b.Flows.Constraints -= work
	}
}

// carried books the work of a surface that moves, by its push.
func (b *Book) carried(work float64) {
	if b == nil {
		return
	}
	b.Contacts -= work
	b.Flows.Constraints += work
}

// pushed books an impulse of a contact on a mass with a mean velocity.
func (b *Book) pushed(impulse, mean, surface model.Vec3, friction bool) {
	if b == nil {
		return
	}
	given := impulse.Dot(surface)
	b.Flows.Constraints += given
	if friction {
		b.Flows.Friction -= impulse.Dot(mean) - given
		return
	}
	b.Contacts += impulse.Dot(mean) - given
}

// SoftTouch is a pair of masses that push each other with a force evaluated once.
type SoftTouch struct {
	I, J   int
	Normal model.Vec3 // from J to I
	// Damper is the part of the push that is not k δ [N]: that of the damper, and the part that ends the push
	// of masses that part so fast that it would pull.
	Damper float64
}

// bookSoft records the dissipation of dampers of soft touches along the mean velocities of
// masses in the prediction, which began with the velocities began.
func (s *Solver) bookSoft(on *Substep, began []model.Vec3, h, drag float64) {
	mean := func(i int) model.Vec3 {
		if s.model.PinOf(i) == model.PinAll {
			return began[i]
		}
		return began[i].Mul(drag).Add(on.Velocity[i]).Mul(0.5)
	}
	for _, t := range on.Soft {
		s.book.Flows.ContactDamping -= h * t.Damper * t.Normal.Dot(mean(t.I).Sub(mean(t.J)))
	}
}

// bookElastic records, as works of springs, those of loads with an elastic energy on a mass with a
// mean velocity in the prediction. Of a mass that may move they are among the external works.
func (s *Solver) bookElastic(on *Substep, i int, mean model.Vec3) {
	if s.book == nil || on.Elastic == nil {
		return
	}
	work, held := s.params.DT*on.Elastic[i].Dot(mean), s.model.PinOf(i) == model.PinAll
	s.book.sprung(work, held)
	if !held {
		s.book.Flows.External -= work
	}
	s.book.Flows.Damping -= s.params.DT * on.Damper[i].Dot(mean)
}

// damped returns the dissipation of a contact's damper in a substep that ends with the rate u
// out of it [J]: h c u² if the contact pushes. If it would pull, the force is zero, and the
// damper dissipates the decrease of k δ²/2.
func damped(h, k, c, depth, u, pressed float64) float64 {
	taken := h * c * u * u
	if pressed > 0 {
		return taken
	}
	left := max(0, depth-h*u)
	return max(0, min(taken, k*(depth*depth-left*left)/2))
}

// endDampers records the dissipation of dampers, h c u² with the rate u at the end of the
// substep, of active springs, contacts and touches.
func (s *Solver) endDampers(on *Substep) {
	if s.book == nil {
		return
	}
	h := s.params.DT
	s.book.Flows.Damping += on.Rods.Dampers(on.Velocity)
	for k := range s.springs {
		if one := &s.springs[k]; one.acts && !(one.pulls && s.Impulse[k] == 0) {
			ends := s.model.Ends[k]
			u := one.direction.Dot(on.Velocity[ends[1]].Sub(on.Velocity[ends[0]]))
			s.book.Flows.Damping += h * one.c * u * u
		}
	}
	for k := range on.Contacts {
		if c := &on.Contacts[k]; c.Depth > 0 && s.weight(c.Mass, c.Normal) > 0 {
			u := c.Normal.Dot(on.Velocity[c.Mass].Sub(c.Surface))
			s.book.Flows.ContactDamping += damped(h, c.Stiffness, c.Damping, c.Depth, u, c.pressed)
		}
	}
	for k := range on.Touches {
		if t := &on.Touches[k]; s.Weight(t) > 0 {
			var v model.Vec3
			for at, i := range t.Mass {
				v = v.Add(on.Velocity[i].Mul(t.Share[at]))
			}
			u := t.Normal.Dot(v.Sub(t.Surface))
			s.book.Flows.ContactDamping += damped(h, t.Stiffness, t.Damping, t.Depth, u, t.Pressed)
		}
	}
}
