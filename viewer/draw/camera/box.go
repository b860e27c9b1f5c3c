package camera

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// Bounds is an axis-aligned box [m].
type Bounds struct{ Lo, Hi model.Vec3 }

// Center is the middle of the box.
func (b Bounds) Center() model.Vec3 { return b.Lo.Add(b.Hi).Mul(0.5) }

// Union is the smallest box around both.
func (b Bounds) Union(c Bounds) Bounds {
	for axis := range 3 {
		b.Lo[axis] = min(b.Lo[axis], c.Lo[axis])
		b.Hi[axis] = max(b.Hi[axis], c.Hi[axis])
	}
	return b
}

// Diagonal is the length of the box from corner to corner; a box without
// extent counts as one meter, so that a single mass can be looked at.
func (b Bounds) Diagonal() float64 {
	if d := b.Hi.Sub(b.Lo).Len(); d > 0 {
		return d
	}
	return 1
}

// Corners are the eight corners of the box.
func (b Bounds) Corners() [8]model.Vec3 {
	var out [8]model.Vec3
	for i := range out {
		out[i] = b.Lo
		for axis := range 3 {
			if i>>axis&1 == 1 {
				out[i][axis] = b.Hi[axis]
			}
		}
	}
	return out
}

// Project is the least box around a box as a picture shows it that has this matrix (see
// Camera.Matrix): from lo to hi, −1 to 1 on each axis within the picture, x to the right, y
// up, z away from the eye; false when a part of the box is behind the eye.
func Project(b Bounds, projection mgl64.Mat4) (lo, hi [3]float64, ok bool) {
	for k, corner := range b.Corners() {
		at := projection.Mul4x1(corner.Vec4(1))
		if !(at[3] > 0) {
			return lo, hi, false
		}
		for axis := range lo {
			x := at[axis] / at[3]
			if k == 0 {
				lo[axis], hi[axis] = x, x
			}
			lo[axis], hi[axis] = min(lo[axis], x), max(hi[axis], x)
		}
	}
	return lo, hi, true
}
