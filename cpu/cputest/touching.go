package cputest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/scene"
)

// Touching are structures of about the given number of masses whose masses collide: a cloth that is
// flat, the same cloth folded once, so that every mass lies on another one, and a filled
// solid, of whose masses those on the surface collide.
func Touching(t testing.TB, name string, masses int64) *scene.Scene {
	if name == "solid" {
		return solid(t, masses)
	}
	s := Preset(t, "cloth", 6*masses)
	spacing := math.Inf(1)
	for _, rest := range s.Model.RestLength {
		spacing = min(spacing, rest)
	}
	collide(s, spacing/2, func(int) bool { return true })
	if name == "folded" {
		fold(s, spacing)
	}
	return s
}

// collide gives the masses of a scene a radius [m], where they have one.
func collide(s *scene.Scene, radius float64, has func(mass int) bool) {
	m := s.Model
	m.Radius = make([]float64, m.MassCount())
	for i := range m.Radius {
		if has(i) {
			m.Radius[i] = radius
		}
	}
	k := 0.0
	for spring := range m.Ends {
		k += 2 * m.Materials[m.MaterialOf[spring]].Stiffness / float64(m.MassCount())
	}
	s.Params.Collision = model.Collision{Bodies: []model.Surface{{Stiffness: k / 12, DampingRatio: 0.1}}, Self: true, Skin: 0.4 * radius, CheckEvery: 8}
}

// fold lays a half of a cloth on the other half, on a ground: pressed as far in as its
// weight asks for. The springs over the crease are removed: they would throw it open.
func fold(s *scene.Scene, spacing float64) {
	m := s.Model
	m.Pin = nil
	weight := m.Mass[0] * s.Params.Gravity.Len()
	in := 0.02 * spacing
	s.Params.Collision.Bodies[0].Stiffness = weight / in
	for spring, ends := range m.Ends {
		if m.RestPosition[ends[0]][0]*m.RestPosition[ends[1]][0] <= 0 {
			m.MaterialOf[spring] = model.Removed
		}
	}
	s.Params.Contacts = []model.Contact{model.Ground(0, 2*weight/in, 0)}
	s.Start = m.Start()
	for i, x := range m.RestPosition {
		x[2] = -in
		if x[0] > 0 {
			x[0], x[2] = -x[0], spacing-2*in
		}
		s.Start.Position[i] = x
	}
}

// solid returns a lattice; masses with fewer springs than those inside collide.
func solid(t testing.TB, masses int64) *scene.Scene {
	s := Preset(t, "lattice", 13*masses)
	m := s.Model
	springs, most := make([]int, m.MassCount()), 0
	for _, ends := range m.Ends {
		for _, i := range ends {
			springs[i]++
			most = max(most, springs[i])
		}
	}
	spacing := math.Inf(1)
	for _, rest := range m.RestLength {
		spacing = min(spacing, rest)
	}
	collide(s, spacing/2, func(i int) bool { return springs[i] < most })
	return s
}
