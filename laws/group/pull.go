package group

import "hooke/model"

// track is the law of a tracking spring, see model.Track.
type track struct {
	shaped
	model.Track
}

func (k *track) Masses() []uint32 { return k.masses }

// Add adds the share of each mass in the force on the center.
func (k *track) Add(force, position, velocity []model.Vec3, t float64) {
	b := k.move(position, velocity)
	to, rate := k.At(t)
	if to = to.Add(k.origin); k.Target != nil {
		to = to.Sub(k.origin).Add(*k.Target)
	}
	pull := to.Sub(b.center).Mul(k.Stiffness).Add(rate.Sub(b.velocity).Mul(k.Damping))
	if size := pull.Len() * b.total; k.Limit > 0 && size > k.Limit {
		pull = pull.Mul(k.Limit / size)
	}
	for j, mass := range k.mass {
		force[j] = force[j].Add(pull.Mul(mass))
	}
}

// matching is the law of shape matching, see model.Matching.
type matching struct {
	shaped
	model.Matching
}

func (s *matching) Masses() []uint32 { return s.masses }

// Add adds the pull of each mass to its place in the shape.
func (s *matching) Add(force, position, velocity []model.Vec3, _ float64) {
	b := s.move(position, velocity)
	turned, turn := s.turned().Mat4().Mat3(), b.turn()
	for k, r := range s.arm {
		away := turned.Mul3x1(s.rest[k]).Sub(r)
		slip := b.velocity.Add(turn.Cross(r)).Sub(velocity[k])
		force[k] = force[k].Add(away.Mul(s.Stiffness).Add(slip.Mul(s.Damping)).Mul(s.mass[k]))
	}
}
