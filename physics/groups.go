package physics

import (
	"math"

	"hooke/model"
	"hooke/model/spring"
)

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
	addElastic(m, p, on)
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

// addElastic adds the effect of areas, of limits of angles and of bending, see addGroups. Each has
// k g gᵀ, g the gradient of its angle, or k/a0 g gᵀ with that of its area, so that half of k |g_i|
// Σ|g_j| counts at a mass.
func addElastic(m *model.Model, p model.Params, on []resistance) {
	add := func(i int, stiffness, damping, lever, sum float64) {
		on[i].stiffness += stiffness * lever * sum / 2
		on[i].damping += damping * lever * sum / 2
	}
	for _, a := range p.Areas {
		triangles, rest := m.Membrane(a.Masses)
		for k, t := range triangles {
			var levers [3]float64
			for c := range t {
				levers[c] = m.RestAt(int(t[(c+1)%3])).Sub(m.RestAt(int(t[(c+2)%3]))).Len() / 2
			}
			for c, i := range t {
				add(int(i), a.Stiffness/rest[k], a.Damping/rest[k], levers[c], levers[0]+levers[1]+levers[2])
			}
		}
	}
	for _, l := range p.Limits {
		levers, sum := limitLevers(m, l), 0.0
		for _, lever := range levers {
			sum += lever
		}
		for k, masses := range l.Points {
			shares, at := m.Shares(masses), 0
			m.Each(masses, func(i int) {
				add(i, l.Stiffness, l.Damping, levers[k]*shares[at], sum)
				at++
			})
		}
	}
	for _, b := range p.Bends {
		for k := range b.Hinges {
			h := &b.Hinges[k]
			levers, sum := HingeLevers(m, h), 0.0
			for _, lever := range levers {
				sum += lever
			}
			for c, i := range h.Corners() {
				add(int(i), h.Stiffness, h.Damping, levers[c], sum)
			}
		}
	}
}

// limitLevers returns the largest gradient of the angle of a limit by each of its points [1/m].
func limitLevers(m *model.Model, l model.Limit) []float64 {
	var x [4]model.Vec3
	for k, masses := range l.Points {
		x[k] = m.RestCenter(masses)
	}
	if !l.Hinges() {
		levers := spring.CornerLevers(x[0], x[1], x[2])
		return levers[:]
	}
	levers := spring.HingeLevers([4]model.Vec3{x[1], x[2], x[0], x[3]})
	return []float64{levers[2], levers[0], levers[1], levers[3]}
}

// HingeLevers returns the largest gradient of the angle of a hinge by each of its masses [1/m], in
// the shape at rest. The fourth is 0 in a chain.
func HingeLevers(m *model.Model, h *model.Hinge) (out [4]float64) {
	var x [4]model.Vec3
	for c, i := range h.Masses {
		x[c] = m.RestAt(int(i))
	}
	if !h.OfChain() {
		return spring.HingeLevers(x)
	}
	levers := spring.CornerLevers(x[0], x[1], x[2])
	copy(out[:], levers[:])
	return out
}

// elasticRatio returns the least c/k of all areas, limits and hinges [s], +Inf without any.
func elasticRatio(p model.Params) float64 {
	ratio := math.Inf(1)
	one := func(stiffness, damping float64) {
		if stiffness > 0 {
			ratio = min(ratio, damping/stiffness)
		}
	}
	for _, a := range p.Areas {
		one(a.Stiffness, a.Damping)
	}
	for _, l := range p.Limits {
		one(l.Stiffness, l.Damping)
	}
	for _, b := range p.Bends {
		for k := range b.Hinges {
			one(b.Hinges[k].Stiffness, b.Hinges[k].Damping)
		}
	}
	return ratio
}

// addWater adds the effect of water: the surface is a spring of ρ g h² from the mass to nothing,
// and drag has the slope ρ CD h² |u|, at the speed of the water and that at which drag balances
// weight.
func addWater(m *model.Model, p model.Params, on []resistance) {
	w := p.Water
	if !w.Wets() {
		return
	}
	masses, volume := w.Volumes(m)
	_, frequency := w.Waves(p.Gravity.Len())
	for n, i := range masses {
		h := math.Cbrt(volume[n])
		on[i].stiffness += w.Density * p.Gravity.Len() * h * h / 2
		slope := w.Density * w.Drag * h * h
		on[i].damping += w.Density * volume[n] * w.Damping / 2
		if slope > 0 {
			fall := math.Sqrt(2 * m.MassAt(int(i)) * p.Gravity.Len() / slope)
			on[i].damping += slope * (w.Velocity.Len() + w.Wave*frequency + fall) / 2
		}
	}
}

// addPressure adds the effect of the pressure in a skin: |dp/dV| g gᵀ with g = ∂V/∂x, and of the
// pressure itself, which turns with its triangles: p |x_k − x_l|/6 between the ends of an edge
// that k and l are opposite to.
func addPressure(m *model.Model, s model.Pressure, on []resistance) {
	skin, rest, err := m.Enclosed(s.Masses)
	if err != nil {
		return
	}
	slope := 0.0
	switch s.Kind {
	case model.GasPressure:
		slope = s.Exponent * (s.Pressure + model.Atmosphere) / rest
	case model.BulkPressure:
		slope = s.Bulk / rest
	}
	gradient, order := map[uint32]model.Vec3{}, []uint32(nil) // masses in an order that no map decides
	opposite := map[[2]uint32]uint32{}
	for _, t := range skin {
		a, b, c := m.RestAt(int(t[0])), m.RestAt(int(t[1])), m.RestAt(int(t[2]))
		part := b.Sub(a).Cross(c.Sub(a)).Mul(1. / 6)
		for k, i := range t {
			if _, known := gradient[i]; !known {
				order = append(order, i)
			}
			gradient[i] = gradient[i].Add(part)
			opposite[[2]uint32{i, t[(k+1)%3]}] = t[(k+2)%3]
		}
	}
	sum := 0.0
	for _, i := range order {
		sum += gradient[i].Len()
	}
	for _, i := range order {
		on[i].stiffness += slope * gradient[i].Len() * sum / 2
	}
	for _, t := range skin {
		for k, i := range t {
			j := t[(k+1)%3]
			across := m.RestAt(int(t[(k+2)%3])).Sub(m.RestAt(int(opposite[[2]uint32{j, i}]))).Len()
			on[i].stiffness += math.Abs(s.Pressure) * across / 6 / 2
		}
	}
}
