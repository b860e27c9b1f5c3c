package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// Settings of scene --export are in the file that it writes, which is the scene of a run with these settings.
func TestExportWithSettings(t *testing.T) {
	settings := []string{"--set", "run.gravity=[0,0,-3]", "--set", "actuator[2].phase=0.5"}
	r := hooke(t, append([]string{"scene", "--export", "walker"}, settings...)...).worked(t)
	for _, words := range []string{"gravity = [0, 0, -3]", "phase = 0.5\n", "# With --set run.gravity=[0,0,-3], actuator[2].phase=0.5."} {
		if !strings.Contains(r.stdout, words) {
			t.Errorf("no %q in\n%s", words, r.stdout)
		}
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "scene.toml")
	must.Do(t, os.WriteFile(file, []byte(r.stdout), 0o600))
	final := func(name string, args ...string) string {
		out := filepath.Join(folder, name)
		hooke(t, append([]string{"run", "--engine", "cpuref", "--steps", "30", "--out", out}, args...)...).worked(t)
		text := must.Get(os.ReadFile(filepath.Join(out, "energy.csv")))(t)
		return string(text)
	}
	want := final("set", append([]string{"walker"}, settings...)...)
	if got := final("file", file); got != want || got == final("plain", "walker") {
		t.Errorf("the file runs as\n%s, the settings as\n%s", got, want)
	}
	if r := hooke(t, "scene", "--export", "walker", "--set", "run.dtt=1"); r.code == 0 || !strings.Contains(r.stderr, `key "dtt" is unknown`) || r.stdout != "" {
		t.Errorf("exit code %d, %s%s", r.code, r.stdout, r.stderr)
	}
}

// bench measures a preset with settings, and its rows say so; scenes without keys are refused. resume says why it takes none.
func TestSettingsOfBenchAndResume(t *testing.T) {
	r := hooke(t, benchArgs("--json --engines cpuref,cpu --scenes lattice --set run.gravity=[0,0,-1]")...).worked(t)
	for line := range strings.Lines(r.stdout) {
		var row struct{ Scene string }
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.Scene != "lattice+run.gravity=[0,0,-1]" {
			t.Errorf("%v: %q", err, line)
		}
	}
	for want, args := range map[string][]string{
		"network is made for the benchmark and has no keys": benchArgs("--engines cpuref --scenes network --set run.dt=1"),
		`key "dtt" is unknown`:                              benchArgs("--engines cpuref --scenes lattice --set run.dtt=1"),
		"--set: resume goes on with the numbers of the checkpoint, so that it ends as the run would have": {"resume", "checkpoint.hooke", "--set", "run.dt=1"},
	} {
		if r := hooke(t, args...); r.code == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("%v: exit code %d, %s", args, r.code, r.stderr)
		}
	}
}
