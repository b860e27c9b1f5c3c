package preset_test

import (
	"math"
	"os"
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

// What the recipes are made with, written down again.
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

// run goes on for a time [s] and returns the state.
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
	s := must.Get(preset.Of(name).Open(o))(t)
	return s
}
