package physics

import "hooke/model"

// addGroups adds the effect of forces on groups on the safe step to the stiffness [N/m] and
// damping [N·s/m] of every mass. Each couples all masses of its group; the row of mass i in the
// matrix of couplings has at most the sum of the sizes of its elements, and a spring of k has 2k
// in its row, so that half of the sum counts. The shape is that at rest.
//
// An angular motor has c w wᵀ with w_i = m_i (a × r_i)/Σ m_j |a × r_j|². A spring of s and d
// per mass or moment of inertia accelerates no motion of its group by more than s and d, so that
// ½ m_i s and ½ m_i d are its whole part; kθ and cθ are at most kθ/I and cθ/I of these, with the
// least moment of inertia I.
func addGroups(m *model.Model, p model.Params, on []resistance) {
	addWater(m, p, on)
	for _, s := range p.Pressures {
		addPressure(m, s, on)
	}
	for _, s := range p.Spins {
		center, total := model.Vec3{}, 0.0
		each := func(do func(i int, mass float64)) {
			m.Each(s.Masses, func(i int) {
				if m.PinOf(i) != model.PinAll {
					do(i, m.MassAt(i))
				}
			})
		}
		each(func(i int, mass float64) { center, total = center.Add(m.RestAt(i).Mul(mass)), total+mass })
		if total == 0 {
			continue
		}
		center = center.Mul(1 / total)
		around := func(i int) float64 { return s.Axis.Cross(m.RestAt(i).Sub(center)).Len() }
		about, sum := 0.0, 0.0
		each(func(i int, mass float64) { about, sum = about+mass*around(i)*around(i), sum+mass*around(i) })
		if about > 0 {
			each(func(i int, mass float64) { on[i].damping += s.Damping * mass * around(i) * sum / (about * about) / 2 })
		}
	}
	for _, o := range p.Orients {
		s, d := o.Stiffness, o.Damping
		if o.Torsion > 0 || o.Drag > 0 {
			if least := m.LeastMoment(o.Masses); least > 0 {
				s, d = s+o.Torsion/least, d+o.Drag/least
			}
		}
		addPerMass(m, o.Masses, s, d, on)
	}
	for _, k := range p.Tracks {
		addPerMass(m, k.Masses, k.Stiffness, k.Damping, on)
	}
	for _, s := range p.Matchings {
		addPerMass(m, s.Masses, s.Stiffness, s.Damping, on)
	}
	addAngles(m, p, on)
}

// addPerMass adds the parts of s [1/s²] and d [1/s] per mass.
func addPerMass(m *model.Model, masses []uint32, s, d float64, on []resistance) {
	m.Each(masses, func(i int) {
		if m.PinOf(i) != model.PinAll {
			on[i].stiffness += m.MassAt(i) * s / 2
			on[i].damping += m.MassAt(i) * d / 2
		}
	})
}
