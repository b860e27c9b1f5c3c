package physics

import (
	"math"

	"hooke/model"
)

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
