package physics

import (
	"math"

	"hooke/model"
)

// Crossing is the point at which a path enters a contact that it crosses.
type Crossing struct {
	At     float64    // share of the path before the entry, 0 to 1
	Normal model.Vec3 // unit normal of the surface there, pointing out
}

// Grazing is the depth, relative to half the thickness of a shape, up to which a point counts
// as on the surface. So a mass placed on the surface counts as outside in spite of rounding,
// and one that slides over an edge is not held there.
const Grazing = 1.0 / 1024

// HalfThickness returns half the smallest thickness of a contact [m]: the radius of a sphere
// or capsule, the least half size of a box. It is 0 for planes and containers, which cannot
// be crossed, for terrains, which have no end below, and for fields, whose thickness differs from
// point to point.
func HalfThickness(c *model.Contact) float64 {
	if c.Inside {
		return 0
	}
	switch s := c.Shape.(type) {
	case model.Sphere:
		return s.Radius
	case model.Capsule:
		return s.Radius
	case model.Box:
		return min(s.Half[0], s.Half[1], s.Half[2])
	}
	return 0
}

// Catches reports whether a run has contacts that stop masses from tunneling.
func Catches(p model.Params) bool {
	for k := range p.Contacts {
		if CanBeCrossed(&p.Contacts[k]) {
			return true
		}
	}
	return false
}

// CanBeCrossed reports whether a path can begin and end outside of a contact and go through it: a
// shape with a thickness, a terrain, whose hills a path can cross, or a field.
func CanBeCrossed(c *model.Contact) bool {
	switch c.Shape.(type) {
	case model.Terrain, model.Field:
		return true
	}
	return HalfThickness(c) > 0
}

// PassingSpeed returns the speed at which a mass [kg] tunnels through a contact [m/s]: its
// energy ½ m v² equals that of the contact at its center, ½ kc (thickness/2)². It is +Inf for
// planes and containers.
func PassingSpeed(c *model.Contact, mass float64) float64 {
	half := HalfThickness(c)
	if half == 0 {
		return math.Inf(1)
	}
	return half * math.Sqrt(c.Stiffness/mass)
}

// Crosses returns the point at which a straight path enters a contact that it crosses; false
// if it does not cross it. A path crosses a shape
//
//   - if it begins outside, goes through the shape and ends outside, or inside but at or
//     beyond the center along the normal of the entry;
//   - if it begins inside and reaches the center, along the normal of the surface nearest to
//     its begin, which then counts as the entry.
//
// The center begins Grazing of half the thickness earlier, since within it no normal tells
// from which side a path came. A point up to Grazing below the surface counts as outside at
// the begin of a path, which must then lead in. A path only grazes if the center of its part
// inside is no deeper.
func Crosses(c *model.Contact, from, to model.Vec3) (Crossing, bool) {
	if !CanBeCrossed(c) || from == to || farFrom(c.Shape, &[3]model.Vec3{from, to, to}) {
		return Crossing{}, false
	}
	return crossesNear(c, from, to)
}

// crossesNear returns Crosses for a path of some length that is not far from a contact with a thickness.
func crossesNear(c *model.Contact, from, to model.Vec3) (Crossing, bool) {
	half, path := HalfThickness(c), to.Sub(from)
	if path == (model.Vec3{}) {
		return Crossing{}, false
	}
	switch s := c.Shape.(type) {
	case model.Terrain:
		return crossesTerrain(s, from, to)
	case model.Field:
		return crossesField(s, from, to)
	}
	depth, normal := c.Shape.Depth(from)
	if depth > Grazing*half {
		return Crossing{0, normal}, passesMiddle(c, from, path, depth+Grazing*half, normal)
	}
	first, last, normal := spanOf(c.Shape, from, path, normal)
	if !(first < min(1, last)) || last <= 0 {
		return Crossing{}, false
	}
	at := max(0, first)
	entry := from.Add(path.Mul(at))
	if _, box := c.Shape.(model.Box); !box {
		_, normal = c.Shape.Depth(entry)
	}
	if normal.Dot(path) >= 0 {
		return Crossing{}, false
	}
	if end, _ := c.Shape.Depth(to); end > 0 {
		return Crossing{at, normal}, entry.Sub(to).Dot(normal) > middleBelow(c.Shape, normal)-Grazing*half
	}
	middle, _ := c.Shape.Depth(from.Add(path.Mul((at + min(1, last)) / 2)))
	return Crossing{at, normal}, middle > Grazing*half
}

// passesMiddle reports whether a path that begins inside, with the normal there, comes as much
// deeper as the middle is deeper than a depth before it leaves the shape.
func passesMiddle(c *model.Contact, from, path model.Vec3, depth float64, normal model.Vec3) bool {
	left, into := middleBelow(c.Shape, normal)-depth, -path.Dot(normal)
	if into <= max(0, left) {
		return false
	}
	there, _ := c.Shape.Depth(from.Add(path.Mul(max(0, left) / into)))
	return there > 0
}

// middleBelow returns how far below the surface the middle of a shape is along a normal [m].
func middleBelow(shape model.Shape, normal model.Vec3) float64 {
	switch s := shape.(type) {
	case model.Sphere:
		return s.Radius
	case model.Capsule:
		return s.Radius
	case model.Box:
		n := s.Rotation().Conjugate().Rotate(normal)
		return s.Half.Dot(model.Vec3{math.Abs(n[0]), math.Abs(n[1]), math.Abs(n[2])})
	}
	return math.Inf(1)
}

// spanOf returns the part of a path within a shape, as parts of the path; first is not below last
// where it misses the shape. The normal is that of the face of a box through which it
// enters, or else the one that is given.
func spanOf(shape model.Shape, from, path, given model.Vec3) (first, last float64, normal model.Vec3) {
	switch s := shape.(type) {
	case model.Sphere:
		first, last = ballSpan(from.Sub(s.Center), path, s.Radius)
	case model.Capsule:
		first, last = capsuleSpan(s, from, path)
	case model.Box:
		turn := s.Rotation().Conjugate()
		d := turn.Rotate(path)
		var face int
		if first, last, face = boxSpan(s.Half, turn.Rotate(from.Sub(s.Center)), d); first >= 0 {
			var n model.Vec3
			n[face] = -math.Copysign(1, d[face])
			given = s.Rotation().Rotate(n)
		}
	}
	return first, last, given
}

// ballSpan returns the part of a line p + t d that is within a ball around the origin, as the
// first and the last t: with the point q of the line that is nearest to the center, at
// s = −p·d/|d|², it is s ± √((r² − |q|²)/|d|²). A line that misses it has no such part.
func ballSpan(p, d model.Vec3, radius float64) (first, last float64) {
	square := d.Dot(d)
	nearest := -p.Dot(d) / square
	q := p.Add(d.Mul(nearest))
	within := radius*radius - q.Dot(q)
	if square == 0 || within <= 0 {
		return math.Inf(1), math.Inf(-1)
	}
	reach := math.Sqrt(within / square)
	return nearest - reach, nearest + reach
}

// capsuleSpan returns the same of a capsule. A capsule is convex, so the line is in it from where
// it enters the first of three parts to where it leaves the last: the balls at both ends and
// the rod between them.
func capsuleSpan(c model.Capsule, from, path model.Vec3) (first, last float64) {
	first, last = ballSpan(from.Sub(c.A), path, c.Radius)
	join := func(a, b float64) {
		if a < b {
			first, last = min(first, a), max(last, b)
		}
	}
	axis := c.B.Sub(c.A)
	square := axis.Dot(axis)
	if square == 0 {
		return first, last
	}
	join(ballSpan(from.Sub(c.B), path, c.Radius))
	p := from.Sub(c.A)
	height, climb := p.Dot(axis)/square, path.Dot(axis)/square // in lengths of the axis
	p, d := p.Sub(axis.Mul(height)), path.Sub(axis.Mul(climb))
	a, b := ballSpan(p, d, c.Radius)
	if d.Dot(d) == 0 && p.Dot(p) < c.Radius*c.Radius { // along the axis
		a, b = math.Inf(-1), math.Inf(1)
	}
	low, high := slab(height-0.5, climb, 0.5)
	join(max(a, low), min(b, high))
	return first, last
}

// boxSpan returns the same of a box around the origin along the axes, with the axis of the face
// through which the line enters, the first of equals.
func boxSpan(half, p, d model.Vec3) (first, last float64, face int) {
	first, last = math.Inf(-1), math.Inf(1)
	for axis := range 3 {
		low, high := slab(p[axis], d[axis], half[axis])
		if low > first {
			first, face = low, axis
		}
		last = min(last, high)
	}
	return first, last, face
}

// slab returns the part of a line p + t d that lies between −half and half.
func slab(p, d, half float64) (first, last float64) {
	if d == 0 {
		if math.Abs(p) < half {
			return math.Inf(-1), math.Inf(1)
		}
		return math.Inf(1), math.Inf(-1)
	}
	side := math.Copysign(half, d)
	return (-side - p) / d, (side - p) / d
}

// FirstCrossing returns the index of the contact that a path crosses first, the lowest of
// equals, with the crossing and the position of the entry [m]; −1 if it crosses none. The
// path is relative to each contact, which moves during the step from its pose in before to
// that in after. Crossing and position are relative to the contact in after.
func FirstCrossing(before, after []model.Contact, from, to model.Vec3) (contact int, crossing Crossing, entry model.Vec3) {
	contact = -1
	for k := range after {
		begin := from
		if after[k].Trajectory.Moves() {
			begin = Carried(before[k].Shape, after[k].Shape, from)
		}
		if c, ok := Crosses(&after[k], begin, to); ok && (contact < 0 || c.At < crossing.At) {
			contact, crossing, entry = k, c, begin.Add(to.Sub(begin).Mul(c.At))
		}
	}
	return contact, crossing, entry
}

// FirstCrossingNear is FirstCrossing for contacts that do not move, and a path of positive
// length. near lists, in ascending order, the contacts with a thickness whose Extent
// intersects the axis-aligned box around the path.
func FirstCrossingNear(contacts []model.Contact, near []int, from, to model.Vec3) (contact int, crossing Crossing, entry model.Vec3) {
	contact = -1
	for _, k := range near {
		if c, ok := crossesNear(&contacts[k], from, to); ok && (contact < 0 || c.At < crossing.At) {
			contact, crossing, entry = k, c, from.Add(to.Sub(from).Mul(c.At))
		}
	}
	return contact, crossing, entry
}

// Halted returns the velocity [m/s] of a mass that a contact stopped from tunneling, from its
// velocity v before, both relative to the surface: the part into the surface becomes 0, and
// the part across the normal decreases by at most μk times that. A part out of the surface is
// kept.
func Halted(v, normal model.Vec3, kinetic float64) model.Vec3 {
	into := -v.Dot(normal)
	if into <= 0 {
		return v
	}
	across := v.Add(normal.Mul(into))
	lost := kinetic * into
	if speed := across.Len(); speed > lost {
		return across.Mul(1 - lost/speed)
	}
	return model.Vec3{}
}
