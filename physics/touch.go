package physics

import (
	"math"

	"hooke/model"
)

// Touch describes an edge or a triangle in the solid of a contact.
type Touch struct {
	Excess float64    // depth beyond that of its ends, or its edges [m]; 0 or less: no push
	Normal model.Vec3 // unit length, out of the solid
	Share  [3]float64 // of the ends or corners at the pushed point; their sum is 1
}

// Push returns F_N of a touch [N], for a contact with stiffness kc and damping bc whose
// pushed point moves with velocity v relative to the surface: max(0, kc e − bc v·n), at most
// 2 kc e.
func (t Touch) Push(c *model.Contact, v model.Vec3) float64 {
	if !(t.Excess > 0) {
		return 0
	}
	spring := c.Stiffness * t.Excess
	return min(2*spring, max(0, spring-c.Damping*v.Dot(t.Normal)))
}

// At interpolates values of the corners at the pushed point.
func (t Touch) At(a, b, c model.Vec3) model.Vec3 {
	return a.Mul(t.Share[0]).Add(b.Mul(t.Share[1])).Add(c.Mul(t.Share[2]))
}

// TouchEdge returns the touch of the edge from a to b, in the solid of a sphere, box or
// capsule.
//
//   - Sphere and capsule: the depth is the radius minus the distance of the edge from the
//     center or axis, n points along that distance, and q is the nearest point; for an edge
//     along the axis, the center of the nearest part.
//   - Box: the depth is the least translation that separates edge and box, over the box's
//     faces and the cross products of its axes with the edge, and n its direction. q is the
//     deepest end, or the point nearest to the edge of the box that the edge crosses.
func TouchEdge(c *model.Contact, a, b model.Vec3) Touch {
	_, t := edgeTouch(c, a, b)
	return t
}

// edgeTouch returns TouchEdge with the depth of the whole edge [m].
func edgeTouch(c *model.Contact, a, b model.Vec3) (depth float64, t Touch) {
	depth, t = edgeDepth(c.Shape, a, b)
	atA, _ := c.Shape.Depth(a)
	atB, _ := c.Shape.Depth(b)
	t.Excess = depth - max(0, atA, atB)
	return depth, t
}

// TouchTriangle returns the touch of a triangle; its excess is relative to its edges.
//
//   - Sphere and capsule: the depth is the radius minus the distance from the center, or from
//     the nearer end of the axis, if that projects onto the triangle; the radius if the axis
//     goes through it, with n towards the nearer end.
//   - Box: the depth is the least translation that separates triangle and box, over the box's
//     faces, the triangle's normal and their cross products. q is the point of the triangle
//     nearest to the corner, edge or face of the box that it crosses.
//
// A triangle without an area does not push.
func TouchTriangle(c *model.Contact, a, b, d model.Vec3) Touch {
	_, t := triangleTouch(c, a, b, d)
	return t
}

// triangleTouch returns TouchTriangle with the depth of the whole triangle [m].
func triangleTouch(c *model.Contact, a, b, d model.Vec3) (depth float64, t Touch) {
	depth, t = triangleDepth(c.Shape, a, b, d)
	if depth <= 0 {
		return 0, Touch{}
	}
	below := 0.0
	for _, e := range [3][2]model.Vec3{{a, b}, {b, d}, {d, a}} {
		of, _ := edgeDepth(c.Shape, e[0], e[1])
		below = max(below, of)
	}
	t.Excess = depth - below
	return depth, t
}

func edgeDepth(shape model.Shape, a, b model.Vec3) (depth float64, t Touch) {
	switch s := shape.(type) {
	case model.Sphere:
		return edgeBall(s.Radius, a, b, s.Center, s.Center, model.Vec3{0, 0, 1})
	case model.Capsule:
		return edgeBall(s.Radius, a, b, s.A, s.B, s.Side())
	case model.Box:
		return edgeBox(boxOf(s), a, b)
	}
	return 0, Touch{}
}

// noWay is the distance [m] below which points have no direction from one to the other.
const noWay = 1e-12

// parallel is the squared sine below which an edge counts as one along the axis.
const parallel = 1e-10

// edgeBall returns the depth of an edge within a radius of an axis from p to q.
func edgeBall(radius float64, a, b, p, q, side model.Vec3) (depth float64, t Touch) {
	s, u := nearest(a, b, p, q)
	t.Share = [3]float64{1 - s, s}
	way := a.Mul(1 - s).Add(b.Mul(s)).Sub(p.Mul(1 - u).Add(q.Mul(u)))
	distance := way.Len()
	if distance >= noWay {
		t.Normal = way.Mul(1 / distance)
	} else if across := b.Sub(a).Cross(q.Sub(p)); across.Len() > noWay {
		t.Normal = across.Normalize()
	} else {
		t.Normal = side
	}
	return radius - distance, t
}

// nearest returns the nearest points of two edges, in shares of their lengths; of
// parallel ones the middle of the part that is as near. Source: C. Ericson, Real-Time
// Collision Detection, 2005, 5.1.9.
func nearest(a, b, p, q model.Vec3) (s, u float64) {
	d, e, r := b.Sub(a), q.Sub(p), a.Sub(p)
	dd, ee, de := d.Dot(d), e.Dot(e), d.Dot(e)
	dr, er := d.Dot(r), e.Dot(r)
	switch {
	case dd == 0 && ee == 0:
		return 0.5, 0.5
	case ee == 0:
		return clamp01(-dr / dd), 0.5
	case dd == 0:
		return 0.5, clamp01(er / ee)
	}
	det := dd*ee - de*de
	if det <= parallel*dd*ee {
		atP, atQ := clamp01(-dr/dd), clamp01((de-dr)/dd) // where the ends of the other are
		s = (atP + atQ) / 2
		return s, clamp01((er + de*s) / ee)
	}
	s = clamp01((de*er - ee*dr) / det)
	u = (er + de*s) / ee
	if u < 0 || u > 1 {
		u = clamp01(u)
		s = clamp01((u*de - dr) / dd)
	}
	return s, u
}

func clamp01(x float64) float64 { return min(1, max(0, x)) }

func triangleDepth(shape model.Shape, a, b, c model.Vec3) (depth float64, t Touch) {
	normal := b.Sub(a).Cross(c.Sub(a))
	area := normal.Len()
	if area == 0 {
		return 0, Touch{}
	}
	n := normal.Mul(1 / area)
	switch s := shape.(type) {
	case model.Sphere:
		return triangleBall(s.Radius, a, b, c, s.Center, s.Center, n)
	case model.Capsule:
		return triangleBall(s.Radius, a, b, c, s.A, s.B, n)
	case model.Box:
		return triangleBox(boxOf(s), a, b, c, n)
	}
	return 0, Touch{}
}

// triangleBall returns the depth of a triangle with normal n within a radius of an axis, where the
// nearest point is over the triangle; 0 elsewhere, since edges are as near there.
func triangleBall(radius float64, a, b, c, p, q, n model.Vec3) (depth float64, t Touch) {
	atP, atQ := p.Sub(a).Dot(n), q.Sub(a).Dot(n)
	near, height := p, atP
	if math.Abs(atQ) < math.Abs(atP) {
		near, height = q, atQ
	}
	if atP*atQ < 0 { // through the plane
		through := p.Add(q.Sub(p).Mul(atP / (atP - atQ)))
		if share, over := barycentric(a, b, c, through, n); over {
			return radius, Touch{Share: share, Normal: n.Mul(math.Copysign(1, height))}
		}
	}
	for range 2 {
		if share, over := barycentric(a, b, c, near, n); over && math.Abs(height) < radius {
			return radius - math.Abs(height), Touch{Share: share, Normal: n.Mul(math.Copysign(1, -height))}
		}
		if near == p {
			near, height = q, atQ
		} else {
			near, height = p, atP
		}
	}
	return 0, Touch{}
}

// barycentric returns the shares of the corners at the foot of x on a triangle with normal n, and
// whether that is on the triangle.
func barycentric(a, b, c, x, n model.Vec3) (share [3]float64, over bool) {
	twice := b.Sub(a).Cross(c.Sub(a)).Dot(n)
	share[0] = b.Sub(x).Cross(c.Sub(x)).Dot(n) / twice
	share[1] = c.Sub(x).Cross(a.Sub(x)).Dot(n) / twice
	share[2] = 1 - share[0] - share[1]
	return share, min(share[0], share[1], share[2]) >= 0
}

// Energy returns the energy of the spans in the contacts of a run [J]: ½ kc e² of every
// touch. Spans whose masses are all pinned on all axes do not count.
func (s Spans) Energy(m *model.Model, contacts []model.Contact, position []model.Vec3) (sum float64) {
	parts := make([]float64, model.BlockCount(s.Count()))
	model.InBlocks(s.Count(), func(block, first, last int) {
		for k := first; k < last; k++ {
			s.EachTouch(k, m, contacts, position, func(_ int, c *model.Contact, t Touch, _ [3]uint32) {
				parts[block] += 0.5 * c.Stiffness * t.Excess * t.Excess
			})
		}
	})
	for _, part := range parts {
		sum += part
	}
	return sum
}

// EachTouch calls each with every touch of span k whose excess is positive, in the order of
// the contacts: with the index of the contact, the contact as it acts on the span (valid
// until each returns), and the masses of the corners; an edge has the first one twice. Edges
// come before triangles. A span whose masses are all pinned on all axes, or that is cut, has no touch.
func (s Spans) EachTouch(k int, m *model.Model, contacts []model.Contact, position []model.Vec3, each func(number int, c *model.Contact, t Touch, corners [3]uint32)) {
	corners := s.cornersOf(k)
	if s.isCut(k) || m.PinOf(int(corners[0]))&m.PinOf(int(corners[1]))&m.PinOf(int(corners[2])) == model.PinAll {
		return
	}
	at := [3]model.Vec3{position[corners[0]], position[corners[1]], position[corners[2]]}
	touches := 0 // contacts that the span is in; not yet counted
	for i := range contacts {
		contact := &contacts[i]
		_, t := s.touch(k, contact, &at)
		if !(t.Excess > 0) {
			continue
		}
		if contact.PerMass {
			if touches == 0 {
				touches = s.touches(k, contacts, &at)
			}
			met := s.Meet(*contact, k, touches)
			contact = &met
		}
		each(i, contact, t, corners)
	}
}

// touch returns how deep span k with its corners at some positions is in a contact that pushes it [m],
// and its touch.
func (s Spans) touch(k int, c *model.Contact, at *[3]model.Vec3) (depth float64, t Touch) {
	edge, level := k < len(s.Edges), c.Spans()
	switch {
	case level < model.TouchSprings || !edge && level < model.TouchTriangles || farFrom(c.Shape, at):
		return 0, t
	case edge:
		return edgeTouch(c, at[0], at[1])
	}
	return triangleTouch(c, at[0], at[1], at[2])
}

// touches is n, the contacts that span k is in.
func (s Spans) touches(k int, contacts []model.Contact, at *[3]model.Vec3) (n int) {
	for i := range contacts {
		if depth, _ := s.touch(k, &contacts[i], at); depth > 0 {
			n++
		}
	}
	return n
}
