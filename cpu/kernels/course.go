package kernels

import (
	"hooke/cpu/table"
	"hooke/model"
)

// course is how a contact moves at some time.
type course[T table.Real] struct {
	velocity, spin, belt [3]T // V [m/s], ω [rad/s], b [m/s]
	center               [3]T // C [m]
}

// Moves says whether the contact moves.
func (s *solid[T]) Moves() bool { return s.course != nil }

// Follow puts a contact that moves where it is at some time; see model.Contact.Posed.
func (s *solid[T]) Follow(c model.Contact) {
	k := c.Course
	s.shape = c.Shape
	*s.course = course[T]{velocity: Narrow[T](k.Path.Velocity), spin: Narrow[T](k.Spin), belt: Narrow[T](k.Belt), center: Narrow[T](*k.Pivot)}
}

// surface is the velocity of the surface at x, where its normal is n [m/s]:
//
//	v_s = V + ω × (x − C) + b − (b·n) n
//
// ahead is 0, or so much later that only the turn matters [s].
func (s *solid[T]) surface(x, n [3]T, ahead T) (v [3]T) {
	k := s.course
	r := [3]T{x[0] - k.center[0], x[1] - k.center[1], x[2] - k.center[2]}
	turned := cross(k.spin, r)
	for axis := range 3 {
		r[axis] += ahead * turned[axis]
	}
	turned = cross(k.spin, r)
	across := Dot(k.belt, n)
	for axis := range 3 {
		v[axis] = k.velocity[axis] + turned[axis] + k.belt[axis] - across*n[axis]
	}
	return v
}

// cross is the vector product.
func cross[T table.Real](a, b [3]T) [3]T {
	return [3]T{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
