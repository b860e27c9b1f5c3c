package run

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// An engine that keeps no state itself is copied while it is well, not after.
func TestGoodState(t *testing.T) {
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	engine := &forgetful{start: s.Start, bad: 1}
	g, err := newLastGood(engine, s)
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
		must.Do(t, g.after())
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
