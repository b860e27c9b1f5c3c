package runners_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/gpu/gltest"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/must"
)

// The same run has the same metrics in all engines, within 1e-5 of the reference's, and the same number of
// steps in contact. A run with other muscles has others.
func TestEnginesAgreeAboutMetrics(t *testing.T) {
	of := func(name, phase string) (columns []string, values []float64) {
		t.Helper()
		v := must.Get(sweep.ParseVariables("actuator[3].phase={" + phase + "}"))(t)
		p := planOf(t, sweep.Spec{Scene: "walker", Vary: v, Steps: 300, Engine: name, Precision: "double"})
		r := must.Get(runners.NewSingle(p, 1, engine.Options{}))(t)
		o, _, err := r.Go(t.Context(), &p.Jobs[0])
		must.Do(t, err)
		return p.Columns(), o.Values
	}
	columns, want := of(engine.CPURef, "0.5")
	agrees := func(got []float64) string {
		for c, name := range columns {
			near := 1e-5 * math.Abs(want[c])
			if name == "contact_duty" || name == "steps" {
				near = 0
			}
			if math.IsNaN(got[c]) != math.IsNaN(want[c]) || math.Abs(got[c]-want[c]) > near+1e-9 {
				return name
			}
		}
		return ""
	}
	names := []string{engine.CPU}
	if gltest.Unwanted() == "" {
		names = append(names, engine.GPU)
	}
	for _, name := range names {
		if _, got := of(name, "0.5"); agrees(got) != "" {
			t.Errorf("%s: %s is another: %v\nthan that of the reference: %v", name, agrees(got), got, want)
		}
		if _, got := of(name, "0.6"); agrees(got) == "" {
			t.Errorf("%s: a run with another phase has the same metrics", name)
		}
	}
}

// ended is how the only run of a scene in a file ends, after the given number of steps.
func ended(t *testing.T, text string, steps int64, settings ...string) sweep.Outcome {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scene.toml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	p := planOf(t, sweep.Spec{Scene: path, Set: settings, Vary: []sweep.Variable{{Key: "run.seed", Values: []string{"1"}}}, Steps: steps, Metrics: metrics.Options{Every: 50}})
	r := must.Get(runners.NewSingle(p, 1, engine.Options{}))(t)
	o, _, err := r.Go(t.Context(), &p.Jobs[0])
	must.Do(t, err)
	return o
}

// pushed is a block that a controller pushes.
const pushed = `
[run]
dt = 1e-3
[[mesh]]
make = "lattice"
masses = [2, 2, 2]
spacing = 0.1
mass = 0.05
stiffness = 100
[[group]]
name = "low"
shape = "box"
min = [-1, -1, -0.01]
max = [0, 0, 0.01]
[[force]]
name = "push"
group = "low"
force = [0.1, 0, 0]
[control]
period = 0.01
[[input]]
name = "push"
of = "force[push].y"
[[sensor]]
name = "time"
what = "time"
[[controller]]
kind = "linear"
sensors = ["time"]
inputs = ["push"]
gain = [1]
`

// A run that diverges behind its last sample has diverged, too.
func TestDivergenceAtTheEnd(t *testing.T) {
	for _, steps := range []int64{30, 120} {
		if o := ended(t, pushed, steps, "mesh[0].stiffness=1e7"); o.Status != metrics.Diverged {
			t.Errorf("%d steps: it ends as %v at step %d", steps, o.Status, o.Step)
		}
	}
}

// The control of a scene acts in its runs.
func TestControlActsInRuns(t *testing.T) {
	weak, strong := ended(t, pushed, 100), ended(t, pushed, 100, "controller[0].gain=[9]")
	if drift := 8; weak.Values[drift] == strong.Values[drift] {
		t.Errorf("controllers of any strength move the block by %g m", weak.Values[drift])
	}
}
