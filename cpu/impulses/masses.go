package impulses

import (
	"slices"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// predict gives masses of lanes from first to last−1 the velocities that they would end in
// without springs and contacts:
//
//	v ← v 2^(−h/half-life) + h (g + F/m),  zero along pinned axes
func (s *Solver[T]) predict(first, last int, b *book) (bad bool) {
	if b != nil || s.touches.soft != nil {
		s.predictEach(first, last, b)
		return false
	}
	if s.springs.fast.predict != nil {
		s.springs.fast.predict(s, first, last)
		return false
	}
	n := &s.numbers
	for axis := range 3 {
		v, w := s.motion.v[axis][:last], s.motion.w[axis][:last]
		fall := n.DT * n.Gravity[axis]
		for lane := first; lane < last; lane++ {
			switch {
			case w[lane] == 0 && s.pinned(lane):
				continue
			case w[lane] == 0:
				v[lane] = 0
				continue
			}
			push := fall
			if s.on.Load != nil {
				push = fall + n.DT*(s.on.Load[(lane/table.Width*3+axis)*table.Width+lane%table.Width]*w[lane])
			}
			v[lane] = T(v[lane]*n.Drag) + push
		}
	}
	return false
}

// predictEach is predict with forces of touches, and with a book.
func (s *Solver[T]) predictEach(first, last int, b *book) {
	n := &s.numbers
	for lane := first; lane < last; lane++ {
		mass := s.given.Order.MassOf[lane]
		if mass == table.NoMass {
			continue
		}
		var load, touching model.Vec3
		for axis := range 3 {
			if s.on.Load != nil {
				load[axis] = float64(s.on.Load[(lane/table.Width*3+axis)*table.Width+lane%table.Width])
			}
			if s.touches.soft != nil {
				touching[axis] = s.touches.soft[mass][axis]
			}
		}
		before := s.motion.velocity(lane)
		if s.pinned(lane) {
			b.touched(s.params.DT*touching.Dot(kernels.Widen(before)), true)
			s.dampedSoft(b, mass, kernels.Widen(before))
			s.bookElastic(b, mass, kernels.Widen(before), true)
			continue
		}
		for axis := range 3 {
			w, force := s.motion.w[axis][lane], T(load[axis]+touching[axis])
			if w == 0 {
				s.motion.v[axis][lane] = 0
				continue
			}
			s.motion.v[axis][lane] = T(before[axis]*n.Drag) + (n.DT*n.Gravity[axis] + n.DT*(force*w))
		}
		if b != nil {
			s.predicted(b, lane, mass, load, touching, kernels.Widen(before))
		}
	}
}

// pinned reports whether the mass of a lane is pinned on all axes. A path may move such a mass.
func (s *Solver[T]) pinned(lane int) bool { return s.given.Masses.PerMass[lane] == 0 }

// A packed copy of masses has for each lane its position x, y, z, an unused number, its velocity and its 1/m,
// side by side in half a cache line: all that a spring with a table of its ends reads of each. Kernels of
// tables change velocities in it, between a pass that packs and one that unpacks.
const packedNumbers = 8

// mostPacked is how many lanes kernels of tables can number.
const mostPacked = 1 << 26

// packs reports whether springs are visited in the packed copy, and makes it: where a kernel has
// their laws and no color is by rows.
func (s *Solver[T]) packs(ledger bool) bool {
	lanes := len(s.given.Masses.PerMass)
	if s.springs.fast.table == nil || s.springs.most != nil || ledger || lanes > mostPacked ||
		slices.ContainsFunc(s.springs.groups, func(g group) bool { return g.offset != 0 }) {
		s.packed = nil
		return false
	}
	if s.packed == nil {
		s.packed = kernels.AlignedFloats[T](packedNumbers * lanes)
	}
	return true
}

// pack copies masses of some lanes into the packed copy.
func (s *Solver[T]) pack(first, last int, _ *book) (bad bool) {
	if s.springs.fast.pack != nil {
		s.springs.fast.pack(s, first, last)
		return false
	}
	m := &s.motion
	for lane := first; lane < last; lane++ {
		to := s.packed[packedNumbers*lane : packedNumbers*lane+packedNumbers : packedNumbers*lane+packedNumbers]
		to[0], to[1], to[2] = m.x[0][lane], m.x[1][lane], m.x[2][lane]
		to[4], to[5], to[6], to[7] = m.v[0][lane], m.v[1][lane], m.v[2][lane], m.w[0][lane]
	}
	return false
}

// unpack copies velocities back.
func (s *Solver[T]) unpack(first, last int, _ *book) (bad bool) {
	if s.springs.fast.unpack != nil {
		s.springs.fast.unpack(s, first, last)
		return false
	}
	for lane := first; lane < last; lane++ {
		from := s.packed[packedNumbers*lane+4 : packedNumbers*lane+7]
		s.motion.v[0][lane], s.motion.v[1][lane], s.motion.v[2][lane] = from[0], from[1], from[2]
	}
	return false
}

// move moves masses of some lanes by their velocities. bad says that something may be no finite
// number.
func (s *Solver[T]) move(first, last int, _ *book) (bad bool) {
	if s.springs.fast.move != nil {
		return s.springs.fast.move(s, first, last)
	}
	h, sum := s.numbers.DT, T(0) // of x − x: NaN where something is no finite number
	for axis := range 3 {
		to := s.on.To.Position.Array(axis)[table.Width:]
		from, v, w := s.motion.x[axis], s.motion.v[axis], s.given.Masses.PerMass
		for lane := first; lane < last; lane++ {
			x := from[lane]
			if w[lane] != 0 {
				x += h * v[lane]
			}
			to[lane] = x
			sum += x - x
		}
	}
	return sum != 0
}
