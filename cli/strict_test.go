package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// A hanging rope that too few substeps leave too long says by how much, with the substeps that help; with
// --strict that is an error. With those substeps neither is said.
func TestStrictRunsRefuseUnsolvedSteps(t *testing.T) {
	scene := write(t, "hang.toml", `[run]
duration = 3
dt = 0.016666666666666666
solver = "impulses"
drag_half_life = 0.2
[[mesh]]
make = "rope"
masses = 21
length = 1
mass = 0.05
turn = [0, 90, 0]
stiffness = 2000
[[group]]
name = "top"
shape = "plane"
point = [0, 0, 0.499]
normal = [0, 0, 1]
[[pin]]
group = "top"
`)
	out := filepath.Join(t.TempDir(), "out")
	r := hooke(t, "run", scene, "--engine", "cpuref", "--substeps", "4", "--out", out).worked(t)
	if !strings.Contains(r.stderr, "warning: springs are stretched by 0.07") || !strings.Contains(r.stderr, "16 substeps") {
		t.Errorf("it says\n%s", r.stderr)
	}
	if r = hooke(t, "run", scene, "--engine", "cpuref", "--substeps", "4", "--strict", "--out", out); r.code != exitFailed || !strings.Contains(r.stderr, "--strict: springs are stretched by 0.07") {
		t.Errorf("exit code %d; it says\n%s", r.code, r.stderr)
	}
	if r = hooke(t, "run", scene, "--engine", "cpuref", "--substeps", "200", "--strict", "--out", out).worked(t); strings.Contains(r.stderr, "warning") {
		t.Errorf("with many substeps it says\n%s", r.stderr)
	}
}
