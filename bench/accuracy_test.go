package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// measure returns the rows of scenes by solver and steps, and the printed text.
func measure(t *testing.T, s AccuracySuite, scenes ...string) (rows map[string]Row, said []string) {
	t.Helper()
	var err error
	if s.Scenes, err = FindStiffScenes(scenes); err != nil {
		t.Fatal(err)
	}
	if s.Makers == nil {
		s.Makers = []Maker{Reference()}
	}
	rows = map[string]Row{}
	err = s.Run(context.Background(), func(r Row) error {
		a := r.Accuracy
		rows[strings.TrimSpace(fmt.Sprintf("%s %s %dx%d w%g f%v s%g", r.Scene, r.Integrator, r.Substeps, r.Sweeps, a.Warm, a.Forward, a.Safe))] = r
		return nil
	}, func(what string) { said = append(said, what) })
	must.Do(t, err)
	return rows, said
}

// idle is the reference that does nothing.
type idle struct{ *cpuref.Engine }

func (idle) Step(int) error { return nil }

// The scale of errors: doing nothing scores 1 at the end of a run, explicit steps nearly nothing,
// impulses less with more substeps. Sweeps there and back are two visits, and a refusal is told
// once for a solver.
func TestErrorsOfRuns(t *testing.T) {
	refuses := Maker{Engine: "mule", Pipeline: "none", New: func(*model.Model, model.Params) (model.Engine, error) {
		return nil, fmt.Errorf("mule: %w", model.ErrUnsupported)
	}}
	solvers := model.Solvers()
	if !must.Long() { // those that conserve energy take three quarters of the time
		solvers = slices.DeleteFunc(slices.Clone(solvers), func(i model.Integrator) bool { return i.Method().Conserves })
	}
	s := AccuracySuite{Solvers: solvers, Makers: []Maker{Reference(), refuses}, Repeats: 3}
	rows, said := measure(t, s, "stiff-quick")
	explicit, coarse, fine := rows["stiff-quick symplectic-euler 0x0 w0 ffalse s0.9"], rows["stiff-quick impulses 10x1 w0 ffalse s0"], rows["stiff-quick impulses 100x1 w0 ffalse s0"]
	if !(explicit.MaxError > 1e-4 && explicit.MaxError < 5e-3) || !(fine.MaxError > 1e-4 && fine.MaxError < coarse.MaxError/8) || !(coarse.MaxError < 0.1) {
		t.Errorf("errors: explicit %g, impulses 10 × 1 %g, 100 × 1 %g", explicit.MaxError, coarse.MaxError, fine.MaxError)
	}
	if explicit.Accuracy.Visits != 67 || coarse.Accuracy.Visits != 20 || rows["stiff-quick impulses 10x1 w0 ftrue s0"].Accuracy.Visits != 10 || rows["stiff-quick implicit-euler 4x10 w0 ffalse s0"].Accuracy.Visits != 40 {
		t.Errorf("visits: %d, %d", explicit.Accuracy.Visits, coarse.Accuracy.Visits)
	}
	if !(coarse.Accuracy.Residual > 0) || coarse.RepeatsDone != 3 || !(coarse.Cost() > 0) || !(coarse.CPUCost() > 0) || coarse.Steps != 6 || coarse.Accuracy.Simulated != 0.1 {
		t.Errorf("the row of impulses is %+v, %+v", coarse, coarse.Accuracy)
	}
	if chosen := rows["stiff-quick impulses 8x1 w0 ffalse s0"]; chosen.Accuracy == nil || !chosen.Accuracy.Chosen {
		t.Error("there is no row of the substeps that are chosen")
	}
	all := strings.Join(said, "\n")
	must.Be(t, strings.Count(all, "mule none: impulses: left out: mule: "), 1, "refusals told")
	must.Hold(t, strings.Contains(all, "explicit-euler, 0.9 dt_safe: left out: explicit-euler is stable at no step"), "explicit Euler is not told of")

	still := Maker{Engine: "idle", Pipeline: "none", New: func(m *model.Model, p model.Params) (model.Engine, error) {
		e, err := cpuref.New(m, p)
		return idle{e}, err
	}}
	rows, _ = measure(t, AccuracySuite{Solvers: []model.Integrator{model.SymplecticEuler}, Makers: []Maker{still}, Repeats: 1}, "stiff-quick")
	r := rows["stiff-quick symplectic-euler 0x0 w0 ffalse s0.9"]
	must.Hold(t, r.MaxError == 1 && r.RMSError == 1, "doing nothing scores %g and %g, want 1", r.MaxError, r.RMSError)
}

// A run that blows up has no row, and is told of.
func TestBlownRuns(t *testing.T) {
	wild := Maker{Engine: "wild", Pipeline: "none", New: func(m *model.Model, p model.Params) (model.Engine, error) {
		p.DT *= 4
		return cpuref.New(m, p)
	}}
	rows, said := measure(t, AccuracySuite{Solvers: []model.Integrator{model.SymplecticEuler}, Makers: []Maker{wild}}, "stiff-quick")
	if len(rows) != 0 || !strings.Contains(strings.Join(said, "\n"), "symplectic-euler, 0.9 dt_safe: left out: the run blew up: ") {
		t.Errorf("%d rows; said %q", len(rows), said)
	}
}

// A free body keeps its angular momentum with impulses, and loses it with position-based dynamics.
func TestAngularMomentumOfRows(t *testing.T) {
	rows, _ := measure(t, AccuracySuite{Solvers: []model.Integrator{model.Impulses, model.PositionBased}, Repeats: 1}, "stiff-rotor")
	for name, r := range rows {
		if r.Integrator == "impulses" && !(r.Accuracy.Angular < 1e-12) || r.Integrator == "pbd" && !(r.Accuracy.Angular > 0.1) {
			t.Errorf("%s: the angular momentum changes by %g", name, r.Accuracy.Angular)
		}
	}
	must.Hold(t, len(rows) >= 10, "%d rows", len(rows))
}

// Numbers that are given are tried with each other, where the solver has them.
func TestSettings(t *testing.T) {
	c := SolverChoices{Substeps: []int{10, 40}, Iterations: []int{1, 5}, Warm: []float64{0, 0.5}}
	for solver, want := range map[model.Integrator]int{model.Impulses: 8, model.ImplicitEuler: 4, model.RK4: 2} {
		if got := SolverSettings(solver, c); len(got) != want {
			t.Errorf("%v: %d settings, want %d: %v", solver, len(got), want, got)
		}
	}
	if got := SolverSettings(model.Impulses, SolverChoices{Iterations: []int{3}}); len(got) != 1 || got[0].Words() != "its own × 3" {
		t.Errorf("iterations alone: %+v", got)
	}
	if _, err := FindStiffScenes([]string{"carpet"}); err == nil {
		t.Error("an unknown scene is taken")
	}
	all, err := FindStiffScenes([]string{"stiff", "stiff-12"})
	must.Hold(t, err == nil && len(all) == 6, "%d scenes in the group, %v", len(all), err)
}

// 1/60 s is as many safe steps as scenes say, and each moves.
func TestStiffScenes(t *testing.T) {
	for _, s := range StiffScenes() {
		m, start, p, err := s.Make()
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		must.Near(t, frame/physics.SafeStep(m, p), s.Ratio, 1e-9*s.Ratio, "%s: 1/60 s is safe steps", s.Name)
		if err := m.Validate(); err != nil || len(start.Position) != m.MassCount() {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// The substeps that impulses choose by themselves never score above 0.1 on the scenes that the rule
// is made from, or the scene is refused: a beam, which is a solid. Few substeps of the beam score far more.
func TestChosenSubsteps(t *testing.T) {
	scenes := []string{"stiff-12", "stiff-rotor"}
	if longTests() {
		scenes = []string{"stiff-12", "stiff-122", "stiff-306", "stiff-1225", "stiff-rotor"}
		rows, _ := measure(t, AccuracySuite{Solvers: []model.Integrator{model.Impulses}, Choices: SolverChoices{Substeps: []int{10}}, Repeats: 1}, "stiff-beam")
		if r := rows["stiff-beam impulses 10x1 w0 ffalse s0"]; !(r.MaxError > 0.1) {
			t.Errorf("the beam with 10 substeps scores %g: it proves nothing", r.MaxError)
		}
	}
	rows, _ := measure(t, AccuracySuite{Solvers: []model.Integrator{model.Impulses}, Choices: SolverChoices{Iterations: []int{1}}, Repeats: 1}, scenes...)
	for name, r := range rows {
		t.Logf("%s: error %.3g", name, r.MaxError)
		must.Hold(t, r.Accuracy.Chosen && r.MaxError <= 0.1, "%s: error %g", name, r.MaxError)
	}
	must.Hold(t, len(rows) == len(scenes), "%d rows of %d scenes", len(rows), len(scenes))
	solid := must.Get(FindStiffScenes([]string{"stiff-beam"}))(t)
	m, _, p, err := solid[0].Make()
	must.Do(t, err)
	var stiff *bigstep.TooStiff
	if _, _, err := (SolverSetting{Solver: model.Impulses}).params(m, p, half); !errors.As(err, &stiff) || math.Abs(stiff.Ratio-60) > 1e-6 {
		t.Errorf("the beam is not refused: %v", err)
	}
}

// longTests says whether the long tests are wanted: "make test-long" sets
// HOOKE_LONG.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
