package meet

import (
	"math"

	"hooke/laws"
	"hooke/model"
)

// vec returns a vector as laws have it, and list is the opposite.
func vec(x model.Vec3) laws.Vec[float64]  { return laws.Vec[float64]{X: x[0], Y: x[1], Z: x[2]} }
func list(v laws.Vec[float64]) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// betweenSegments returns the shares s and t at which two segments are closest, see laws.BetweenSegments,
// and the way from the second point to the first.
func betweenSegments(a0, a1, b0, b1 model.Vec3) (s, t float64, way model.Vec3) {
	at := laws.BetweenSegments(vec(a0), vec(a1), vec(b0), vec(b1))
	return at.X, at.Y, a0.Add(a1.Sub(a0).Mul(at.X)).Sub(b0.Add(b1.Sub(b0).Mul(at.Y)))
}

// onTriangle returns the shares of the corners at the point of a triangle that is closest to x,
// and the way from it to x.
func onTriangle(x model.Vec3, t [3]model.Vec3) (share [3]float64, way model.Vec3) {
	share = list(laws.OnTriangle(vec(x), vec(t[0]), vec(t[1]), vec(t[2])))
	at := t[0].Mul(share[0]).Add(t[1].Mul(share[1])).Add(t[2].Mul(share[2]))
	return share, x.Sub(at)
}

// isPlace reports whether a point is one: three finite numbers.
func isPlace(x model.Vec3) bool { return x.Sub(x) == (model.Vec3{}) && x.Len() < math.MaxFloat64 }
