package divided

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Ways are vectors of many places: x, y and z. Solvers keep the ways of masses within a
// substep in them, and not positions: so ways and velocities keep their digits far from the
// origin, also in float32.
type Ways[T table.Real] [3][]T

// NewWays are n vectors.
func NewWays[T table.Real](n int) Ways[T] {
	return Ways[T]{kernels.AlignedFloats[T](n), kernels.AlignedFloats[T](n), kernels.AlignedFloats[T](n)}
}

// At is the vector of a place.
func (v *Ways[T]) At(i int) model.Vec3 {
	return model.Vec3{float64(v[0][i]), float64(v[1][i]), float64(v[2][i])}
}

// Set replaces the vector of a place.
func (v *Ways[T]) Set(i int, to model.Vec3) {
	v[0][i], v[1][i], v[2][i] = T(to[0]), T(to[1]), T(to[2])
}
