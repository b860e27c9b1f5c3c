package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cli"
	"hooke/must"
)

func hooke(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	code = cli.App{Stdout: &out, Stderr: &err, Cache: t.TempDir()}.Run(t.Context(), args)
	return code, out.String(), err.String()
}

// The verb prints each foot and the requested metrics, and returns an error for unknown ones.
func TestGait(t *testing.T) {
	code, out, stderr := hooke(t, "gait", "walker", "--steps", "50", "--out", t.TempDir(), "--metric", "height_min,-steps", "--set", "actuator[*].amplitude=0")
	if code != 0 || strings.Count(out, "in contact") != 6 || !strings.Contains(out, "height_min") || !strings.Contains(out, "\nsteps              50\n") || strings.Contains(out, "work  ") {
		t.Errorf("code %d\n%s%s", code, out, stderr)
	}
	for words, args := range map[string][]string{
		"did you mean \"speed\"?; known are com_x":                 {"walker", "--metric", "sped"},
		"no contacts that feet could":                              {"hinge"},
		"--time is given":                                          {"walker", "--steps", "5", "--time", "1"},
		`group "fot" is unknown; known are`:                        {"walker", "--groups", "fot"},
		`did you mean "bottom"?`:                                   {"walker", "--groups", "botom"},
		`--body: group "foot1" is unknown; did you mean "foot 1"?`: {"walker", "--body", "foot1"},
		`actuator[*].amplitud`:                                     {"walker", "--set", "actuator[*].amplitud=0"},
		"too many arguments":                                       {"walker", "worm"},
		"--settle: nothing before 5 s":                             {"walker", "--time", "0.01", "--settle", "5"},
		"walker diverged, and the files":                           {"walker", "--time", "0.1", "--set", "run.dt=0.01"},
		"gaits that are not there.toml":                            {"gaits that are not there.toml"},
	} {
		if code, _, stderr := hooke(t, append([]string{"gait", "--out", t.TempDir()}, args...)...); code == 0 || !strings.Contains(stderr, words) {
			t.Errorf("%v: code %d, %q", args, code, stderr)
		}
	}
}

// A robot without a dt is followed in the steps that run takes: a hundredth of its shortest period.
//
// Seen to fail: half the safe step, 6 steps in place of 51.
func TestGaitStepsAsRun(t *testing.T) {
	scene := filepath.Join(t.TempDir(), "bar.toml")
	text := "[run]\nduration = 0.02\n[[mesh]]\nmake = \"lattice\"\nmasses = [2, 2, 3]\nspacing = 0.1\nstiffness = 500\n[[contact]]\nshape = \"plane\"\n"
	must.Do(t, os.WriteFile(scene, []byte(text), 0o666))
	code, out, stderr := hooke(t, "run", scene, "--json", "--out", t.TempDir(), "--engine", "cpu")
	var ran struct{ Steps int }
	if err := json.Unmarshal([]byte(out), &ran); err != nil || code != 0 || ran.Steps < 30 {
		t.Fatalf("code %d, %v, %+v: %s", code, err, ran, stderr)
	}
	code, out, stderr = hooke(t, "gait", scene, "--metric", "steps", "--out", t.TempDir())
	if code != 0 || !strings.Contains(out, fmt.Sprintf("\nsteps              %d\n", ran.Steps)) {
		t.Errorf("code %d, %s%s; run takes %d steps", code, out, stderr, ran.Steps)
	}
}
