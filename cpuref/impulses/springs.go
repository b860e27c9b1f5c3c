package impulses

import (
	"math"

	"hooke/model"
)

// ZeroLength is the length [m] below which a spring has no direction and exerts no impulse.
const ZeroLength = 1e-12

// spring holds the data of a spring for a substep, from the positions at its start. The zero
// value exerts no impulse.
type spring struct {
	acts, rigid, pulls bool       // pulls: it never pushes
	direction          model.Vec3 // n, from end A to end B
	stretch            float64    // C = L − L0 [m]
	length             float64    // L0, or L where that is zero [m]
	k, c               float64    // [N/m], [N·s/m]
	answer             float64    // a = h² k + h c [kg]
	weight             float64    // W [1/kg]
}

// begin finds the springs of a substep, and the impulses that they begin with.
func (s *Solver) begin(on *Substep) (longest float64) {
	for k := range s.springs {
		length, attached := s.beginSpring(on, k), k >= s.model.StructuralCount()
		if !attached {
			longest = max(longest, length)
		}
		one := &s.springs[k]
		if s.Impulse[k] *= s.warm; !one.acts || attached {
			s.Impulse[k] = 0
		}
		if s.Impulse[k] != 0 {
			s.apply(on.Velocity, k, s.Impulse[k])
		}
	}
	return longest
}

// beginSpring finds one spring and returns its length [m]; 0 of one that exerts nothing.
func (s *Solver) beginSpring(on *Substep, k int) float64 {
	m, one := s.model, &s.springs[k]
	*one = spring{}
	a, b := m.Ends[k][0], m.Ends[k][1]
	if m.MaterialOf[k] == model.Removed || m.PinOf(int(a))&m.PinOf(int(b)) == model.PinAll {
		return 0
	}
	d := on.Position[b].Sub(on.Position[a])
	length := d.Len()
	if !(length >= ZeroLength) {
		return length
	}
	n := d.Mul(1 / length)
	rest := m.RestLength[k]
	if on.RestScale != nil && m.ActuatorOf != nil && m.ActuatorOf[k] != 0 {
		rest *= on.RestScale[m.ActuatorOf[k]-1]
	}
	material, h := &m.Materials[m.MaterialOf[k]], s.params.DT
	one.k, one.c = material.Stiffness, material.Damping
	if s.own != nil {
		one.k, one.c = s.own[k].Stiffness, s.own[k].Damping
	}
	one.direction, one.stretch, one.length = n, length-rest, rest
	if rest == 0 {
		one.length = length
	}
	one.rigid, one.pulls = material.Rigid, material.TensionOnly
	if one.pulls && one.stretch < 0 {
		one.c = 0 // the damper of a slack cable does nothing
	}
	one.answer, one.weight = h*h*one.k+h*one.c, s.weight(int(a), n)+s.weight(int(b), n)
	one.acts = one.weight > 0 && (one.rigid || one.answer > 0)
	return length
}

// change returns Δ of one more visit to a spring [N·s].
func (s *Solver) change(velocity []model.Vec3, k int) float64 {
	one, ends := &s.springs[k], s.model.Ends[k]
	if !one.acts {
		return 0
	}
	u, h := one.direction.Dot(velocity[ends[1]].Sub(velocity[ends[0]])), s.params.DT
	change := -(h*one.k*one.stretch + one.answer*u + s.Impulse[k]) / (1 + one.answer*one.weight)
	if one.rigid {
		change = -(one.stretch/h + u) / one.weight
	}
	if one.pulls {
		change = min(0, s.Impulse[k]+change) - s.Impulse[k]
	}
	return change
}

// sweep visits a spring.
func (s *Solver) sweep(velocity []model.Vec3, k int) {
	if change := s.change(velocity, k); change != 0 {
		s.Impulse[k] += change
		s.apply(velocity, k, change)
	}
}

// sweepRest visits the springs without a color, all with the velocities before, and each with
// its share, so that those of a mass together do no more than one would.
func (s *Solver) sweepRest(velocity []model.Vec3) {
	for at, k := range s.Colors.Rest() {
		s.rest[at] = s.change(velocity, int(k)) / float64(s.Colors.Sharers[at])
	}
	for at, k := range s.Colors.Rest() {
		s.Impulse[k] += s.rest[at]
		s.apply(velocity, int(k), s.rest[at])
	}
}

// apply gives an impulse to the ends of a spring: against n to end A, along it to end B.
func (s *Solver) apply(velocity []model.Vec3, k int, impulse float64) {
	one, ends := &s.springs[k], s.model.Ends[k]
	for side, end := range ends {
		sign := float64(2*side - 1)
		before := velocity[end]
		velocity[end] = before.Add(s.gain(int(end), one.direction.Mul(sign*impulse)))
		s.book.sprung(sign*impulse*one.direction.Dot(before.Add(velocity[end]))/2, s.model.PinOf(int(end)) == model.PinAll)
	}
}

// Residual returns how far the springs are from solved, as strain: the largest h W |Δ|/L0 of the Δ
// that one more visit to each would make, and the lowest-numbered spring that has it; −1
// where no spring acts. It is about the last substep, and changes nothing. Attachments do not
// count: they are slack, or as long as they may be.
func (s *Solver) Residual(velocity []model.Vec3) (strain float64, at int) {
	at = -1
	for k := range s.model.StructuralCount() {
		one := &s.springs[k]
		if !one.acts {
			continue
		}
		if off := s.params.DT * one.weight * math.Abs(s.change(velocity, k)) / one.length; at < 0 || off > strain {
			strain, at = off, k
		}
	}
	return strain, at
}
