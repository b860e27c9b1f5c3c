package runners_test

import (
	"cmp"
	"strings"
	"testing"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/model"
	"hooke/must"
)

// loneCase is a sweep of two runs of members with engines of their own.
type loneCase struct{ scene, set, precision, reason string }

// Jobs that packs do not take run as members with engines of their own, and have the numbers of a single run
// on the engine cpu, to the last bit. Runs that differ in a number differ.
func TestLoneRunsAreSingleRuns(t *testing.T) {
	for _, c := range []loneCase{
		{"pile", "", "", "collisions, contacts that are no planes"}, // one holds masses inside
		{"boxes", "", "", "collisions"},
		{"flag", "", "", "wind"},
		{"conveyor", "", "", "collisions, contacts that move"},
		{"net", "", "", "contacts that move, solvers other than symplectic Euler, rigid springs"},
		{"helix", "", "", "solvers other than symplectic Euler, rods"},
		{"walker", `run.solver="verlet"`, "", "solvers other than symplectic Euler"},
		{"walker", "run.quadratic_drag=0.1", "", "quadratic drag"},
		{"walker", "mesh[0].move=[5000,0,0]", "", "a structure far from the origin"},
		{"walker", "run.dt=0.003", "", "quadratic drag"}, // it diverges
		{"walker", "", "double", "the precision"},
	} {
		c.agrees(t, sweep.Ensemble, engine.CPU, makerOf(t, c.precision))
	}
}

// On the device they are those of a single run on the engine gpu.
func TestLoneRunsOfTheDevice(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	cases := []loneCase{
		{"net", "", "", "solvers other than symplectic Euler, rigid springs"},
		{"walker", `run.solver="rk4"`, "", "solvers other than symplectic Euler"}, // it diverges
		{"walker", "mesh[0].move=[5000,0,0]", "", "a structure far from the origin"},
		{"walker", `run.solver="verlet"`, "", "solvers other than symplectic Euler"},
		{"quadruped", `run.solver="verlet"`, "", "solvers other than symplectic Euler"},
		{"walker", "", "compensated", "the precision"},
	}
	for _, c := range cases[:must.Sized(2, len(cases))] {
		precision := must.Get(model.ParsePrecision(cmp.Or(c.precision, "single")))(t)
		c.agrees(t, sweep.OnDevice, engine.GPU, onDevice(precision))
	}
}

// agrees tests that the runs of an engine of ensembles are those of an engine of one, and that the notes on them give the
// reason.
func (c loneCase) agrees(t *testing.T, ensembles, one string, maker runners.Maker) {
	t.Helper()
	s := sweep.Spec{Scene: c.scene, Steps: 33, Precision: c.precision}
	if c.set != "" {
		s.Set = []string{c.set}
	}
	diverges := strings.Contains(c.set, "dt") || strings.Contains(c.set, "rk4")
	if strings.Contains(c.set, "dt") {
		s.Set = append(s.Set, "run.quadratic_drag=0.1")
	} else if diverges {
		s.Set = append(s.Set, "run.dt=0.003")
	}
	if c.scene == "net" || c.scene == "helix" { // which divide their steps
		s.Steps, s.Metrics.Every = 4, 2
	}
	v := must.Get(sweep.ParseVariables("run.gravity={[0,0,-9.81], [1,0,-9]}"))(t)
	s.Vary = v
	rows, how := map[string]map[string]string{}, engine.Options{GPU: gpu.Options{Pipeline: gpu.Auto}, Tuning: engine.TuningCache{Off: true}}
	for _, name := range []string{ensembles, one} {
		s.Engine = name
		p, err := sweep.NewPlan(s)
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		var r sweep.Runner
		if name == one {
			r, err = runners.NewSingle(p, 2, how)
		} else {
			r, err = runners.NewTogether(p, maker, 2, how)
		}
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		rows[name] = map[string]string{}
		for _, text := range outcomes(t.Context(), t, r, pointers(p)) {
			_, after, _ := strings.Cut(text, "Run:")
			run, rest, _ := strings.Cut(after, " ")
			rows[name][run] = rest
		}
		if r, ok := r.(*runners.Together); ok {
			c.told(t, r)
		}
	}
	got, want := rows[ensembles], rows[one]
	must.Hold(t, len(want) == 2 && want["0"] != want["1"], "%+v: rows are %v", c, want)
	if diverges && !strings.Contains(want["0"], "Status:diverged") {
		t.Errorf("%+v: it does not diverge: %v", c, want)
	}
	for run := range want {
		must.Hold(t, got[run] == want[run], "%+v: run %s is\n%s\nalone it is\n%s", c, run, got[run], want[run])
	}
}

// told tests the notes before and behind the runs.
func (c loneCase) told(t *testing.T, r *runners.Together) {
	t.Helper()
	if counts := r.Counts(); counts.Lone[c.reason] != 2 || counts.Together != 0 || len(counts.Alone) != 0 {
		t.Errorf("%+v: %+v", c, counts)
	}
	if f := r.Forecast(); f.Lone != c.reason || f.Members != 1 || f.Bytes < int64(f.Engines)*150*int64(f.Masses) || !strings.Contains(f.Words(2, 2), "with an engine of its own") {
		t.Errorf("%+v: it foretells %+v", c, f)
	}
}

// makerOf is maker for a precision.
func makerOf(t *testing.T, precision string) runners.Maker {
	t.Helper()
	m := maker()
	if precision == "" {
		return m
	}
	var err error
	if m.Precision, err = model.ParsePrecision(precision); err != nil {
		t.Fatal(err)
	}
	m.Alone = func(k ensemble.Kind) string { return cpu.Alone(k, m.Precision) }
	m.New = func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
		return cpu.New(kinds, members, cpu.Options{Threads: 1, Precision: m.Precision, Metrics: o})
	}
	return m
}
