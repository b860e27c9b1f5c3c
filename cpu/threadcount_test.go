package cpu

import (
	"runtime"
	"testing"

	"hooke/cpu/cputest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// Small models step with one thread and large ones with all, unless a number is asked for; the
// rule that Plan tells is that of the engine. States are the same bit for bit.
func TestThreadsAreWorthTheirTime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	canon := func(n int) *scene.Scene {
		m, start, err := build.Canon(n)
		must.Do(t, err)
		return &scene.Scene{Model: m, Params: model.Params{DT: build.CanonStep}, Start: start}
	}
	rope := cputest.Preset(t, "rope", 30_000)
	driven := *rope
	driven.Params = rope.Params.Clone()
	driven.Params.Actuators = []model.Actuator{{Amplitude: 0.01, Frequency: 1}}
	for _, c := range []struct {
		name  string
		scene *scene.Scene
		want  map[string]int // of each kernel
	}{
		{"walker", cputest.Preset(t, "walker", 0), map[string]int{"avx512": 1, "avx2": 1, "go": 2}},
		{"canon 8³", canon(8), map[string]int{"avx512": 1, "avx2": 1, "go": 2}},
		{"canon 26³", canon(26), map[string]int{"avx512": 2, "avx2": 2, "go": 2}},
		{"rope, tiles of many steps", rope, map[string]int{"avx512": 2, "avx2": 2, "go": 2}},
	} {
		if f, err := Plan(c.scene.Model, c.scene.Params, model.Single); err != nil || f.Threads != c.want[Kernels(model.Single)[0]] {
			t.Errorf("%s: the plan has %d threads; %v", c.name, f.Threads, err)
		}
		for _, kernel := range Kernels(model.Single) {
			var first model.Snapshot
			for _, asked := range []int{0, 1, 2} {
				e := must.Get(makeEngine[float32](c.scene.Model, c.scene.Params, Options{Threads: asked, Kernel: kernel}))(t)
				want := asked
				if asked == 0 {
					want = c.want[kernel]
				}
				if got := e.Threads(); got != want {
					t.Errorf("%s, %s, %d threads asked for: %d step, want %d (a sweep takes %v)", c.name, kernel, asked, got, want, e.Figures().SweepTime)
				}
				_ = e.Step(2)
				if now := snapshot(t, e); asked == 0 {
					first = now
				} else if !same(first, now) {
					t.Errorf("%s, %s: %d threads end elsewhere than those that the engine chooses", c.name, kernel, asked)
				}
				e.Close()
			}
		}
	}
	// Other parameters may be worth fewer threads, and the state stays.
	e := newEngine(t, rope.Model, rope.Params, rope.Start)
	defer e.Close()
	_ = e.Step(5)
	before, with := snapshot(t, e), e.Threads()
	must.Do(t, e.SetParams(driven.Params))
	if e.kernel.Name == "avx512" && (with != 2 || e.Threads() != 1) || !same(before, snapshot(t, e)) {
		t.Errorf("%d threads, then %d, or another state", with, e.Threads())
	}
	if err := e.Step(5); err != nil {
		t.Error(err)
	}
}
