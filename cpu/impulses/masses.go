package impulses

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// predict gives masses of lanes from first to last−1 the velocities that they would end in
// without springs and contacts:
//
//	v ← (v + h (g + F/m)) 2^(−h/half-life),  zero along pinned axes
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
			v[lane] = (v[lane] + push) * n.Drag
		}
	}
	return false
}

// predictEach is predict with forces of touches, and with a book.
func (s *Solver[T]) predictEach(first, last int, b *book) {
	n := &s.numbers
	for lane := first; lane < last; lane++ {
		mass := s.given.Order.MassOf[lane]
		if mass == table.Nobody {
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
			continue
		}
		for axis := range 3 {
			w, force := s.motion.w[axis][lane], T(load[axis]+touching[axis])
			if w == 0 {
				s.motion.v[axis][lane] = 0
				continue
			}
			s.motion.v[axis][lane] = (before[axis] + (n.DT*n.Gravity[axis] + n.DT*(force*w))) * n.Drag
		}
		if b != nil {
			s.predicted(b, lane, load, touching, kernels.Widen(before))
		}
	}
}

// pinned says whether the mass of a lane is pinned on all axes. A path may move such a mass.
func (s *Solver[T]) pinned(lane int) bool { return s.given.Masses.PerMass[lane] == 0 }

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
			if s.on.From.Velocity.Short {
				v[lane] = T(float32(v[lane]))
			}
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
