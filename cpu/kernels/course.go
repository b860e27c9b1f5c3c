package kernels

import "hooke/model"

// course is how a contact moves at some time.
type course struct {
	velocity, spin, belt [3]float32 // V [m/s], ω [rad/s], b [m/s]
	center               [3]float32 // C [m]
}

// Moves says whether the contact moves.
func (s *solid) Moves() bool { return s.course != nil }

// Follow puts a contact that moves where it is at some time; see model.Contact.Posed.
func (s *solid) Follow(c model.Contact) {
	k := c.Course
	s.shape = c.Shape
	*s.course = course{velocity: Narrow(k.Path.Velocity), spin: Narrow(k.Spin), belt: Narrow(k.Belt), center: Narrow(*k.Pivot)}
}

// surface is the velocity of the surface at x, where its normal is n [m/s]:
//
//	v_s = V + ω × (x − C) + b − (b·n) n
//
// ahead is 0, or so much later that only the turn matters [s].
func (s *solid) surface(x, n [3]float32, ahead float32) (v [3]float32) {
	k := s.course
	r := [3]float32{x[0] - k.center[0], x[1] - k.center[1], x[2] - k.center[2]}
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
func cross(a, b [3]float32) [3]float32 {
	return [3]float32{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
