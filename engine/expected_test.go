package engine

import (
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A run is expected to step as an earlier one was tuned; else small structures of a card in the
// pipeline resident, and all others as the solver needs it.
func TestExpectedPipeline(t *testing.T) {
	for _, c := range []struct {
		software, resides bool
		integrator        model.Integrator
		want              string
	}{
		{true, true, model.SymplecticEuler, gpu.Fused},
		{false, true, model.SymplecticEuler, gpu.Resident},
		{false, false, model.SymplecticEuler, gpu.Fused},
		{false, true, model.Impulses, gpu.TwoPass},
	} {
		if got := expected(c.software, c.resides, model.Params{Integrator: c.integrator}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	gl := gltest.New(t)
	o := Options{GPU: gpu.Options{Pipeline: gpu.Auto}, Tuning: TuningCache{Folder: t.TempDir()}}
	m, p := modeltest.Cube(0.1), model.Params{DT: 1e-4}
	key := must.Get(tuningKeyOf(gl, m, p, o.GPU))(t)
	memory := must.Get(openTunings(o.Tuning.Folder))(t)
	_, found := tuned("", gpu.TwoPass, 64)
	must.Do(t, memory.keep(key, found, time.Now()))
	if got := Expected(gl, m, p, o); got != gpu.TwoPass {
		t.Errorf("remembered is %s, expected %s", gpu.TwoPass, got)
	}
	o.Tuning.Off = true
	if got := Expected(gl, m, p, o); got == gpu.TwoPass {
		t.Errorf("where nothing is read, %s is expected", got)
	}
}
