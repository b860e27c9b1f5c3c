package impulses

import "hooke/model"

// Book is what a substep does to the kinetic energy, by what did it [J]. Each impulse does the
// work J·(v before + v after)/2, exactly. A nil *Book books nothing.
//
// Springs, Gravity and Contacts are works that energies of the state must have given. What
// these energies really lose differs from it by what the solver itself takes: implicit
// substeps damp vibrations that they do not resolve, and sweeps that have not converged leave
// springs stretched. The ledger tells that as the row "solver".
type Book struct {
	Flows                      model.Flows // that are known: drag, friction, dampers, external work
	Springs, Gravity, Contacts float64     // works on masses
}

// predicted books what gravity, loads, soft touches and drag do to a mass, whose velocity drag has
// slowed before the others push it.
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

// sprung books the work of a spring on one of its ends. What it does to an end that is held
// goes to what holds it.
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
	// Damper is the part of the push that is not k δ [N]: of the damper, and what ends the push of masses
	// that part so fast that it would pull.
	Damper float64
}

// bookSoft books what dampers of soft touches take along the mean velocities of masses in the prediction,
// whose velocities at its start were began.
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

// damped returns what the damper of a contact takes in a substep that ends with the rate u out of it [J]: h c u² where
// the contact pushes. Where it would pull, it pushes nothing, and its damper takes what leaves of k δ²/2.
func damped(h, k, c, depth, u, pressed float64) float64 {
	taken := h * c * u * u
	if pressed > 0 {
		return taken
	}
	left := max(0, depth-h*u)
	return max(0, min(taken, k*(depth*depth-left*left)/2))
}

// endDampers books what dampers take, h c u² with the rate u in which the substep ends, of
// springs that act, and what those of contacts and touches take.
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
