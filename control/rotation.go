package control

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// orientation returns the rotation that carries the group's rest to where it is best, in the sense of
// least squares weighted by mass: the polar factor of Σ m r r0ᵀ, with r from the center of mass, by steps of
// Newton's method, Q ← (γ Q + Q⁻ᵀ/γ)/2 with γ² = |Q⁻ᵀ|/|Q| (Higham, "Computing the polar decomposition", 1986). A group
// that is flat at rest gets its missing direction from its normal; a line has no orientation and is as at rest, and of a
// group turned inside out it is that of its image in a point.
func (s *probe) orientation(at *model.State) [4]float64 {
	c := s.centerOf(at.Position)
	var a, rest mgl64.Mat3
	for k, i := range s.Masses {
		mass := s.model.MassAt(int(i))
		r, r0 := at.Position[s.at[k]].Sub(c), s.model.RestAt(int(i)).Sub(s.center)
		a = a.Add(outer(r, r0).Mul(mass))
		rest = rest.Add(outer(r0, r0).Mul(mass))
	}
	if size := rest.Trace(); size > 0 {
		a = a.Mul(1 / size)
	}
	none := [4]float64{1, 0, 0, 0}
	if flat(rest) {
		var plane bool
		if a, plane = thickened(a, rest); !plane {
			return none
		}
	}
	q := a
	for range polarSteps {
		other, ok := inverseTransposed(q)
		if !ok {
			return none
		}
		gamma := math.Sqrt(size(other) / size(q))
		q = q.Mul(gamma).Add(other.Mul(1 / gamma)).Mul(0.5)
	}
	if q.Det() < 0 {
		q = q.Mul(-1)
	}
	turn := mgl64.Mat4ToQuat(q.Mat4()).Normalize()
	if turn.W < 0 {
		turn = turn.Scale(-1)
	}
	return [4]float64{turn.W, turn.V[0], turn.V[1], turn.V[2]}
}

// polarSteps are more than scaled steps need, at most nine in practice (Higham), also of a rod whose thickness is a
// thousandth of its length.
const polarSteps = 16

// inverseTransposed is q⁻ᵀ: the cross products of q's columns over its determinant, which may be very small.
func inverseTransposed(q mgl64.Mat3) (mgl64.Mat3, bool) {
	det := q.Det()
	if !(math.Abs(det) > 1e-30) {
		return q, false
	}
	x, y, z := q.Col(0), q.Col(1), q.Col(2)
	return mgl64.Mat3FromCols(y.Cross(z), z.Cross(x), x.Cross(y)).Mul(1 / det), true
}

// size returns the Frobenius norm.
func size(a mgl64.Mat3) float64 { return math.Sqrt(a.Transpose().Mul3(a).Trace()) }

// outer returns a bᵀ.
func outer(a, b model.Vec3) mgl64.Mat3 {
	return mgl64.Mat3FromCols(a.Mul(b[0]), a.Mul(b[1]), a.Mul(b[2]))
}

// flat reports whether a shape has no volume.
func flat(rest mgl64.Mat3) bool {
	size := rest.Trace() / 3
	return !(size > 0 && rest.Det() > 1e-12*size*size*size)
}

// thickened gives a flat shape its normal: the cross product of two images of its plane. It is false of a line, whose
// plane is nothing but rounding.
func thickened(a, rest mgl64.Mat3) (mgl64.Mat3, bool) {
	// The two columns of rest that span the largest parallelogram span the plane.
	best, normal, image := 1e-12*rest.Trace()*rest.Trace(), model.Vec3{}, model.Vec3{}
	for k := range 3 {
		u, v := rest.Col(k), rest.Col((k+1)%3)
		if n := u.Cross(v); n.Len() > best {
			best, normal = n.Len(), n.Normalize()
			image = planeNormal(a, u, v)
		}
	}
	if image.Len() == 0 {
		return a, false
	}
	return a.Add(outer(image, normal).Mul(size(a) / math.Sqrt2)), true
}

// planeNormal returns the direction across the images of two vectors.
func planeNormal(a mgl64.Mat3, u, v model.Vec3) model.Vec3 {
	n := a.Mul3x1(u).Cross(a.Mul3x1(v))
	if n.Len() == 0 {
		return model.Vec3{}
	}
	return n.Normalize()
}

// spin returns I⁻¹ Σ m r × (v − v̄) of the group [rad/s]; zero for a line, which has no such rate about itself.
func (s *probe) spin(at *model.State) model.Vec3 {
	c, mean := s.centerOf(at.Position), s.centerOf(at.Velocity)
	var inertia mgl64.Mat3
	var momentum model.Vec3
	for k, i := range s.Masses {
		mass, r := s.model.MassAt(int(i)), at.Position[s.at[k]].Sub(c)
		momentum = momentum.Add(r.Cross(at.Velocity[s.at[k]].Sub(mean)).Mul(mass))
		inertia = inertia.Add(mgl64.Ident3().Mul(r.Dot(r)).Sub(outer(r, r)).Mul(mass))
	}
	size := inertia.Trace() / 3
	if !(size > 0) || !(inertia.Det() > 1e-12*size*size*size) {
		return model.Vec3{}
	}
	inverse, _ := inverseTransposed(inertia.Mul(1 / size)) // it is symmetric
	return inverse.Mul3x1(momentum).Mul(1 / size)
}

// inFrame returns a vector of the world along the axes that the sensor has.
func (s *probe) inFrame(at *model.State, v model.Vec3) model.Vec3 {
	if !s.Body {
		return v
	}
	q := s.orientation(at)
	return mgl64.Quat{W: q[0], V: mgl64.Vec3{q[1], q[2], q[3]}}.Conjugate().Rotate(v)
}
