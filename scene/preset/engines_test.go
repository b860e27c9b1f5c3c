package preset_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
)

// The materials of the recipes, written down again.
const (
	dropPart           = 1. / 50
	walkerSpacing      = 0.04 // [m]
	wormSpacing        = 0.04 // [m]
	wormCells          = 16
	rodLength          = 0.5 // [m]
	breathingAmplitude = 0.15
	jellyFull          = 0.3  // [m]
	drapeRadius        = 0.25 // [m]
	flagLength         = 1.2  // [m]
	sag                = 0.01
)

// eachEngine runs a test of a preset on the engine that a machine without a card takes, and in
// the long form on the reference and on the device, too. That engines agree is proven elsewhere.
func eachEngine(t *testing.T, test func(t *testing.T, start starter)) {
	t.Run("cpu", func(t *testing.T) {
		test(t, func(s *scene.Scene) *trial { return onCPU(t, s) })
	})
	if os.Getenv("HOOKE_LONG") == "" {
		return
	}
	t.Run("reference", func(t *testing.T) {
		test(t, func(s *scene.Scene) *trial {
			e, err := cpuref.New(s.Model, s.Params)
			return newTrial(t, s, e, err)
		})
	})
	t.Run("gpu", func(t *testing.T) {
		ctx := gltest.New(t)
		test(t, func(s *scene.Scene) *trial {
			e, err := gpu.New(ctx, s.Model, s.Params, gpu.Options{})
			return newTrial(t, s, e, err)
		})
	})
}

// onCPU starts a run of a scene on the engine cpu.
func onCPU(t *testing.T, s *scene.Scene) *trial {
	t.Helper()
	e, err := cpu.New(s.Model, s.Params, cpu.Options{Threads: 2})
	return newTrial(t, s, e, err)
}

type starter func(*scene.Scene) *trial

// trial is a run of a scene.
type trial struct {
	*testing.T
	scene  *scene.Scene
	engine model.Engine
	state  *model.State
}

func newTrial(t *testing.T, s *scene.Scene, e model.Engine, err error) *trial {
	t.Helper()
	r := &trial{T: t, scene: s, engine: e}
	r.check(err)
	t.Cleanup(e.Close)
	r.check(e.Reset(s.Start))
	r.run(0)
	return r
}

func (r *trial) check(err error) {
	r.Helper()
	must.Do(r, err)
}

// run continues for a time [s] and returns the state.
func (r *trial) run(seconds float64) *model.State {
	r.Helper()
	r.check(r.engine.Step(int(math.Round(seconds / r.scene.Params.DT))))
	r.check(r.engine.Finish())
	var now model.Snapshot
	r.check(r.engine.Read(&now))
	r.state = now.State()
	return r.state
}

// stretch is the smallest and the largest L/L0 of the springs now.
func (r *trial) stretch() (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for i, ends := range r.scene.Model.Ends {
		ratio := r.state.Position[ends[0]].Sub(r.state.Position[ends[1]]).Len() / r.scene.Model.RestLength[i]
		lo, hi = min(lo, ratio), max(hi, ratio)
	}
	return lo, hi
}

// center is the center of mass now [m].
func (r *trial) center() model.Vec3 {
	var sum model.Vec3
	total := 0.0
	for i, mass := range r.scene.Model.Mass {
		sum = sum.Add(r.state.Position[i].Mul(mass))
		total += mass
	}
	return sum.Mul(1 / total)
}

// open makes the scene of a preset.
func open(t *testing.T, name string, o scene.Options) *scene.Scene {
	t.Helper()
	return must.Get(preset.Of(name).Open(o))(t)
}

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
		if c.fewer == 0 || !must.Long() {
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
		tolerance = 0.01 // measured: 0.96 % at most, of the worm in Verlet
	)
	for name, size := range map[string][3]int{"worm": {}, "walker": {}, "flag": {}, "tensegrity": {}, "breathing": {5, 5, 5}, "jelly": {6, 6, 6}} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			if byVerlet := integrator == model.VelocityVerlet; !must.Long() && byVerlet != slices.Contains([]string{"worm", "flag", "breathing"}, name) {
				continue
			}
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
