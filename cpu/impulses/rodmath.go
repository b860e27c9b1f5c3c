package impulses

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model/rod"
)

// vector, matrix (by rows) and quaternion (w, x, y, z) are those of an engine's precision.
type (
	vector[T table.Real]     = [3]T
	matrix[T table.Real]     [3]vector[T]
	quaternion[T table.Real] = [4]T
)

func cross[T table.Real](a, b vector[T]) vector[T] {
	return vector[T]{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func scaled[T table.Real](a, b vector[T]) vector[T] {
	return vector[T]{a[0] * b[0], a[1] * b[1], a[2] * b[2]}
}

// add returns a + by b.
func add[T table.Real](a vector[T], by T, b vector[T]) vector[T] {
	return vector[T]{a[0] + by*b[0], a[1] + by*b[1], a[2] + by*b[2]}
}

func (m *matrix[T]) on(v vector[T]) vector[T] {
	return vector[T]{kernels.Dot(m[0], v), kernels.Dot(m[1], v), kernels.Dot(m[2], v)}
}

// transposed is mᵀ v.
func (m *matrix[T]) transposed(v vector[T]) (out vector[T]) {
	for i := range 3 {
		out = add(out, v[i], m[i])
	}
	return out
}

// inverse is that of a symmetric matrix whose eigenvalues are at least 1.
func (m *matrix[T]) inverse() (out matrix[T]) {
	a, b, c := cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])
	by := 1 / kernels.Dot(m[0], a)
	for i := range 3 {
		out[i] = vector[T]{a[i] * by, b[i] * by, c[i] * by}
	}
	return out
}

// product is p q.
func product[T table.Real](p, q quaternion[T]) quaternion[T] {
	return quaternion[T]{p[0]*q[0] - p[1]*q[1] - p[2]*q[2] - p[3]*q[3],
		p[0]*q[1] + p[1]*q[0] + p[2]*q[3] - p[3]*q[2],
		p[0]*q[2] - p[1]*q[3] + p[2]*q[0] + p[3]*q[1],
		p[0]*q[3] + p[1]*q[2] - p[2]*q[1] + p[3]*q[0]}
}

func conjugate[T table.Real](q quaternion[T]) quaternion[T] {
	return quaternion[T]{q[0], -q[1], -q[2], -q[3]}
}

// rotation returns the matrix of a unit quaternion: its columns are the axes of the section.
func rotation[T table.Real](q quaternion[T]) matrix[T] {
	w, x, y, z := q[0], q[1], q[2], q[3]
	return matrix[T]{
		{1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y)},
	}
}

// turnBy returns the rotation by a rotation vector [rad].
func turnBy[T table.Real](by vector[T]) quaternion[T] {
	angle := root(kernels.Dot(by, by))
	half := T(0.5) // sin(angle/2)/angle
	if angle > 1e-8 {
		half = T(math.Sin(float64(angle/2))) / angle
	}
	return quaternion[T]{T(math.Cos(float64(angle / 2))), half * by[0], half * by[1], half * by[2]}
}

func unit[T table.Real](q quaternion[T]) quaternion[T] {
	by := 1 / root(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3])
	return quaternion[T]{q[0] * by, q[1] * by, q[2] * by, q[3] * by}
}

func narrowed[T table.Real](q mgl64.Quat) quaternion[T] {
	return quaternion[T]{T(q.W), T(q.V[0]), T(q.V[1]), T(q.V[2])}
}

func widened[T table.Real](q quaternion[T]) mgl64.Quat {
	return rod.Unit(mgl64.Quat{W: float64(q[0]), V: mgl64.Vec3{float64(q[1]), float64(q[2]), float64(q[3])}})
}
