package run

import (
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
)

// The mark, in numbers: the cube has 0.8 kg, at rest, with its top 0.2 m over
// the ground, which is farther than its diagonal. So 0.8 · 9.81 · 0.2 J.
func TestBlowUpMark(t *testing.T) {
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	const mark = 0.8 * 9.81 * 0.2
	start := physics.EnergyOf(s.Model, s.Params, s.Start)
	engine := must.Get(cpuref.New(s.Model, s.Params))(t)
	for _, c := range []struct {
		grew  float64
		blown bool
	}{{-1, false}, {0, false}, {0.999 * mark, false}, {1.001 * mark, true}, {math.NaN(), true}, {math.Inf(1), true}} {
		end := start
		end.Kinetic += c.grew
		if err := BlownUp(s, &hot{engine, []float64{end.Total()}}, 1); (err != nil) != c.blown {
			t.Errorf("energy grew by %g J: %v, want blown up %v", c.grew, err, c.blown)
		} else if c.blown && !strings.Contains(err.Error(), "dt is within it") {
			t.Errorf("energy grew by %g J: %v", c.grew, err)
		}
	}
}

// No preset comes near the mark at any time of its run; the cube, undamped on a
// hard ground, comes nearest, with 2 %.
func TestPresetsStayFarFromTheMark(t *testing.T) {
	const nearest = 0.1 // of the mark
	for _, c := range []struct {
		name    string
		options scene.Options
		steps   int
	}{
		{"cube", scene.Options{}, 30_000},
		{"canon", scene.Options{Springs: 1000}, 300},
		{"lattice", scene.Options{Springs: 1000, Undamped: true}, 3000},
		{"cloth", scene.Options{Springs: 500, Undamped: true}, 6000},
		{"rope", scene.Options{Springs: 50, Undamped: true}, 6000},
		{"spot", scene.Options{Springs: 1000}, 2000},
	} {
		s := must.Get(open.Scene(c.name, c.options))(t)
		engine := must.Get(cpuref.New(s.Model, s.Params))(t)
		must.Do(t, engine.Reset(s.Start))
		judge := JudgeOf(s.Model, s.Params, s.Start, "double")
		const samples = 300
		for range samples {
			must.Do(t, engine.Step(c.steps/samples))
			end := must.Get(engine.Energy())(t)
			if share := (end.Total() - judge.Start) / judge.Available; !(share <= nearest) {
				t.Fatalf("%s: energy grew by %.3g of the mark, want at most %g", c.name, share, nearest)
			}
		}
		engine.Close()
	}
}

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
