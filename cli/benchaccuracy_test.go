package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/bench"
	"hooke/must"
)

// bench --accuracy compares solvers on every engine that has them, tells what is left out, and its
// record is read and drawn again.
func TestBenchAccuracy(t *testing.T) {
	needsGL(t)
	folder := t.TempDir()
	record, picture, again := filepath.Join(folder, "r.jsonl"), filepath.Join(folder, "r.svg"), filepath.Join(folder, "again.svg")
	r := hooke(t, "bench", "--accuracy", "--quick", "--solvers", "symplectic-euler,impulses,pbd", "--substeps", "10,40", "--iterations", "1", "--warm", "0,0.5", "--repeats", "3",
		"--record", record, "--plot", picture).worked(t)
	rows := must.Get(bench.ReadFile(record))(t)
	errors := map[string]float64{}
	for _, row := range rows {
		if row.Accuracy == nil || row.Scene != "stiff-quick" || row.Commit == "" || row.Renderer == "" || row.Precision == "" {
			t.Fatalf("a row is %+v", row)
		}
		if row.Integrator == "impulses" && row.Accuracy.Warm == 0 {
			errors[row.Engine] = max(errors[row.Engine], row.MaxError)
		}
	}
	if e := errors["cpuref"]; !(e > 0.05 && e < 0.1) || !(errors["gpu"] > 0.99*e && errors["gpu"] < 1.01*e) {
		t.Errorf("errors of 10 substeps: %v", errors)
	}
	if !strings.Contains(r.stderr, "gpu fused: pbd: left out: gpu: the solver pbd: not a part of the engine gpu") || !strings.Contains(r.stdout, "impulses         40 × 1, warm 0.5") || !strings.Contains(r.stdout, "0.9 dt_safe") {
		t.Errorf("output\n%s%s", r.stdout, r.stderr)
	}
	if got := hooke(t, "bench", "--read", record, "--plot", again).worked(t); !strings.Contains(got.stdout, "40 × 1, warm 0.5") {
		t.Errorf("read again it is\n%s", got.stdout)
	}
	first := must.Get(os.ReadFile(picture))(t)
	if second, err := os.ReadFile(again); err != nil || string(first) != string(second) {
		t.Errorf("the pictures differ: %v", err)
	}
	if got := hooke(t, "bench", "--read", record, "--format", "markdown-accuracy").worked(t); !strings.Contains(got.stdout, "| impulses | 40 × 1 | `cpuref`, serial, 1 thread, double |") {
		t.Errorf("as Markdown it is\n%s", got.stdout)
	}
}
