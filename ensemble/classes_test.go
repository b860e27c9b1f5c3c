package ensemble_test

import (
	"testing"

	"hooke/ensemble"
	"hooke/must"
	"hooke/physics"
)

// Members that need less than half of the median step go into kinds of their own, whose step is the least
// that one of their members needs.
func TestClasses(t *testing.T) {
	k := free(ensemble.Field{Path: "material.stiffness", Index: 1})
	k.Params.DT = 0
	fixed := pair()
	kinds := []ensemble.Kind{k, fixed}
	var members []ensemble.Member
	// The median is that of 1e5 N/m. A step goes about with one over the root of k.
	for _, stiffness := range []float64{1e5, 1e5, 1.1e5, 1e8, 1.2e5, 1e5, 1e11} {
		members = append(members, ensemble.Member{Values: []float64{stiffness}})
	}
	members = append(members, ensemble.Member{Kind: 1})
	got, of, err := ensemble.Classes(kinds, members)
	must.Do(t, err)
	want := []int{0, 0, 0, 2, 0, 0, 3, 1}
	for i := range want {
		if of[i].Kind != want[i] {
			t.Errorf("member %d is of kind %d, want %d", i, of[i].Kind, want[i])
		}
	}
	if kinds[0].Params.DT != 0 || members[3].Kind != 0 || len(got) != 4 || got[1].Params.DT != fixed.Params.DT {
		t.Fatalf("there are %d kinds, and what was given may have changed: %g s", len(got), kinds[0].Params.DT)
	}
	need := func(member int) float64 {
		m, p := settled(t, k).Written(members[member].Values)
		p.DT = 0
		return physics.AutoStep(m, p)
	}
	for kind, slowest := range map[int]int{0: 4, 2: 3, 3: 6} {
		if got[kind].Params.DT != need(slowest) {
			t.Errorf("the step of kind %d is %g s, want %g s", kind, got[kind].Params.DT, need(slowest))
		}
	}
	if need(3) >= need(0)/2 {
		t.Error("the stiff member needs no class of its own")
	}
	if _, err := ensemble.Settle(got, of); err != nil {
		t.Error(err)
	}
	if _, _, err := ensemble.Classes(kinds, []ensemble.Member{{Kind: 7}}); err == nil {
		t.Error("a member of no kind passed")
	}
}
