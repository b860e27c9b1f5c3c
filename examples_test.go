package main_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every scene in examples runs for a tenth of a second, on the engine that has
// everything.
func TestExamplesRun(t *testing.T) {
	files, err := filepath.Glob("examples/*.toml")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d examples, %v; want 4 or more", len(files), err)
	}
	program := filepath.Join(t.TempDir(), "hooke")
	if out, err := exec.Command("go", "build", "-tags", "egl", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			args := []string{"run", file, "--engine", "cpuref", "--time", "0.1", "--out", t.TempDir()}
			out, err := exec.Command(program, args...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "simulated time     0.1") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
