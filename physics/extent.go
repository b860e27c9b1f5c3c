package physics

import (
	"math"

	"hooke/model"
)

// Extent returns corners of a box along the axes that holds a shape; false for planes, which have no
// end. A point outside of it is outside of the shape, whatever rounding does to its depth.
func Extent(shape model.Shape) (low, high model.Vec3, bounded bool) {
	var reach model.Vec3 // of what is added on both sides
	switch s := shape.(type) {
	case model.Sphere:
		low, high, reach = s.Center, s.Center, model.Vec3{s.Radius, s.Radius, s.Radius}
	case model.Capsule:
		low, high, reach = s.A, s.B, model.Vec3{s.Radius, s.Radius, s.Radius}
	case model.Box:
		low, high = s.Center, s.Center
		for axis := range 3 {
			var along model.Vec3
			along[axis] = s.Half[axis]
			for k, x := range s.Rotation().Rotate(along) {
				reach[k] += math.Abs(x)
			}
		}
	default:
		return low, high, false
	}
	for axis := range 3 {
		if low[axis] > high[axis] {
			low[axis], high[axis] = high[axis], low[axis]
		}
		rounding := 1e-9 * (math.Abs(low[axis]) + math.Abs(high[axis]) + reach.Len())
		low[axis], high[axis] = low[axis]-reach[axis]-rounding, high[axis]+reach[axis]+rounding
	}
	return low, high, true
}
