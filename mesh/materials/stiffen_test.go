package materials

import (
	"math"
	"slices"
	"testing"

	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// chain is a line of masses 1 m apart, whose spring i has the i-th of the materials.
func chain(springs int, materials []model.Material) *model.Model {
	m := &model.Model{Materials: Palette(materials...)}
	for i := range springs + 1 {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i), 0, 0})
		m.Mass = append(m.Mass, 1)
	}
	for s := range springs {
		m.Ends = append(m.Ends, model.Ends{uint32(s), uint32(s + 1)})
		m.RestLength = append(m.RestLength, 1)
		m.MaterialOf = append(m.MaterialOf, uint16(s%len(materials)+1))
	}
	return m
}

// A factor on a group's springs changes those alone, in the palette while it has free entries and else as
// coefficients of their own, with the same k and c.
func TestStiffenMembers(t *testing.T) {
	for _, count := range []int{3, Most} {
		var materials []model.Material
		for i := range count {
			materials = append(materials, model.Material{Stiffness: float64(i + 1), Damping: 0.5})
		}
		m := chain(count, materials)
		member := make([]bool, m.MassCount())
		member[0], member[1], member[2] = true, true, true
		must.Do(t, Stiffen(m, member, 4))
		meshtest.Valid(t, m)
		must.Be(t, m.Own != nil, (count == Most), "%d materials: own coefficients", count)
		r := physics.NewResolver(m, 0)
		for s := range min(count, 20) {
			want := model.Coefficients{Stiffness: float64(s + 1), Damping: 0.5}
			if s < 2 {
				want = model.Coefficients{Stiffness: 4 * float64(s+1), Damping: 1}
			}
			must.Be(t, r.Spring(s), want, "%d materials, spring %d", count, s)
		}
	}
	cable := slices.Repeat([]model.Material{{Stiffness: 1}}, Most)
	cable[7].TensionOnly = true
	for _, c := range []struct {
		materials []model.Material
		member    []bool
		factor    float64
		want      string
	}{
		{[]model.Material{{Stiffness: 1}}, []bool{true, false}, 2, "no spring has both ends"},
		{[]model.Material{{Stiffness: 1}}, []bool{true, true}, 0, "factor 0"},
		{[]model.Material{{Stiffness: 1}}, []bool{true, true}, math.Inf(1), "factor +Inf"},
		{[]model.Material{{Frequency: 1}}, []bool{true, true}, 2, "not of stiffness"},
		{cable, slices.Repeat([]bool{true}, Most+1), 2, "the palette is full"},
	} {
		m := chain(len(c.materials), c.materials)
		must.Say(t, "", Stiffen(m, c.member, c.factor), c.want)
	}
}

// Every spring has its own stiffness, be there more of them than a palette has entries, and
// all are of one material.
func TestTetsAreOfOneMaterial(t *testing.T) {
	stiffness := make([]float64, 200_000)
	for i := range stiffness {
		stiffness[i] = 1 + float64(i)/float64(len(stiffness))
	}
	var m model.Model
	Own(&m, "x", stiffness, func(k float64) float64 { return 2 * k })
	for s, k := range stiffness {
		if m.MaterialOf[s] != 1 || m.Own[s] != (model.Coefficients{Stiffness: k, Damping: 2 * k}) {
			t.Fatalf("spring %d is of material %d with %+v, want 1 with k = %g", s, m.MaterialOf[s], m.Own[s], k)
		}
	}
	must.Hold(t, len(m.Materials) == 2 && m.Materials[1] == (model.Material{Name: "x"}), "materials %+v", m.Materials)
	// Stiffer ones multiply their own, and need no material more.
	member := make([]bool, 2)
	m.Ends, m.RestLength, member[1] = make([]model.Ends, len(stiffness)), make([]float64, len(stiffness)), true
	m.Ends[7] = model.Ends{1, 1}
	if err := Stiffen(&m, member, 4); err != nil || len(m.Materials) != 2 {
		t.Fatalf("%v, %d materials", err, len(m.Materials))
	}
	if got, want := m.Own[7], (model.Coefficients{Stiffness: 4 * stiffness[7], Damping: 4 * stiffness[7]}); got != want || m.Own[8].Stiffness != stiffness[8] {
		t.Errorf("stiffened to %+v, want %+v", got, want)
	}
}
