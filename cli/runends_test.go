package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/cli/report"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// canceller is a standard error on which the first line about progress, or
// anything else, is Ctrl-C.
type canceller struct {
	strings.Builder
	on     string
	cancel func()
}

func (c *canceller) Write(p []byte) (int, error) {
	n, err := c.Builder.Write(p)
	if strings.Contains(c.String(), c.on) {
		c.cancel()
	}
	return n, err
}

// Ctrl-C ends a run between steps: the state so far is written, and the exit code says that the run is not
// complete.
func TestRunInterrupted(t *testing.T) {
	out := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// The note about dt comes before the first step, so no step is taken: the
	// earliest interruption, and one that does not depend on the clock.
	var stdout strings.Builder
	stderr := &canceller{on: "warning: dt", cancel: cancel}
	code := App{Stdout: &stdout, Stderr: stderr}.Run(ctx, strings.Fields("run rope --engine cpuref --dt 1 --steps 1000 --out "+out))
	if code != exitFailed || !strings.Contains(stderr.String(), "hooke: interrupted at step 0 of 1000; wrote the state reached: "+
		filepath.Join(out, "final.npz")+", "+filepath.Join(out, "energy.csv")+", "+filepath.Join(out, "checkpoint.hooke")+"\n(to continue: hooke resume ") {
		t.Errorf("exit code %d, message\n%s", code, stderr)
	}
	must.Be(t, arrays(t, filepath.Join(out, "final.npz"))["step"].Data.([]int64)[0], 0, "final.npz is of step")
	if csv, err := os.ReadFile(filepath.Join(out, "energy.csv")); err != nil || strings.Count(string(csv), "\n") != 2 {
		t.Errorf("energy.csv is %q, %v; want a header and the start", csv, err)
	}
}

// A divergence names the step, the mass and the cause, and leaves no state. The
// energies up to there stay, without one that is not a finite number.
func TestRunDiverged(t *testing.T) {
	needsGL(t)
	for _, engine := range []string{"gpu", "cpuref"} {
		out := t.TempDir()
		r := hooke(t, "run", "lattice", "--springs", "500", "--dt", "0.1", "--steps", "4000", "--energy-every", "1", "--engine", engine, "--out", out)
		must.Be(t, r.code, exitFailed, "%s: exit code", engine)
		for _, word := range []string{"diverged at step ", " mass ", "springs [", "dt = 0.1 s is above the safe step"} {
			if !strings.Contains(r.stderr, word) {
				t.Errorf("%s: want %q in the message\n%s", engine, word, r.stderr)
			}
		}
		last := finiteRows(t, filepath.Join(out, "energy.csv"))
		var diverged int64
		if _, err := fmt.Sscanf(r.stderr[strings.Index(r.stderr, "diverged at"):], "diverged at step %d", &diverged); err != nil || last < 1 || last > diverged {
			t.Errorf("%s: energy.csv ends at step %d of a run that diverged at step %d (%v)", engine, last, diverged, err)
		}
		if want := fmt.Sprintf("\n(wrote %s up to step %d; no final.npz)\n(wrote %s, the last good state: of step 0)\n",
			filepath.Join(out, "energy.csv"), last, filepath.Join(out, "last-good.npz")); !strings.HasSuffix(r.stderr, want) {
			t.Errorf("%s: want %q at the end of the message\n%s", engine, want, r.stderr)
		}
		if entries := leftIn(t, out); len(entries) != 2 {
			t.Errorf("%s: left behind: %v, want energy.csv and last-good.npz only", engine, entries)
		}
	}

	out := t.TempDir()
	r := hooke(t, "run", "rope", "--dt", "1", "--steps", "4000", "--energy-every", "0", "--engine", "cpuref", "--out", out)
	if entries := leftIn(t, out); r.code != exitFailed || !strings.Contains(r.stderr, "\n(no energies, no final.npz)\n(wrote ") || !slices.Equal(entries, []string{"last-good.npz"}) {
		t.Errorf("without energies: exit code %d, left behind %v, message\n%s", r.code, entries, r.stderr)
	}
}

// A run whose collisions an engine cannot find ends with its sentence, as a divergence does: the energies
// up to there and the last good state stay.
func TestRunWithUnfindableCollisions(t *testing.T) {
	needsGL(t)
	out := t.TempDir()
	r := hooke(t, "run", "towel", "--dt", "12.5", "--steps", "400", "--energy-every", "1", "--engine", "gpu", "--out", out)
	last := finiteRows(t, filepath.Join(out, "energy.csv"))
	if want := fmt.Sprintf(": give a smaller dt than 12.5 s\n(wrote %s up to step %d; no final.npz)\n(wrote %s, the last good state: of step 0)\n",
		filepath.Join(out, "energy.csv"), last, filepath.Join(out, "last-good.npz")); r.code != exitFailed || last < 1 || !strings.HasSuffix(r.stderr, want) {
		t.Errorf("exit code %d, message\n%s\nwant %q at its end", r.code, r.stderr, want)
	}
	if entries := leftIn(t, out); !slices.Equal(entries, []string{"energy.csv", "last-good.npz"}) {
		t.Errorf("left behind: %v, want energy.csv and last-good.npz only", entries)
	}
}

// finiteRows reads energy.csv, in which every row but the header must hold
// finite numbers, one row a step from 0 on, and returns the last step.
func finiteRows(t *testing.T, path string) (last int64) {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	last = -1
	for line := range strings.Lines(strings.SplitN(string(data), "\n", 2)[1]) {
		last++
		for i, cell := range strings.Split(strings.TrimSpace(line), ",") {
			value, err := strconv.ParseFloat(cell, 64)
			if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || (i == 0 && value != float64(last)) {
				t.Fatalf("row %d of %s is %q", last, path, line)
			}
		}
	}
	return last
}

// Ctrl-C ends the measuring of the error too.
func TestMeasuringInterrupted(t *testing.T) {
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := report.MeasureAccuracy(ctx, &counting{}, s, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that it was interrupted", err)
	}
}

// A run that the engine refuses makes no folder, and leaves the files of an earlier run.
func TestRefusedRunsTouchNoFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	refused := func() {
		t.Helper()
		hooke(t, "run", "helix", "--engine", "gpu", "--out", out).failed(t, "", exitFailed, "--engine cpu")
	}
	if refused(); !errors.Is(statError(out), os.ErrNotExist) {
		t.Error("a folder was made")
	}
	hooke(t, "run", "bridge", "--engine", "cpu", "--steps", "5", "--out", out).worked(t)
	before := leftIn(t, out)
	if refused(); !slices.Equal(leftIn(t, out), before) || !slices.Contains(before, "final.npz") {
		t.Errorf("%v after a run that was refused, %v before", leftIn(t, out), before)
	}
}

func statError(path string) error {
	_, err := os.Stat(path)
	return err
}

// hollow drops a corner of a cube into the hollow between four masses of another one.
const hollow = `
[run]
duration = 0.1

[[mesh]]
name = "below"
make = "lattice"
masses = 2
spacing = 0.1
stiffness = 1000

[[mesh]]
name = "above"
make = "lattice"
masses = 2
spacing = 0.1
stiffness = 1000
move = [0.05, 0.05, 0.18]

[[contact]]
shape = "plane"
`

// Radii that reach over many neighbors are told before the first step, by info and by run.
func TestCrowdsAreTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "crowd.toml")
	text := "[[mesh]]\nmake = \"lattice\"\nmasses = 6\nspacing = 0.1\nstiffness = 1000\n[collision]\nwhich = \"all\"\nradius = "
	for radius, told := range map[string]bool{"0.05": false, "0.25": true} {
		must.Do(t, os.WriteFile(file, []byte(text+radius+"\n"), 0o600))
		for _, words := range [][]string{{"info", file}, {"run", file, "--engine", "cpu", "--steps", "2", "--out", filepath.Join(t.TempDir(), "out")}} {
			r := hooke(t, words...).worked(t)
			if got := strings.Contains(r.stderr, "of radius 0.25 m, has ") && strings.Contains(r.stderr, "give a smaller radius, such as 0.05 m"); got != told {
				t.Errorf("%s with radius %s: %q", words[0], radius, r.stderr)
			}
		}
	}
}

// A run tells the most touches of a mass, the same with all engines, and none without
// collisions.
func TestRunTellsTouches(t *testing.T) {
	needsGL(t)
	file := filepath.Join(t.TempDir(), "hollow.toml")
	must.Do(t, os.WriteFile(file, []byte(hollow), 0o600))
	for _, engine := range []string{"cpu", "cpuref", "gpu"} {
		r := hooke(t, "run", file, "--collide", "--engine", engine, "--json", "--out", filepath.Join(t.TempDir(), "out")).worked(t)
		var told struct{ Touches *struct{ Most int } }
		if err := json.Unmarshal([]byte(r.stdout), &told); err != nil || told.Touches == nil || told.Touches.Most != 4 {
			t.Errorf("%s: %v: %s", engine, err, r.stdout)
		}
	}
	r := hooke(t, "run", file, "--engine", "cpu", "--out", filepath.Join(t.TempDir(), "out")).worked(t)
	must.Hold(t, !strings.Contains(r.stdout, "touches"), "touches without collisions: %s", r.stdout)
}
