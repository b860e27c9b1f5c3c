package runners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/control/metrics"
	"hooke/engine"
	device "hooke/gpu"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/model"
	"hooke/must"
)

// onDevice makes engines of which one works at a time.
func onDevice(precision model.Precision) runners.Maker {
	own := device.Options{Precision: precision}
	return runners.Maker{Pack: gpu.Pack, MostPacks: 4, One: true, Precision: precision, Bytes: func(k ensemble.Kind, members int64) int64 { return gpu.Bytes(k, members, own) },
		Alone: func(k ensemble.Kind) string { return gpu.Alone(k, precision) }, New: func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
			return gpu.Open(kinds, members, gpu.Options{Metrics: o, Own: own})
		}}
}

// On the device the table is that of single runs, too, and each run is to the last bit the same as alone,
// whichever thread it is made for.
func TestTablesOfTheDevice(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	got, want := tables(t, sweep.OnDevice), tables(t, engine.CPURef)
	const tolerance = 2e-3
	if most, where := far(got, want); !(most < tolerance) {
		t.Errorf("%s differs by %g", where, most)
	}
	got[2], got[3] = got[3], got[2]
	if most, _ := far(got, want); !(most > 10*tolerance) {
		t.Errorf("with two runs in each other's place it differs by %g", most)
	}
	p := walkerPlan(t, sweep.Spec{Engine: sweep.OnDevice, Sample: sweep.Sobol, Seed: 3, Runs: 5, Steps: 40}, "actuator[0..2].phase=0:6", "run.dt={0.0002, 0.00025}")
	r := must.Get(runners.NewTogether(p, onDevice(model.Single), 2, engine.Options{}))(t)
	if f := r.Forecast(); f.Engines != 1 || f.Members != gpu.Pack || f.Bytes < 32*192*64 {
		t.Errorf("it foretells %+v", f)
	}
	for id, all := range outcomes(t.Context(), t, r, pointers(p)) {
		for i := range p.Jobs {
			if j := &p.Jobs[i]; j.ID == id {
				if one, _, err := r.Go(t.Context(), j); err != nil || text(one) != all {
					t.Errorf("run %d alone is\n%s\nand among others\n%s (%v)", j.Run, text(one), all, err)
				}
			}
		}
	}
}

// The row of a run that diverges has the step and the time of the divergence, between samples, too.
func TestDivergedRowsHaveTheirStep(t *testing.T) {
	for _, name := range []string{sweep.Ensemble, engine.CPU, engine.CPURef} {
		p := walkerPlan(t, sweep.Spec{Engine: name, Time: 0.05, Set: []string{"run.dt=2.5e-4"}}, "mesh[0].stiffness={8000, 60000, 120000}")
		var r sweep.Runner
		var err error
		if name == sweep.Ensemble {
			r, err = runners.NewTogether(p, maker(), 1, engine.Options{})
		} else {
			r, err = runners.NewSingle(p, 1, engine.Options{})
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
		must.Hold(t, err == nil && diverged != 0, "%s: %d runs diverge between samples, %v", name, diverged, err)
	}
}

// Paths begin where runs do, have a position every 1/60 s, and end where the table says. Metrics change in no bit.
func TestPathsOfRuns(t *testing.T) {
	for _, name := range []string{sweep.Ensemble, engine.CPU} {
		p := walkerPlan(t, sweep.Spec{Engine: name, Time: 0.2}, "actuator[*].frequency={1, 2, 3}", "contact.static_friction={0.8, 1}")
		all := func(paths bool) (texts map[string]string, of map[string]sweep.Path, end map[string][4]float64) {
			p.Paths = paths
			var r sweep.Runner
			var err error
			if name == sweep.Ensemble {
				r, err = runners.NewTogether(p, maker(), 2, engine.Options{})
			} else {
				r, err = runners.NewSingle(p, 2, engine.Options{})
			}
			must.Do(t, err)
			at := func(name string) int { return slices.Index(p.Columns(), name) }
			texts, of, end = map[string]string{}, map[string]sweep.Path{}, map[string][4]float64{}
			err = r.Run(t.Context(), pointers(p), func(some []sweep.Outcome) error {
				for _, o := range some {
					of[o.ID] = o.Path
					end[o.ID] = [4]float64{o.Values[at("time")], o.Values[at("com_x")], o.Values[at("com_y")], o.Values[at("com_z")]}
					o.Path = nil
					texts[o.ID] = text(o)
				}
				return nil
			})
			must.Do(t, err)
			return texts, of, end
		}
		without, none, _ := all(false)
		with, paths, end := all(true)
		must.Hold(t, fmt.Sprint(with) == fmt.Sprint(without), "%s: metrics change with paths:\n%v\n%v", name, with, without)
		for id, path := range paths {
			n := len(path) / 4
			if none[id] != nil || n < 11 || n > 14 || path[0] != 0 || math.Abs(path[3]-0.1025) > 1e-6 || [4]float64(path[len(path)-4:]) != end[id] {
				t.Errorf("%s: %d places from %v to %v, and the table ends at %v", name, n, path[:4], path[len(path)-4:], end[id])
			}
			for k := 1; k < n-1; k++ {
				if apart := path[4*k] - path[4*k-4]; math.Abs(apart-1./60) > 0.0026 {
					t.Errorf("%s: places %d and %d are %g s apart", name, k-1, k, apart)
				}
			}
		}
	}
}
