package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// The wiring of bench, on a lattice of 158 springs: a row for each engine, the
// keys that a machine reads, and errors as small as float32 allows.
func TestBench(t *testing.T) {
	needsGL(t)
	r := hooke(t, "bench", "--springs", "158", "--repeats", "3", "--json").worked(t)
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d rows, want 5:\n%s", len(lines), r.stdout)
	}
	want := []struct {
		engine, pipeline, precision string
		most                        float64 // of max_error
	}{{"cpuref", "serial", "double", 0}, {"cpu", "fused", "single", 2e-3}, {"gpu", "two-pass", "single", 2e-3},
		{"gpu", "fused", "single", 2e-3}, {"gpu", "fused-explicit", "single", 2e-3}}
	for i, line := range lines {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		for _, key := range []string{"engine", "pipeline", "renderer", "precision", "scene", "masses", "springs", "steps", "seconds",
			"spring_updates_per_s", "max_error", "rms_error"} {
			if row[key] == nil {
				t.Errorf("row %d has no %s: %s", i, key, line)
			}
		}
		w := want[i]
		if row["engine"] != w.engine || row["pipeline"] != w.pipeline || row["precision"] != w.precision || row["scene"] != "canon" ||
			row["masses"] != 27.0 || row["springs"] != 158.0 || row["max_error"].(float64) > w.most {
			t.Errorf("row %d is %s, want %+v", i, line, w)
		}
	}
}

// The table goes to standard output, progress to standard error.
func TestBenchTable(t *testing.T) {
	r := hooke(t, "bench", "--springs", "158", "--repeats", "3", "--engines", "cpuref").worked(t)
	if !strings.HasPrefix(r.stdout, "machine  ") || !strings.Contains(r.stdout, "\ncpuref  serial    double    symplectic-euler canon ") {
		t.Errorf("table is\n%s", r.stdout)
	}
	if !strings.Contains(r.stderr, "repeat 3 of 3") {
		t.Errorf("progress is\n%s", r.stderr)
	}
}
