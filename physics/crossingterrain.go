package physics

import "hooke/model"

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
