package mesh

import (
	"fmt"
	"math"

	"hooke/model"
)

// Turn makes polygons face the same way as their neighbors, and returns the number turned.
// Neighbors share an edge that no third polygon has; a part of the surface is a set of
// polygons connected by neighbors. Parts without a disagreement stay unchanged. A part with
// one then faces outward if an even number of other parts enclose it, and inward, as a
// cavity, if an odd number do. A part that encloses no volume faces the way that most of its
// polygons do. A part that cannot face one way, such as a Möbius strip, is an error that
// names two polygons, numbered from 1; the surface then stays unchanged.
func (s *Surface) Turn() (turned int, err error) {
	t := newTurner(s)
	for face := range s.FaceCount() {
		if t.part[face] < 0 {
			if err := t.flood(int32(face)); err != nil {
				return 0, err
			}
		}
	}
	wrong := false
	for i := range t.parts {
		wrong = wrong || t.parts[i].disagrees
	}
	if !wrong {
		return 0, nil
	}
	for face, turn := range t.turn {
		if turn {
			s.flip(face)
		}
	}
	t.measure()
	for i := range t.parts {
		if p := &t.parts[i]; p.disagrees && t.facesWrong(i) {
			for _, face := range p.faces {
				s.flip(int(face))
				t.turn[face] = !t.turn[face]
			}
		}
	}
	for _, turn := range t.turn {
		if turn {
			turned++
		}
	}
	return turned, nil
}

// flip turns polygon i around. Its first corner stays.
func (s *Surface) flip(i int) {
	f := s.Face(i)
	for a, b := 1, len(f)-1; a < b; a, b = a+1, b-1 {
		f[a], f[b] = f[b], f[a]
	}
}

// turner finds the parts of a surface and the polygons to be turned in them.
type turner struct {
	surface   *Surface
	start     []uint32   // neighbors of polygon i are neighbors[start[i]:start[i+1]]
	neighbors []neighbor // 8 bytes each
	part      []int32    // of each polygon; −1: not reached yet
	turn      []bool     // whether each polygon is turned
	parts     []turnPart
}

// neighbor is a polygon across an edge.
type neighbor struct {
	face      uint32
	disagrees bool // it faces the other way
}

// turnPart is a part of the surface.
type turnPart struct {
	faces     []uint32
	disagrees bool       // some of its polygons faced different ways
	lo, hi    model.Vec3 // its box [m]
	volume    float64    // after turning; negative where it faces inward [m³]
	winding   *Winding   // nil until asked for
}

// newTurner finds all neighbors, in O(corners).
func newTurner(s *Surface) *turner {
	faces := s.FaceCount()
	t := &turner{surface: s, start: make([]uint32, faces+2), part: make([]int32, faces), turn: make([]bool, faces)}
	table := NewEdgeTable(s)
	each := func(visit func(a, b uint32, disagrees bool)) {
		table.Each(func(_, _ uint32, sides []HalfEdge) {
			if len(sides) == 2 && sides[0].face != sides[1].face {
				visit(sides[0].face, sides[1].face, sides[0].upward == sides[1].upward)
			}
		})
	}
	each(func(a, b uint32, _ bool) {
		t.start[a+2]++
		t.start[b+2]++
	})
	for i := 2; i < len(t.start); i++ {
		t.start[i] += t.start[i-1]
	}
	t.neighbors = make([]neighbor, t.start[faces+1])
	each(func(a, b uint32, disagrees bool) {
		t.neighbors[t.start[a+1]] = neighbor{b, disagrees}
		t.neighbors[t.start[b+1]] = neighbor{a, disagrees}
		t.start[a+1]++
		t.start[b+1]++
	})
	t.start = t.start[:faces+1]
	for i := range t.part {
		t.part[i] = -1
	}
	return t
}

// flood makes a part of the polygons that neighbors connect with the first, and notes which
// must be turned to face as it does.
func (t *turner) flood(first int32) error {
	number := int32(len(t.parts))
	part := turnPart{faces: []uint32{uint32(first)}}
	t.part[first] = number
	for i := 0; i < len(part.faces); i++ {
		face := part.faces[i]
		for _, n := range t.neighbors[t.start[face]:t.start[face+1]] {
			part.disagrees = part.disagrees || n.disagrees
			switch turn := t.turn[face] != n.disagrees; {
			case t.part[n.face] < 0:
				t.part[n.face], t.turn[n.face] = number, turn
				part.faces = append(part.faces, n.face)
			case t.turn[n.face] != turn:
				return fmt.Errorf("%s: polygons %d and %d, which share an edge, cannot be turned so that all polygons around them face the same way; "+
					"the surface has one side only, as a Möbius strip has, and encloses nothing: mend it there, or make a cloth of it",
					t.surface.Name, face+1, n.face+1)
			}
		}
	}
	t.parts = append(t.parts, part)
	return nil
}

// measure finds the box and the volume of every part. Rims count as closed by cones to the
// middle of the box.
func (t *turner) measure() {
	s := t.surface
	for i := range t.parts {
		p := &t.parts[i]
		p.lo = s.Vertices[s.Face(int(p.faces[0]))[0]]
		p.hi = p.lo
		for _, face := range p.faces {
			for _, v := range s.Face(int(face)) {
				for axis, x := range s.Vertices[v] {
					p.lo[axis], p.hi[axis] = min(p.lo[axis], x), max(p.hi[axis], x)
				}
			}
		}
		middle := p.lo.Add(p.hi).Mul(0.5)
		for _, face := range p.faces {
			f := s.Face(int(face))
			for c := 2; c < len(f); c++ {
				a, b, c := s.Places([3]uint32{f[0], f[c-1], f[c]})
				p.volume += a.Sub(middle).Dot(b.Sub(middle).Cross(c.Sub(middle))) / 6
			}
		}
	}
}

// facesWrong reports whether a part, whose polygons now face the same way, must be turned as a
// whole.
func (t *turner) facesWrong(i int) bool {
	p := &t.parts[i]
	size := p.hi.Sub(p.lo)
	if math.Abs(p.volume) <= 1e-9*size.Len()*size.Len()*size.Len() {
		turned := 0
		for _, face := range p.faces {
			if t.turn[face] {
				turned++
			}
		}
		return 2*turned > len(p.faces)
	}
	// The outermost part around this one decides which side is outward, if it was not turned.
	outward, outermost := p.volume > 0, 0.0
	depth, reversed := 0, false
	f := t.surface.Face(int(p.faces[0]))
	at := t.surface.Vertices[f[0]].Add(t.surface.Vertices[f[1]]).Add(t.surface.Vertices[f[2]]).Mul(1. / 3)
	for k := range t.parts {
		if k == i || !t.around(k, at) {
			continue
		}
		depth++
		if other := &t.parts[k]; math.Abs(other.volume) > outermost {
			outermost, reversed = math.Abs(other.volume), !other.disagrees && other.volume < 0
		}
	}
	return outward != (depth%2 == 0) != reversed
}

// around reports whether part k winds around a point.
func (t *turner) around(k int, at model.Vec3) bool {
	p := &t.parts[k]
	for axis, x := range at {
		if x < p.lo[axis] || x > p.hi[axis] {
			return false
		}
	}
	if p.winding == nil {
		part := &Surface{Vertices: t.surface.Vertices}
		for _, face := range p.faces {
			part.AddFace(t.surface.Face(int(face)))
		}
		p.winding = NewWinding(part)
	}
	return math.Abs(p.winding.At(at)) > 0.5
}
