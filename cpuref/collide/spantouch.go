package collide

import (
	"hooke/model"
)

// SpanTouch is how an edge or a triangle is in the solid of a contact.
type SpanTouch struct {
	Excess float64    // [m]; 0 or less: it is not pushed
	Normal model.Vec3 // out of the solid
	Share  [3]float64 // of the ends or corners at the pushed point
}

// SpanTouchOf is the touch of an edge, of two points, or of a triangle, of three. It is that of
// model.Touches; a span that the contact does not push has no excess.
func SpanTouchOf(c *model.Contact, points ...model.Vec3) (t SpanTouch) {
	if int(c.Spans()) < len(points)-1 {
		return SpanTouch{}
	}
	var depth float64
	depth, t.Normal, t.Share = deepest(c.Shape, points...)
	if depth <= 0 {
		return SpanTouch{}
	}
	below := 0.0
	for i := range points { // ends of an edge, or edges of a triangle
		part := points[i : i+1]
		if len(points) == 3 {
			part = []model.Vec3{points[i], points[(i+1)%3]}
		}
		of, _, _ := deepest(c.Shape, part...)
		below = max(below, of)
	}
	t.Excess = depth - below
	return t
}

// deepest returns how deep a point, an edge or a triangle is in a shape [m], with the normal and
// the shares of the point that is pushed.
func deepest(shape model.Shape, points ...model.Vec3) (depth float64, n model.Vec3, share [3]float64) {
	if len(points) == 1 {
		depth, n = shape.Depth(points[0])
		return depth, n, [3]float64{1}
	}
	switch s := shape.(type) {
	case model.Sphere:
		return around(points, []model.Vec3{s.Center}, s.Radius, unit(2))
	case model.Capsule:
		return around(points, []model.Vec3{s.A, s.B}, s.Radius, s.Side())
	case model.Box:
		return boxed(s, points)
	}
	return 0, model.Vec3{}, share
}

// boxed is inBox, without triangles that have no area.
func boxed(s model.Box, points []model.Vec3) (depth float64, n model.Vec3, share [3]float64) {
	if len(points) == 3 && points[1].Sub(points[0]).Cross(points[2].Sub(points[0])).Len() == 0 {
		return 0, n, share
	}
	return inBox(s, points...)
}

// around returns how deep a span is within a radius of a point or an axis.
func around(points, axis []model.Vec3, radius float64, side model.Vec3) (depth float64, n model.Vec3, share [3]float64) {
	c := nearest(points, axis)
	switch {
	case c.distance >= noWay:
		n = c.way.Mul(1 / c.distance)
	case len(points) == 3:
		n = towards(points, axis)
	default:
		n = side
		if len(axis) == 2 {
			if across := points[1].Sub(points[0]).Cross(axis[1].Sub(axis[0])); across.Len() > noWay {
				n = across.Normalize()
			}
		}
	}
	return radius - c.distance, n, c.share
}

// noWay is the distance [m] below which points have no direction from one to the other.
const noWay = 1e-12

// towards returns the normal of a triangle on the side of the end of an axis that is nearer to it.
func towards(points, axis []model.Vec3) model.Vec3 {
	n := points[1].Sub(points[0]).Cross(points[2].Sub(points[0]))
	if n.Len() == 0 {
		return model.Vec3{}
	}
	n = n.Normalize()
	first, last := axis[0].Sub(points[0]).Dot(n), axis[len(axis)-1].Sub(points[0]).Dot(n)
	if first*first <= last*last {
		last = first
	}
	if last < 0 {
		return n.Mul(-1)
	}
	return n
}
