package bigstep

import (
	"strings"
	"testing"

	"hooke/model"
)

// A residual above the tolerance is told with its number and what helps; one below is not.
func TestResidualWords(t *testing.T) {
	p := model.Params{Integrator: model.ImplicitEuler, Substeps: 4}
	left := model.Residual{Worst: 0.123, Step: 17, Iterations: 20}
	words := ResidualWords(p, left)
	for _, part := range []string{"20 iterations", "0.12 in a substep of step 17", "0.001", "8 substeps"} {
		if !strings.Contains(words, part) {
			t.Errorf("%q says nothing of %q", words, part)
		}
	}
	p.Tolerance = 0.2
	if words := ResidualWords(p, left); words != "" {
		t.Errorf("below the tolerance it says %q", words)
	}
	p = model.Params{Integrator: model.Impulses, Substeps: 10}
	if words := ResidualWords(p, model.Residual{Strain: 0.06, Spring: 3}); !strings.Contains(words, "0.06") || !strings.Contains(words, "20 substeps") || ResidualWords(p, model.Residual{Strain: 0.04}) != "" {
		t.Errorf("of impulses it says %q", words)
	}
	if words := ResidualWords(p, model.Residual{Strain: 0.06, Step: 7}); !strings.Contains(words, "were off by a strain of 0.06 after step 7") {
		t.Errorf("of an earlier step it says %q", words)
	}
	if words := ResidualWords(model.Params{}, left); words != "" {
		t.Errorf("of symplectic Euler it says %q", words)
	}
}

// What to know of a solver is told with its numbers, and nothing of others.
func TestCaveat(t *testing.T) {
	p := model.Params{Integrator: model.PositionBased, Substeps: 2, Iterations: 7}
	for _, part := range []string{"2 substeps", "7 iterations", "angular momentum"} {
		if words := Caveat(p); !strings.Contains(words, part) {
			t.Errorf("%q says nothing of %q", words, part)
		}
	}
	if Caveat(model.Params{Integrator: model.ImplicitEuler}) == "" || Caveat(model.Params{}) != "" {
		t.Error("implicit Euler has a caveat, and symplectic Euler has none")
	}
}
