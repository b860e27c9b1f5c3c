package mesh

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// DropRepeated removes polygons that repeat an earlier one, with the same corners in the same
// cyclic order and direction, and counts them in Degenerate. The earlier one is then in the
// groups of both. The same corners in the other direction are a different polygon: the other
// side of a sheet.
func (f *File) DropRepeated() {
	s := f.Surface
	repeated, ok := s.RepeatedByCorner()
	if !ok {
		repeated = s.RepeatedByHash()
	}
	if len(repeated) == 0 {
		return
	}
	f.uniteFaces(repeated)
	count, start := s.FaceCount(), 0
	kept, corners := 0, 0
	for i := range count {
		end := int(s.FaceStart[i+1])
		face := s.Corners[start:end]
		start = end
		if len(repeated) > 0 && int(repeated[0].Face) == i {
			repeated = repeated[1:]
			s.Degenerate++
			continue
		}
		corners += copy(s.Corners[corners:], face)
		if f.FaceLabels != nil {
			f.FaceLabels[kept] = f.FaceLabels[i]
		}
		kept++
		s.FaceStart[kept] = uint32(corners)
	}
	s.Corners, s.FaceStart = s.Corners[:corners], s.FaceStart[:kept+1]
	if f.FaceLabels != nil {
		f.FaceLabels = f.FaceLabels[:kept]
	}
}

// uniteFaces puts each polygon that others repeat into the groups of all of them.
func (f *File) uniteFaces(repeated []RepeatedFace) {
	if f.FaceLabels == nil {
		return
	}
	var union LabelUnion
	union.Above(f.FaceLabels)
	for _, n := range f.LabelNames {
		union.Above([]int32{n.Label})
	}
	for _, r := range repeated {
		if first, other := &f.FaceLabels[r.First], f.FaceLabels[r.Face]; *first != other {
			*first = union.Of(2, *first, other)
		}
	}
	f.unite(&union, f.LabelNames)
}

// RepeatedFace is a polygon that repeats an earlier one.
type RepeatedFace struct {
	Face  uint32 // the polygon that repeats
	First uint32 // the first polygon with the same corners
}

// RepeatedByCorner returns the polygons that repeat an earlier one, in order. It compares
// polygons with the same smallest corner; in usual files these are close in memory. ok is
// false if it gives up because there are many, as in a fan. It takes 4 bytes per vertex and
// polygon.
func (s *Surface) RepeatedByCorner() (repeated []RepeatedFace, ok bool) {
	const perFace = 16 // comparisons; usual meshes need one or two
	budget := perFace * s.FaceCount()
	head := make([]uint32, len(s.Vertices)) // polygon + 1; 0 is none
	next := make([]uint32, s.FaceCount())
	for i := range next {
		face := s.Face(i)
		corner := slices.Min(face)
		at := head[corner]
		for ; at != 0 && !sameAround(face, s.Face(int(at-1))); at = next[at-1] {
			if budget--; budget < 0 {
				return nil, false
			}
		}
		if at != 0 {
			repeated = append(repeated, RepeatedFace{uint32(i), at - 1})
			continue
		}
		next[i], head[corner] = head[corner], uint32(i)+1
	}
	return repeated, true
}

// RepeatedByHash returns the polygons that repeat an earlier one, in order. It takes O(n)
// time for every file, and is slower than RepeatedByCorner for usual ones. Its hash is
// secret, as in PlaceTable, so that no file can force collisions.
func (s *Surface) RepeatedByHash() (repeated []RepeatedFace) {
	size := 64
	for size < 2*s.FaceCount() {
		size *= 2
	}
	slots := make([]uint32, size) // polygon + 1; 0 is empty
	start, factor := rand.Uint64(), rand.Uint64()|1
	for i := range s.FaceCount() {
		face := s.Face(i)
		first, hash := smallest(face), start
		for _, part := range [2][]uint32{face[first:], face[:first]} {
			for _, v := range part {
				high, low := bits.Mul64(hash^uint64(v), factor)
				hash = high ^ low
			}
		}
		slot := hash & uint64(size-1)
		for slots[slot] != 0 && !sameAround(face, s.Face(int(slots[slot]-1))) {
			slot = (slot + 1) & uint64(size-1)
		}
		if slots[slot] != 0 {
			repeated = append(repeated, RepeatedFace{uint32(i), slots[slot] - 1})
			continue
		}
		slots[slot] = uint32(i) + 1
	}
	return repeated
}

// smallest returns the index of the smallest corner; all corners differ.
func smallest(face []uint32) int {
	at := 0
	for c, v := range face {
		if v < face[at] {
			at = c
		}
	}
	return at
}

// sameAround reports whether two polygons have the same corners in the same direction
// around.
func sameAround(a, b []uint32) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) == 3 {
		return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] ||
			a[0] == b[1] && a[1] == b[2] && a[2] == b[0] ||
			a[0] == b[2] && a[1] == b[0] && a[2] == b[1]
	}
	i, j := smallest(a), smallest(b)
	for range a {
		if a[i] != b[j] {
			return false
		}
		i, j = (i+1)%len(a), (j+1)%len(b)
	}
	return true
}
