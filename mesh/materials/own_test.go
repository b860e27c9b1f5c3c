package materials

import (
	"hooke/model"
	"testing"
)

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
	if len(m.Materials) != 2 || m.Materials[1] != (model.Material{Name: "x"}) {
		t.Errorf("materials %+v", m.Materials)
	}
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
