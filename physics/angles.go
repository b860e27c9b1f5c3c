package physics

import (
	"math"

	"hooke/model"
	"hooke/model/angle"
)

// addAngles adds the effect of limits of angles and of bending, see addGroups. Each has k g gᵀ, g
// the gradient of its angle, so that half of k |g_i| Σ|g_j| counts at a mass.
func addAngles(m *model.Model, p model.Params, on []resistance) {
	add := func(i int, stiffness, damping, lever, sum float64) {
		on[i].stiffness += stiffness * lever * sum / 2
		on[i].damping += damping * lever * sum / 2
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
		levers := angle.CornerLevers(x[0], x[1], x[2])
		return levers[:]
	}
	levers := angle.HingeLevers([4]model.Vec3{x[1], x[2], x[0], x[3]})
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
		return angle.HingeLevers(x)
	}
	levers := angle.CornerLevers(x[0], x[1], x[2])
	copy(out[:], levers[:])
	return out
}

// angleRatio returns the least c/k of all limits and hinges [s], +Inf without any.
func angleRatio(p model.Params) float64 {
	ratio := math.Inf(1)
	one := func(stiffness, damping float64) {
		if stiffness > 0 {
			ratio = min(ratio, damping/stiffness)
		}
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
