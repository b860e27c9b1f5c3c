package mesh

import (
	"hash/maphash"
	"math"

	"hooke/model"
)

// Weld joins vertices at exactly the same position, which exporters leave along seams, and
// returns the number removed. The first vertex at each position stays; Degenerate counts the
// polygons and lines that vanish.
func (s *Surface) Weld() int { return s.WeldWithin(0) }

// WeldWithin joins vertices up to a distance apart [the surface's unit]; 0 means exactly the
// same position. In the order of the file, a vertex joins the first remaining vertex within
// the distance, or remains itself. Remaining vertices do not move, and are more than distance
// apart afterward. WeldWithin returns the number removed; Degenerate counts the polygons and
// lines that vanish. It takes O(n) time unless vertices are crowded within distance.
func (s *Surface) WeldWithin(distance float64) int {
	f := File{Surface: s}
	f.WeldWithin(distance)
	return f.Welded
}

// Weld is Surface.Weld for a file: it also renumbers tetrahedra and labels, and counts in
// Welded.
func (f *File) Weld() { f.WeldWithin(0) }

// WeldWithin is Surface.WeldWithin for a file: it also renumbers tetrahedra and labels, and
// counts in Welded.
func (f *File) WeldWithin(distance float64) {
	// Below the spacing of float64 at these coordinates, only the same position is near.
	const spacing = 1 << 52
	var target []uint32
	if lo, hi := f.Surface.Bounds(); distance > 0 && max(-min(lo[0], lo[1], lo[2]), hi[0], hi[1], hi[2]) < distance*spacing {
		target = nearPlace(f.Surface.Vertices, distance)
	} else {
		target = samePlace(f.Surface.Vertices)
	}
	removed := 0
	for i, t := range target {
		if int(t) != i {
			removed++
		}
	}
	if removed > 0 {
		f.renumber(target)
	}
	f.Welded += removed
}

// renumber replaces vertex i by target[i] <= i everywhere and removes replaced
// vertices. All tables shrink in place; target is overwritten.
func (f *File) renumber(target []uint32) {
	// New numbers follow the old order; target[i] <= i has its new number before i.
	s, kept := f.Surface, 0
	for i, t := range target {
		if int(t) < i {
			target[i] = target[t]
			continue
		}
		s.Vertices[kept] = s.Vertices[i]
		if f.VertexLabels != nil {
			f.VertexLabels[kept] = f.VertexLabels[i]
		}
		target[i] = uint32(kept)
		kept++
	}
	s.Vertices = s.Vertices[:kept]
	if f.VertexLabels != nil {
		f.VertexLabels = f.VertexLabels[:kept]
	}
	f.renumberFaces(target)
	f.renumberTets(target)

	lines := s.Lines[:0]
	for i, l := range s.Lines {
		if a, b := target[l[0]], target[l[1]]; a != b {
			if f.LineLabels != nil {
				f.LineLabels[len(lines)] = f.LineLabels[i]
			}
			lines = append(lines, [2]uint32{a, b})
		} else {
			s.Degenerate++
		}
	}
	s.Lines = lines
	if f.LineLabels != nil {
		f.LineLabels = f.LineLabels[:len(lines)]
	}
	s.Tidy()
}

func (f *File) renumberFaces(number []uint32) {
	s, faces, corners, start := f.Surface, 0, 0, 0
	count := s.FaceCount()
	for i := range count {
		end := int(s.FaceStart[i+1])
		face := s.Corners[start:end]
		start = end
		for c, v := range face {
			face[c] = number[v]
		}
		if face = WithoutRepeats(face); len(face) < 3 || RepeatsVertex(face) {
			s.Degenerate++
			continue
		}
		corners += copy(s.Corners[corners:], face)
		if f.FaceLabels != nil {
			f.FaceLabels[faces] = f.FaceLabels[i]
		}
		faces++
		s.FaceStart[faces] = uint32(corners)
	}
	if f.FaceLabels != nil {
		f.FaceLabels = f.FaceLabels[:faces]
	}
	if count > 0 {
		s.Corners, s.FaceStart = s.Corners[:corners], s.FaceStart[:faces+1]
	}
}

func (f *File) renumberTets(number []uint32) {
	kept := 0
	for i, tet := range f.Tets {
		for c, v := range tet {
			tet[c] = number[v]
		}
		if RepeatsVertex(tet[:]) {
			f.Surface.Degenerate++
			continue
		}
		f.Tets[kept] = tet
		if f.TetLabels != nil {
			f.TetLabels[kept] = f.TetLabels[i]
		}
		kept++
	}
	f.Tets = f.Tets[:kept]
	if f.TetLabels != nil {
		f.TetLabels = f.TetLabels[:kept]
	}
}

// samePlace returns for every vertex the first vertex at exactly its position.
func samePlace(vertices []model.Vec3) []uint32 {
	table := NewPlaceTable(len(vertices))
	target := make([]uint32, len(vertices))
	for i, v := range vertices {
		target[i], _ = table.Find(v, vertices, uint32(i))
	}
	return target
}

// nearPlace returns for every vertex the first remaining vertex within distance, or
// itself, which then remains. A hash table of cells of that width holds remaining
// vertices; those of a cell are chained.
func nearPlace(vertices []model.Vec3, distance float64) []uint32 {
	seed := maphash.MakeSeed()
	size := 2
	for size < 2*len(vertices) {
		size *= 2
	}
	table := make([]uint32, size)         // vertex + 1 at the head of the slot's chain; 0 is empty
	next := make([]uint32, len(vertices)) // the next vertex of the chain + 1; 0 ends it
	target := make([]uint32, len(vertices))
	slotOf := func(cell model.Vec3) int { return int(maphash.Comparable(seed, cell)) & (size - 1) }

	for i, v := range vertices {
		// A ball of this radius reaches the cells next to its own.
		var own model.Vec3
		for axis := range 3 {
			own[axis] = math.Floor(v[axis] / distance)
		}
		target[i] = uint32(i)
		for n := range 27 {
			cell := own.Add(model.Vec3{float64(n%3 - 1), float64(n/3%3 - 1), float64(n/9 - 1)})
			for c := table[slotOf(cell)]; c != 0; c = next[c-1] {
				if c-1 < target[i] && vertices[c-1].Sub(v).Len() <= distance {
					target[i] = c - 1
				}
			}
		}
		if target[i] == uint32(i) {
			slot := slotOf(own)
			next[i], table[slot] = table[slot], uint32(i)+1
		}
	}
	return target
}
