package model

import (
	"strings"
	"testing"
)

// Numbers of a solver are refused by name where they are wrong or where the solver has none,
// and forgotten when another solver takes over.
func TestSolverFaults(t *testing.T) {
	for _, c := range []struct {
		p    Params
		want string // empty: no fault
	}{
		{Params{Integrator: Impulses}, ""},
		{Params{Integrator: Impulses, Substeps: 40, Iterations: 3, Warm: 0.5}, ""},
		{Params{Integrator: Impulses, Substeps: -1}, "substeps are -1"},
		{Params{Integrator: Impulses, Substeps: MostSubsteps + 1}, "substeps are 100001"},
		{Params{Integrator: Impulses, Iterations: -2}, "iterations are -2"},
		{Params{Integrator: Impulses, Warm: 0.6}, "warm is 0.6"},
		{Params{Substeps: 4}, "symplectic-euler does not divide a step; leave them out, or use impulses"},
		{Params{Iterations: 4, Integrator: RK4}, "rk4 does not iterate"},
		{Params{Warm: 0.1}, "starts every substep anew"},
		{Params{Integrator: 99}, "known are"},
	} {
		switch err := c.p.Validate(); {
		case c.want == "" && err != nil:
			t.Error(err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: error %v, want %q", c.p, err, c.want)
		}
	}
	full := Params{Integrator: Impulses, Substeps: 40, Iterations: 3, Warm: 0.5}
	if back := full.SolvedBy(SymplecticEuler); back.Validate() != nil || back.SolvedBy(Impulses).Sweeps() != 1 {
		t.Errorf("another solver keeps %+v", back)
	}
	if got := full.SolvedBy(Impulses).Sweeps(); got != 3 {
		t.Errorf("the same solver has %d sweeps instead of 3", got)
	}
}

// A substep has its share of the step and of the drag of a step.
func TestSubstep(t *testing.T) {
	p := Params{DT: 1, DragKept: 0.25, Integrator: Impulses, Substeps: 2}
	if s := p.Substep(); s.DT != 0.5 || s.DragFactor() != 0.5 {
		t.Errorf("half a step is %g s and keeps %g", s.DT, s.DragFactor())
	}
	p.DragKept, p.DragHalfLife = 0, 0.5
	if s := p.Substep(); s.DragFactor() != 0.5 {
		t.Errorf("half a step of two half-lives keeps %g", s.DragFactor())
	}
}

// Rigid materials are for solvers that have them, and have nothing else.
func TestRigid(t *testing.T) {
	m := &Model{Materials: []Material{{}, {Name: "rod", Rigid: true}}}
	if err := (Params{}).ValidateFor(m); err == nil || !strings.Contains(err.Error(), "use impulses") {
		t.Errorf("symplectic Euler takes a rigid spring: %v", err)
	}
	if err := (Params{Integrator: Impulses}).ValidateFor(m); err != nil {
		t.Error(err)
	}
	if m.Materials[1].Stiffness = 1; m.Validate() == nil {
		t.Error("a rigid material with a stiffness is taken")
	}
}
