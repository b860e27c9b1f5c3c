package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/physics"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// A run whose energy grew although every number stayed finite fails, loudly,
// and says what it wrote.
func TestBlowUpIsAFailure(t *testing.T) {
	out := t.TempDir()
	r := hooke(t, "run", "cube", "--engine", "cpuref", "--dt", "0.002", "--steps", "3000", "--out", out)
	if r.code != exitFailed {
		t.Errorf("exit code %d, want 1:\n%s", r.code, r.stdout)
	}
	for _, want := range []string{
		"\nhooke: energy grew from 1.18 J to ", ": the run blew up; dt = 0.002 s, safe step 0.00129 s: dt is above the safe step",
		fmt.Sprintf("\n(wrote %s, %s)\n", filepath.Join(out, "final.npz"), filepath.Join(out, "energy.csv")),
	} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("want %q in the message\n%s", want, r.stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "final.npz")); err != nil {
		t.Error(err)
	}
}

func TestBlowUpInAPicture(t *testing.T) {
	needsGL(t)
	path := filepath.Join(t.TempDir(), "x.png")
	r := hooke(t, "view", "cube", "--offscreen", path, "--dt", "0.002", "--steps-per-frame", "3000")
	if r.code != exitFailed || !strings.Contains(r.stderr, ": the run blew up; dt = 0.002 s") || !strings.HasSuffix(r.stderr, "\n(wrote "+path+")\n") {
		t.Errorf("exit code %d, message\n%s", r.code, r.stderr)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// The mark, in numbers: the cube has 0.8 kg, at rest, with its top 0.2 m over
// the ground, which is farther than its diagonal. So 0.8 · 9.81 · 0.2 J.
func TestBlowUpMark(t *testing.T) {
	s, err := open.Scene("cube", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const mark = 0.8 * 9.81 * 0.2
	start := physics.EnergyOf(s.Model, s.Params, s.Start)
	engine, err := cpuref.New(s.Model, s.Params)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		grew  float64
		blown bool
	}{{-1, false}, {0, false}, {0.999 * mark, false}, {1.001 * mark, true}, {math.NaN(), true}, {math.Inf(1), true}} {
		end := start
		end.Kinetic += c.grew
		if err := blownUp(s, &hot{engine, []float64{end.Total()}}, 1); (err != nil) != c.blown {
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
		s, err := open.Scene(c.name, c.options)
		if err != nil {
			t.Fatal(err)
		}
		engine, err := cpuref.New(s.Model, s.Params)
		if err != nil {
			t.Fatal(err)
		}
		if err := engine.Reset(s.Start); err != nil {
			t.Fatal(err)
		}
		judge := run.JudgeOf(s.Model, s.Params, s.Start, "double")
		const samples = 300
		for range samples {
			if err := engine.Step(c.steps / samples); err != nil {
				t.Fatal(err)
			}
			end, err := engine.Energy()
			if err != nil {
				t.Fatal(err)
			}
			if share := (end.Total() - judge.Start) / judge.Available; !(share <= nearest) {
				t.Fatalf("%s: energy grew by %.3g of the mark, want at most %g", c.name, share, nearest)
			}
		}
		engine.Close()
	}
}

// Near the limit of stability a run makes energy up without blowing up: that is told,
// with the step. Far from the limit it is not.
func TestUnexplainedEnergyIsTold(t *testing.T) {
	for dt, want := range map[string]string{"0.001158": "warning: nothing explains 0.", "0.0002": ""} {
		for _, more := range [][]string{nil, {"--energy"}} {
			args := append([]string{"run", "cube", "--engine", "cpuref", "--integrator", "verlet", "--dt", dt, "--steps", "2000", "--energy-every", "10", "--out", t.TempDir()}, more...)
			r := hooke(t, args...).worked(t)
			told := strings.Contains(r.stderr, "nothing explains")
			if told != (want != "") || !strings.Contains(r.stderr, want) || told && !strings.Contains(r.stderr, "dt = 0.00116 s is 0.9 of the safe step") {
				t.Errorf("%v:\n%s", args, r.stderr)
			}
		}
	}
}
