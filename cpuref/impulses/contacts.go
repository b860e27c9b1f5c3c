package impulses

import (
	"math"

	"hooke/model"
)

// Contact is a contact near a mass, as both are at the start of a substep.
type Contact struct {
	Mass               int
	Normal             model.Vec3 // n, out of the solid
	Depth              float64    // δ [m], negative outside
	Surface            model.Vec3 // v_s, velocity of the surface [m/s]
	Stiffness, Damping float64    // kc [N/m], bc [N·s/m]
	Static, Kinetic    float64    // μs, μk
	pressed            float64    // λ_c so far [N·s]
	friction           model.Vec3 // λ_t so far [N·s], across n
}

// sweepContacts visits all contacts in their order. With a = h² kc + h bc and w of the mass
// along n,
//
//	Δ = (h kc δ − a v_n − λ_c)/(1 + a w),   λ_c ← max(0, λ_c + Δ)
//	τ = λ_t − m (v − v_s)_t;   |τ| > μs λ_c: τ ← μk λ_c τ/|τ|;   λ_t ← τ
//
// bc counts where the mass is inside at the start, δ > 0. A mass outside that would end inside
// is pushed as deep as it would get.
func (s *Solver) sweepContacts(velocity []model.Vec3, contacts []Contact) {
	h := s.params.DT
	for k := range contacts {
		c := &contacts[k]
		v, w := &velocity[c.Mass], s.weight(c.Mass, c.Normal)
		if w == 0 {
			continue
		}
		answer := c.answer(h)
		before := c.pressed
		c.pressed = max(0, before+(h*c.Stiffness*c.Depth-answer*v.Sub(c.Surface).Dot(c.Normal)-before)/(1+answer*w))
		s.push(v, c, c.Normal.Mul(c.pressed-before), false)

		if c.Static == 0 || c.pressed == 0 && c.friction == (model.Vec3{}) {
			continue
		}
		slip := v.Sub(c.Surface)
		slip = slip.Sub(c.Normal.Mul(slip.Dot(c.Normal)))
		friction := c.friction.Sub(slip.Mul(s.model.Mass[c.Mass]))
		if size := friction.Len(); size > c.Static*c.pressed {
			friction = friction.Mul(c.Kinetic * c.pressed / size)
		}
		before3 := c.friction
		c.friction = friction
		s.push(v, c, friction.Sub(before3), true)
	}
}

// answer returns a of a contact [kg].
func (c *Contact) answer(h float64) float64 {
	a := h * h * c.Stiffness
	if c.Depth > 0 {
		a += h * c.Damping
	}
	return a
}

// push gives an impulse of a contact to its mass.
func (s *Solver) push(v *model.Vec3, c *Contact, impulse model.Vec3, friction bool) {
	before := *v
	*v = before.Add(s.gain(c.Mass, impulse))
	s.book.pushed(s.unpinned(c.Mass, impulse), before.Add(*v).Mul(0.5), c.Surface, friction)
}

// Touch is a push that moves several masses at once: a pair of masses, or the corners of an
// edge or a triangle in a contact.
type Touch struct {
	Mass               []uint32
	Share              []float64 // of the push, of each mass; the point that is pushed moves with Σ share v
	Normal             model.Vec3
	Depth              float64    // δ > 0 [m]
	Surface            model.Vec3 // [m/s]
	Stiffness, Damping float64    // [N/m], [N·s/m]
	Count              int        // most touches at a mass of it
	Pressed            float64    // λ so far [N·s], >= 0
}

// Weight returns Σ share² w of the point that a touch pushes [1/kg].
func (s *Solver) Weight(t *Touch) (sum float64) {
	for k, i := range t.Mass {
		sum += t.Share[k] * t.Share[k] * s.weight(int(i), t.Normal)
	}
	return sum
}

// sweepTouches visits all touches, each with the velocities before the visit and with a share
// of its change (Jacobi), since they are in no order that all engines could have:
//
//	Δ = (h kc δ − a v_n − λ)/(1 + a W)/count,   λ ← max(0, λ + Δ)
func (s *Solver) sweepTouches(velocity []model.Vec3, touches []Touch) {
	h := s.params.DT
	changes := make([]float64, len(touches))
	for k := range touches {
		t := &touches[k]
		w := s.Weight(t)
		if w == 0 {
			continue
		}
		var v model.Vec3
		for at, i := range t.Mass {
			v = v.Add(velocity[i].Mul(t.Share[at]))
		}
		a := h*h*t.Stiffness + h*t.Damping
		change := (h*t.Stiffness*t.Depth - a*v.Sub(t.Surface).Dot(t.Normal) - t.Pressed) / (1 + a*w)
		after := math.Max(0, t.Pressed+change/float64(max(1, t.Count)))
		changes[k], t.Pressed = after-t.Pressed, after
	}
	for k := range touches {
		t := &touches[k]
		for at, i := range t.Mass {
			before, impulse := velocity[i], t.Normal.Mul(t.Share[at]*changes[k])
			velocity[i] = before.Add(s.gain(int(i), impulse))
			s.book.touched(impulse.Dot(before.Add(velocity[i]))/2, s.model.PinOf(int(i)) == model.PinAll)
		}
		s.book.carried(changes[k] * t.Normal.Dot(t.Surface))
	}
}
