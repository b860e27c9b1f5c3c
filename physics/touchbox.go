package physics

import (
	"math"

	"hooke/model"
)

// box is a model.Box as separating axes see it: points are along its own axes.
type box struct {
	center, half model.Vec3
	axes         [3]model.Vec3
}

func boxOf(s model.Box) box {
	turn := s.Rotation().Mat4()
	return box{s.Center, s.Half, [3]model.Vec3{turn.Col(0).Vec3(), turn.Col(1).Vec3(), turn.Col(2).Vec3()}}
}

// in returns a point along the axes of the box; out is a direction in space.
func (b *box) in(x model.Vec3) (p model.Vec3) {
	d := x.Sub(b.center)
	return model.Vec3{d.Dot(b.axes[0]), d.Dot(b.axes[1]), d.Dot(b.axes[2])}
}

func (b *box) out(n model.Vec3) model.Vec3 {
	return b.axes[0].Mul(n[0]).Add(b.axes[1].Mul(n[1])).Add(b.axes[2].Mul(n[2]))
}

// blunt is the sine of the angle between a normal and a face within which the point of the
// box that is farthest along the normal goes from one corner of the face to the other.
const blunt = 0.05

// farthest returns the point of the box that is farthest along n: the middle of a face or an edge
// where n is square to it.
func (b *box) farthest(n model.Vec3) (x model.Vec3) {
	for k := range 3 {
		x[k] = b.half[k] * min(1, max(-1, n[k]/blunt))
	}
	return x
}

// reach returns how far the box reaches along n [m].
func (b *box) reach(n model.Vec3) float64 {
	return b.half[0]*math.Abs(n[0]) + b.half[1]*math.Abs(n[1]) + b.half[2]*math.Abs(n[2])
}

// least is the least translation so far that separates a box from points.
type least struct {
	depth  float64
	normal model.Vec3
	axis   int // of the box, in a cross product; else -1
}

// try looks at both sides of a direction of unit length.
func (l *least) try(b *box, n model.Vec3, axis int, points ...model.Vec3) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		low, high = min(low, p.Dot(n)), max(high, p.Dot(n))
	}
	reach := b.reach(n)
	if depth := reach - low; depth < l.depth {
		*l = least{depth, n, axis}
	}
	if depth := reach + high; depth < l.depth {
		*l = least{depth, n.Mul(-1), axis}
	}
}

// tryCross looks at the cross products of an edge with the axes of the box; an edge along an
// axis has no cross product with it.
func (l *least) tryCross(b *box, edge model.Vec3, points ...model.Vec3) {
	size := edge.Len()
	for axis := range 3 {
		var e model.Vec3
		e[axis] = 1
		if across := e.Cross(edge); across.Len() > alongAxis*size {
			l.try(b, across.Normalize(), axis, points...)
		}
	}
}

// alongAxis is the sine of the angle below which an edge runs along an axis of a box.
const alongAxis = 1e-4

// faces returns the least translation through the faces.
func (b *box) faces(points ...model.Vec3) least {
	l := least{depth: math.Inf(1)}
	for axis := range 3 {
		var n model.Vec3
		n[axis] = 1
		l.try(b, n, -1, points...)
	}
	return l
}

// edgeBox returns the depth of an edge in a box.
func edgeBox(b box, from, to model.Vec3) (depth float64, t Touch) {
	p, q := b.in(from), b.in(to)
	d := q.Sub(p)
	l := b.faces(p, q)
	l.tryCross(&b, d, p, q)
	s := 0.5
	if d.Dot(d) > 0 {
		foot := d // across the box's edge that the edge crosses
		if l.axis >= 0 {
			foot[l.axis] = 0
		}
		s = clamp01(b.farthest(l.normal).Sub(p).Dot(foot) / foot.Dot(foot))
		if slope := d.Dot(l.normal) / d.Len() / blunt; l.axis < 0 { // an end is deepest where it is not level
			end, w := 0.0, min(1, math.Abs(slope))
			if slope < 0 {
				end = 1
			}
			s = (1-w)*s + w*end
		}
	}
	t.Share = [3]float64{1 - s, s}
	t.Normal = b.out(l.normal)
	return l.depth, t
}

// triangleBox returns the depth of a triangle with normal n in a box.
func triangleBox(b box, from, over, to, n model.Vec3) (depth float64, t Touch) {
	p, q, r := b.in(from), b.in(over), b.in(to)
	l := b.faces(p, q, r)
	normal := model.Vec3{n.Dot(b.axes[0]), n.Dot(b.axes[1]), n.Dot(b.axes[2])}
	l.try(&b, normal, -1, p, q, r)
	for _, edge := range [3]model.Vec3{q.Sub(p), r.Sub(q), p.Sub(r)} {
		l.tryCross(&b, edge, p, q, r)
	}
	if l.depth <= 0 {
		return l.depth, t
	}
	x := b.farthest(l.normal)
	share, on := barycentric(p, q, r, x, normal)
	if !on {
		share = nearestEdge(p, q, r, x)
	}
	t.Share, t.Normal = share, b.out(l.normal)
	return l.depth, t
}

// nearestEdge returns the shares of the corners at the point of a triangle's border nearest to x.
func nearestEdge(p, q, r, x model.Vec3) (share [3]float64) {
	best := math.Inf(1)
	corners := [3]model.Vec3{p, q, r}
	for k := range 3 {
		a, d := corners[k], corners[(k+1)%3].Sub(corners[k])
		s := 0.5
		if squared := d.Dot(d); squared > 0 {
			s = clamp01(x.Sub(a).Dot(d) / squared)
		}
		if way := a.Add(d.Mul(s)).Sub(x).Len(); way < best {
			best, share = way, [3]float64{}
			share[k], share[(k+1)%3] = 1-s, s
		}
	}
	return share
}
