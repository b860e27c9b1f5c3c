package cli

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model"
	"hooke/npy"
	"hooke/scene"
	"hooke/scene/open"
)

// A step far too large leaves the start, or a state soon after it, of every
// engine and pipeline.
func TestEveryEngineKeepsAGoodState(t *testing.T) {
	needsGL(t)
	for _, args := range []string{
		"--engine cpu", "--engine cpuref", "--engine cpuref --energy --integrator rk4", "--engine gpu --energy",
		"--engine gpu --pipeline fused --integrator verlet", "--engine gpu --pipeline fused-explicit", "--engine gpu --precision double",
	} {
		out := t.TempDir()
		r := hooke(t, append([]string{"run", "walker", "--dt", "1", "--out", out}, strings.Fields(args)...)...)
		path := filepath.Join(out, "last-good.npz")
		if r.code != exitFailed || !strings.Contains(r.stderr, "\n(wrote "+path+", the last good state: of step 0)\n") {
			t.Errorf("%s: exit code %d, message\n%s", args, r.code, r.stderr)
			continue
		}
		if arrays, err := npy.ReadArchive(path); err != nil || len(arrays) == 0 {
			t.Errorf("%s: %d arrays, %v", args, len(arrays), err)
		}
	}
}

// An engine that keeps no state itself is copied while it is well, not after.
func TestGoodState(t *testing.T) {
	s, err := open.Scene("cube", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	engine := &forgetful{start: s.Start, bad: 1}
	g, err := newGoodState(engine, s)
	if err != nil || g == nil {
		t.Fatalf("%v, %v", g, err)
	}
	for _, c := range []struct {
		step int64
		bad  float32 // x of mass 3 instead of 1 m
		want int64
	}{{5, 1, 5}, {9, float32(math.NaN()), 5}, {10, 1e9, 5}, {11, 1.5, 11}} {
		engine.step, engine.bad = c.step, c.bad
		g.ready = g.ready.Add(-1e12)
		if err := g.after(); err != nil {
			t.Fatal(err)
		}
		var got model.Snapshot
		if err := g.LastGood(&got); err != nil || got.Step != c.want {
			t.Errorf("after step %d, with x = %v: kept that of step %d, %v; want %d", c.step, c.bad, got.Step, err, c.want)
		}
	}
}

// forgetful is an engine that keeps no good state.
type forgetful struct {
	model.Engine
	start *model.State
	step  int64
	bad   float32
}

func (f *forgetful) Read(dst *model.Snapshot) error {
	dst.Resize(len(f.start.Position))
	dst.Step = f.step
	for i, x := range f.start.Position {
		dst.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
	}
	dst.Position[3][0] = f.bad
	return nil
}
