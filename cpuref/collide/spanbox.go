package collide

import (
	"math"

	"hooke/model"
)

// The law of boxes: sines of angles within which a normal counts as square to a face, and an
// edge as along an axis, see package physics.
const (
	blunt = 0.05
	along = 1e-4
)

// inBox returns the least translation that takes points out of a box [m], with its direction and the
// point of the points, in shares, that is pushed. The directions are the faces of the box, the
// normal of a triangle, and the cross products of the box's axes with the edges.
func inBox(s model.Box, points ...model.Vec3) (depth float64, n model.Vec3, share [3]float64) {
	var axes [3]model.Vec3
	for k := range 3 {
		axes[k] = s.Rotation().Rotate(unit(k))
	}
	var corners [8]model.Vec3
	for corner := range corners {
		x := s.Center
		for k := range 3 {
			x = x.Add(axes[k].Mul(s.Half[k] * float64(corner>>k&1*2-1)))
		}
		corners[corner] = x
	}
	depth = math.Inf(1)
	crossed := -1
	look := func(d model.Vec3, axis int) {
		for _, way := range [2]model.Vec3{d, d.Mul(-1)} {
			deep := math.Inf(-1) // the box's farthest corner above the lowest of the points
			for _, x := range corners {
				for _, p := range points {
					deep = max(deep, x.Sub(p).Dot(way))
				}
			}
			if deep < depth {
				depth, n, crossed = deep, way, axis
			}
		}
	}
	for k := range 3 {
		look(axes[k], -1)
	}
	if len(points) == 3 {
		look(points[1].Sub(points[0]).Cross(points[2].Sub(points[0])).Normalize(), -1)
	}
	for i := range points {
		edge := points[(i+1)%len(points)].Sub(points[i])
		for k := range 3 {
			if across := axes[k].Cross(edge); edge.Len() > 0 && across.Len() > along*edge.Len() {
				look(across.Normalize(), k)
			}
		}
		if len(points) == 2 {
			break
		}
	}
	far := s.Center // the point of the box that is farthest along n
	for k := range 3 {
		far = far.Add(axes[k].Mul(s.Half[k] * min(1, max(-1, n.Dot(axes[k])/blunt))))
	}
	if len(points) == 3 {
		return depth, n, nearest(points, []model.Vec3{far}).share
	}
	return depth, n, ofEdge(points, n, far, axes, crossed)
}

// ofEdge returns the point of an edge that is pushed: where it is nearest to the edge of the box
// that it crosses, or its deepest end.
func ofEdge(points []model.Vec3, n, far model.Vec3, axes [3]model.Vec3, crossed int) [3]float64 {
	way := points[1].Sub(points[0])
	if way.Len() == 0 {
		return [3]float64{0.5, 0.5}
	}
	if crossed >= 0 { // both as seen along the axis
		flat := func(x model.Vec3) model.Vec3 { return x.Sub(axes[crossed].Mul(x.Dot(axes[crossed]))) }
		return nearest([]model.Vec3{flat(points[0]), flat(points[1])}, []model.Vec3{flat(far)}).share
	}
	share := nearest(points, []model.Vec3{far}).share
	tilt := way.Dot(n) / way.Len() / blunt
	weight := min(1, math.Abs(tilt))
	end := [3]float64{1, 0}
	if tilt < 0 {
		end = [3]float64{0, 1}
	}
	for k := range 2 {
		share[k] += weight * (end[k] - share[k])
	}
	return share
}

func unit(axis int) (e model.Vec3) {
	e[axis] = 1
	return e
}
