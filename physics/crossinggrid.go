package physics

import (
	"math"

	"hooke/model"
)

// crossesTerrain returns Crosses for a terrain: a path that begins above the ground or in its surface
// and ends above it crosses the ground where it first goes deeper than its surface, of which Grazing
// of a cell is the thickness.
func crossesTerrain(s model.Terrain, from, to model.Vec3) (Crossing, bool) {
	spacing := s.Heights.Spacing()
	margin := Grazing * min(spacing[0], spacing[1])
	if end, _ := s.Depth(to); end > 0 || s.Ends && (endsBefore(s, from) || endsBefore(s, to)) {
		return Crossing{}, false
	}
	at, dx, dy, under := s.Heights.Crossing(from.Sub(s.Origin()), to.Sub(s.Origin()), margin)
	n := model.Vec3{-dx, -dy, 1}.Normalize()
	if !under || n.Dot(to.Sub(from)) >= 0 {
		return Crossing{}, false
	}
	return Crossing{at, n}, true
}

// endsBefore reports whether a terrain that ends does so before a point.
func endsBefore(s model.Terrain, x model.Vec3) bool {
	at, size := x.Sub(s.Origin()), s.Heights.Size()
	return at[0] < 0 || at[1] < 0 || at[0] > size[0] || at[1] > size[1]
}

// steepestField bounds the slope of a field: distances at neighboring nodes differ by at most a cell, so that each of three
// components of the gradient is at most 1.
const steepestField = 1.75

// crossesField returns Crosses for a field: a path that begins outside enters the solid and leaves it,
// or ends where the normal points along the path, so that the field would push it out on the far side.
// Steps along the path are half of the distance, and at least half of a cell.
func crossesField(s model.Field, from, to model.Vec3) (Crossing, bool) {
	path := to.Sub(from)
	length, cell := path.Len(), s.Distances.Cell()
	margin := Grazing * cell
	if begin, _ := s.Depth(from); begin > margin || -begin > steepestField*length {
		return Crossing{}, false
	}
	first, last, ok := withinGrid(s, from, path)
	if !ok {
		return Crossing{}, false
	}
	depth := func(t float64) float64 { d, _ := s.Depth(from.Add(path.Mul(t))); return d }
	before, entry := first, math.Inf(1)
	for t := first; ; {
		d := depth(t)
		if d > margin && math.IsInf(entry, 1) {
			low, high := before, t // the surface is between them
			for range 50 {
				if middle := (low + high) / 2; depth(middle) > 0 {
					high = middle
				} else {
					low = middle
				}
			}
			entry = low
			break
		}
		if t >= last {
			return Crossing{}, false
		}
		before, t = t, min(last, t+max(-d/2, cell/2)/length)
	}
	_, normal := s.Depth(from.Add(path.Mul(entry)))
	if normal.Dot(path) >= 0 {
		return Crossing{}, false
	}
	end, there := s.Depth(to)
	return Crossing{entry, normal}, end <= 0 || there.Dot(path) > 0
}

// withinGrid returns the part of a path within the grid of a field; false where it misses it.
func withinGrid(s model.Field, from, path model.Vec3) (first, last float64, ok bool) {
	turn := s.Rotation().Conjugate()
	low, high := s.Distances.Box()
	middle, half := low.Add(high).Mul(0.5), high.Sub(low).Mul(0.5)
	first, last, _ = boxSpan(half, turn.Rotate(from.Sub(s.Center)).Sub(middle), turn.Rotate(path))
	first, last = max(0, first), min(1, last)
	return first, last, first < last
}
