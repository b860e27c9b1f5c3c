package runners_test

import (
	"math"
	"strings"
	"testing"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/must"
)

// Controlled robots are members of ensembles, also where weights, couplings and seeds differ. Their rows are
// those of single runs on the engine cpu within the rounding of the given number of steps, and those of a run
// alone to the last bit.
func TestControlledTogether(t *testing.T) {
	for _, c := range []struct {
		scene     string
		set, vary []string
		allowed   float64
	}{
		{"crawler", []string{"sensor[0].noise=0.01"}, []string{"controller[0].weights[0]=-10:10", "controller[0].weights[3]=-2:2", "run.seed=1:9:int"}, 2e-4},
		{"quadruped", nil, []string{"controller[0].frequency=1:3", "controller[0].feedback[1]=-3:3"}, 2e-4},
	} {
		spec := sweep.Spec{Engine: sweep.Ensemble, Scene: c.scene, Set: c.set, Sample: sweep.Random, Seed: 3, Runs: 5, Steps: 400}
		p := robotsOf(t, spec, c.vary...)
		r := runner(t, p, 2)
		got := rowsOf(t, r, p)
		if counts := r.Counts(); counts.Together != 5 || counts.Kinds != 1 {
			t.Errorf("%s: %+v", c.scene, counts)
		}
		spec.Engine = engine.CPU
		p = robotsOf(t, spec, c.vary...)
		alone := must.Get(runners.NewSingle(p, 2, engine.Options{}))(t)
		want := rowsOf(t, alone, p)
		if most, where := apart(got, want); !(most < c.allowed) {
			t.Errorf("%s: %s differs by %g", c.scene, where, most)
		}
		one, _, err := r.Go(t.Context(), &p.Jobs[2])
		must.Do(t, err)
		for i, x := range one.Values {
			if math.Float64bits(x) != math.Float64bits(got[2][i]) {
				t.Errorf("%s: number %d of a run again is %g, and was %g", c.scene, i, x, got[2][i])
			}
		}
		got[2], got[3] = got[3], got[2]
		if most, _ := apart(got, want); !(most > 3*c.allowed) {
			t.Errorf("%s: with two runs in each other's place it differs by %g", c.scene, most)
		}
	}
}

// apart is the largest difference of two tables, as a share of the largest number of its column; where is that.
func apart(a, b [][]float64) (most float64, where string) {
	for c, column := range (metrics.Options{}).Columns() {
		size, off := 1e-9, 0.
		for i := range a {
			if !math.IsNaN(b[i][c]) {
				size, off = max(size, math.Abs(b[i][c])), max(off, math.Abs(a[i][c]-b[i][c]))
			}
		}
		if !(off/size <= most) {
			most, where = off/size, column.Name
		}
	}
	return most, where
}

func rowsOf(t *testing.T, r sweep.Runner, p *sweep.Plan) [][]float64 {
	t.Helper()
	out := make([][]float64, len(p.Jobs))
	must.Do(t, r.Run(t.Context(), pointers(p), func(some []sweep.Outcome) error {
		for _, o := range some {
			if out[o.Run] = o.Values; o.Error != "" {
				t.Errorf("run %d: %s", o.Run, o.Error)
			}
		}
		return nil
	}))
	return out
}

// A run whose controller asks muscles for the impossible is the only one with an error.
func TestControllerOutOfBounds(t *testing.T) {
	p := robotsOf(t, sweep.Spec{Engine: sweep.Ensemble, Scene: "crawler", Set: []string{"input[0].min=0", "input[0].max=0"}, Steps: 200}, "controller[0].bias[0]={2, -9, 3}")
	got := map[int64]string{}
	must.Do(t, runner(t, p, 1).Run(t.Context(), pointers(p), func(some []sweep.Outcome) error {
		for _, o := range some {
			got[o.Run] = o.Error
		}
		return nil
	}))
	if len(got) != 3 || got[0]+got[2] != "" || !strings.Contains(got[1], "frequency is -") {
		t.Errorf("errors are %v", got)
	}
}

// robotsOf is a sweep of a scene by these variables.
func robotsOf(t *testing.T, s sweep.Spec, vary ...string) *sweep.Plan {
	t.Helper()
	for _, text := range vary {
		v := must.Get(sweep.ParseVariables(text))(t)
		s.Vary = append(s.Vary, v...)
	}
	return must.Get(sweep.NewPlan(s))(t)
}
