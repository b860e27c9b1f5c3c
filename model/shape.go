package model

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Shape is the solid of a contact: a Plane, a Sphere, a Box, a Capsule, a Terrain or a Field.
type Shape interface {
	// Depth returns the depth of a point below the surface [m], negative outside, and the
	// outward unit normal of the surface nearest to the point.
	Depth(x Vec3) (depth float64, normal Vec3)
	// faults returns a sentence for each fault of the shape; it also keeps the
	// list of shapes closed, since every engine must know each.
	faults() []string
}

// zeroLength is the distance [m] below which a direction is not defined by
// the points it runs between.
const zeroLength = 1e-12

// Plane is a half-space: all points below the plane through Offset·Normal. The zero value is
// the level ground at height 0.
type Plane struct {
	Normal Vec3    // unit length, pointing out of the solid; zero: +z
	Offset float64 // height of the plane along its normal [m]
}

// UnitNormal returns Normal, or +z if it is zero.
func (p Plane) UnitNormal() Vec3 {
	if p.Normal == (Vec3{}) {
		return Vec3{0, 0, 1}
	}
	return p.Normal
}

// Depth returns Offset − x·n and the normal n of the plane.
func (p Plane) Depth(x Vec3) (depth float64, normal Vec3) {
	n := p.UnitNormal()
	return p.Offset - x.Dot(n), n
}

// Sphere is a ball.
type Sphere struct {
	Center Vec3    // [m]
	Radius float64 // [m], > 0
}

// Depth returns Radius − |x − Center| and the direction away from the center; +z at the
// center itself.
func (s Sphere) Depth(x Vec3) (depth float64, normal Vec3) {
	return around(x.Sub(s.Center), s.Radius, Vec3{0, 0, 1})
}

// Capsule is the set of points within Radius of the segment from A to B: a rod with round
// ends, or a ball if A = B.
type Capsule struct {
	A, B   Vec3    // ends of the axis [m]
	Radius float64 // [m], > 0
}

// Depth returns Radius minus the distance from the axis, and the direction away from the
// nearest point of the axis; on the axis itself the direction is Side.
func (c Capsule) Depth(x Vec3) (depth float64, normal Vec3) {
	axis, t := c.B.Sub(c.A), 0.0
	if squared := axis.Dot(axis); squared > 0 {
		t = min(1, max(0, x.Sub(c.A).Dot(axis)/squared))
	}
	return around(x.Sub(c.A.Add(axis.Mul(t))), c.Radius, c.Side())
}

// Side returns the unit normal for points on the axis. Of all directions across the axis it
// is the one that is also across the coordinate axis least along the capsule; +z for a
// capsule without an axis.
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

// Box is a block, rotated about its center by Orientation.
type Box struct {
	Center      Vec3       // [m]
	Half        Vec3       // half of its edge lengths [m], each > 0
	Orientation mgl64.Quat // unit quaternion; zero: edges along x, y and z
}

// Rotation returns Orientation, or the identity if it is zero.
func (b Box) Rotation() mgl64.Quat {
	if b.Orientation == (mgl64.Quat{}) {
		return mgl64.QuatIdent()
	}
	return b.Orientation
}

// Depth returns the distance to the nearest face and the normal of that face. Of several
// nearest faces it takes the first axis and its positive side. Outside it returns minus the
// distance from the box.
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
