package cpuref

import (
	"math"

	"hooke/model"
)

// water adds the forces of water at time t [s]. A mass of volume V displaces the water that its
// cube of height h = V^(1/3) has below the surface, a share s, and feels drag against it.
func water(load []model.Vec3, m *model.Model, p model.Params, t float64, position, velocity []model.Vec3) {
	w := p.Water
	if !w.Wets() {
		return
	}
	masses, volume := w.Volumes(m)
	k, frequency := w.Waves(p.Gravity.Len())
	for n, i := range masses {
		x, height := position[i], math.Cbrt(volume[n])
		phase := k*x.Sub(w.WaveOrigin).Dot(w.WaveDirection) - frequency*t
		surface := w.Level + w.Wave*math.Sin(phase)
		share := min(1, max(0, 0.5+(surface-x[2])/height))
		if share == 0 {
			continue
		}
		orbit := w.Wave * frequency * math.Exp(-k*max(0, surface-x[2]))
		flow := w.Velocity.Add(w.WaveDirection.Mul(orbit * math.Sin(phase))).Add(model.Vec3{0, 0, -orbit * math.Cos(phase)})
		u := velocity[i].Sub(flow)
		lift := p.Gravity.Mul(-w.Density * volume[n] * share)
		resist := u.Mul(-share * (w.Density/2*w.Drag*height*height*u.Len() + w.Density*volume[n]*w.Damping))
		load[i] = load[i].Add(lift).Add(resist)
	}
}

// inflate adds the forces of the pressure in a closed skin: p ∂V/∂x of each corner.
func inflate(load []model.Vec3, m *model.Model, s model.Pressure, position []model.Vec3) {
	skin, rest, err := m.Enclosed(s.Masses)
	if err != nil {
		return // the engine has refused it
	}
	volume, near := 0.0, position[skin[0][0]]
	for _, t := range skin {
		a, b, c := position[t[0]].Sub(near), position[t[1]].Sub(near), position[t[2]].Sub(near)
		volume += a.Dot(b.Cross(c)) / 6
	}
	pressure := s.Pressure
	switch s.Kind {
	case model.GasPressure:
		pressure = (s.Pressure+model.Atmosphere)*math.Pow(rest/max(volume, rest/1000), s.Exponent) - model.Atmosphere
	case model.BulkPressure:
		pressure += s.Bulk * (rest - volume) / rest
	}
	for _, t := range skin {
		a, b, c := position[t[0]], position[t[1]], position[t[2]]
		f := b.Sub(a).Cross(c.Sub(a)).Mul(pressure / 6)
		for _, corner := range t {
			if m.PinOf(int(corner)) != model.PinAll {
				load[corner] = load[corner].Add(f)
			}
		}
	}
}
