package cli

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/gpu/gltest"
	"hooke/must"
)

// tested calls the program with a cache folder and software renderers tested as cards are.
func tested(t *testing.T, cache string, shaders fs.FS, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	code := App{Stdout: &stdout, Stderr: &stderr, Shaders: shaders, Cache: cache, Selftest: engine.TestAll}.Run(context.Background(), args)
	return result{code, stdout.String(), stderr.String()}
}

// withoutContacts are shaders in which contacts push nothing.
func withoutContacts(t *testing.T) fs.FS {
	t.Helper()
	return gltest.Everywhere(t, "stiffness * depth", "stiffness * depth * 0.0")
}

// info ends with the self-test of a card, as text and in the document; of a renderer on the
// CPU it says nothing.
func TestInfoEndsWithTheSelftest(t *testing.T) {
	needsGL(t)
	text := tested(t, t.TempDir(), nil, "info", "cube", "--engines").worked(t).stdout
	_, end, found := strings.Cut(text, "\nself-test          passed, in ")
	if lines := strings.Split(strings.TrimSpace(end), "\n"); !found || len(lines) != 4 || !strings.Contains(end, " upload after clear: 20 buffers") ||
		!strings.Contains(end, " one step: 8000 masses") || !strings.Contains(end, " picture: the structure covers ") {
		t.Errorf("info ends with\n%s", text)
	}
	parts := parseInfo(t, tested(t, t.TempDir(), nil, "info", "--json"))["gl"].(map[string]any)["selftest"].(map[string]any)["parts"].([]any)
	if first := parts[0].(map[string]any); len(parts) != 3 || first["part"] != "upload after clear" || first["ok"] != true || first["seconds"].(float64) <= 0 {
		t.Errorf("the parts are %v", parts)
	}
	plain := parseInfo(t, hooke(t, "info", "--json"))["gl"].(map[string]any)
	if _, tells := plain["selftest"]; tells == plain["software"].(bool) {
		t.Errorf("software %v, and tested: %v", plain["software"], tells)
	}
}

// A device that fails is named with the part by info, which ends with exit code 1, and is
// refused by run and view, which step with the engine cpu all the same.
func TestUnfitDeviceIsRefused(t *testing.T) {
	needsGL(t)
	wrong := withoutContacts(t)
	for _, args := range [][]string{{"info"}, {"info", "--json"}} {
		r := tested(t, t.TempDir(), wrong, args...)
		if r.code != exitFailed || !strings.Contains(r.stderr, "the device fails the self-test: one step: ") || !strings.Contains(r.stdout, "8000 masses") {
			t.Errorf("%v: exit code %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	for _, verb := range []string{"run cube --steps 1 --out " + t.TempDir(), "view cube --offscreen " + filepath.Join(t.TempDir(), "a.png")} {
		r := tested(t, t.TempDir(), wrong, append(strings.Fields(verb), "--engine", "gpu")...)
		r.failed(t, verb, exitFailed, "fails hooke's self-test: one step: 8000 masses", "--engine cpu")
		r = tested(t, t.TempDir(), wrong, append(strings.Fields(verb), "--engine", "cpu")...).worked(t)
		if warns := strings.Contains(r.stderr, "warning: pictures may be empty or wrong: "); warns != strings.HasPrefix(verb, "view") {
			t.Errorf("%s --engine cpu says\n%s", verb, r.stderr)
		}
	}
}

// The answer is remembered beside the tunings: a failure until info has tested the device
// again, and found it well.
func TestAnswerOfTheSelftestIsRemembered(t *testing.T) {
	needsGL(t)
	cache := t.TempDir()
	run := func() result {
		return tested(t, cache, nil, "run", "cube", "--engine", "gpu", "--steps", "1", "--energy-every", "0", "--out", t.TempDir())
	}
	run().worked(t)
	path := filepath.Join(cache, "selftest.json")
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), `"fault": ""`) {
		t.Fatalf("%v: %s", err, text)
	}
	const fault = "picture: it was black"
	must.Do(t, os.WriteFile(path, []byte(strings.Replace(string(text), `"fault": ""`, `"fault": "`+fault+`"`, 1)), 0o666))
	run().failed(t, "", exitFailed, fault, "as remembered; hooke info tests it again")
	tested(t, cache, nil, "info").worked(t)
	run().worked(t)
}
