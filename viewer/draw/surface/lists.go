package surface

import (
	"slices"
	"sync/atomic"

	"hooke/model"
	"hooke/shaders"
)

// none is the number of a mass that is not listed.
const none = ^uint32(0)

// springsAt lists the springs at masses by ascending number. Removed springs, whose ends are the same mass, are left out.
type springsAt struct {
	mass   []uint32 // the listed masses, ascending
	number []uint32 // index of each mass in mass; none: it is not listed
	start  []uint32 // where the springs of each listed mass begin in spring; one entry more than masses
	spring []uint32
}

// listSprings lists the springs at the masses, of a number, for which listed is true. It works on all cores; the result
// does not depend on their number.
func listSprings(ends []shaders.Ends, masses int, listed func(i int) bool) springsAt {
	s := springsAt{number: make([]uint32, masses)}
	for i := range s.number {
		s.number[i] = none
		if listed(i) {
			s.number[i] = uint32(len(s.mass))
			s.mass = append(s.mass, uint32(i))
		}
	}
	s.start = make([]uint32, len(s.mass)+1)
	s.visit(ends, func(k, _ uint32) { atomic.AddUint32(&s.start[k+1], 1) })
	for k := range s.mass {
		s.start[k+1] += s.start[k]
	}
	s.spring = make([]uint32, s.start[len(s.mass)])
	next := slices.Clone(s.start)
	s.visit(ends, func(k, spring uint32) { s.spring[atomic.AddUint32(&next[k], 1)-1] = spring })
	model.InBlocks(len(s.mass), func(_, first, last int) {
		for k := first; k < last; k++ {
			slices.Sort(s.of(uint32(k))) // cores took the springs in no order
		}
	})
	return s
}

// visit calls do for each end of a spring at a listed mass, on all cores at once.
func (s *springsAt) visit(ends []shaders.Ends, do func(k, spring uint32)) {
	model.InBlocks(len(ends), func(_, first, last int) {
		for n := first; n < last; n++ {
			e := ends[n]
			if e[0] == e[1] {
				continue
			}
			for _, i := range e {
				if k := s.number[i]; k != none {
					do(k, uint32(n))
				}
			}
		}
	})
}

// of returns the springs at the listed mass with a number.
func (s *springsAt) of(k uint32) []uint32 { return s.spring[s.start[k]:s.start[k+1]] }

// other returns the end of a spring that is not mass i.
func other(e shaders.Ends, i uint32) uint32 {
	if e[0] == i {
		return e[1]
	}
	return e[0]
}
