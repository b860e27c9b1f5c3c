package model

import (
	"math"
	"testing"
)

// What springs have of their own adds to their materials, counts for the safe step
// and is nothing where a spring is removed.
func TestOwnCoefficients(t *testing.T) {
	m := pair()
	m.Own = []Coefficients{{24, 3}}
	r := NewResolver(m, 0)
	if got, want := r.Spring(0), (Coefficients{32, 4}); got != want || !m.PerSpring() {
		t.Errorf("k and c are %+v, want %+v", got, want)
	}
	if all := r.All(nil); len(all) != 1 || all[0] != (Coefficients{32, 4}) {
		t.Errorf("all: %+v", all)
	}

	// Four times the stiffness, without dampers, halves the safe step.
	m.Materials[1].Damping, m.Own[0].Damping = 0, 0
	with := SafeStep(m, Params{})
	m.Own = nil
	if without := SafeStep(m, Params{}); math.Abs(with-without/2) > 1e-12*without {
		t.Errorf("safe step %g s with four times the stiffness, %g s without", with, without)
	}

	// Beside a normalized material the step is bounded by its own stiffness.
	m.Materials[1] = Material{Name: "normalized"}
	m.Materials[1].Normalized.Stiffness = 0.1
	if free := SafeStep(m, Params{}); !math.IsInf(free, 1) {
		t.Errorf("a normalized spring alone bounds the step to %g s", free)
	}
	m.Own = []Coefficients{{24, 0}}
	if bound := SafeStep(m, Params{}); math.IsInf(bound, 1) {
		t.Error("its own stiffness does not bound the step")
	}

	m.MaterialOf[0] = Removed
	if got := NewResolver(m, 1e-3).Spring(0); got != (Coefficients{}) {
		t.Errorf("a removed spring has %+v", got)
	}
}
