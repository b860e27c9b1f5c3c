package mesh

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// flatTet is the volume below which a tetrahedron counts as flat, in parts of the
// cube of its longest edge over 6; a regular one has 0.7. Rounding of coordinates
// far from the origin reaches about 1e-13.
const flatTet = 1e-12

// TetVolume returns the volume of a tetrahedron [m³], positive if (b−a)×(c−a) points to d.
func TetVolume(vertices []model.Vec3, t [4]uint32) float64 {
	a := vertices[t[0]]
	return vertices[t[1]].Sub(a).Cross(vertices[t[2]].Sub(a)).Dot(vertices[t[3]].Sub(a)) / 6
}

// orientTets turns tetrahedra whose corners are in the wrong order and removes flat
// ones. It notes how many.
func (f *File) orientTets() {
	vertices, kept, turned := f.Surface.Vertices, 0, 0
	for i, t := range f.Tets {
		longest := 0.0
		for c, a := range t {
			for _, b := range t[c+1:] {
				longest = max(longest, vertices[a].Sub(vertices[b]).Len())
			}
		}
		volume := TetVolume(vertices, t)
		// A volume that overflowed is not greater either, and is left out, too.
		if !(math.Abs(volume) > flatTet/6*longest*longest*longest) {
			f.Surface.Degenerate++
			continue
		}
		if volume < 0 {
			t[2], t[3] = t[3], t[2]
			turned++
		}
		f.Tets[kept] = t
		if f.TetLabels != nil {
			f.TetLabels[kept] = f.TetLabels[i]
		}
		kept++
	}
	if flat := len(f.Tets) - kept; flat > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("%d flat tetrahedra were left out", flat))
	}
	if turned > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("%d of %d tetrahedra were inside out and were turned", turned, kept))
	}
	f.Tets = f.Tets[:kept]
	if f.TetLabels != nil {
		f.TetLabels = f.TetLabels[:kept]
	}
}

// dropRepeatedTets removes tetrahedra with the same corners as an earlier one, which is
// then in the groups of all of them, and notes how many. Gmsh writes such elements when
// they belong to several groups.
func (f *File) dropRepeatedTets(union *LabelUnion) {
	type low struct {
		corners [4]uint32
		tet     uint32
	}
	around := NewTetsAround(f.Tets, len(f.Surface.Vertices))
	var list []low
	var repeated []bool // nil: none repeats another
	for v := range f.Surface.Vertices {
		list = list[:0]
		for _, i := range around.At(v) {
			if t := f.Tets[i]; min(t[0], t[1], t[2], t[3]) == uint32(v) {
				slices.Sort(t[:])
				list = append(list, low{t, i})
			}
		}
		slices.SortFunc(list, func(p, q low) int {
			return cmp.Or(slices.Compare(p.corners[:], q.corners[:]), cmp.Compare(p.tet, q.tet))
		})
		for i, first := 1, 0; i < len(list); i++ {
			if list[i].corners != list[first].corners {
				first = i
			} else {
				if repeated == nil {
					repeated = make([]bool, len(f.Tets))
				}
				repeated[list[i].tet] = true
				if f.TetLabels != nil {
					kept := &f.TetLabels[list[first].tet]
					*kept = union.Of(3, *kept, f.TetLabels[list[i].tet])
				}
			}
		}
	}
	if repeated == nil {
		return
	}
	kept := 0
	for i, t := range f.Tets {
		if repeated[i] {
			continue
		}
		f.Tets[kept] = t
		if f.TetLabels != nil {
			f.TetLabels[kept] = f.TetLabels[i]
		}
		kept++
	}
	f.Surface.Degenerate += int64(len(f.Tets) - kept)
	f.Notes = append(f.Notes, fmt.Sprintf("%d tetrahedra that repeat others were left out", len(f.Tets)-kept))
	f.Tets = f.Tets[:kept]
	if f.TetLabels != nil {
		f.TetLabels = f.TetLabels[:kept]
	}
}

// TetsAround holds the tetrahedra at each vertex: tet[start[v]:start[v+1]] are those at v,
// ascending. It takes 16 bytes per tetrahedron and 4 per vertex.
type TetsAround struct{ start, tet []uint32 }

// NewTetsAround collects the tetrahedra at each of n vertices, in O(tetrahedra + vertices)
// time.
func NewTetsAround(tets [][4]uint32, vertices int) TetsAround {
	a := TetsAround{make([]uint32, vertices+2), make([]uint32, 4*len(tets))}
	// Counting sort; start[v+1] ends where v+1 starts.
	for _, t := range tets {
		for _, v := range t {
			a.start[v+2]++
		}
	}
	for v := 2; v < len(a.start); v++ {
		a.start[v] += a.start[v-1]
	}
	for i, t := range tets {
		for _, v := range t {
			a.tet[a.start[v+1]] = uint32(i)
			a.start[v+1]++
		}
	}
	a.start = a.start[:vertices+1]
	return a
}

// At returns the numbers of the tetrahedra at vertex v. Do not write to the slice.
func (a TetsAround) At(v int) []uint32 { return a.tet[a.start[v]:a.start[v+1]] }

// exterior lists the faces that belong to only one tetrahedron, as triangles that face
// outward, by their lowest vertex.
func exterior(tets [][4]uint32, vertices int) (corners, start []uint32) {
	type side struct{ low, high, from, to uint32 } // of a face: sorted, and in the order seen from outside
	around := NewTetsAround(tets, vertices)
	faces := CellTet.Faces()
	var sides []side
	start = []uint32{0}
	for v := range vertices {
		sides = sides[:0]
		for _, i := range around.At(v) {
			for _, f := range faces {
				a, b, c := tets[i][f[0]], tets[i][f[1]], tets[i][f[2]]
				for b == uint32(v) || c == uint32(v) {
					a, b, c = b, c, a // v comes first, and the direction around stays
				}
				if a == uint32(v) && b > a && c > a {
					sides = append(sides, side{min(b, c), max(b, c), b, c})
				}
			}
		}
		slices.SortFunc(sides, func(p, q side) int {
			return cmp.Or(cmp.Compare(p.low, q.low), cmp.Compare(p.high, q.high), cmp.Compare(p.from, q.from))
		})
		for len(sides) > 0 {
			n := 1
			for n < len(sides) && sides[n].low == sides[0].low && sides[n].high == sides[0].high {
				n++
			}
			if n == 1 {
				corners = append(corners, uint32(v), sides[0].from, sides[0].to)
				start = append(start, uint32(len(corners)))
			}
			sides = sides[n:]
		}
	}
	return corners, start
}

// labelFaces gives the triangles of s the labels of the file's own polygons with
// the same corners, 0 without one; nil when no polygon has a label (given).
func (v *Cells) labelFaces(s *Surface, given []int32) []int32 {
	if given == nil {
		return nil
	}
	type labeled struct {
		face  [3]uint32
		label int32
	}
	sorted := func(a, b, c uint32) [3]uint32 {
		face := [3]uint32{a, b, c}
		slices.Sort(face[:])
		return face
	}
	compare := func(p, q [3]uint32) int { return slices.Compare(p[:], q[:]) }

	// Quads are cut from their lowest corner, as the volumes below them are.
	corners, ends := v.corners.Join(), v.faces.Join()
	list := make([]labeled, 0, len(corners)-2*len(ends))
	first := uint32(0)
	for i, end := range ends {
		f := corners[first:end]
		first = end
		low := 0
		for c := range f {
			if f[c] < f[low] {
				low = c
			}
		}
		for c := 2; c < len(f); c++ {
			list = append(list, labeled{sorted(f[low], f[(low+c-1)%len(f)], f[(low+c)%len(f)]), given[i]})
		}
	}
	slices.SortStableFunc(list, func(p, q labeled) int { return compare(p.face, q.face) })

	labels := make([]int32, s.FaceCount())
	for i := range labels {
		f := s.Face(i)
		at, found := slices.BinarySearchFunc(list, sorted(f[0], f[1], f[2]), func(l labeled, face [3]uint32) int { return compare(l.face, face) })
		if !found {
			continue
		}
		labels[i] = list[at].label
		for next := at + 1; next < len(list) && list[next].face == list[at].face; next++ {
			if list[next].label != labels[i] {
				labels[i] = v.Union.Of(2, labels[i], list[next].label)
			}
		}
	}
	return labels
}
