package rods

import (
	"hooke/model"
	"hooke/model/rod"
)

// Sweep solves the constraints of each part of the rods at once. Springs, contacts and all else between its
// calls change velocities again. It does nothing to nil.
func (s *Solver) Sweep(velocity []model.Vec3) {
	if s == nil {
		return
	}
	for _, p := range s.parts {
		s.solvePart(p, velocity)
	}
}

// rateOfEnd is v_b − v_a − ω × d [m/s].
func (s *Solver) rateOfEnd(velocity []model.Vec3, k int) model.Vec3 {
	ends := s.Set.Segments[k].Ends
	return velocity[ends[1]].Sub(velocity[ends[0]]).Sub(s.spin[k].Cross(s.ends[k].arm))
}

// strikeEnd changes z of the constraint between a segment and its masses.
func (s *Solver) strikeEnd(velocity []model.Vec3, k int, change model.Vec3) {
	c := &s.ends[k]
	c.done = c.done.Add(change)
	impulse := c.impulse(change)
	for side, end := range s.Set.Segments[k].Ends {
		given, before := impulse.Mul(float64(2*side-1)), velocity[end]
		velocity[end] = before.Add(scaled(s.inverseMass(end), given))
		if s.book != nil {
			s.book(given.Dot(before.Add(velocity[end]))/2, s.model.PinOf(int(end)) == model.PinAll)
		}
	}
	s.turn(k, c.arm.Cross(impulse).Mul(-1))
}

// rateOfBend returns ω_j − ω_i [rad/s].
func (s *Solver) rateOfBend(k int) model.Vec3 {
	j := &s.Set.Joints[k]
	return s.spin[j.To].Sub(s.spin[j.From])
}

// strikeBend changes z of the constraint between two segments.
func (s *Solver) strikeBend(k int, change model.Vec3) {
	c := &s.bends[k]
	c.done = c.done.Add(change)
	impulse := c.impulse(change)
	s.turn(int(s.Set.Joints[k].To), impulse)
	s.turn(int(s.Set.Joints[k].From), impulse.Mul(-1))
}

// turn gives a segment an impulse that turns it [N·m·s].
func (s *Solver) turn(k int, impulse model.Vec3) {
	before := s.spin[k]
	s.spin[k] = before.Add(s.inverseInertia(k).Mul3x1(impulse))
	if s.book != nil {
		s.book(impulse.Dot(before.Add(s.spin[k]))/2, s.held[k] >= 0)
	}
}

// Finish turns segments by their spin, as free symmetric tops: about L by |L|/I_across, and
// about their own axis by the rest of their spin along it. Held ones get their orientation at
// the time. It reports whether all numbers are finite, and does nothing to nil.
func (s *Solver) Finish(end float64) (finite bool) {
	if s == nil {
		return true
	}
	h, sum := s.params.DT, 0.0
	for k := range s.spin {
		if q, held := s.Clamped(k, end); held {
			s.orientation[k] = q
			continue
		}
		one, q := &s.Set.Segments[k], s.orientation[k]
		tangent := q.Rotate(model.Vec3{0, 0, 1})
		l := momentum(one, q, s.spin[k])
		own := l.Dot(tangent) * (1/one.Along - 1/one.Across)
		q = rod.Unit(rod.Turn(l.Mul(h / one.Across)).Mul(rod.Turn(tangent.Mul(h * own))).Mul(q))
		s.orientation[k] = q
		s.spin[k] = s.inverseInertia(k).Mul3x1(l)
		sum += q.W - q.W + s.spin[k].Dot(s.spin[k]) - s.spin[k].Dot(s.spin[k])
	}
	return sum == 0
}

// AddForces writes the axial force on the ends of each segment in the last substep into
// forces of springs [N], positive pulls them together. It does nothing to nil, and before the
// first substep.
func (s *Solver) AddForces(force []float64) {
	if s == nil || force == nil {
		return
	}
	for k := range s.ends {
		force[s.Set.Segments[k].Spring] = -s.ends[k].scale[2] * s.ends[k].done[2] / s.params.DT
	}
}

// Dampers returns the dissipation of dampers in a substep, h u·D u with the rates at its end
// [J].
func (s *Solver) Dampers(velocity []model.Vec3) (sum float64) {
	if s == nil {
		return 0
	}
	h := s.params.DT
	taken := func(c *soft, delay float64, rate model.Vec3) {
		u := scaled(c.scale, c.axes.Transpose().Mul3x1(rate)) // S² = (h² + h τ) K
		sum += h * delay / (h*h + h*delay) * u.Dot(u)
	}
	for k := range s.ends {
		if delay := s.Set.Segments[k].Rod.Delay; delay > 0 {
			taken(&s.ends[k], delay, s.rateOfEnd(velocity, k))
		}
	}
	for k := range s.bends {
		if delay := s.Set.Joints[k].Delay; delay > 0 {
			taken(&s.bends[k], delay, s.rateOfBend(k))
		}
	}
	return sum
}

// Residual returns how far rods are from solved, as strain: of ends h |W S Δ|/ℓ of the Δ that one more
// visit would make, and of joints, at the surface of the rod, r h |W S Δ|/ℓ. It returns the spring
// of the segment that has the largest; −1 without rods.
func (s *Solver) Residual(velocity []model.Vec3) (strain float64, spring int) {
	if s == nil {
		return 0, -1
	}
	spring = -1
	look := func(c *soft, rate model.Vec3, by float64, segment uint32) {
		off := s.params.DT * by * c.weight.Mul3x1(scaled(c.scale, c.change(rate))).Len()
		if spring < 0 || off > strain {
			strain, spring = off, int(s.Set.Segments[segment].Spring)
		}
	}
	for k := range s.ends {
		look(&s.ends[k], s.rateOfEnd(velocity, k), 1/s.Set.Segments[k].Length, uint32(k))
	}
	for k := range s.bends {
		j := &s.Set.Joints[k]
		look(&s.bends[k], s.rateOfBend(k), s.Set.Segments[j.To].Rod.Thick()/j.Length, j.To)
	}
	return strain, spring
}

// Elastic returns the elastic energy of rods at a state [J].
func (s *Solver) Elastic(on State) (sum float64) {
	if s == nil {
		return 0
	}
	for k := range s.Set.Segments {
		one := &s.Set.Segments[k]
		d := on.Position[one.Ends[1]].Sub(on.Position[one.Ends[0]])
		off := on.Orientation[k].Conjugate().Rotate(d).Sub(model.Vec3{0, 0, one.Length})
		sum += scaled(one.Rod.Strains(one.Length), off).Dot(off) / 2
	}
	for _, j := range s.Set.Joints {
		off := rod.Darboux(on.Orientation[j.From], on.Orientation[j.To], j.Length).Sub(j.Rest).Mul(j.Length)
		sum += scaled(j.Turns, off).Dot(off) / 2
	}
	return sum
}

// Kinetic returns the energy of the spin of all segments at a state [J], and of those that are held.
func (s *Solver) Kinetic(on State) (all, held float64) {
	if s == nil {
		return 0, 0
	}
	for k := range s.Set.Segments {
		energy := on.Spin[k].Dot(momentum(&s.Set.Segments[k], on.Orientation[k], on.Spin[k])) / 2
		if all += energy; s.held[k] >= 0 {
			held += energy
		}
	}
	return all, held
}

// Momentum returns the angular momentum of the spin of all segments [kg·m²/s].
func (s *Solver) Momentum(on State) (sum model.Vec3) {
	if s == nil {
		return sum
	}
	for k := range s.Set.Segments {
		sum = sum.Add(momentum(&s.Set.Segments[k], on.Orientation[k], on.Spin[k]))
	}
	return sum
}

// Joints are the moments of joints, in the axes of the section before each [N·m]: bends and the
// twist.
func (s *Solver) Moments(on State) []model.Vec3 {
	out := make([]model.Vec3, len(s.Set.Joints))
	for k, j := range s.Set.Joints {
		off := rod.Darboux(on.Orientation[j.From], on.Orientation[j.To], j.Length).Sub(j.Rest).Mul(j.Length)
		out[k] = scaled(j.Turns, off)
	}
	return out
}
