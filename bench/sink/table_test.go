package sink

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hooke/bench"
	"hooke/must"
)

func sample() bench.Row {
	return bench.Row{
		Engine: "gpu", Pipeline: "fused", Renderer: "llvmpipe", Software: true, Driver: "OpenGL 4.5", Precision: "single", Integrator: "verlet",
		WorkGroup: 128, Scene: "canon", Title: "canon 43³", Masses: 79507, Springs: 984438, DT: 5e-5,
		Steps: 36, Seconds: 0.5, Device: 0.45, HostMicros: 4.5, SpringRate: 7.0879536e7, Spread: 0.034, RepeatsDone: 3, Repeats: []float64{0.51, 0.5, 0.493},
		MaxError: 3.9e-4, RMSError: 1e-4, ErrorSteps: 100, BuildSeconds: 0.25, SetupSeconds: 0.125, Memory: 9844380,
		Passes: []bench.Pass{{Name: "spring-force", Bytes: 984438 * 8, Seconds: 0.004}, {Name: "integrate", Bytes: 984438 * 2}}, Copied: 4e9,
		Commit: "c0ffee", Host: "A CPU, 2 logical cores, an OS",
	}
}

func thisMachine() bench.Machine {
	return bench.Machine{CPU: "A CPU", Cores: 2, Memory: 3 << 30, OS: "an OS", Go: "go1.26", Commit: "c0ffee"}
}

// Numbers derived from a row: 10 bytes a spring in 36 steps of 0.5 s.
func TestRowArithmetic(t *testing.T) {
	r := sample()
	must.Be(t, r.StepBytes(), int64(9844380), "a step moves bytes")
	const rounding = 1e-12
	if got, want := r.ByteRate(), 9844380*36/0.5; math.Abs(got-want) > rounding*want {
		t.Errorf("%g bytes/s, want %g", got, want)
	}
	must.Near(t, r.Roof(), 9844380*72/4e9, rounding, "of the roof")
	if zero := (bench.Row{}); zero.StepBytes() != 0 || zero.ByteRate() != 0 || zero.Roof() != 0 {
		t.Error("an empty row has a bandwidth")
	}
}

func TestTable(t *testing.T) {
	var out strings.Builder
	table := must.Get(NewTable(&out, thisMachine()))(t)
	reference := bench.Row{Engine: "cpuref", Pipeline: "serial", Renderer: "A CPU", Driver: "float64", Precision: "double", Integrator: "verlet",
		Scene: "canon", Title: "canon 43³", Masses: 79507, Springs: 984438, DT: 5e-5, Steps: 3, Seconds: 0.5, SpringRate: 5.9e6, Threads: 1}
	long := sample()
	long.Pipeline, long.Precision, long.Seconds, long.Device, long.SpringRate = "fused+storage", "compensated", 12345.6*36, 12345.6*36, 9.999e11
	long.HostMicros, long.Spread, long.MaxError, long.RMSError, long.Memory, long.SetupSeconds = 12345.6e3, 2.5, 1.2e-12, 3.4e-12, 984438*1234, 123
	other := sample()
	other.Scene, other.Title, other.StepsPerFrame = "cloth-128", "cloth 128×128", 16
	for _, r := range []bench.Row{reference, sample(), long, other} {
		must.Do(t, table.Row(r))
	}
	must.Do(t, table.Close())
	got := out.String()
	for line := range strings.Lines(got) {
		if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > 120 {
			t.Errorf("%d columns: %s", width, line)
		}
	}
	if !strings.HasPrefix(got, "machine  A CPU, 2 logical cores, 3.0 GiB, an OS, go1.26\ncommit   c0ffee\n\ncanon: canon 43³; 79507 masses, 984438 springs, built in 0 s\ndt 5e-05 s, verlet, ") {
		t.Errorf("head is\n%s", got)
	}
	if strings.Count(got, "canon 43³") != 1 || !strings.Contains(got, "\n\ncloth-128: cloth 128×128; 79507 masses, 984438 springs, built in 0.25 s\ndt 5e-05 s, 16 steps a frame, verlet, errors over 100 steps\n") {
		t.Errorf("not one line for each case:\n%s", got)
	}
	var row []string
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "gpu ") && row == nil {
			row = strings.Fields(line)
		}
	}
	want := strings.Fields("gpu fused single 128 wg 13.89 12.5 4.5 70.9 M 3 % 0.00039 0.0001 10 0.709 18 % 10 0.12")
	must.Be(t, cmp.Diff(want, row), "", "row (-want +got)")
	if !regexp.MustCompile(`\ngpu +llvmpipe, OpenGL 4.5\n +SOFTWARE RENDERER`).MatchString(got) || strings.Count(got, "SOFTWARE RENDERER") != 1 {
		t.Errorf("want one loud line, under llvmpipe, in\n%s", got)
	}
	if !regexp.MustCompile(`\ncpuref serial +double 1 thr +166.7 +- +- +5.90 M .* - +- +- +- +0\n`).MatchString(got) {
		t.Errorf("what is not known is no dash in\n%s", got)
	}
}

func TestHostTextHasFourLetters(t *testing.T) {
	for micros, want := range map[float64]string{0: "-", 1.234: "1.23", 12.34: "12.3", 99.96: "100", 1234.4: "1234", 9999.6: "10k", 345_600: "346k", 999_600: "1M", 123e6: "123M"} {
		must.Be(t, hostText(micros), want, "%g µs", micros)
	}
}

func TestPassTable(t *testing.T) {
	var out strings.Builder
	table := &PassTable{W: &out}
	for _, r := range []bench.Row{{Engine: "cpuref"}, sample()} {
		must.Do(t, table.Row(r))
	}
	must.Do(t, table.Close())
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 4 {
		t.Fatalf("want a head and two passes:\n%s", out.String())
	}
	// 8 bytes a spring in 4 ms are 1.97 GB/s, of 4.
	must.BeAll(t, strings.Fields(lines[1]), strings.Fields("canon 984438 gpu fused spring-force 8 4 1.97 49 %"), "pass")
	must.BeAll(t, strings.Fields(lines[2]), strings.Fields("canon 984438 gpu fused integrate 2 - - -"), "pass that was not timed")
}

func TestNumbersForPeople(t *testing.T) {
	for x, want := range map[float64]string{0.5: "0.50", 999: "999", 1000: "1.00 k", 70879536: "70.9 M", 3.125e9: "3.12 G", 99.96e6: "100 M", 9.996e9: "10.0 G"} {
		must.Be(t, siText(x), want, "siText(%g)", x)
	}
	for n, want := range map[int]string{1: "1", 999: "999", 1000: "1,000", 984438: "984,438", 12345678: "12,345,678"} {
		must.Be(t, grouped(n), want, "grouped(%d)", n)
	}
}

func TestMarkdown(t *testing.T) {
	var out strings.Builder
	m := &Markdown{W: &out}
	reference := sample()
	reference.Engine, reference.Pipeline, reference.Threads, reference.Software, reference.Spread = "cpuref", "serial", 1, false, 0.2
	for _, r := range []bench.Row{sample(), reference} {
		must.Do(t, m.Row(r))
	}
	must.Do(t, m.Close())
	got := out.String()
	for _, want := range []string{
		"\n| canon | 984,438 | `gpu`, fused | single | 70.9 M | 0.00039 | 0.0001 | 10 B | 18 % | 10 B |\n",
		"\n| canon | 984,438 | `cpuref`, serial, 1 thread | single | 70.9 M | 0, by definition | 0, by definition |",
		"at least 3 interleaved repeats at commit `c0ffee` on A CPU, 2 logical cores, an OS; `gpu` on llvmpipe (OpenGL 4.5), which is software",
		"were 3 to 20 % apart",
	} {
		must.Hold(t, strings.Contains(got, want), "no %q in\n%s", want, got)
	}
}

// Where one engine ran with several numbers of threads, which each row has, it is
// named once.
func TestMarkdownNamesAnEngineOnce(t *testing.T) {
	var out strings.Builder
	m := &Markdown{W: &out}
	for _, threads := range []int{1, 2} {
		r := sample()
		r.Engine, r.Software, r.Driver, r.Threads = "cpu", false, "avx512", threads
		r.Renderer = fmt.Sprintf("A CPU, avx512, %d threads", threads)
		must.Do(t, m.Row(r))
	}
	must.Do(t, m.Close())
	for _, want := range []string{"an OS; `cpu` on A CPU, avx512. Repeats", "`cpu`, fused, 1 thread |", "`cpu`, fused, 2 threads |"} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("want one %q in\n%s", want, out.String())
		}
	}
}

// A single repeat, as of a run that was ended early, is not near any other.
func TestSpreadOfOneRepeat(t *testing.T) {
	one := sample()
	one.Repeats, one.RepeatsDone, one.Spread = one.Repeats[:1], 1, 0
	two := sample()
	for _, c := range []struct {
		rows      []bench.Row
		has, lack string
	}{
		{[]bench.Row{one}, "Medians of at least 1 interleaved repeats", "apart"},
		{[]bench.Row{one, two}, "were 3 to 3 % apart", ""},
	} {
		if got := below(c.rows); !strings.Contains(got, c.has) || c.lack != "" && strings.Contains(got, c.lack) {
			t.Errorf("want %q and no %q in\n%s", c.has, c.lack, got)
		}
	}
	var out strings.Builder
	table := must.Get(NewTable(&out, thisMachine()))(t)
	must.Do(t, table.Row(one))
	if !strings.Contains(out.String(), " 70.9 M      - 0.00039 ") {
		t.Errorf("want a dash for the spread in\n%s", out.String())
	}
}

func TestThisMachine(t *testing.T) {
	m := bench.ThisMachine("c0ffee")
	if m.CPU == "" || m.Cores < 1 || m.OS == "" || m.Go == "" || m.Commit != "c0ffee" {
		t.Errorf("machine is %+v; every field must say something", m)
	}
	must.Be(t, (bench.Machine{CPU: "x", Cores: 1, OS: "y", Go: "z"}).String(), "x, 1 logical cores, memory unknown, y, z", "without memory")
	must.Be(t, (bench.Machine{CPU: m.String()}).String(), m.String(), "from a record")
}

// A pipeline whose name is longer than its column has a line of its own, and the columns stay.
func TestLongNamesKeepColumns(t *testing.T) {
	var out strings.Builder
	table := must.Get(NewTable(&out, bench.Machine{}))(t)
	for _, pipeline := range []string{"fused", "fused+laws+unroll4"} {
		row := bench.Row{Engine: "gpu", Pipeline: pipeline, Renderer: "r", Precision: "single", WorkGroup: 256, Scene: "canon", Springs: 9, Steps: 1, Seconds: 1}
		must.Do(t, table.Row(row))
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	plain, name, long := lines[len(lines)-3], lines[len(lines)-2], lines[len(lines)-1]
	if name != "gpu    fused+laws+unroll4" || strings.Index(plain, "256 wg") != strings.Index(long, "256 wg") || strings.Contains(long, "fused") {
		t.Errorf("the table is\n%s", out.String())
	}
}

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

// A document with a mistake in it is refused, and the error names the expected text.
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
