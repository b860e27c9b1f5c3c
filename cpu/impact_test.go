package cpu

import (
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// impactWays are ways of stepping with which masses hit each other.
var impactWays = []model.Integrator{model.SymplecticEuler, model.VelocityVerlet}

// All that can act on masses acts at once as in the reference, which is elsewhere without any of it.
func TestTogether(t *testing.T) {
	m, p, s, without := modeltest.Together()
	const steps, tolerance = 20, 2e-6 // roundings of 0.6 m
	for _, way := range impactWays {
		p.Integrator = way
		run := func(p model.Params) *cpuref.State {
			p.Integrator = way
			ref, err := cpuref.New(m, p)
			must.Do(t, err)
			must.Do(t, ref.Reset(s))
			must.Do(t, ref.Step(steps))
			return ref.State()
		}
		want := run(p)
		off := func(x []model.Vec3) (most float64) {
			for i := range x {
				most = max(most, x[i].Sub(want.Position[i]).Len())
			}
			return most
		}
		for _, kernel := range Kernels(model.Single) {
			e, err := makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel})
			must.Do(t, err)
			must.Do(t, e.Reset(s))
			must.Do(t, e.Step(steps))
			end := snapshot(t, e)
			if d := off(end.State().Position); !(d < tolerance) {
				t.Errorf("%v, %s: %g m from the reference", way, kernel, d)
			}
			e.Close()
		}
		for name, q := range without {
			if d := off(run(q).Position); d < 4*tolerance {
				t.Errorf("%v: without %s masses are %g m elsewhere only", way, name, d)
			}
		}
	}
}
