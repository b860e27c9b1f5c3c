package sink

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hooke/bench"
	"hooke/must"
)

// runs are rows with errors of whole runs: explicit steps and impulses, of two scenes.
func runs() []bench.Row {
	explicit, impulses, other := sample(), sample(), sample()
	for _, r := range []*bench.Row{&explicit, &impulses, &other} {
		r.Scene, r.Title, r.Springs, r.Masses, r.Steps = "stiff-12", "cloth 20×20", 2206, 400, 30
	}
	explicit.Integrator, explicit.MaxError = "symplectic-euler", 0.00279
	explicit.Accuracy = &bench.Accuracy{Simulated: 0.5, Ratio: 12, Safe: 0.9, Visits: 14, CPU: 0.01, Energy: 1e-3}
	impulses.Integrator, impulses.MaxError, impulses.Substeps, impulses.Sweeps = "impulses", 0.00217, 40, 1
	impulses.Accuracy = &bench.Accuracy{Simulated: 0.5, Ratio: 12, Warm: 0.5, Visits: 80, CPU: 0.5, Residual: 5e-6, Energy: -0.004, Angular: 1e-14}
	other.Integrator, other.MaxError, other.Scene, other.Substeps, other.Sweeps = "impulses", 7, "stiff-beam", 100, 1
	other.Accuracy = &bench.Accuracy{Simulated: 0.5, Ratio: 60, Chosen: true, Visits: 200}
	return []bench.Row{explicit, impulses, other}
}

// printed returns the text that a sink prints of rows.
func printed(t *testing.T, sink Sink, out *strings.Builder, rows ...bench.Row) string {
	t.Helper()
	for _, r := range rows {
		must.Do(t, sink.Row(r))
	}
	must.Do(t, sink.Close())
	return out.String()
}

func TestAccuracyTable(t *testing.T) {
	var out strings.Builder
	table := must.Get(NewAccuracyTable(&out, thisMachine()))(t)
	text := printed(t, table, &out, runs()...)
	for _, want := range []string{"\nstiff-12: cloth 20×20; 400 masses, 2206 springs, 0.5 s\n", "symplectic-euler 0.9 dt_safe", "40 × 1, warm 0.5", "100 × 1, chosen",
		"     14  70.9 M", "    0.02   0.0028    +0.001", "       1   0.0022    -0.004    1e-14    5e-06\n", "SOFTWARE RENDERER"} {
		must.Hold(t, strings.Contains(text, want), "no %q in\n%s", want, text)
	}
	for _, line := range strings.Split(text, "\n") {
		if n := utf8.RuneCountInString(line); n > 160 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
	must.Hold(t, table.Row(sample()) != nil, "a row without an error of a whole run is taken")
}

// The table for documents has a line for each solver and a column for each scene.
func TestAccuracyMarkdown(t *testing.T) {
	var out strings.Builder
	text := printed(t, &AccuracyMarkdown{W: &out}, &out, runs()...)
	for _, want := range []string{"| engine, pipeline, precision | stiff-12 | stiff-beam |", "| symplectic-euler | 0.9 dt_safe | `gpu`, fused, single (software OpenGL) | 0.0028 (14; 0.02) | - |\n",
		"| impulses | 40 × 1, warm 0.5 | `gpu`, fused, single (software OpenGL) | 0.0022 (80; 1) | - |\n", "| impulses | as it chooses | `gpu`, fused, single (software OpenGL) | - | 7 (200; 0) |\n", "Commit `c0ffee` on A CPU"} {
		must.Hold(t, strings.Contains(text, want), "no %q in\n%s", want, text)
	}
	plain := &AccuracyMarkdown{W: io.Discard}
	if err := errors.Join(plain.Row(sample()), plain.Close()); err == nil {
		t.Error("a row without an error of a whole run is taken")
	}
}

// The picture has a panel for each scene, a mark for each row, and a tooltip.
func TestAccuracyPlot(t *testing.T) {
	var out strings.Builder
	fine := runs()[1]
	fine.Substeps, fine.Seconds, fine.MaxError = 100, 1, 5e-4
	fine.Accuracy = &bench.Accuracy{Simulated: 0.5, Warm: 0.5, Visits: 200, CPU: 1.2}
	text := printed(t, &AccuracyPlot{W: &out}, &out, append(runs(), fine)...)
	for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	for what, want := range map[string]int{">stiff-12</text>": 1, ">stiff-beam</text>": 1, "error 0.0022 for 1 s/s": 1, "100 × 1, chosen": 1, "<circle ": 5, `stroke-width="1.5"`: 1} {
		if n := strings.Count(text, what); n != want {
			t.Errorf("%d times %q, want %d in\n%s", n, what, want, text)
		}
	}
	must.Hold(t, (&AccuracyPlot{W: io.Discard}).Row(sample()) != nil, "a row without an error of a whole run is taken")
}

// Rows with errors of whole runs come back as they were written, others without.
func TestAccuracyRoundTrip(t *testing.T) {
	rows := append(runs(), sample())
	var out strings.Builder
	printed(t, Lines{&out}, &out, rows...)
	got := must.Get(bench.ReadRows(strings.NewReader(out.String()), "rows.jsonl"))(t)
	must.Be(t, cmp.Diff(rows, got), "", "rows (-written +read)")
}
