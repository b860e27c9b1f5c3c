package cli

import (
	"bytes"
	"context"
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

// What scene prints is the schema, or a file that the other verbs take.
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
