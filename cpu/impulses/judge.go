package impulses

import (
	"math"

	"hooke/cpu/table"
)

// residual returns the largest h W |Δ|/L0 of the springs of groups from first to last−1, and the
// lowest-numbered spring that has it; −1 where none acts.
func (s *springs[T]) residual(m *motion[T], first, last int, h float64) (strain float64, spring int) {
	spring = -1
	for g := first; g < last; g++ {
		for i := range table.Width {
			at := g*table.Width + i
			if s.number[at] == table.NoMass || s.answer[at] == 0 {
				continue
			}
			a, b := s.lanesOf(s.groups[g], i)
			l, acts := s.line(m, at, a, b, s.impulse[at])
			if !acts || l.weight == 0 {
				continue
			}
			length := float64(s.rest[at])
			if length == 0 {
				length = float64(l.length)
			}
			off, number := h*float64(l.weight)*math.Abs(float64(l.change))/length, int(s.number[at])
			if spring < 0 || off > strain || off == strain && number < spring {
				strain, spring = off, number
			}
		}
	}
	return strain, spring
}

// endDampers records the dissipation of dampers, h c u² with the rate u at the end of the
// substep, for the active springs of groups first to last−1.
func (s *springs[T]) endDampers(m *motion[T], first, last int, book *book) {
	for g := first; g < last; g++ {
		for i := range table.Width {
			at := g*table.Width + i
			if s.number[at] == table.NoMass || s.damping[at] == 0 || s.most != nil && s.most[at] == 0 && s.impulse[at] == 0 {
				continue
			}
			a, b := s.lanesOf(s.groups[g], i)
			l, acts := s.line(m, at, a, b, s.impulse[at])
			if !acts || s.most != nil && s.most[at] == 0 && l.length < s.rest[at] {
				continue
			}
			u := 0.0
			for axis := range 3 {
				u += float64(l.d[axis]*l.shorter) * (float64(m.v[axis][b]) - float64(m.v[axis][a]))
			}
			book.Flows.Damping += float64(s.damping[at]) * u * u
		}
	}
}
