package mesh

import (
	"math/bits"
	"math/rand/v2"
)

// dropRepeated leaves out polygons that were given before with the same corners
// in the same direction around, wherever they begin, and counts them in Degenerate.
// The same corners the other way around are another polygon: the other side of a
// sheet. O(n), with 4 bytes a slot and two to four slots a polygon.
func (f *File) dropRepeated() {
	s := f.Surface
	count := s.FaceCount()
	size := 64
	for size < 2*count {
		size *= 2
	}
	slots := make([]uint32, size) // polygon + 1; 0 is empty
	secret := [2]uint64{rand.Uint64(), rand.Uint64() | 1}

	kept, start := 0, 0
	for i := range count {
		end := int(s.FaceStart[i+1])
		face := s.Corners[start:end]
		start = end
		first := smallest(face)
		slot := hashAround(face, first, secret) & uint64(size-1)
		repeated := false
		for slots[slot] != 0 && !repeated {
			if repeated = sameAround(face, first, s.Face(int(slots[slot]-1))); !repeated {
				slot = (slot + 1) & uint64(size-1)
			}
		}
		if repeated {
			s.Degenerate++
			continue
		}
		slots[slot] = uint32(kept) + 1
		if kept < i {
			at := int(s.FaceStart[kept])
			s.FaceStart[kept+1] = uint32(at + copy(s.Corners[at:], face))
			if f.FaceLabels != nil {
				f.FaceLabels[kept] = f.FaceLabels[i]
			}
		}
		kept++
	}
	if kept < count {
		s.FaceStart = s.FaceStart[:kept+1]
		s.Corners = s.Corners[:s.FaceStart[kept]]
		if f.FaceLabels != nil {
			f.FaceLabels = f.FaceLabels[:kept]
		}
	}
}

// smallest is the place of the smallest corner; corners differ.
func smallest(face []uint32) int {
	at := 0
	for c, v := range face {
		if v < face[at] {
			at = c
		}
	}
	return at
}

// hashAround folds the corners beginning at first. The secret keeps files from
// aiming at a slot, as in placeTable.
func hashAround(face []uint32, first int, secret [2]uint64) uint64 {
	hash := secret[0]
	for _, part := range [2][]uint32{face[first:], face[:first]} {
		for _, v := range part {
			high, low := bits.Mul64(hash^uint64(v), secret[1])
			hash = high ^ low
		}
	}
	return hash
}

// sameAround says whether two polygons have the same corners in the same
// direction; first is the place of a's smallest.
func sameAround(a []uint32, first int, b []uint32) bool {
	if len(a) != len(b) {
		return false
	}
	shift := smallest(b)
	for c := range a {
		i, j := first+c, shift+c
		if i >= len(a) {
			i -= len(a)
		}
		if j >= len(b) {
			j -= len(b)
		}
		if a[i] != b[j] {
			return false
		}
	}
	return true
}
