package fill

import (
	"math"
	"sync/atomic"

	"hooke/mesh"
	"hooke/model"
)

// box returns the box around the polygons of s [m]. Vertices of no polygon do not count.
func box(s *mesh.Surface) (lo, hi model.Vec3) {
	if len(s.Corners) == 0 {
		return s.Bounds()
	}
	lo = s.Vertices[s.Corners[0]]
	hi = lo
	for _, c := range s.Corners {
		for axis, x := range s.Vertices[c] {
			lo[axis], hi[axis] = min(lo[axis], x), max(hi[axis], x)
		}
	}
	return lo, hi
}

// setTouching sets the bit of every point on the surface, where the winding number of a
// closed surface is 1/2 or, at edges and corners, anything from 0 to 1. It uses all cores.
func (v *voxels) setTouching(s *mesh.Surface) {
	v.eachNear(s, v.reach, func(face, x, y, z int) {
		if len(s.Face(face)) == 3 || onPolygon(s, face, v.at(x, y, z), v.reach) {
			v.setShared(x, y, z)
		}
	})
}

// setShared is set for goroutines that may write the same word.
func (v *voxels) setShared(x, y, z int) { atomic.OrUint64(&v.row(y, z)[x/64], 1<<(x%64)) }

// eachNear calls visit for every point within reach [m] of a triangle of a polygon, on all
// cores, in any order, and several times where several triangles are near. Triangles
// without an area do not count: others meet along them.
func (v *voxels) eachNear(s *mesh.Surface, reach float64, visit func(face, x, y, z int)) {
	model.InBlocks(s.FaceCount(), func(_, first, last int) {
		for face := first; face < last; face++ {
			f := s.Face(face)
			for c := 2; c < len(f); c++ {
				v.nearTriangle([3]model.Vec3{s.Vertices[f[0]], s.Vertices[f[c-1]], s.Vertices[f[c]]}, reach,
					func(x, y, z int) { visit(face, x, y, z) })
			}
		}
	})
}

// nearTriangle calls visit for every point within reach of the triangle. It walks the
// columns of points along the axis that its normal is nearest to, and looks in each where
// the triangle's plane passes: a large triangle costs its area, not its box.
func (v *voxels) nearTriangle(t [3]model.Vec3, reach float64, visit func(x, y, z int)) {
	normal := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	length := normal.Len()
	if length == 0 {
		return
	}
	axis := largestAxis(normal)
	u, w := (axis+1)%3, (axis+2)%3
	size := [3]int{v.nx, v.ny, v.nz}
	// between lists the points of an axis between two coordinates.
	between := func(axis int, low, high float64) (first, last int) {
		low, high = (low-v.origin[axis])/v.pitch, (high-v.origin[axis])/v.pitch
		return int(math.Ceil(max(low, 0))), int(math.Floor(min(high, float64(size[axis]-1))))
	}
	span := func(axis int) (first, last int) {
		return between(axis, min(t[0][axis], t[1][axis], t[2][axis])-reach, max(t[0][axis], t[1][axis], t[2][axis])+reach)
	}
	firstU, lastU := span(u)
	firstW, lastW := span(w)
	steep := reach * length / math.Abs(normal[axis]) // of the plane, along the axis
	var at [3]int
	for at[w] = firstW; at[w] <= lastW; at[w]++ {
		for at[u] = firstU; at[u] <= lastU; at[u]++ {
			at[axis] = 0
			d := v.at(at[0], at[1], at[2]).Sub(t[0])
			height := t[0][axis] - (normal[u]*d[u]+normal[w]*d[w])/normal[axis]
			first, last := between(axis, height-steep, height+steep)
			for at[axis] = first; at[axis] <= last; at[axis]++ {
				if mesh.DistanceSquared(v.at(at[0], at[1], at[2]), t) <= reach*reach {
					visit(at[0], at[1], at[2])
				}
			}
		}
	}
}

// largestAxis returns the axis along which v is longest.
func largestAxis(v model.Vec3) int {
	axis := 0
	for other := 1; other < 3; other++ {
		if math.Abs(v[other]) > math.Abs(v[axis]) {
			axis = other
		}
	}
	return axis
}

// onPolygon reports whether p, which is within reach of a triangle of a polygon's fan, is on
// the polygon: the fan of a concave one reaches beyond its sides.
func onPolygon(s *mesh.Surface, face int, p model.Vec3, reach float64) bool {
	f := s.Face(face)
	var normal model.Vec3
	for c := 2; c < len(f); c++ {
		a, b, c := s.Places([3]uint32{f[0], f[c-1], f[c]})
		normal = normal.Add(b.Sub(a).Cross(c.Sub(a)))
	}
	axis := largestAxis(normal)
	u, w := (axis+1)%3, (axis+2)%3
	turns := 0 // of the polygon around p, seen along the axis
	for i := range f {
		a, b := s.Vertices[f[i]], s.Vertices[f[(i+1)%len(f)]]
		side := b.Sub(a)
		part := min(1, max(0, p.Sub(a).Dot(side)/side.Dot(side)))
		if p.Sub(a).Sub(side.Mul(part)).Len() <= reach {
			return true
		}
		left := side[u]*(p[w]-a[w]) - side[w]*(p[u]-a[u])
		switch {
		case a[w] <= p[w] && b[w] > p[w] && left > 0:
			turns++
		case a[w] > p[w] && b[w] <= p[w] && left < 0:
			turns--
		}
	}
	return turns != 0
}
