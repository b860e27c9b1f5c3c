package bench

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func sample() Row {
	return Row{
		Engine: "gpu", Pipeline: "two-pass", Renderer: "llvmpipe", Software: true, Precision: "single", Integrator: "verlet",
		Scene: "canon", Masses: 79507, Springs: 984438, DT: 5e-5,
		Steps: 36, Seconds: 0.5, SpringRate: 7.0879536e7, Spread: 0.034, RepeatsDone: 5,
		MaxError: 3.9e-4, RMSError: 1e-4, ErrorSteps: 100, Commit: "c0ffee", Host: "a machine",
	}
}

func TestJSONKeys(t *testing.T) {
	var out strings.Builder
	infinite := sample()
	infinite.MaxError = math.Inf(1)
	for _, r := range []Row{sample(), infinite} {
		if err := (Lines{&out}).Row(r); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want one a row", len(lines))
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"engine", "pipeline", "renderer", "precision", "scene", "masses", "springs", "steps",
		"seconds", "spring_updates_per_s", "max_error", "rms_error"} {
		if _, ok := got[key]; !ok {
			t.Errorf("no key %q in %s", key, lines[0])
		}
	}
	if got["springs"] != 984438.0 || got["spring_updates_per_s"] != 7.0879536e7 || got["max_error"] != 3.9e-4 {
		t.Errorf("wrong numbers in %s", lines[0])
	}
	if !strings.Contains(lines[1], `"max_error":null`) {
		t.Errorf("an infinite error is not null in %s", lines[1])
	}
}

func TestTable(t *testing.T) {
	var out strings.Builder
	table, err := NewTable(&out, Machine{CPU: "A CPU", Cores: 2, Memory: 3 << 30, OS: "an OS", Go: "go1.26", Commit: "c0ffee"})
	if err != nil {
		t.Fatal(err)
	}
	reference := Row{Engine: "cpuref", Pipeline: "serial", Renderer: "A CPU", Precision: "double", Integrator: "verlet", Scene: "canon", Masses: 1, Springs: 1}
	for _, r := range []Row{reference, sample()} {
		if err := table.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if lines[0] != "machine  A CPU, 2 logical cores, 3.0 GiB, an OS, go1.26" || lines[1] != "commit   c0ffee" {
		t.Errorf("the machine is described as %q, %q", lines[0], lines[1])
	}
	// Columns are separated by two spaces or more, or by one before a number.
	got := regexp.MustCompile(`\s+`).Split(lines[5], -1)
	want := []string{"gpu", "two-pass", "single", "verlet", "canon", "79507", "984438", "36", "0.5000", "7.088e+07", "3", "%", "0.00039", "0.0001"}
	if !slices.Equal(got, want) {
		t.Errorf("row is %q, want %q", got, want)
	}
	text := out.String()
	if !strings.Contains(text, "renderer  llvmpipe\n          SOFTWARE RENDERER") || strings.Count(text, "SOFTWARE") != 1 {
		t.Errorf("want one loud line, under llvmpipe, in\n%s", text)
	}
}

func TestThisMachine(t *testing.T) {
	m := ThisMachine("c0ffee")
	if m.CPU == "" || m.Cores < 1 || m.OS == "" || m.Go == "" || m.Commit != "c0ffee" {
		t.Errorf("machine is %+v; every field must say something", m)
	}
	if s := (Machine{CPU: "x", Cores: 1, OS: "y", Go: "z"}).String(); s != "x, 1 logical cores, memory unknown, y, z" {
		t.Errorf("without memory: %q", s)
	}
}
