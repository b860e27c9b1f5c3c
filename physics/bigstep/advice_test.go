package bigstep

import (
	"math"
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// stiffened is a structure whose springs are so stiff that a frame is that many safe steps.
func stiffened(m *model.Model, ratio float64) *model.Model {
	by := ratio / Ratio(m, model.Params{DT: Frame})
	for i := range m.Materials {
		m.Materials[i].Stiffness *= by * by
	}
	return m
}

// cloth is an undamped one.
func cloth(t *testing.T) *model.Model {
	t.Helper()
	return must.Get(build.Cloth(build.ClothSpec{Nx: 8, Ny: 8, Spacing: 0.1, Mass: 0.01, Stiffness: build.ClothStiffness{Structural: 1, Shear: 1, Bend: 1}}))(t)
}

// Explicit steps are advised for solids, and for sheets up to about a hundred safe steps in a
// frame; impulses for stiffer ones, and where no explicit steps are right.
func TestAdvice(t *testing.T) {
	normalized, rod := modeltest.Rope(9), modeltest.Rope(9)
	normalized.Materials[1] = model.Material{}
	normalized.Materials[1].Normalized.Stiffness = 1
	rod.Materials[1] = model.Material{Rigid: true}
	bent := modeltest.Rope(9)
	bent.Materials[1].Rod.Bend = 1
	for _, c := range []struct {
		name  string
		m     *model.Model
		ratio float64
		take  model.Integrator
		why   string
	}{
		{"slow cloth", stiffened(cloth(t), 0.5), 0.5, model.SymplecticEuler, "1/60 s is a safe step"},
		{"soft cloth", stiffened(cloth(t), 40), 40, model.SymplecticEuler, "45 explicit steps cost no more than 12 sweeps"},
		{"stiff cloth", stiffened(cloth(t), 306), 306, model.Impulses, "33 sweeps, of which each costs 3 to 10 explicit steps, in place of 340"},
		{"very stiff cloth", stiffened(cloth(t), 5000), 5000, model.Impulses, "in place of 5556 (about 2 % with these)"},
		{"solid", stiffened(modeltest.Lattice(4, 1, 0, false), 40), 40, model.SymplecticEuler, "in solids"},
		{"stiff solid", stiffened(modeltest.Lattice(4, 1, 0, false), 4000), 4000, model.SymplecticEuler, "in solids"},
		{"normalized rope", normalized, math.Inf(1), model.Impulses, "Cs and Cd"},
		{"rod", rod, math.Inf(1), model.Impulses, "rigid springs"},
		{"bending rod", bent, math.Inf(1), model.Impulses, "bend and twist"},
		{"a mass", modeltest.Single(1, model.Vec3{}), 0, model.SymplecticEuler, "nothing limits"},
	} {
		a := AdviceOf(c.m, model.Params{Integrator: model.Impulses})
		if math.Abs(a.Ratio-c.ratio) > 1e-9*c.ratio && a.Ratio != c.ratio || a.Take != c.take || !strings.Contains(a.Why, c.why) {
			t.Errorf("%s: %g safe steps, take %v: %s; want %g, %v: %s", c.name, a.Ratio, a.Take, a.Why, c.ratio, c.take, c.why)
		}
		if told := c.ratio > 0 && !math.IsInf(c.ratio, 1); told != (len(a.Costs) == 5) {
			t.Errorf("%s: costs %+v", c.name, a.Costs)
		}
	}
}

// Costs are the readings, if a table has any. They do not fall with the ratio, and say where they are not
// enough; so does the advice on a run.
func TestCosts(t *testing.T) {
	for name, list := range map[string][]reading{"sheets": ofSheets[model.Impulses], "sheets, implicit": ofSheets[model.ImplicitEuler], "solids": ofSolids[model.Impulses]} {
		for _, r := range list {
			if sweeps, left, short := expected(list, r.ratio); sweeps != r.sweeps || left != r.error || short != (r.error > enough) {
				t.Errorf("%s at %g: %d sweeps, error %g, more are needed: %v; read %+v", name, r.ratio, sweeps, left, short, r)
			}
		}
		before := 0
		for ratio := 1.; ratio < 1e4; ratio *= 1.1 {
			sweeps, left, short := expected(list, ratio)
			if sweeps < before || !(left > 0) || ratio > list[len(list)-1].ratio && !short {
				t.Errorf("%s at %g: %d sweeps after %d, error %g, more are needed: %v", name, ratio, sweeps, before, left, short)
			}
			before = sweeps
		}
	}
	for _, c := range []struct {
		cost Cost
		want string
	}{
		{Cost{Solver: model.SymplecticEuler, Sweeps: 46, Error: 0.005}, "46 steps; their error is at most 0.5 %"},
		{Cost{Solver: model.Impulses, Sweeps: 17, Error: 0.009}, "about 17 substeps for an error of 1 %"},
		{Cost{Solver: model.Impulses, Sweeps: 200, AtLeast: true, Error: 0.022}, "more than 200 substeps for an error of 1 % (about 2 % with these)"},
		{Cost{Solver: model.ImplicitEuler, Sweeps: 200, AtLeast: true, Error: 0.14}, "more than 200 substeps of one iteration for an error of 1 % (about 10 % with these)"},
		{Cost{Solver: model.PositionBased}, "reads no k"},
		{Cost{Solver: model.EnergyConserving}, "one step by Newton's method: keeps energy exactly"},
	} {
		if words := c.cost.Words(); !strings.HasPrefix(words, c.want) {
			t.Errorf("%+v: %q, want %q", c.cost, words, c.want)
		}
	}
	a := AdviceOf(stiffened(cloth(t), 122), model.Params{})
	p := model.Params{Integrator: model.Impulses, DT: Frame, Substeps: 34}
	if e := a.ExpectedError(p); math.Abs(e-0.005) > 1e-12 { // measured: 0.0047 with 40
		t.Errorf("34 substeps at 122 safe steps: error %g, want half of that with 17", e)
	}
	p.Integrator = model.PositionBased
	must.Be(t, a.ExpectedError(p), 0, "of pbd an error of is expected")
}

// A residual above the tolerance is reported with its number and the remedy; one below is not.
func TestResidualWords(t *testing.T) {
	p := model.Params{Integrator: model.ImplicitEuler, Substeps: 4}
	left := model.Residual{Worst: 0.123, Step: 17, Iterations: 20}
	words := ResidualWords(p, left)
	for _, part := range []string{"20 iterations", "0.12 in a substep of step 17", "0.001", "8 substeps"} {
		must.Hold(t, strings.Contains(words, part), "%q says nothing of %q", words, part)
	}
	p.Tolerance = 0.2
	must.Be(t, ResidualWords(p, left), "", "below the tolerance it")
	p = model.Params{Integrator: model.Impulses, Substeps: 10}
	if words := ResidualWords(p, model.Residual{Strain: 0.06, Spring: 3}); !strings.Contains(words, "0.06") || !strings.Contains(words, "20 substeps") || ResidualWords(p, model.Residual{Strain: 0.04}) != "" {
		t.Errorf("of impulses it says %q", words)
	}
	if words := ResidualWords(p, model.Residual{Strain: 0.06, Step: 7}); !strings.Contains(words, "were off by a strain of 0.06 after step 7") {
		t.Errorf("of an earlier step it says %q", words)
	}
	must.Be(t, ResidualWords(model.Params{}, left), "", "of symplectic Euler it")
	if words := ResidualWords(model.Params{Integrator: model.EnergyConserving}, left); !strings.Contains(words, "30 iterations") || !strings.Contains(words, "change the energy") {
		t.Errorf("of energy it says %q", words)
	}
}

// Advice on a solver comes with its numbers, and without those of others.
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
