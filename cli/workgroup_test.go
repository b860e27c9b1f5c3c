package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// --workgroup reaches the engine, and the figures name it.
func TestWorkGroupIsNamed(t *testing.T) {
	needsGL(t)
	r := hooke(t, "run", "cube", "--engine", "gpu", "--steps", "3", "--workgroup", "64", "--out", t.TempDir()).worked(t)
	if !strings.Contains(r.stdout, " in work groups of 64, single precision\n") {
		t.Errorf("the figures do not name the work group:\n%s", r.stdout)
	}
	r = hooke(t, "run", "cube", "--engine", "gpu", "--steps", "3", "--workgroup", "32", "--json", "--out", t.TempDir()).worked(t)
	if !strings.Contains(r.stdout, `"work_group":32`) {
		t.Errorf("the JSON does not name the work group:\n%s", r.stdout)
	}
}

// A size that no device has is a wrong usage that lists the sizes, in every verb
// that makes a gpu engine.
func TestWrongWorkGroupIsWrongUsage(t *testing.T) {
	for _, verb := range [][]string{{"run", "cube"}, {"view", "--offscreen", filepath.Join(t.TempDir(), "x.png")}, {"check"}, {"bench"}, {"relax"}} {
		for _, size := range []string{"0", "100", "-64", "many"} {
			r := hooke(t, append(verb, "--workgroup", size)...)
			if r.code != 2 || !strings.Contains(r.stderr, "--workgroup") || !strings.Contains(r.stderr, "32 or 64 or 128 or 256 or 512 or 1024") {
				t.Errorf("%v --workgroup %s: exit code %d\n%s", verb, size, r.code, r.stderr)
			}
		}
	}
}
