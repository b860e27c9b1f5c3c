package preset_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// after is where the masses of a preset are after some seconds, by the reference.
func after(t *testing.T, name string, o scene.Options, seconds float64) (end, start []model.Vec3, p model.Params) {
	t.Helper()
	s := open(t, name, o)
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	must.Do(t, e.Reset(s.Start))
	if err := e.Step(int(seconds/s.Params.DT + 0.5)); err != nil || e.Finish() != nil {
		t.Fatal(err, e.Finish())
	}
	return e.State().Position, s.Start.Position, s.Params
}

// The presets bridge and jelly go by impulses, too: the bridge with as many substeps as it needs,
// which the solver would not choose by itself, and which fewer of are far off.
func TestPresetsByImpulses(t *testing.T) {
	const seconds = 0.2
	for _, c := range []struct {
		name     string
		substeps int // that it takes
		off      float64
		fewer    int // 0: none are tried
	}{{"bridge", 120, 0.02, 20}, {"jelly", 21, 0.1, 0}} {
		want, start, _ := after(t, c.name, scene.Options{}, seconds)
		far := func(o scene.Options) (share float64, p model.Params) {
			got, _, p := after(t, c.name, o, seconds)
			most, motion := 0.0, 0.0
			for i := range want {
				most, motion = max(most, got[i].Sub(want[i]).Len()), max(motion, want[i].Sub(start[i]).Len())
			}
			return most / motion, p
		}
		off, p := far(scene.Options{Integrator: model.Impulses})
		t.Logf("%s: %.3g of the motion from where explicit steps have it, %d substeps", c.name, off, p.Substeps)
		if p.Substeps != c.substeps || p.DT != 1./60 || !(off <= c.off) {
			t.Errorf("%s: %g of the motion off, with %d substeps of %g s", c.name, off, p.Substeps, p.DT)
		}
		if c.fewer == 0 {
			continue
		}
		if off, p := far(scene.Options{Integrator: model.Impulses, Substeps: c.fewer}); p.Substeps != c.fewer || !(off > 2*c.off) {
			t.Errorf("%s: %d substeps are only %g off", c.name, p.Substeps, off)
		}
	}
}

// At their own step presets leave at most 1 % of the energy that was exchanged
// unexplained, in any step: muscles, dampers, contacts, friction and wind among them.
func TestPresetsExplainTheirEnergy(t *testing.T) {
	const (
		time      = 0.5  // [s]
		tolerance = 0.01 // measured: 0.96 % at most, of the worm in Verlet; docs/physics.md has 2 s of all
	)
	for name, size := range map[string][3]int{"worm": {}, "walker": {}, "flag": {}, "tensegrity": {}, "breathing": {5, 5, 5}, "jelly": {6, 6, 6}} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			sc := open(t, name, scene.Options{Size: size})
			p := sc.Params
			p.Integrator, p.Ledger = integrator, true
			e, err := cpuref.New(sc.Model, p)
			must.Do(t, err)
			must.Do(t, e.Reset(sc.Start))
			var l model.Ledger
			worst := 0.0
			for range int(time / e.Params().DT) {
				must.Do(t, e.Step(1))
				if l, err = e.Ledger(); err != nil {
					t.Fatal(err)
				}
				worst = math.Max(worst, math.Abs(l.Residual()))
			}
			t.Logf("%s, %v: %.3g of %.3g J unexplained, %.2g", name, integrator, worst, l.Exchanged(), worst/l.Exchanged())
			if !(worst <= tolerance*l.Exchanged()) {
				t.Errorf("%s, %v: %g of the %g J exchanged are unexplained: %g", name, integrator, worst, l.Exchanged(), worst/l.Exchanged())
			}
		}
	}
}
