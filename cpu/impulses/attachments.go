package impulses

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// attach adds the visits to attachments, round by round, behind the springs of a sweep.
func (s *Solver[T]) attach(fresh bool) {
	c := &s.springs.colors
	for round := c.Structural(); round < c.Count(); round++ {
		s.onColor(round, func(first, last int, b *book) { s.springs.attach(&s.motion, first, last, T(s.params.DT), fresh, b) })
	}
}

// attach visits attachments of one round in groups from first to last−1, in a substep of h [s].
// Each has a mass at one end and a pinned anchor at the other; with t the speed of one past the
// other across n,
//
//	r = −C/h where C ≤ 0, else −min(C/h, t/2);   Δ = (r − u)/W,  λ ← min(0, λ + Δ)
//
// One whose anchor is no longer pinned does nothing. fresh says that λ are 0.
func (s *springs[T]) attach(m *motion[T], first, last int, h T, fresh bool, book *book) {
	for g := first; g < last; g++ {
		for i := range table.Width {
			if s.groups[g].lanes>>i&1 == 0 {
				continue
			}
			at := g*table.Width + i
			if fresh {
				s.impulse[at] = 0
			}
			a, b := s.lanesOf(s.groups[g], i)
			if l, acts := s.attachment(m, at, a, b, h); acts {
				s.impulse[at] += l.change
				s.hold(m, a, b, &l, book)
			}
		}
	}
}

// hold gives a mass the impulse of an attachment, and nothing to its anchor, which many share.
func (s *springs[T]) hold(m *motion[T], a, b int, l *line[T], book *book) {
	along := l.change * l.shorter
	if held(m, b) {
		a, b, along = b, a, -along
	}
	impulse, before := [3]T{along * l.d[0], along * l.d[1], along * l.d[2]}, m.velocity(b)
	m.push(b, impulse)
	if book != nil {
		given := kernels.Widen(impulse)
		book.sprung(m.work(b, given, before), false)
		book.sprung(m.work(a, given.Mul(-1), m.velocity(a)), true)
	}
}

// attachment evaluates a visit to one.
func (s *springs[T]) attachment(m *motion[T], at, a, b int, h T) (l line[T], acts bool) {
	var away [3]T
	var square, along, speed T // |d|², d·(vB − vA), |vB − vA|²
	for axis := range 3 {
		l.d[axis], away[axis] = m.x[axis][b]-m.x[axis][a], m.v[axis][b]-m.v[axis][a]
		square += l.d[axis] * l.d[axis]
		along += l.d[axis] * away[axis]
	}
	if l.length = root(square); !(l.length >= zeroLength) || s.answer[at] == 0 || held(m, a) == held(m, b) {
		return l, false
	}
	l.shorter = 1 / l.length
	var n [3]T
	for axis := range 3 {
		n[axis] = l.d[axis] * l.shorter
	}
	u := along * l.shorter
	for axis := range 3 {
		across := away[axis] - u*n[axis]
		speed += across * across
	}
	if l.weight = m.weight(a, n) + m.weight(b, n); !(l.weight > 0) {
		return l, false
	}
	stretch := l.length - s.rest[at]
	most := -stretch / h
	if stretch > 0 {
		most = max(most, -root(speed)/2)
	}
	l.change = min(0, s.impulse[at]+(most-u)/l.weight) - s.impulse[at]
	return l, true
}

// held reports whether a mass is pinned on all axes.
func held[T table.Real](m *motion[T], lane int) bool {
	return m.w[0][lane] == 0 && m.w[1][lane] == 0 && m.w[2][lane] == 0
}
