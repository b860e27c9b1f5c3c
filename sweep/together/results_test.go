package together_test

import (
	"testing"

	"hooke/engine"
	"hooke/ensemble"
	device "hooke/gpu"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
	"hooke/model"
	"hooke/must"
	"hooke/sweep"
	"hooke/sweep/together"
)

// onDevice makes engines of which one works at a time.
func onDevice(precision model.Precision) together.Maker {
	own := device.Options{Precision: precision}
	return together.Maker{Pack: gpu.Pack, MostPacks: 4, One: true, Takes: gpu.Takes(), Precision: precision, Bytes: func(k ensemble.Kind, members int64) int64 { return gpu.Bytes(k, members, own) },
		Alone: func(k ensemble.Kind) string { return gpu.Alone(k, precision) }, New: func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
			return gpu.Open(kinds, members, gpu.Options{Metrics: o, Own: own})
		}}
}

// On the device the table is that of single runs, too, and each run is to the last bit what it is
// alone, whichever thread it is made for.
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
	p := planOf(t, sweep.Spec{Engine: sweep.OnDevice, Sample: sweep.Sobol, Seed: 3, Runs: 5, Steps: 40}, "actuator[0..2].phase=0:6", "run.dt={0.0002, 0.00025}")
	r := must.Get(together.New(p, onDevice(model.Single), 2, engine.Options{}))(t)
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
