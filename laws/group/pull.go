package group

import (
	"slices"

	"hooke/model"
)

// track is the law of a tracking spring, see model.Track.
type track struct {
	shaped
	model.Track
}

// Masses returns those of the group, and then the one that it follows.
func (k *track) Masses() []uint32 {
	if k.Follows {
		return append(slices.Clone(k.masses), k.Mass)
	}
	return k.masses
}

// Add adds the share of each mass in the force on the center.
func (k *track) Add(force, position, velocity []model.Vec3, t float64) {
	b := k.move(position, velocity)
	offset, rate := k.At(t)
	to := k.origin
	if k.Target != nil {
		to = *k.Target
	} else if last := len(k.masses); k.Follows {
		to = position[last]
		if !k.Lag {
			rate = rate.Add(velocity[last])
		}
	}
	pull := to.Add(offset).Sub(b.center).Mul(k.Stiffness).Add(rate.Sub(b.velocity).Mul(k.Damping))
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
