package together_test

import (
	"strings"
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/engine"
	"hooke/ensemble"
	"hooke/metrics"
	"hooke/model"
	"hooke/sweep"
	"hooke/sweep/single"
	"hooke/sweep/together"
)

// What packs do not take runs as members with engines of their own, and has the numbers of a single run on the engine cpu, to
// the last bit. Runs that differ in a number differ.
func TestLoneRunsAreSingleRuns(t *testing.T) {
	for _, c := range []struct{ scene, set, precision, reason string }{
		{"pile", "", "", "collisions, contacts that are no planes"},
		{"boxes", "", "", "collisions"},
		{"flag", "", "", "wind"},
		{"conveyor", "", "", "collisions, contacts that are no planes, contacts that move"},
		{"net", "", "", "contacts that are no planes, contacts that move, solvers other than symplectic Euler, rigid springs"},
		{"helix", "", "", "solvers other than symplectic Euler, rods"},
		{"walker", `run.solver="verlet"`, "", "solvers other than symplectic Euler"},
		{"walker", `run.solver="implicit-euler"`, "", "solvers other than symplectic Euler"},
		{"walker", "run.quadratic_drag=0.1", "", "quadratic drag"},
		{"walker", "mesh[0].move=[5000,0,0]", "", "a structure far from the origin"},
		{"walker", "run.dt=0.003", "", "quadratic drag"}, // it diverges
		{"walker", "", "double", "the precision"},
	} {
		s := sweep.Spec{Scene: c.scene, Steps: 33, Precision: c.precision}
		if c.set != "" {
			s.Set = []string{c.set}
		}
		if strings.Contains(c.set, "dt") {
			s.Set = append(s.Set, "run.quadratic_drag=0.1")
		}
		if c.scene == "net" || c.scene == "helix" { // which divide their steps
			s.Steps, s.Metrics.Every = 4, 2
		}
		v, err := sweep.ParseVariables("run.gravity={[0,0,-9.81], [1,0,-9]}")
		if err != nil {
			t.Fatal(err)
		}
		s.Vary = v
		rows := map[string]map[string]string{}
		for _, name := range []string{sweep.Ensemble, engine.CPU} {
			s.Engine = name
			p, err := sweep.NewPlan(s)
			if err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
			var r sweep.Runner
			if name == engine.CPU {
				r, err = single.New(p, 2, engine.Options{})
			} else {
				r, err = together.New(p, makerOf(t, c.precision), 2, engine.Options{})
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
			if r, ok := r.(*together.Runner); ok {
				if counts := r.Counts(); counts.Lone[c.reason] != 2 || counts.Together != 0 || len(counts.Alone) != 0 {
					t.Errorf("%+v: %+v", c, counts)
				}
				if f := r.Forecast(); f.Lone != c.reason || f.Members != 1 || f.Bytes < 2*200*int64(f.Masses) || !strings.Contains(f.Words(2), "with an engine of its own") {
					t.Errorf("%+v: it foretells %+v", c, f)
				}
			}
		}
		got, want := rows[sweep.Ensemble], rows[engine.CPU]
		if len(want) != 2 || want["0"] == want["1"] {
			t.Errorf("%+v: rows are %v", c, want)
		}
		if strings.Contains(c.set, "dt") && !strings.Contains(want["0"], "Status:diverged") {
			t.Errorf("%+v: it does not diverge: %v", c, want)
		}
		for run := range want {
			if got[run] != want[run] {
				t.Errorf("%+v: run %s is\n%s\nalone it is\n%s", c, run, got[run], want[run])
			}
		}
	}
}

// makerOf is maker for a precision.
func makerOf(t *testing.T, precision string) together.Maker {
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
