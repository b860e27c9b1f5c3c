package rod

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Segment is the shape at rest of a segment of a rod. Its length is that of its spring. The zero
// value is of a spring that is no segment.
type Segment struct {
	// Start is the orientation in which it starts, of length 1: it turns the axes of the section,
	// x and y, and the tangent z to the world's.
	Start mgl64.Quat
	// Darboux is u0 [1/m] of each joint with a segment before it, about the axes of the section:
	// bends about x and y and the twist about z of the shape at rest.
	Darboux mgl64.Vec3
}

// unitTolerance is how far the length of a quaternion may be from 1.
const unitTolerance = 1e-6

// Fault returns a sentence for the fault of the segment; empty without one.
func (s Segment) Fault() string {
	if !(math.Abs(s.Start.Len()-1) <= unitTolerance) {
		return fmt.Sprintf("its orientation is %g, %v, of length %.6g; it must have unit length", s.Start.W, s.Start.V, s.Start.Len())
	}
	for _, u := range s.Darboux {
		if math.IsNaN(u) || math.IsInf(u, 0) {
			return fmt.Sprintf("its Darboux vector at rest is %v 1/m; every component must be a finite number", s.Darboux)
		}
	}
	return ""
}

// Joint is p = q̄_i q_j of two orientations, of the sign that is nearer to no rotation.
func Joint(i, j mgl64.Quat) mgl64.Quat {
	p := i.Conjugate().Mul(j)
	if p.W < 0 {
		return mgl64.Quat{W: -p.W, V: p.V.Mul(-1)}
	}
	return p
}

// Darboux is u = (2/ℓ) Im(q̄_i q_j) of a segment j after a segment i [1/m], ℓ the mean of their
// lengths [m].
func Darboux(i, j mgl64.Quat, length float64) mgl64.Vec3 { return Joint(i, j).V.Mul(2 / length) }

// Turn returns the rotation by a rotation vector [rad].
func Turn(by mgl64.Vec3) mgl64.Quat {
	angle := by.Len()
	half := 0.5 // sin(angle/2)/angle
	if angle > 1e-8 {
		half = math.Sin(angle/2) / angle
	}
	return mgl64.Quat{W: math.Cos(angle / 2), V: by.Mul(half)}
}

// Vector returns the rotation vector of a unit quaternion [rad], the short way round.
func Vector(q mgl64.Quat) mgl64.Vec3 {
	if q.W < 0 {
		q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
	}
	sine := q.V.Len()
	if sine < 1e-12 {
		return q.V.Mul(2)
	}
	return q.V.Mul(2 * math.Atan2(sine, q.W) / sine)
}

// Along returns an orientation whose tangent is a direction, turned from another one by the least
// angle, as a section that does not twist.
func Along(from mgl64.Quat, direction mgl64.Vec3) mgl64.Quat {
	tangent, to := from.Rotate(mgl64.Vec3{0, 0, 1}), direction.Normalize()
	across, cosine := tangent.Cross(to), tangent.Dot(to)
	if cosine < -1+1e-12 { // straight back: about any axis across
		return Unit(mgl64.Quat{V: from.Rotate(mgl64.Vec3{1, 0, 0})}.Mul(from))
	}
	return Unit(mgl64.Quat{W: 1 + cosine, V: across}.Mul(from))
}

// Unit makes a quaternion one of length 1, to the last bit: mgl64's own Normalize leaves lengths that are off
// by up to 1e-10, and rods are stiff.
func Unit(q mgl64.Quat) mgl64.Quat {
	by := 1 / math.Sqrt(q.W*q.W+q.V.Dot(q.V))
	return mgl64.Quat{W: q.W * by, V: q.V.Mul(by)}
}
