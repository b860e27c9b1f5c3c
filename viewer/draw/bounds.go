package draw

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// Bounds is an axis-aligned box [m].
type Bounds struct{ Lo, Hi model.Vec3 }

// Center returns the middle of the box [m].
func (b Bounds) Center() model.Vec3 { return b.Lo.Add(b.Hi).Mul(0.5) }

// Union returns the smallest box around both boxes.
func (b Bounds) Union(c Bounds) Bounds {
	for axis := range 3 {
		b.Lo[axis] = min(b.Lo[axis], c.Lo[axis])
		b.Hi[axis] = max(b.Hi[axis], c.Hi[axis])
	}
	return b
}

// Diagonal returns the distance between opposite corners of the box [m]. A box without
// extent counts as one meter, so that a camera can look at a single mass.
func (b Bounds) Diagonal() float64 {
	if d := b.Hi.Sub(b.Lo).Len(); d > 0 {
		return d
	}
	return 1
}

// Corners returns the eight corners of the box [m].
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

// ProjectBounds returns the least box around a box as a picture with this matrix (see
// Camera.Matrix) shows it: from lo to hi, where the picture spans −1 to 1 on each axis; x
// points to the right, y up, and z away from the eye. ok is false when a part of the box
// is behind the eye.
func ProjectBounds(b Bounds, projection mgl64.Mat4) (lo, hi [3]float64, ok bool) {
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
