package control

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// orientation is the rotation that carries the group's rest to where it is best, in the sense of
// least squares weighted by mass: the polar factor of Σ m r r0ᵀ, with r from the center of mass, by steps of
// Newton's method, Q ← (Q + Q⁻ᵀ)/2 (Higham, "Computing the polar decomposition", 1986). A group
// that is flat at rest gets its missing direction from its normal; a line has no orientation and is as at rest, and of a
// group turned inside out it is that of its image in a point.
func (s *probe) orientation(m *model.Model, at *model.State) []float64 {
	c := s.centerOf(m, at.Position)
	var a, rest mgl64.Mat3
	for _, i := range s.Masses {
		mass := m.MassAt(int(i))
		r, r0 := at.Position[i].Sub(c), m.RestPosition[i].Sub(s.center)
		a = a.Add(outer(r, r0).Mul(mass))
		rest = rest.Add(outer(r0, r0).Mul(mass))
	}
	if size := rest.Trace(); size > 0 {
		a = a.Mul(1 / size)
	}
	if flat := flatness(rest); flat > 0 && a.Det() < 1e-9 {
		a = thickened(a, rest)
	}
	q := a
	for range polarSteps {
		det := q.Det()
		if !(math.Abs(det) > 1e-30) {
			return []float64{1, 0, 0, 0}
		}
		q = q.Add(q.Inv().Transpose()).Mul(0.5)
	}
	if q.Det() < 0 {
		q = q.Mul(-1)
	}
	turn := mgl64.Mat4ToQuat(q.Mat4()).Normalize()
	if turn.W < 0 {
		turn = turn.Scale(-1)
	}
	return []float64{turn.W, turn.V[0], turn.V[1], turn.V[2]}
}

// polarSteps are enough for a group that is not squeezed to a hundredth along an axis: each
// step at least halves the logarithm of what is off, and near the end it squares what is off.
const polarSteps = 16

// outer is a bᵀ.
func outer(a, b model.Vec3) mgl64.Mat3 {
	return mgl64.Mat3FromCols(a.Mul(b[0]), a.Mul(b[1]), a.Mul(b[2]))
}

// flatness is 1 where a shape has no volume, else 0.
func flatness(rest mgl64.Mat3) float64 {
	if size := rest.Trace() / 3; size > 0 && rest.Det() > 1e-12*size*size*size {
		return 0
	}
	return 1
}

// thickened gives a flat shape its normal: the cross product of two images of its plane.
func thickened(a, rest mgl64.Mat3) mgl64.Mat3 {
	// The two columns of rest that span the largest parallelogram span the plane.
	best, normal, image := 0.0, model.Vec3{}, model.Vec3{}
	for k := range 3 {
		u, v := rest.Col(k), rest.Col((k+1)%3)
		if n := u.Cross(v); n.Len() > best {
			best, normal = n.Len(), n.Normalize()
			image = planeNormal(a, u, v)
		}
	}
	if best == 0 || image.Len() == 0 {
		return a
	}
	scale := math.Sqrt(a.Transpose().Mul3(a).Trace() / 2)
	return a.Add(outer(image, normal).Mul(scale))
}

// planeNormal is the direction across the images of two vectors.
func planeNormal(a mgl64.Mat3, u, v model.Vec3) model.Vec3 {
	n := a.Mul3x1(u).Cross(a.Mul3x1(v))
	if n.Len() == 0 {
		return model.Vec3{}
	}
	return n.Normalize()
}

// spin is I⁻¹ Σ m r × (v − v̄) of the group [rad/s]; zero for a line, which has no such rate about itself.
func (s *probe) spin(m *model.Model, at *model.State) model.Vec3 {
	c, mean := s.centerOf(m, at.Position), s.centerOf(m, at.Velocity)
	var inertia mgl64.Mat3
	var momentum model.Vec3
	for _, i := range s.Masses {
		mass, r := m.MassAt(int(i)), at.Position[i].Sub(c)
		momentum = momentum.Add(r.Cross(at.Velocity[i].Sub(mean)).Mul(mass))
		inertia = inertia.Add(mgl64.Ident3().Mul(r.Dot(r)).Sub(outer(r, r)).Mul(mass))
	}
	size := inertia.Trace() / 3
	if !(size > 0) || !(inertia.Det() > 1e-12*size*size*size) {
		return model.Vec3{}
	}
	return inertia.Inv().Mul3x1(momentum)
}
