package collide

import (
	"hooke/cpu/table"
	"sync/atomic"
)

// search finds the pairs of the masses in a part of the grid, and counts the entries of
// their lists. Which thread counts first does not matter: lists are sorted.
func (l *Lists[T]) search(part int) {
	g := &l.grid
	s := searcher[T]{Lists: l, out: l.found[part][:0]}
	within := T(g.edge)
	s.square = within * within
	for at := g.bounds[part]; at < g.bounds[part+1]; at++ {
		s.self = g.at[at]
		s.mass = l.order.MassOf[s.self.lane]
		x, y, z := g.cellOf(s.self.x[0]), g.cellOf(s.self.x[1]), g.cellOf(s.self.x[2])
		for _, row := range g.rows {
			s.y, s.z = y+stencil[row][0], z+stencil[row][1]
			if row == 0 { // the rest of its own cell, and the next one
				own := g.bucketOf(x, y, z)
				s.look(at+1, g.ends[own+1])
				next, _ := g.inBuckets(own+1, 1)
				s.look(next[0], next[1])
				continue
			}
			one, other := g.inBuckets(g.bucketOf(x-1, s.y, s.z), 3)
			s.look(one[0], one[1])
			s.look(other[0], other[1])
		}
	}
	l.found[part] = s.out
}

// searcher is a search for the pairs of one mass after the other.
type searcher[T table.Real] struct {
	*Lists[T]
	self   sorted[T]
	mass   uint32
	y, z   int32 // row of cells that is looked at
	square T     // of the longest distance of a pair [m²]
	out    []found
}

// look compares the mass at hand with those in a stretch of the grid. Other rows may share
// it: a mass of another row is found there.
func (s *searcher[T]) look(from, to uint32) {
	if from >= to {
		return
	}
	x, y, z, within := s.self.x[0], s.self.x[1], s.self.x[2], s.square
	stretch := s.grid.at[from:to]
	for i := range stretch {
		other := &stretch[i]
		dx, dy, dz := other.x[0]-x, other.x[1]-y, other.x[2]-z
		if square := dx*dx + dy*dy + dz*dz; square < within {
			s.add(other, square)
		}
	}
}

// add notes a pair that is near enough and may touch.
func (s *searcher[T]) add(other *sorted[T], square T) {
	if s.grid.cellOf(other.x[1]) != s.y || s.grid.cellOf(other.x[2]) != s.z {
		return
	}
	mass := s.order.MassOf[other.lane]
	reach, may := s.law.reach(s.mass, mass)
	if !may {
		return
	}
	if within := T((reach + s.skin) * (1 + 1e-6)); square >= within*within {
		return
	}
	s.out = append(s.out, found{s.self.lane, other.lane})
	atomic.AddUint32(&s.counts[s.self.lane], 1)
	atomic.AddUint32(&s.counts[other.lane], 1)
}
