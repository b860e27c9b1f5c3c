package implicit

import (
	"math"

	"hooke/model"
)

// zeroLength is the length [m] below which a spring has no direction and moves nothing.
const zeroLength = 1e-12

// PositionStep is one step of position-based dynamics.
type PositionStep struct {
	Model      *model.Model
	Order      []uint32   // springs, in the order in which they are gone through
	Length     float64    // h [s], > 0
	Kept       float64    // factor of drag on a velocity in the step, in (0, 1]
	Gravity    model.Vec3 // [m/s²]
	Iterations int        // >= 1
	// Contacts is the number of contacts, and Depth how deep a point is in one of them at the
	// end of the step [m], with the normal there.
	Contacts int
	Depth    func(contact int, x model.Vec3) (depth float64, n model.Vec3)
	// Surface is the velocity of the surface of a contact there.
	Surface func(contact int, x, n model.Vec3) model.Vec3
	// AfterFriction returns v after friction, for a mass that a contact has pushed out by the distance pushed
	// along n in the step.
	AfterFriction func(contact int, x, v, n model.Vec3, pushed float64) model.Vec3
}

// PositionScratch holds the values that a step keeps between its parts. It takes 24 bytes per mass, 8 per mass
// and contact, 8 per material, 8 per spring.
type PositionScratch struct {
	before []model.Vec3
	pushed []float64 // by contact and mass: the sum of all ways out [m]
	share  []float64 // s' of each material
	moved  []float64 // of each spring: the sum of all moves of its ends, times their masses [kg·m]

	// DragDissipation is the energy that drag has taken in the step, FrictionDissipation that of friction, and Given the
	// work of surfaces that move by it [J].
	DragDissipation, FrictionDissipation, Given float64
}

// StiffnessShare returns s' of a material whose stiffness is s, for iterations of which each moves by it:
//
//	s' = 1 − (1 − s)^(1/n)
//
// so that n of them leave 1 − s of the stretch of a spring that is alone.
func StiffnessShare(s float64, n int) float64 { return 1 - math.Pow(1-s, 1/float64(n)) }

// Take takes the step. It changes positions [m] and velocities [m/s] in place:
//
//	v ← (v + h g) D,  x' = x,  x ← x + h v
//	n times, spring by spring:   x_A ← x_A + s' w_A/(w_A + w_B) (L − L0) n, x_B likewise, against n
//	         contact by contact: x ← x + δ n            while δ > 0
//	v ← (x − x')/h,  then friction,  x ← x' + h v
//
// with w = 1/m, and 0 of a mass that is pinned on all axes. Pinned axes keep still. A
// cable is left alone while L < L0.
func (s *PositionStep) Take(position, velocity []model.Vec3, scratch *PositionScratch) (finite bool) {
	s.begin(position, velocity, scratch)
	for range s.Iterations {
		for _, spring := range s.Order {
			s.project(position, int(spring), scratch)
		}
		s.pushOut(position, scratch)
	}
	return s.end(position, velocity, scratch)
}

// begin moves all masses without springs: drag takes its share of velocities, then gravity adds to them.
func (s *PositionStep) begin(position, velocity []model.Vec3, scratch *PositionScratch) {
	m := s.Model
	scratch.before = append(scratch.before[:0], position...)
	if count := s.Contacts * len(position); len(scratch.pushed) != count {
		scratch.pushed = make([]float64, count)
	}
	clear(scratch.pushed)
	scratch.moved = append(scratch.moved[:0], make([]float64, m.SpringCount())...)
	scratch.DragDissipation, scratch.FrictionDissipation, scratch.Given = 0, 0, 0
	scratch.share = scratch.share[:0]
	for i := range m.Materials {
		scratch.share = append(scratch.share, StiffnessShare(m.Materials[i].PositionStiffness(), s.Iterations))
	}
	for i := range position {
		before := unpinned(velocity[i], m.PinOf(i))
		slowed := before.Mul(s.Kept)
		scratch.DragDissipation += m.Mass[i] * (before.Dot(before) - slowed.Dot(slowed)) / 2
		v := slowed.Add(unpinned(s.Gravity.Mul(s.Length), m.PinOf(i)))
		position[i] = position[i].Add(v.Mul(s.Length))
	}
}

// project moves the ends of a spring toward its rest length.
func (s *PositionStep) project(position []model.Vec3, spring int, scratch *PositionScratch) {
	m := s.Model
	kind := m.MaterialOf[spring]
	if kind == model.Removed {
		return
	}
	a, b := int(m.Ends[spring][0]), int(m.Ends[spring][1])
	ofA, ofB := m.InverseMass(a), m.InverseMass(b)
	d := position[b].Sub(position[a])
	length := d.Len()
	if ofA+ofB == 0 || length < zeroLength {
		return
	}
	stretch := length - m.RestLength[spring]
	if m.Materials[kind].TensionOnly && stretch < 0 {
		return
	}
	push := scratch.share[kind] * stretch / (ofA + ofB)
	scratch.moved[spring] += push
	move := d.Mul(push / length)
	position[a] = position[a].Add(unpinned(move.Mul(ofA), m.PinOf(a)))
	position[b] = position[b].Sub(unpinned(move.Mul(ofB), m.PinOf(b)))
}

// Forces are the forces that would have moved the ends of each spring as the last step did, over its length
// h: Σ m Δx/h² [N]. Positive pulls the ends together; nil before the first step.
func (s *PositionScratch) Forces(h float64) (out []float64) {
	for _, moved := range s.moved {
		out = append(out, moved/(h*h))
	}
	return out
}

// pushOut moves every mass out of every contact.
func (s *PositionStep) pushOut(position []model.Vec3, scratch *PositionScratch) {
	for i := range position {
		pin := s.Model.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		for c := range s.Contacts {
			if depth, n := s.Depth(c, position[i]); depth > 0 {
				position[i] = position[i].Add(unpinned(n.Mul(depth), pin))
				scratch.pushed[c*len(position)+i] += depth
			}
		}
	}
}

// end makes velocities of the ways that masses went.
func (s *PositionStep) end(position, velocity []model.Vec3, scratch *PositionScratch) (finite bool) {
	nonFinite := 0.0
	for i := range position {
		pin := s.Model.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		v := position[i].Sub(scratch.before[i]).Mul(1 / s.Length)
		moved := v
		for c := range s.Contacts {
			if pushed := scratch.pushed[c*len(position)+i]; pushed > 0 {
				_, n := s.Depth(c, position[i])
				after := unpinned(s.AfterFriction(c, position[i], v, n, pushed), pin)
				impulse := after.Sub(v).Mul(s.Model.Mass[i])
				given := impulse.Dot(s.Surface(c, position[i], n))
				scratch.FrictionDissipation += given - impulse.Dot(v.Add(after))/2
				scratch.Given += given
				v = after
			}
		}
		if v != moved {
			position[i] = scratch.before[i].Add(v.Mul(s.Length))
		}
		velocity[i] = v
		for axis := range 3 {
			nonFinite += position[i][axis] - position[i][axis] + v[axis] - v[axis]
		}
	}
	return nonFinite == 0
}

// unpinned is v without its part along pinned axes.
func unpinned(v model.Vec3, pin model.Pin) model.Vec3 {
	for axis := range 3 {
		if pin&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}
