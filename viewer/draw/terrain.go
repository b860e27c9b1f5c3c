package draw

import (
	"math"

	"hooke/model"
)

// endless reports whether a shape does not count for the size of a view: a plane has no end, and
// a terrain is a ground for bodies much smaller than it.
func endless(shape model.Shape) bool {
	switch shape.(type) {
	case model.Plane, model.Terrain:
		return true
	}
	return false
}

// mostCells is the largest number of cells along a side of a drawn terrain, of which a picture shows no
// more; drawnReach is how far around the subject a terrain is drawn at least, in sizes of the subject.
const (
	mostCells  = 512
	drawnReach = 8
)

// terrain appends the triangles of a terrain around a box, with smooth normals, and returns the size
// of a cell [m]. Beyond its rectangle there is nothing to see.
func (m *shapeMesh) terrain(s model.Terrain, around Bounds) (size float64) {
	columns, rows := s.Heights.Counts()
	spacing, origin := s.Heights.Spacing(), s.Origin()
	reach := drawnReach * around.Diagonal()
	var first, last [2]int
	for axis, count := range [2]int{columns, rows} {
		from, to := around.Lo[axis]-reach-origin[axis], around.Hi[axis]+reach-origin[axis]
		first[axis] = int(math.Min(math.Max(math.Floor(from/spacing[axis]), 0), float64(count-1)))
		last[axis] = int(math.Min(math.Max(math.Ceil(to/spacing[axis]), 0), float64(count-1)))
	}
	apart := max(1, (last[0]-first[0]+mostCells-1)/mostCells, (last[1]-first[1]+mostCells-1)/mostCells)
	corner := func(i, j int) (p, n model.Vec3) {
		i, j = min(i, last[0]), min(j, last[1])
		p = origin.Add(model.Vec3{float64(i) * spacing[0], float64(j) * spacing[1], s.Heights.Height(i, j)})
		left, right, low, high := max(i-apart, 0), min(i+apart, columns-1), max(j-apart, 0), min(j+apart, rows-1)
		dx := (s.Heights.Height(right, j) - s.Heights.Height(left, j)) / (float64(right-left) * spacing[0])
		dy := (s.Heights.Height(i, high) - s.Heights.Height(i, low)) / (float64(high-low) * spacing[1])
		return p, model.Vec3{-dx, -dy, 1}.Normalize()
	}
	for j := first[1]; j < last[1]; j += apart {
		for i := first[0]; i < last[0]; i += apart {
			p0, n0 := corner(i, j)
			p1, n1 := corner(i+apart, j)
			p2, n2 := corner(i+apart, j+apart)
			p3, n3 := corner(i, j+apart)
			m.quad([4]model.Vec3{p0, p1, p2, p3}, [4]model.Vec3{n0, n1, n2, n3})
		}
	}
	return min(spacing[0], spacing[1]) * float64(apart)
}
