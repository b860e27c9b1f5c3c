package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// A run of implicit Euler tells what it has left where that is more than its tolerance, with
// the number, and energy.csv has it; one that is solved tells nothing. Position-based
// dynamics says what to know of it before it begins.
func TestRunTellsResiduals(t *testing.T) {
	for _, c := range []struct {
		solver     model.Integrator
		iterations int
		told       string // in a note; empty: nothing is told of a residual
	}{
		{model.ImplicitEuler, 1, "1 iterations left a residual of "},
		{model.ImplicitEuler, 2000, ""},
		{model.PositionBased, 2, "pbd is here to teach"},
		{model.Impulses, 1, "springs were off by a strain of "},
	} {
		name, o := "cube", scene.Options{Integrator: c.solver, Iterations: c.iterations}
		if c.solver == model.Impulses { // a cloth with a pushed mass, which one sweep does not hold
			name, o.Springs, o.Substeps = "cloth", 300, 1
		}
		s := must.Get(open.Scene(name, o))(t)
		for i := range s.Model.Materials {
			s.Model.Materials[i].Stiffness *= 100 // of 10 kN/m and 0.1 kg at 1/240 s
		}
		s.Start.Velocity[0] = model.Vec3{1, 0, 0}
		if c.solver == model.Impulses {
			s.Start.Velocity[0] = model.Vec3{50, 50, 0}
		}
		var told []string
		how := Options{Folder: t.TempDir(), Engine: engine.CPURef, Steps: 5, EnergyEvery: 1, Energy: true}
		how.How.Listener.Note = func(line string) { told = append(told, line) }
		r := must.Get(New(s, how))(t)
		result, err := r.Go(context.Background())
		r.Close()
		must.Do(t, err)
		all := strings.Join(told, "\n")
		if c.told != "" && !strings.Contains(all, c.told) || c.told == "" && strings.Contains(all, "left a residual") {
			t.Errorf("%v, %d iterations: told %q of %+v, %+v", c.solver, c.iterations, all, result.Residual, result.Softest)
		}
		if c.solver == model.ImplicitEuler && (result.Residual.Worst > s.Params.Ends()) != (c.told != "") {
			t.Errorf("%v, %d iterations: a residual of %g", c.solver, c.iterations, result.Residual.Worst)
		}
		table, err := os.ReadFile(filepath.Join(how.Folder, "energy.csv"))
		if err != nil || !strings.Contains(string(table), "solver_J,solver_residual\n") {
			t.Errorf("%v: the table is %s, %v", c.solver, table, err)
		}
	}
}
