package cpuref

import (
	"math"

	"hooke/model"
)

// wet lists the masses that displace water, and the volume of each [m³].
type wet struct {
	masses []uint32
	volume []float64
}

// wetOf returns the masses that displace water; none without water.
func wetOf(m *model.Model, p model.Params) (out wet) {
	if p.Water.Wets() {
		out.masses, out.volume = p.Water.Volumes(m)
	}
	return out
}

// push adds the forces of water at time t [s]. A mass of volume V displaces the water that its
// cube of height h = V^(1/3) has below the surface, a share s, and feels drag against it.
func (of *wet) push(load []model.Vec3, p model.Params, t float64, position, velocity []model.Vec3) {
	w := p.Water
	k, frequency := w.Waves(p.Gravity.Len())
	for n, i := range of.masses {
		volume := of.volume[n]
		x, height := position[i], math.Cbrt(volume)
		phase := k*x.Sub(w.WaveOrigin).Dot(w.WaveDirection) - frequency*t
		surface := w.Level + w.Wave*math.Sin(phase)
		share := min(1, max(0, 0.5+(surface-x[2])/height))
		if share == 0 {
			continue
		}
		orbit := w.Wave * frequency * math.Exp(-k*max(0, surface-x[2]))
		flow := w.Velocity.Add(w.WaveDirection.Mul(orbit * math.Sin(phase))).Add(model.Vec3{0, 0, -orbit * math.Cos(phase)})
		u := velocity[i].Sub(flow)
		lift := p.Gravity.Mul(-w.Density * volume * share)
		resist := u.Mul(-share * (w.Density/2*w.Drag*height*height*u.Len() + w.Density*volume*w.Damping))
		load[i] = load[i].Add(lift).Add(resist)
	}
}

// skin is the closed skin of a pressure.
type skin struct {
	model.Pressure
	triangles [][3]uint32
	rest      float64 // V0 [m³]
}

// skinOf returns the skin of a pressure that a model has been checked for.
func skinOf(m *model.Model, p model.Pressure) skin {
	triangles, rest, err := m.Enclosed(p.Masses)
	if err != nil {
		return skin{} // the engine has refused it
	}
	return skin{p, triangles, rest}
}

// inflate adds the forces of the pressure in the skin: p ∂V/∂x of each corner.
func (s *skin) inflate(load []model.Vec3, m *model.Model, position []model.Vec3) {
	if len(s.triangles) == 0 {
		return
	}
	volume, near := 0.0, position[s.triangles[0][0]]
	for _, t := range s.triangles {
		a, b, c := position[t[0]].Sub(near), position[t[1]].Sub(near), position[t[2]].Sub(near)
		volume += a.Dot(b.Cross(c)) / 6
	}
	pressure, rest := s.Pressure.Pressure, s.rest
	switch s.Kind {
	case model.GasPressure:
		pressure = (pressure+model.Atmosphere)*math.Pow(rest/max(volume, rest/1000), s.Exponent) - model.Atmosphere
	case model.BulkPressure:
		pressure += s.Bulk * (rest - volume) / rest
	}
	for _, t := range s.triangles {
		a, b, c := position[t[0]], position[t[1]], position[t[2]]
		f := b.Sub(a).Cross(c.Sub(a)).Mul(pressure / 6)
		for _, corner := range t {
			if m.PinOf(int(corner)) != model.PinAll {
				load[corner] = load[corner].Add(f)
			}
		}
	}
}

// sheet is the triangles of a spring of areas.
type sheet struct {
	model.Area
	triangles [][3]uint32
	rest      []float64 // a0 of each [m²]
}

// sheetOf returns the sheet of a spring of areas.
func sheetOf(m *model.Model, a model.Area) sheet {
	triangles, rest := m.Membrane(a.Masses)
	return sheet{a, triangles, rest}
}

// heights returns the vectors from the line of the opposite edge to each corner of a triangle, and
// those edges.
func heights(x [3]model.Vec3) (height, edge [3]model.Vec3) {
	for c := range x {
		from := x[(c+1)%3]
		edge[c] = x[(c+2)%3].Sub(from)
		arm := x[c].Sub(from)
		if along := edge[c].Dot(edge[c]); along > 0 {
			arm = arm.Sub(edge[c].Mul(arm.Dot(edge[c]) / along))
		}
		height[c] = arm
	}
	return height, edge
}

// corners returns the values of the corners of a triangle.
func (s *sheet) corners(k int, of []model.Vec3) [3]model.Vec3 {
	t := s.triangles[k]
	return [3]model.Vec3{of[t[0]], of[t[1]], of[t[2]]}
}

// pull adds the forces of the tensions of triangles. A corner that moves away from the opposite
// edge adds half of the length of that to the area; a triangle without a height has no force.
func (s *sheet) pull(load []model.Vec3, m *model.Model, position, velocity []model.Vec3) {
	for k, rest := range s.rest {
		v := s.corners(k, velocity)
		height, edge := heights(s.corners(k, position))
		if height[0].Len() == 0 || height[1].Len() == 0 || height[2].Len() == 0 {
			continue
		}
		var slope [3]model.Vec3
		rate := 0.0
		for c := range slope {
			slope[c] = height[c].Normalize().Mul(edge[c].Len() / 2)
			rate += slope[c].Dot(v[c])
		}
		stretch := edge[0].Len()*height[0].Len()/2/rest - 1
		tension := s.Stiffness*stretch + s.Damping*rate/rest
		for c, corner := range s.triangles[k] {
			if m.PinOf(int(corner)) != model.PinAll {
				load[corner] = load[corner].Add(slope[c].Mul(-tension))
			}
		}
	}
}

// energy returns Σ ½ k a0 (a/a0 − 1)² [J].
func (s *sheet) energy(position []model.Vec3) (sum float64) {
	for k, rest := range s.rest {
		height, edge := heights(s.corners(k, position))
		stretch := edge[0].Len()*height[0].Len()/2/rest - 1
		sum += s.Stiffness * rest * stretch * stretch / 2
	}
	return sum
}
