package physics

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// endless is the coordinate of the end of a terrain in directions without one [m]: engines compare
// it with coordinates in float32.
const endless = 1e29

// Extent returns the corners of an axis-aligned box that holds a shape; bounded is false for
// planes. Of a terrain it is the space below its top. A point outside the box is outside the shape, in spite of the rounding of its
// depth.
func Extent(shape model.Shape) (low, high model.Vec3, bounded bool) {
	var reach model.Vec3 // of the margin on both sides
	switch s := shape.(type) {
	case model.Sphere:
		low, high, reach = s.Center, s.Center, model.Vec3{s.Radius, s.Radius, s.Radius}
	case model.Capsule:
		low, high, reach = s.A, s.B, model.Vec3{s.Radius, s.Radius, s.Radius}
	case model.Box:
		low, high = s.Center, s.Center
		rotation := s.Rotation()
		if rotation == mgl64.QuatIdent() {
			reach = model.Vec3{math.Abs(s.Half[0]), math.Abs(s.Half[1]), math.Abs(s.Half[2])}
			break
		}
		for axis := range 3 {
			var along model.Vec3
			along[axis] = s.Half[axis]
			for k, x := range rotation.Rotate(along) {
				reach[k] += math.Abs(x)
			}
		}
	case model.Field:
		from, to := s.Distances.Box()
		middle, half := from.Add(to).Mul(0.5), to.Sub(from).Mul(0.5)
		return Extent(model.Box{Center: s.Center.Add(s.Rotation().Rotate(middle)), Half: half, Orientation: s.Orientation})
	case model.Terrain:
		top := s.Top()
		return model.Vec3{-endless, -endless, -endless}, model.Vec3{endless, endless, top + 1e-6*(1+math.Abs(top))}, true
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

// farFrom reports whether corners are so far from a shape, all on one side along an axis, that
// nothing between them is in it. Of most spans that is all there is to be known.
func farFrom(shape model.Shape, at *[3]model.Vec3) bool {
	if b, ok := shape.(model.Box); ok { // most are far from the cube that holds the box however it is turned
		reach := b.Half.Len()
		for axis, c := range b.Center {
			margin := reach + 1e-8*(reach+math.Abs(c)) // more than that of Extent
			if beyond(at, axis, c-margin, c+margin) {
				return true
			}
		}
	}
	low, high, bounded := Extent(shape)
	if !bounded {
		return false
	}
	for axis := range 3 {
		if beyond(at, axis, low[axis], high[axis]) {
			return true
		}
	}
	return false
}

// beyond reports whether corners are all below low, or all above high, along an axis.
func beyond(at *[3]model.Vec3, axis int, low, high float64) bool {
	return max(at[0][axis], at[1][axis], at[2][axis]) < low || min(at[0][axis], at[1][axis], at[2][axis]) > high
}

// Carried returns the position of a point that moves with a shape from the pose before to the
// pose after. A rotating shape carries it around; a sphere, and a capsule about its axis, do
// not rotate.
func Carried(before, after model.Shape, x model.Vec3) model.Vec3 {
	switch was := before.(type) {
	case model.Sphere:
		return after.(model.Sphere).Center.Add(x.Sub(was.Center))
	case model.Capsule:
		is := after.(model.Capsule)
		r := x.Sub(was.A.Add(was.B).Mul(0.5))
		if old, now := was.B.Sub(was.A), is.B.Sub(is.A); old != now {
			r = mgl64.QuatBetweenVectors(old, now).Rotate(r)
		}
		return is.A.Add(is.B).Mul(0.5).Add(r)
	case model.Field:
		is := after.(model.Field)
		r := x.Sub(was.Center)
		if was.Orientation != is.Orientation {
			r = is.Rotation().Rotate(was.Rotation().Conjugate().Rotate(r))
		}
		return is.Center.Add(r)
	case model.Terrain:
		return after.(model.Terrain).Center.Add(x.Sub(was.Center))
	case model.Box:
		is := after.(model.Box)
		r := x.Sub(was.Center)
		if was.Orientation != is.Orientation {
			r = is.Rotation().Rotate(was.Rotation().Conjugate().Rotate(r))
		}
		return is.Center.Add(r)
	}
	return x
}
