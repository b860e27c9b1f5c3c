package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// Near the limit of stability a run makes energy up without blowing up: that is told,
// with the step. Far from the limit it is not.
func TestUnexplainedEnergyIsReported(t *testing.T) {
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
