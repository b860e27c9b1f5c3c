package engine_test

import (
	"math"
	"testing"

	"hooke/bigstep/judge"
	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
)

// A rope that hangs by impulses with too few substeps is too long, and its defect says by how much; with the substeps
// that are advised it hangs as its weight says: each spring carries the masses below it.
func TestHangingRopesTellHowFarTheyAreOff(t *testing.T) {
	for _, c := range []struct {
		substeps int
		told     bool
	}{{0, true}, {16, false}} {
		s := must.Get(open.Scene("testdata/hang-impulses.toml", scene.Options{Substeps: c.substeps}))(t)
		own := physics.ResolverOf(s.Model, s.Params).All(nil)
		static, below := 0.0, 0.0 // stretch [m], and mass at and below a spring [kg]; the rope hangs from mass 0
		for k := s.Model.SpringCount() - 1; k >= 0; k-- {
			below += s.Model.Mass[k+1]
			static += below * 9.81 / own[k].Stiffness
		}
		for _, name := range []string{engine.CPURef, engine.CPU} {
			e := must.Get(engine.New(name, s.Model, s.Params, engine.Options{}))(t)
			var read model.Snapshot
			for _, err := range []error{e.Reset(s.Start), e.Step(360), e.Finish(), e.Read(&read)} {
				must.Do(t, err)
			}
			state := read.State()
			d := judge.DefectOf(s.Model, s.Params, state, nil, 1e-7)
			off, says := d.Stretch/static-1, d.Words(s.Params)
			if (says != "") != c.told || (math.Abs(off) > 0.02) != c.told {
				t.Errorf("%s, %d substeps: stretched by %g m, its weight says %g; it says %q", name, c.substeps, d.Stretch, static, says)
			}
			if math.Abs(d.Pushed/static-1) > 0.02 {
				t.Errorf("%s, %d substeps: what was pushed stretches it by %g m, its weight by %g", name, c.substeps, d.Pushed, static)
			}
			e.Close()
		}
	}
}
