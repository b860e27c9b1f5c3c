package mesh

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// Surface holds the polygons of a mesh file, with vertices and lines. It takes 24 bytes per
// vertex, 4 per polygon corner, 4 per polygon, and 8 per line. The zero value is empty.
type Surface struct {
	Name     string       // of the file, for messages
	Vertices []model.Vec3 // [m]

	Corners   []uint32    // vertex indices of all polygons, one polygon after the other
	FaceStart []uint32    // polygon i is Corners[FaceStart[i]:FaceStart[i+1]]; nil or polygons + 1 long
	Lines     [][2]uint32 // vertex indices, from `l` elements

	// Degenerate counts the polygons and lines that were left out because they name a vertex
	// twice, have too few vertices, or repeat an earlier one.
	Degenerate int64
}

// FaceCount returns the number of polygons.
func (s *Surface) FaceCount() int { return max(0, len(s.FaceStart)-1) }

// Face returns the vertex indices of polygon i, at least three, in the order of the file. The
// slice belongs to the surface; do not write to it.
func (s *Surface) Face(i int) []uint32 {
	return s.Corners[s.FaceStart[i]:s.FaceStart[i+1]]
}

// AddFace appends a polygon.
func (s *Surface) AddFace(corners []uint32) {
	if s.FaceStart == nil {
		s.FaceStart = append(s.FaceStart, 0)
	}
	s.Corners = append(s.Corners, corners...)
	s.FaceStart = append(s.FaceStart, uint32(len(s.Corners)))
}

// AddPolygon appends a polygon of a file without corners that repeat the previous corner. A
// polygon that still names a vertex twice, or has fewer than three corners, is counted in
// Degenerate instead; with two corners it becomes a line if lines is true. It changes the
// slice.
func (s *Surface) AddPolygon(corners []uint32, lines bool) error {
	switch {
	case len(s.Corners) > math.MaxUint32-len(corners):
		return fmt.Errorf("more than %d polygon corners; split the mesh", uint32(math.MaxUint32))
	case lines && len(corners) == 2 && corners[0] != corners[1]:
		s.Lines = append(s.Lines, [2]uint32{corners[0], corners[1]})
	default:
		if corners = WithoutRepeats(corners); len(corners) < 3 || RepeatsVertex(corners) {
			s.Degenerate++
			return nil
		}
		s.AddFace(corners)
	}
	return nil
}

// Tidy sets empty arrays to nil.
func (s *Surface) Tidy() {
	if len(s.Vertices) == 0 {
		s.Vertices = nil
	}
	if len(s.Corners) == 0 {
		s.Corners, s.FaceStart = nil, nil
	}
	if len(s.Lines) == 0 {
		s.Lines = nil
	}
}

// TriangleCount returns the number of triangles that Triangles returns.
func (s *Surface) TriangleCount() int { return len(s.Corners) - 2*s.FaceCount() }

// Triangles cuts every polygon into a fan around its first corner. The fan of a concave
// polygon overlaps itself; signed areas, volumes and winding numbers are right all the
// same, but pictures of it are not.
func (s *Surface) Triangles() [][3]uint32 {
	triangles := make([][3]uint32, 0, s.TriangleCount())
	for i := range s.FaceCount() {
		f := s.Face(i)
		for c := 2; c < len(f); c++ {
			triangles = append(triangles, [3]uint32{f[0], f[c-1], f[c]})
		}
	}
	return triangles
}

// Bounds returns the corners of the axis-aligned box around all vertices [m], used or not;
// zero for a surface without vertices.
func (s *Surface) Bounds() (lo, hi model.Vec3) {
	if len(s.Vertices) == 0 {
		return lo, hi
	}
	lo, hi = s.Vertices[0], s.Vertices[0]
	for _, v := range s.Vertices[1:] {
		for axis := range 3 {
			lo[axis] = min(lo[axis], v[axis])
			hi[axis] = max(hi[axis], v[axis])
		}
	}
	return lo, hi
}

// Area returns the total area of the polygons [m²].
func (s *Surface) Area() float64 {
	sum := 0.0
	for i := range s.FaceCount() {
		sum += s.FaceArea(i)
	}
	return sum
}

// FaceArea returns the area of polygon i [m²], half the length of its area vector.
func (s *Surface) FaceArea(i int) float64 {
	f := s.Face(i)
	a := s.Vertices[f[0]]
	var sum model.Vec3
	for c := 2; c < len(f); c++ {
		sum = sum.Add(s.Vertices[f[c-1]].Sub(a).Cross(s.Vertices[f[c]].Sub(a)))
	}
	return sum.Len() / 2
}

// Places returns the positions of a triangle's corners [m].
func (s *Surface) Places(t [3]uint32) (a, b, c model.Vec3) {
	return s.Vertices[t[0]], s.Vertices[t[1]], s.Vertices[t[2]]
}

// Scale multiplies every coordinate by factor.
func (s *Surface) Scale(factor float64) {
	for i := range s.Vertices {
		s.Vertices[i] = s.Vertices[i].Mul(factor)
	}
}

// Move adds d to every coordinate.
func (s *Surface) Move(d model.Vec3) {
	for i := range s.Vertices {
		s.Vertices[i] = s.Vertices[i].Add(d)
	}
}

// TurnUp rotates the surface so that its axis up ('x', 'y' or 'z') points along z: for y, (x,
// y, z) → (x, −z, y); for x, (x, y, z) → (−z, y, x). Other values change nothing.
func (s *Surface) TurnUp(up byte) {
	for i, v := range s.Vertices {
		switch up {
		case 'x':
			s.Vertices[i] = model.Vec3{-v[2], v[1], v[0]}
		case 'y':
			s.Vertices[i] = model.Vec3{v[0], -v[2], v[1]}
		}
	}
}

// WithoutRepeats removes, in place, corners that equal the previous corner; the last corner
// precedes the first. A quad with two corners at one vertex, as at a pole, becomes a
// triangle.
func WithoutRepeats(corners []uint32) []uint32 {
	kept := slices.Compact(corners)
	for len(kept) > 1 && kept[0] == kept[len(kept)-1] {
		kept = kept[:len(kept)-1]
	}
	return kept
}

// RepeatsVertex reports whether a polygon names a vertex twice.
func RepeatsVertex(corners []uint32) bool {
	if len(corners) > 32 {
		sorted := slices.Clone(corners)
		slices.Sort(sorted)
		return len(slices.Compact(sorted)) < len(corners)
	}
	for i, a := range corners {
		for _, b := range corners[i+1:] {
			if a == b {
				return true
			}
		}
	}
	return false
}
