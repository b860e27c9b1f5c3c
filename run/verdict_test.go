package run

import (
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
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
