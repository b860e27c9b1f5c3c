package sink

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/bench"
	"hooke/must"
)

func TestSummary(t *testing.T) {
	var out strings.Builder
	s := &Summary{W: &out}
	small, reference := sample(), sample()
	small.Springs, small.SpringRate = 56368, 1.234e9
	reference.Engine, reference.Pipeline, reference.Threads, reference.Software, reference.Precision = "cpuref", "serial", 1, false, "double"
	for _, r := range []bench.Row{small, sample(), reference} {
		must.Do(t, s.Row(r))
	}
	must.Do(t, s.Close())
	want := "| engine, pipeline, precision | canon, 56,368 springs | canon, 984,438 springs |\n|---|---:|---:|\n" +
		"| `gpu`, fused, single (software OpenGL) | 1.23 G/s (error 0.00039) | 70.9 M/s (error 0.00039) |\n" +
		"| `cpuref`, serial, 1 thread, double | - | 70.9 M/s (the reference) |\n\nMedians of at least 3 "
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("summary is\n%s\nwant\n%s", out.String(), want)
	}
}

func TestMarkdownPasses(t *testing.T) {
	var out strings.Builder
	m := must.Get(NewDocumentSink(FormatPasses, &out))(t)
	must.Do(t, m.Row(sample()))
	must.Do(t, m.Close())
	if got := out.String(); !strings.HasPrefix(got, "```text\nscene ") || !strings.HasSuffix(got, "```\n") || strings.Count(got, "\n") != 5 {
		t.Errorf("passes are\n%s", got)
	}
}

// A document with a mistake in it is refused, with what is wanted.
func TestDocumentRefuses(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "bad.jsonl"), []byte("{"), 0o666))
	const end = "\n<!-- end of bench -->\n"
	for text, want := range map[string]string{
		"<!-- bench markdown gone.jsonl -->" + end: "gone.jsonl: no such file",
		"<!-- bench markdown bad.jsonl -->" + end:  "bad.jsonl:1: ",
		"<!-- bench markdown bad.jsonl -->\n":      `want "<!-- bench FORMAT RECORD -->" and, further down, "<!-- end of bench -->"`,
		"<!-- bench markdown -->" + end:            `want "<!-- bench FORMAT RECORD -->"`,
		"<!-- bench markdown bad.jsonl" + end:      `want "<!-- bench FORMAT RECORD -->"`,
	} {
		if _, _, err := Document(text, folder); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if got, tables, err := Document("no `<!-- bench ...` table\n", folder); err != nil || got != "no `<!-- bench ...` table\n" || tables != 0 {
		t.Errorf("without tables: %q, %d, %v", got, tables, err)
	}
	if _, err := NewDocumentSink("poem", nil); err == nil {
		t.Error("format poem is no error")
	}
}
