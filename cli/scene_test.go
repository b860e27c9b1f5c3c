package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene/toml/spec"
)

func runScene(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = App{Stdout: &out, Stderr: &err}.Run(context.Background(), append([]string{"scene"}, args...))
	return code, out.String(), err.String()
}

// The verb scene prints the schema, or a file that the other verbs take.
func TestSceneVerb(t *testing.T) {
	if code, out, _ := runScene("--print-schema"); code != exitOK || out != spec.Schema() {
		t.Errorf("exit code %d, %d bytes of schema", code, len(out))
	}
	code, text, stderr := runScene("--export", "jelly", "--masses", "4", "--dt", "1e-4")
	if code != exitOK || !strings.Contains(text, "dt = 0.0001 # s\n") || !strings.Contains(text, "preset = \"jelly\"\nmasses = [4]\n") {
		t.Fatalf("exit code %d, %s\n%s", code, stderr, text)
	}
	path := filepath.Join(t.TempDir(), "jelly.toml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	var out, errs bytes.Buffer
	code = App{Stdout: &out, Stderr: &errs}.Run(context.Background(), []string{"info", path})
	if code != exitOK || !strings.Contains(out.String(), "jelly") {
		t.Errorf("info: exit code %d\n%s%s", code, out.String(), errs.String())
	}
}

func TestSceneVerbMisused(t *testing.T) {
	for want, args := range map[string][]string{
		"give one of --print-schema and --export PRESET":  {},
		"give one of --print-schema and --export PRESET ": {"--print-schema", "--export", "cube"},
		"--print-schema takes no other flags":             {"--print-schema", "--springs", "5"},
		"--springs: cube has no use for it":               {"--export", "cube", "--springs", "5"},
	} {
		if code, _, stderr := runScene(args...); code != exitUsage || !strings.Contains(stderr, strings.TrimSpace(want)) {
			t.Errorf("%v: exit code %d, %s", args, code, stderr)
		}
	}
	if code, _, stderr := runScene("--export", "cubee"); code != exitUsage || !strings.Contains(stderr, `--export: "cubee" is no preset; did you mean "cube"?; presets: cube, canon`) {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// Faults of a scene file end a verb with exit code 1 and a caret.
func TestFaultyScenesFail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.toml")
	must.Do(t, os.WriteFile(path, []byte("[[mesh]]\npreset = \"cube\"\nspin = 3\n"), 0o666))
	for _, verb := range []string{"run", "info", "relax", "check"} {
		var out, errs bytes.Buffer
		code := App{Stdout: &out, Stderr: &errs}.Run(context.Background(), []string{verb, path})
		if code != exitFailed || !strings.Contains(errs.String(), "bad.toml:3:1: key \"spin\" is unknown in mesh") || !strings.Contains(errs.String(), "    spin = 3\n    ^^^^\n") {
			t.Errorf("%s: exit code %d\n%s", verb, code, errs.String())
		}
	}
}

// Settings of scene --export are in the file that it writes, which is the scene of a run with these settings.
func TestExportWithSettings(t *testing.T) {
	settings := []string{"--set", "run.gravity=[0,0,-3]", "--set", "actuator[2].phase=0.5"}
	r := hooke(t, append([]string{"scene", "--export", "walker"}, settings...)...).worked(t)
	for _, words := range []string{"gravity = [0, 0, -3]", "phase = 0.5\n", "# With --set run.gravity=[0,0,-3], actuator[2].phase=0.5."} {
		must.Hold(t, strings.Contains(r.stdout, words), "no %q in\n%s", words, r.stdout)
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
		"--set: resume continues with the values of the checkpoint; for other values start a run": {"resume", "checkpoint.hooke", "--set", "run.dt=1"},
	} {
		if r := hooke(t, args...); r.code == 0 || !strings.Contains(r.stderr, want) {
			t.Errorf("%v: exit code %d, %s", args, r.code, r.stderr)
		}
	}
}
