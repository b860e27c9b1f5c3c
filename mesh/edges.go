package mesh

import (
	"cmp"
	"slices"

	"hooke/model"
)

// A HalfEdge is one side of one polygon, stored at its lower vertex. 20 bytes.
type HalfEdge struct {
	high   uint32 // the other, higher-numbered vertex of the side
	AtLow  uint32 // the polygon's next vertex beyond the lower end
	AtHigh uint32 // the polygon's next vertex beyond the higher end
	face   uint32 // the polygon
	upward bool   // whether the polygon goes from the lower vertex to the higher one
}

// EdgeTable holds the sides of all polygons by vertex: half[start[v]:start[v+1]] are the
// sides with the lower vertex v, ascending by their higher vertex. Sides with the same two
// vertices are one edge of the surface.
type EdgeTable struct {
	start []uint32
	half  []HalfEdge
}

// NewEdgeTable collects the sides of all polygons of s, in O(corners) time.
func NewEdgeTable(s *Surface) *EdgeTable {
	t := &EdgeTable{
		start: make([]uint32, len(s.Vertices)+2),
		half:  make([]HalfEdge, len(s.Corners)),
	}
	// Counting sort by lower vertex: start[v+2] counts, then becomes the running
	// position of v in start[v+1], which ends where v+1 starts.
	eachSide(s, func(low uint32, _ HalfEdge) { t.start[low+2]++ })
	for v := 2; v < len(t.start); v++ {
		t.start[v] += t.start[v-1]
	}
	eachSide(s, func(low uint32, h HalfEdge) {
		t.half[t.start[low+1]] = h
		t.start[low+1]++
	})
	t.start = t.start[:len(s.Vertices)+1]
	for v := range s.Vertices {
		sides := t.half[t.start[v]:t.start[v+1]]
		if len(sides) > 1 {
			slices.SortStableFunc(sides, func(a, b HalfEdge) int { return cmp.Compare(a.high, b.high) })
		}
	}
	return t
}

// eachSide calls visit for every side of every polygon.
func eachSide(s *Surface, visit func(low uint32, h HalfEdge)) {
	for i := range s.FaceCount() {
		f := s.Face(i)
		for c, a := range f {
			before, b, after := f[(c+len(f)-1)%len(f)], f[(c+1)%len(f)], f[(c+2)%len(f)]
			if a < b {
				visit(a, HalfEdge{high: b, AtLow: before, AtHigh: after, face: uint32(i), upward: true})
			} else {
				visit(b, HalfEdge{high: a, AtLow: after, AtHigh: before, face: uint32(i)})
			}
		}
	}
}

// Each calls visit for every edge, ascending by its two vertices, with all sides of
// polygons on it.
func (t *EdgeTable) Each(visit func(low, high uint32, sides []HalfEdge)) {
	for v := range len(t.start) - 1 {
		sides := t.half[t.start[v]:t.start[v+1]]
		for len(sides) > 0 {
			n := 1
			for n < len(sides) && sides[n].high == sides[0].high {
				n++
			}
			visit(uint32(v), sides[0].high, sides[:n])
			sides = sides[n:]
		}
	}
}

// eachBoundary calls visit for every edge that has one polygon only; upward says
// whether that polygon goes from the lower vertex to the higher one.
func (t *EdgeTable) eachBoundary(visit func(low, high uint32, upward bool)) {
	t.Each(func(low, high uint32, sides []HalfEdge) {
		if len(sides) == 1 {
			visit(low, high, sides[0].upward)
		}
	})
}

// DisjointSets is a union-find forest, for connected components of elements.
type DisjointSets []uint32

// NewDisjointSets returns n sets of one element each, numbered from 0.
func NewDisjointSets(n int) DisjointSets {
	d := make(DisjointSets, n)
	for i := range d {
		d[i] = uint32(i)
	}
	return d
}

// Root returns the lowest element of i's set. It halves the path on the way.
func (d DisjointSets) Root(i uint32) uint32 {
	for d[i] != i {
		d[i] = d[d[i]]
		i = d[i]
	}
	return i
}

// Join unites the sets of a and b.
func (d DisjointSets) Join(a, b uint32) {
	a, b = d.Root(a), d.Root(b)
	if a < b {
		d[b] = a
	} else {
		d[a] = b
	}
}

// Parts returns the number of parts of a model that springs do not connect. Removed springs
// do not count; a mass without springs is a part.
func Parts(m *model.Model) int {
	if m.Pattern != nil && wholeGrid(m.Pattern) {
		return 1
	}
	sets, parts := NewDisjointSets(m.MassCount()), m.MassCount()
	m.EachSprings(func(_ int, some model.Springs) bool {
		for s, ends := range some.Ends {
			if some.MaterialOf[s] != model.Removed && sets.Root(ends[0]) != sets.Root(ends[1]) {
				sets.Join(ends[0], ends[1])
				parts--
			}
		}
		return true
	})
	return parts
}

// wholeGrid reports whether the springs of a pattern join neighbors along every axis.
func wholeGrid(p *model.Pattern) bool {
	var joined [3]bool
	for _, o := range p.Stencil {
		for axis, neighbor := range [3]model.Offset{{Dx: 1}, {Dy: 1}, {Dz: 1}} {
			if o.Material != model.Removed && o.Dx == neighbor.Dx && o.Dy == neighbor.Dy && o.Dz == neighbor.Dz {
				joined[axis] = true
			}
		}
	}
	for axis, n := range p.Size {
		if n > 1 && !joined[axis] {
			return false
		}
	}
	return true
}
