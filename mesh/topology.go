package mesh

import (
	"math"

	"hooke/model"
)

// Topology describes how the polygons of a surface are connected. A closed surface has no
// Boundary and no NonManifold edges.
type Topology struct {
	Edges       int // sides of polygons; a side that several polygons share counts once
	Boundary    int // edges of one polygon: the rims of holes
	NonManifold int // edges of three or more polygons
	Disagreeing int // edges of two polygons that face different ways
	Components  int // parts that share no vertex
	Isolated    int // vertices of no polygon and no line

	// Gap measures how open the surface is, from 0 (closed) to 1. A disk of area l²/4π could
	// close a rim of total length l; Gap is the area of these disks divided by that of disks
	// and polygons together. A flat disk has 1/2, a bowl of half a sphere 1/3, a surface with
	// a few small holes nearly 0.
	Gap float64
}

// Topology counts edges, holes and parts, in O(corners) memory and nearly O(corners) time.
func (s *Surface) Topology() Topology {
	var t Topology
	parts := NewDisjointSets(len(s.Vertices)) // joined by any edge or line
	table := NewEdgeTable(s)
	table.Each(func(a, b uint32, sides []HalfEdge) {
		t.Edges++
		parts.Join(a, b)
		switch {
		case len(sides) == 1:
			t.Boundary++
		case len(sides) > 2:
			t.NonManifold++
		case sides[0].upward == sides[1].upward:
			t.Disagreeing++
		}
	})
	for _, l := range s.Lines {
		parts.Join(l[0], l[1])
	}
	used := s.Used()
	for v := range s.Vertices {
		switch {
		case !used[v]:
			t.Isolated++
		case parts.Root(uint32(v)) == uint32(v):
			t.Components++
		}
	}

	// Every rim is closed by the disk of its length: the largest flat one.
	disks := 0.0
	for _, l := range newRims(s, table).length {
		disks += l * l / (4 * math.Pi)
	}
	if disks > 0 {
		t.Gap = disks / (disks + s.Area())
	}
	return t
}

// rims are the boundary edges of a surface, grouped into connected rims. Arrays are
// indexed by vertex, with entries only at the root of each rim.
type rims struct {
	sets   DisjointSets
	length []float64    // of all edges of the rim [m]
	center []model.Vec3 // of the rim, edges weighted by length [m]
}

func newRims(s *Surface, table *EdgeTable) rims {
	r := rims{
		sets:   NewDisjointSets(len(s.Vertices)),
		length: make([]float64, len(s.Vertices)),
		center: make([]model.Vec3, len(s.Vertices)),
	}
	table.eachBoundary(func(a, b uint32, _ bool) { r.sets.Join(a, b) })
	table.eachBoundary(func(a, b uint32, _ bool) {
		root := r.sets.Root(a)
		length := s.Vertices[a].Sub(s.Vertices[b]).Len()
		r.length[root] += length
		r.center[root] = r.center[root].Add(s.Vertices[a].Add(s.Vertices[b]).Mul(length / 2))
	})
	for v, l := range r.length {
		if l > 0 {
			r.center[v] = r.center[v].Mul(1 / l)
		}
	}
	return r
}

// Volume returns the volume inside the surface [m³] by the divergence theorem, negative if
// its polygons face inward. Cones to the center of each rim close holes, so that every
// surface has a volume.
func (s *Surface) Volume() float64 {
	lo, hi := s.Bounds()
	origin := lo.Add(hi).Mul(0.5) // any point would do; this one loses the fewest digits
	sum := 0.0
	add := func(a, b, c model.Vec3) {
		sum += a.Sub(origin).Dot(b.Sub(origin).Cross(c.Sub(origin)))
	}
	for _, t := range s.Triangles() {
		add(s.Places(t))
	}
	table := NewEdgeTable(s)
	r := newRims(s, table)
	table.eachBoundary(func(a, b uint32, upward bool) {
		if upward { // the cone's triangle has the opposite direction of the polygon's side
			a, b = b, a
		}
		add(s.Vertices[a], s.Vertices[b], r.center[r.sets.Root(a)])
	})
	return sum / 6
}

// Used reports for every vertex whether a polygon or a line names it.
func (s *Surface) Used() []bool {
	used := make([]bool, len(s.Vertices))
	for _, v := range s.Corners {
		used[v] = true
	}
	for _, l := range s.Lines {
		used[l[0]], used[l[1]] = true, true
	}
	return used
}
