package group

import "hooke/model"

// spin is the law of an angular motor, see model.Spin.
type spin struct {
	members
	model.Spin
}

func (s *spin) Masses() []uint32 { return s.masses }

// Add adds the forces of the torque, m_i τ (a × r_i)/Σ m_j |a × r_j|².
func (s *spin) Add(force, position, velocity []model.Vec3, t float64) {
	b, a := s.move(position, velocity), s.Axis.Normalize()
	torque := s.Damping * (s.Speed*s.Table.Of(t) - a.Dot(b.turn()))
	if s.Limit > 0 {
		torque = max(-s.Limit, min(s.Limit, torque))
	}
	about := b.about(a)
	if about <= 0 {
		return
	}
	for k, r := range s.arm {
		force[k] = force[k].Add(a.Cross(r).Mul(torque * s.mass[k] / about))
	}
}

// about returns the moment of inertia about an axis of unit length [kg·m²], aᵀ I a.
func (b *motion) about(a model.Vec3) float64 {
	i := &b.inertia
	return a[0]*a[0]*i[0] + a[1]*a[1]*i[1] + a[2]*a[2]*i[2] + 2*(a[0]*a[1]*i[3]+a[0]*a[2]*i[4]+a[1]*a[2]*i[5])
}
