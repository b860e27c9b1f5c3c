package impulses

import (
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// zeroLength is the length [m] below which a spring has no direction and exerts no impulse.
const zeroLength = 1e-12

func infinite[T table.Real]() T { return T(math.Inf(1)) }

func root[T table.Real](x T) T { return T(math.Sqrt(float64(x))) }

// motion is where masses are at the start of a substep [m], how fast they are [m/s], and 1/m of
// them along each axis [1/kg], 0 along pinned ones, by lane. All axes share an array of 1/m where
// no mass is pinned on some of them alone.
type motion[T table.Real] struct {
	x, v, w [3][]T
	perMass []T // 1/m, 0 of a mass that is pinned on all axes
}

// aim aims at a state.
func (m *motion[T]) aim(of kernels.Motions[T]) {
	for axis := range 3 {
		m.x[axis] = of.Position.Array(kernels.ArrayX + axis)[table.Width:]
		m.v[axis] = of.Velocity.Array(kernels.ArrayVX + axis)[table.Width:]
	}
}

func (m *motion[T]) velocity(lane int) [3]T { return [3]T{m.v[0][lane], m.v[1][lane], m.v[2][lane]} }
func (m *motion[T]) position(lane int) [3]T { return [3]T{m.x[0][lane], m.x[1][lane], m.x[2][lane]} }

// push gives an impulse to a mass [N·s].
func (m *motion[T]) push(lane int, impulse [3]T) {
	for axis := range 3 {
		m.v[axis][lane] += m.w[axis][lane] * impulse[axis]
	}
}

// work returns the work of an impulse on a mass with the velocity before it [J]; on a held
// mass, the work on its support.
func (m *motion[T]) work(lane int, impulse model.Vec3, before [3]T) float64 {
	was, is := kernels.Widen(before), kernels.Widen(m.velocity(lane))
	if w := float64(m.perMass[lane]); w != 0 {
		return is.Sub(was).Dot(is.Add(was)) / (2 * w)
	}
	return impulse.Dot(was)
}

// weight is n·w n of a mass [1/kg]: how fast an impulse along n makes it along n.
func (m *motion[T]) weight(lane int, n [3]T) T {
	return m.w[0][lane]*(n[0]*n[0]) + m.w[1][lane]*(n[1]*n[1]) + m.w[2][lane]*(n[2]*n[2])
}

// lanesOf returns the ends of spring i of a group.
func (s *springs[T]) lanesOf(g group, i int) (a, b int) {
	if g.offset == 0 {
		return int(s.ends[0][int(g.base)+i]), int(s.ends[1][int(g.base)+i])
	}
	return int(g.base) + i, int(g.base) + i + int(g.offset)
}

// line is a spring as a visit finds it.
type line[T table.Real] struct {
	d       [3]T // from end A to end B [m]
	length  T    // [m]
	shorter T    // 1/length [1/m]
	weight  T    // W [1/kg]
	change  T    // Δ [N·s]
}

// line evaluates a visit to a spring with a multiplier λ so far; false: it exerts nothing. The
// kernel of generate/sweep computes the same within roundings.
func (s *springs[T]) line(m *motion[T], at, a, b int, impulse T) (l line[T], acts bool) {
	var e, square T
	l.d[0], l.d[1], l.d[2] = m.x[0][b]-m.x[0][a], m.x[1][b]-m.x[1][a], m.x[2][b]-m.x[2][a]
	square = T(T(l.d[0]*l.d[0])+T(l.d[1]*l.d[1])) + T(l.d[2]*l.d[2])
	if l.length = root(square); !(l.length >= zeroLength) {
		return l, false
	}
	e = T(T(l.d[0]*T(m.v[0][b]-m.v[0][a]))+T(l.d[1]*T(m.v[1][b]-m.v[1][a]))) + T(l.d[2]*T(m.v[2][b]-m.v[2][a]))
	stretch, answer := l.length-s.rest[at], s.answer[at]
	if s.most == nil {
		l.weight = m.w[0][a] + m.w[0][b]
		below := 1 + T(answer*l.weight)
		both := 1 / T(l.length*below)
		l.shorter = both * below
		above := T(T(s.push[at]*stretch)+T(T(answer*e)*l.shorter)) + impulse
		l.change = -T(above * T(both*l.length))
		return l, true
	}
	if stretch < 0 {
		answer = s.slack[at]
	}
	shares := T(T(m.w[0][a]+m.w[0][b])*T(l.d[0]*l.d[0])) + T(T(m.w[1][a]+m.w[1][b])*T(l.d[1]*l.d[1]))
	if l.weight = T(shares+T(T(m.w[2][a]+m.w[2][b])*T(l.d[2]*l.d[2]))) / square; !(l.weight > 0) {
		return l, false
	}
	below := s.keeps[at] + T(answer*l.weight)
	both := 1 / T(l.length*below)
	l.shorter = both * below
	above := T(T(s.push[at]*stretch)+T(T(answer*e)*l.shorter)) + T(s.keeps[at]*impulse)
	l.change = min(impulse-T(above*T(both*l.length)), s.most[at]) - impulse
	return l, true
}

// visit visits the springs of groups from first to last−1, of one color. fresh says that λ are 0.
func (s *springs[T]) visit(m *motion[T], first, last int, fresh bool, book *book) {
	if s.fast.visit != nil && s.byRows(first, book) {
		s.fast.visit(s, m, first, last, fresh)
		return
	}
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
			l, acts := s.line(m, at, a, b, s.impulse[at])
			if acts {
				s.impulse[at] += l.change
				s.strike(m, a, b, &l, T(l.change*l.shorter), book)
			}
		}
	}
}

// byRows reports whether kernels have the laws of springs, and the color of a group is by rows.
func (s *springs[T]) byRows(first int, book *book) bool {
	return s.most == nil && book == nil && s.groups[first].offset != 0
}

// strike gives an impulse to the ends of a spring, over its length [N·s/m].
func (s *springs[T]) strike(m *motion[T], a, b int, l *line[T], impulse T, book *book) {
	if book == nil {
		m.pull(a, b, l, impulse)
		return
	}
	before := [2][3]T{m.velocity(a), m.velocity(b)}
	m.pull(a, b, l, impulse)
	for side, lane := range [2]int{a, b} {
		given := kernels.Widen(l.d).Mul(float64(2*side-1) * float64(impulse))
		book.sprung(m.work(lane, given, before[side]), m.perMass[lane] == 0)
	}
}

// pull is strike without a book.
func (m *motion[T]) pull(a, b int, l *line[T], impulse T) {
	for axis := range 3 {
		along := T(impulse * l.d[axis])
		m.v[axis][a] -= T(m.w[axis][a] * along)
		m.v[axis][b] += T(m.w[axis][b] * along)
	}
}

// warm begins a substep with a share of the impulses of springs in the last one.
func (s *springs[T]) warm(m *motion[T], first, last int, part T, book *book) {
	if s.fast.warm != nil && first < last && s.byRows(first, book) {
		s.fast.warm(s, m, first, last, part)
		return
	}
	for g := first; g < last; g++ {
		for i := range table.Width {
			if s.groups[g].lanes>>i&1 == 0 {
				continue
			}
			at := g*table.Width + i
			a, b := s.lanesOf(s.groups[g], i)
			l, acts := s.line(m, at, a, b, 0)
			if !acts || s.answer[at] == 0 {
				s.impulse[at] = 0
				continue
			}
			s.impulse[at] *= part
			s.strike(m, a, b, &l, T(s.impulse[at]*l.shorter), book)
		}
	}
}

// gauge evaluates the springs without a color, all with the same velocities, and keeps the share
// that each gives; see order.SpringColors.Sharers.
func (s *springs[T]) gauge(m *motion[T], shares []T) {
	first := s.first[s.colors.Count()]
	s.eachRest(func(k, at, a, b int) {
		if l, acts := s.line(m, at, a, b, s.impulse[at]); acts {
			shares[at-first*table.Width] = l.change / T(s.colors.Sharers[k])
		}
	})
}

// settle gives the shares.
func (s *springs[T]) settle(m *motion[T], shares []T, book *book) {
	first := s.first[s.colors.Count()]
	s.eachRest(func(_, at, a, b int) {
		share := shares[at-first*table.Width]
		l, acts := s.line(m, at, a, b, s.impulse[at])
		if acts {
			s.impulse[at] += share
			s.strike(m, a, b, &l, T(share*l.shorter), book)
		}
	})
}

// eachRest calls do with the springs without a color: the number of each among them, its index
// and its ends.
func (s *springs[T]) eachRest(do func(k, at, a, b int)) {
	colors := s.colors.Count()
	for g := s.first[colors]; g < s.first[colors+1]; g++ {
		for i := range table.Width {
			if s.groups[g].lanes>>i&1 != 0 {
				a, b := s.lanesOf(s.groups[g], i)
				do((g-s.first[colors])*table.Width+i, g*table.Width+i, a, b)
			}
		}
	}
}
