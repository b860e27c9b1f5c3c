package together_test

import (
	"math"
	"slices"
	"testing"

	"hooke/engine"
	"hooke/metrics"
	"hooke/must"
	"hooke/sweep"
	"hooke/sweep/single"
	"hooke/sweep/together"
)

// The row of a run that diverges has the step and the time of the divergence, between samples, too.
func TestDivergedRowsHaveTheirStep(t *testing.T) {
	for _, name := range []string{sweep.Ensemble, engine.CPU, engine.CPURef} {
		p := planOf(t, sweep.Spec{Engine: name, Time: 0.05, Set: []string{"run.dt=2.5e-4"}}, "mesh[0].stiffness={8000, 60000, 120000}")
		var r sweep.Runner
		var err error
		if name == sweep.Ensemble {
			r, err = together.New(p, maker(), 1, engine.Options{})
		} else {
			r, err = single.New(p, 1, engine.Options{})
		}
		must.Do(t, err)
		columns := p.Columns()
		of := func(o *sweep.Outcome, column string) float64 { return o.Values[slices.Index(columns, column)] }
		diverged := 0
		err = r.Run(t.Context(), pointers(p), func(some []sweep.Outcome) error {
			for i := range some {
				o := &some[i]
				if of(o, "steps") != float64(o.Step) || math.Abs(of(o, "time")-float64(o.Step)*2.5e-4) > 1e-12 {
					t.Errorf("%s: run %d, %v: the row has %g steps, %g s; it ended at step %d", name, o.Run, o.Status, of(o, "steps"), of(o, "time"), o.Step)
				}
				if o.Status == metrics.Diverged && o.Step%metrics.DefaultEvery != 0 {
					diverged++
				}
			}
			return nil
		})
		if err != nil || diverged == 0 {
			t.Errorf("%s: %d runs diverge between samples, %v", name, diverged, err)
		}
	}
}
