package group

import (
	"math"

	"hooke/model"
)

// skin is the law of the pressure in a closed skin, see model.Pressure.
type skin struct {
	model.Pressure
	masses    []uint32
	triangles [][3]int32 // corners, as numbers in masses
	rest      float64    // V0 [m³]
}

// skinOf returns the skin of a pressure; it has no masses where the model has no such skin.
func skinOf(m *model.Model, p model.Pressure) *skin {
	s := &skin{Pressure: p}
	triangles, rest, err := m.Enclosed(p.Masses)
	if err != nil {
		return s // engines have refused it
	}
	s.rest = rest
	at := map[uint32]int32{}
	for _, t := range triangles {
		var corners [3]int32
		for k, i := range t {
			if _, known := at[i]; !known {
				at[i] = int32(len(s.masses))
				s.masses = append(s.masses, i)
			}
			corners[k] = at[i]
		}
		s.triangles = append(s.triangles, corners)
	}
	return s
}

func (s *skin) Masses() []uint32 { return s.masses }

// Add adds p (b − a) × (c − a)/6 to each corner.
func (s *skin) Add(force, position, _ []model.Vec3, _ float64) {
	if len(s.triangles) == 0 {
		return
	}
	p := s.now(position)
	for _, t := range s.triangles {
		a, b, c := position[t[0]], position[t[1]], position[t[2]]
		f := b.Sub(a).Cross(c.Sub(a)).Mul(p / 6)
		for _, corner := range t {
			force[corner] = force[corner].Add(f)
		}
	}
}

// now returns the pressure in a state [Pa].
func (s *skin) now(position []model.Vec3) float64 {
	v, o := 0.0, position[0]
	for _, t := range s.triangles {
		a, b, c := position[t[0]].Sub(o), position[t[1]].Sub(o), position[t[2]].Sub(o)
		v += b.Cross(c).Dot(a)
	}
	full := v / 6 / s.rest
	switch s.Kind {
	case model.GasPressure:
		return (model.Atmosphere+s.Pressure.Pressure)/math.Pow(max(full, 1e-3), s.Exponent) - model.Atmosphere
	case model.BulkPressure:
		return s.Pressure.Pressure + s.Bulk*(1-full)
	}
	return s.Pressure.Pressure
}
