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
				if distanceSquared(v.at(at[0], at[1], at[2]), t) <= reach*reach {
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

// distanceSquared returns the squared distance of p from a triangle [m²], by the region of the
// triangle that p is nearest to (Ericson, "Real-Time Collision Detection", 2005, 5.1.5).
func distanceSquared(p model.Vec3, t [3]model.Vec3) float64 {
	ab, ac, ap := t[1].Sub(t[0]), t[2].Sub(t[0]), p.Sub(t[0])
	bp, cp := p.Sub(t[1]), p.Sub(t[2])
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	away := ap // from the nearest point to p
	va, vb, vc := d3*d6-d5*d4, d5*d2-d1*d6, d1*d4-d3*d2
	switch {
	case d1 <= 0 && d2 <= 0:
	case d3 >= 0 && d4 <= d3:
		away = bp
	case d6 >= 0 && d5 <= d6:
		away = cp
	case vc <= 0 && d1 >= 0 && d3 <= 0:
		away = ap.Sub(ab.Mul(d1 / (d1 - d3)))
	case vb <= 0 && d2 >= 0 && d6 <= 0:
		away = ap.Sub(ac.Mul(d2 / (d2 - d6)))
	case va <= 0 && d4 >= d3 && d5 >= d6:
		away = bp.Sub(t[2].Sub(t[1]).Mul((d4 - d3) / (d4 - d3 + d5 - d6)))
	default:
		away = ap.Sub(ab.Mul(vb / (va + vb + vc))).Sub(ac.Mul(vc / (va + vb + vc)))
	}
	return away.Dot(away)
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
