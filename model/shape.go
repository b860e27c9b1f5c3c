package model

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Shape is the solid of a contact: a Plane, a Sphere, a Box or a Capsule.
type Shape interface {
	// Depth returns how far a point lies below the surface [m], negative outside,
	// and the unit normal of the surface nearest to it, pointing out.
	Depth(x Vec3) (depth float64, normal Vec3)
	// faults reports what is wrong with the shape, in words; it also keeps the
	// list of shapes closed, since every engine must know each.
	faults() []string
}

// zeroLength is the distance [m] below which a direction is not defined by
// the points it runs between.
const zeroLength = 1e-12

// Plane is a half-space: everything below the plane through Offset·Normal. The
// zero value is the level ground at height 0.
type Plane struct {
	Normal Vec3    // unit length, out of the solid; zero means +z
	Offset float64 // height of the plane along its normal [m]
}

// UnitNormal returns Normal, or +z where Normal is the zero value.
func (p Plane) UnitNormal() Vec3 {
	if p.Normal == (Vec3{}) {
		return Vec3{0, 0, 1}
	}
	return p.Normal
}

// Depth returns Offset − x·n, along the plane's normal n.
func (p Plane) Depth(x Vec3) (depth float64, normal Vec3) {
	n := p.UnitNormal()
	return p.Offset - x.Dot(n), n
}

// Sphere is a ball.
type Sphere struct {
	Center Vec3    // [m]
	Radius float64 // [m], > 0
}

// Depth returns Radius − |x − Center|, away from the center; straight up (+z) at
// the center itself.
func (s Sphere) Depth(x Vec3) (depth float64, normal Vec3) {
	return around(x.Sub(s.Center), s.Radius, Vec3{0, 0, 1})
}

// Capsule is everything within Radius of the line from A to B: a rod with
// round ends, or a ball where A = B.
type Capsule struct {
	A, B   Vec3    // ends of the axis [m]
	Radius float64 // [m], > 0
}

// Depth returns Radius less the distance from the axis, away from the nearest point
// of the axis; on the axis itself along Side.
func (c Capsule) Depth(x Vec3) (depth float64, normal Vec3) {
	axis, t := c.B.Sub(c.A), 0.0
	if squared := axis.Dot(axis); squared > 0 {
		t = min(1, max(0, x.Sub(c.A).Dot(axis)/squared))
	}
	return around(x.Sub(c.A.Add(axis.Mul(t))), c.Radius, c.Side())
}

// Side returns the unit normal on the axis of the capsule. Every direction across the axis
// would do; this one is also across the coordinate axis that is least along the
// capsule. It is +z for a capsule without an axis.
func (c Capsule) Side() Vec3 {
	axis := c.B.Sub(c.A)
	least := 0
	for i := range 3 {
		if math.Abs(axis[i]) < math.Abs(axis[least]) {
			least = i
		}
	}
	var other Vec3
	other[least] = 1
	side := axis.Cross(other)
	if side.Len() < zeroLength {
		return Vec3{0, 0, 1}
	}
	return side.Normalize()
}

// around returns the depth of a point inside a ball, with the outward normal. d is the
// vector from the center to the point, and center is the normal to use at the center.
func around(d Vec3, radius float64, center Vec3) (depth float64, normal Vec3) {
	length := d.Len()
	if length < zeroLength {
		return radius - length, center
	}
	return radius - length, d.Mul(1 / length)
}

// Box is a block, turned by Orientation about its center.
type Box struct {
	Center      Vec3       // [m]
	Half        Vec3       // half of its sizes along its own axes [m], each > 0
	Orientation mgl64.Quat // unit length; zero means along x, y and z
}

// Rotation returns Orientation, or no rotation where Orientation is the zero value.
func (b Box) Rotation() mgl64.Quat {
	if b.Orientation == (mgl64.Quat{}) {
		return mgl64.QuatIdent()
	}
	return b.Orientation
}

// Depth returns the distance to the nearest face, along that face's normal (the
// first axis, and its positive side, when several are as near); outside it is
// minus the distance from the box.
func (b Box) Depth(x Vec3) (depth float64, normal Vec3) {
	turn := b.Rotation()
	p := turn.Conjugate().Rotate(x.Sub(b.Center))
	var beyond, side Vec3 // how far outside each pair of faces, and on which side
	face, nearest := 0, math.Inf(1)
	for i := range 3 {
		side[i] = math.Copysign(1, p[i]+0) // −0 + 0 = +0
		inner := b.Half[i] - math.Abs(p[i])
		beyond[i] = max(0, -inner)
		if inner < nearest {
			face, nearest = i, inner
		}
	}
	if nearest < 0 { // outside: measured from the nearest point of the surface
		distance := beyond.Len()
		if distance >= zeroLength {
			n := Vec3{side[0] * beyond[0], side[1] * beyond[1], side[2] * beyond[2]}
			return -distance, turn.Rotate(n.Mul(1 / distance))
		}
	}
	var n Vec3
	n[face] = side[face]
	return nearest, turn.Rotate(n)
}

func (p Plane) faults() []string {
	var f []string
	if length := p.UnitNormal().Len(); !(math.Abs(length-1) < unitTolerance) {
		f = append(f, fmt.Sprintf("plane normal %v has length %g; it must be 1", p.Normal, length))
	}
	if !finite(p.Offset) {
		f = append(f, fmt.Sprintf("plane offset is %g m; it must be a finite number", p.Offset))
	}
	return f
}

func (s Sphere) faults() []string {
	return append(pointFault("sphere center", s.Center), sizeFault("sphere radius", s.Radius)...)
}

func (c Capsule) faults() []string {
	f := append(pointFault("capsule end A", c.A), pointFault("capsule end B", c.B)...)
	return append(f, sizeFault("capsule radius", c.Radius)...)
}

func (b Box) faults() []string {
	f := pointFault("box center", b.Center)
	for i, axis := range "xyz" {
		f = append(f, sizeFault(fmt.Sprintf("half of the box along its %c", axis), b.Half[i])...)
	}
	if length := b.Rotation().Len(); !(math.Abs(length-1) < unitTolerance) {
		f = append(f, fmt.Sprintf("box orientation %v has length %g; it must be 1, or 0 for a box along x, y and z", b.Orientation, length))
	}
	return f
}

// unitTolerance is how far the length of a unit vector may be from 1.
const unitTolerance = 1e-6

func pointFault(what string, x Vec3) []string {
	if finiteVec(x) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %v m; every component must be a finite number", what, x)}
}

func sizeFault(what string, size float64) []string {
	if finite(size) && size > 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s is %g m; it must be positive", what, size)}
}
