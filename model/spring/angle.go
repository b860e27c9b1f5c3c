package spring

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Angles of three and of four points and their gradients, for joints and for bending.

// flat is twice the least area of a triangle of a hinge [m²]. A smaller one has no plane.
const flat = 1e-12

// Corner returns the angle at b between the directions to a and to c, 0 to π [rad], and its
// gradient by a, b and c [rad/m]. The gradient is zero where the three lie on a line, since the
// angle then has no direction.
func Corner(a, b, c mgl64.Vec3) (angle float64, gradient [3]mgl64.Vec3) {
	p, q := a.Sub(b), c.Sub(b)
	n := p.Cross(q)
	size := n.Len()
	angle = math.Atan2(size, p.Dot(q))
	if size == 0 {
		return angle, gradient
	}
	n = n.Mul(1 / size)
	gradient[0], gradient[2] = p.Cross(n).Mul(1/p.Dot(p)), n.Cross(q).Mul(1/q.Dot(q))
	gradient[1] = gradient[0].Add(gradient[2]).Mul(-1)
	return angle, gradient
}

// Hinge returns the angle between two triangles that share the edge from x[0] to x[1] and have
// the corners x[2] and x[3], −π to π [rad], and its gradient by the four points [rad/m]. It is 0
// where both lie in one plane, on both sides of the edge. The gradient is zero where a triangle
// has no plane.
func Hinge(x [4]mgl64.Vec3) (angle float64, gradient [4]mgl64.Vec3) {
	edge := x[1].Sub(x[0])
	toFirst, toSecond := x[2].Sub(x[1]), x[3].Sub(x[1])
	n1 := x[2].Sub(x[0]).Cross(toFirst)
	n2 := toSecond.Cross(x[3].Sub(x[0]))
	length, s1, s2 := edge.Len(), n1.Dot(n1), n2.Dot(n2)
	if length == 0 || s1 < flat*flat || s2 < flat*flat {
		return 0, gradient
	}
	angle = math.Atan2(n1.Cross(n2).Dot(edge)/length, n1.Dot(n2))
	n1, n2 = n1.Mul(1/(length*s1)), n2.Mul(1/(length*s2))
	square := length * length
	gradient[2], gradient[3] = n1.Mul(-square), n2.Mul(-square)
	gradient[0] = n1.Mul(-toFirst.Dot(edge)).Sub(n2.Mul(toSecond.Dot(edge)))
	gradient[1] = n1.Mul(x[2].Sub(x[0]).Dot(edge)).Add(n2.Mul(x[3].Sub(x[0]).Dot(edge)))
	return angle, gradient
}

// Wrap returns an angle less whole turns, −π to π [rad].
func Wrap(angle float64) float64 {
	if angle >= -math.Pi && angle <= math.Pi {
		return angle
	}
	return math.Remainder(angle, 2*math.Pi)
}

// CornerLevers returns the largest sizes that the gradient of a corner has with its arms [1/m].
// They hold for points on a line, too.
func CornerLevers(a, b, c mgl64.Vec3) [3]float64 {
	p, q := a.Sub(b).Len(), c.Sub(b).Len()
	if p == 0 || q == 0 {
		return [3]float64{}
	}
	return [3]float64{1 / p, 1/p + 1/q, 1 / q}
}

// HingeLevers returns the largest sizes that the gradient of a hinge has with its triangles [1/m].
func HingeLevers(x [4]mgl64.Vec3) (out [4]float64) {
	edge := x[1].Sub(x[0])
	square := edge.Dot(edge)
	for _, k := range []int{2, 3} {
		twice := x[k].Sub(x[0]).Cross(x[k].Sub(x[1])).Len()
		if square == 0 || twice < flat {
			return [4]float64{}
		}
		foot := x[k].Sub(x[0]).Dot(edge) / square
		out[k] = math.Sqrt(square) / twice
		out[0] += math.Abs(1-foot) * out[k]
		out[1] += math.Abs(foot) * out[k]
	}
	return out
}
