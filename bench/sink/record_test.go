package sink

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/bench"
	"hooke/must"
)

// Rows come back as they were written. The file also holds the derived numbers, for other programs.
func TestRecordRoundTrip(t *testing.T) {
	infinite := sample()
	infinite.MaxError, infinite.Device, infinite.Passes, infinite.Copied, infinite.WorkGroup, infinite.Threads = math.Inf(1), 0, nil, 0, 0, 2
	rows := []bench.Row{sample(), infinite}
	var out strings.Builder
	for _, r := range rows {
		must.Do(t, (Lines{&out}).Row(r))
	}
	got := must.Get(bench.ReadRows(strings.NewReader(out.String()), "rows.jsonl"))(t)
	must.Be(t, cmp.Diff(rows, got), "", "rows (-written +read)")

	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 2 || !strings.Contains(lines[1], `"max_error":null`) {
		t.Errorf("want a line each, an infinite error null:\n%s", out.String())
	}
	var keys map[string]any
	must.Do(t, json.Unmarshal([]byte(lines[0]), &keys))
	for key, want := range map[string]any{"engine": "gpu", "pipeline": "fused", "renderer": "llvmpipe", "driver": "OpenGL 4.5", "precision": "single",
		"workgroup": 128.0, "scene": "canon", "masses": 79507.0, "springs": 984438.0, "steps": 36.0, "seconds": 0.5, "device_seconds": 0.45, "host_us_per_step": 4.5,
		"spring_updates_per_s": 7.0879536e7, "max_error": 3.9e-4, "rms_error": 1e-4, "error_steps": 100.0, "memory_bytes": 9844380.0,
		"step_bytes": 9844380.0, "copy_bytes_per_s": 4e9, "build_seconds": 0.25, "setup_seconds": 0.125, "commit": "c0ffee"} {
		must.Hold(t, keys[key] == want, "%s is %v, want %v", key, keys[key], want)
	}
}

func TestReadRowsRefuses(t *testing.T) {
	good := `{"engine":"gpu","springs":1,"steps":1,"seconds":1}` + "\n"
	for text, want := range map[string]string{
		"":                    "r.jsonl: has no rows",
		good + "{":            "r.jsonl:2: unexpected end of JSON input; each line must be a row",
		"\n{}\n":              "r.jsonl:2: no engine, springs, steps or seconds",
		good + `{"engine":7}`: "r.jsonl:2: json: cannot unmarshal number",
		`{"engine":"x"}`:      "r.jsonl:1: no engine, springs",
		`{"engine":"x","springs":1,"steps":1,"seconds":1,"repeat_seconds":[1,0]}`: "r.jsonl:1: a repeat of 0 s",
		strings.Repeat("x", 2e6): "r.jsonl:1: the line is longer than 1048576 bytes",
	} {
		if _, err := bench.ReadRows(strings.NewReader(text), "r.jsonl"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// Every record that is kept can be read, those of earlier versions too.
func TestRecordsCanBeRead(t *testing.T) {
	files, err := filepath.Glob("../results/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no records: %v", err)
	}
	for _, name := range files {
		file := must.Get(os.Open(name))(t)
		rows, err := bench.ReadRows(file, name)
		if err != nil {
			t.Error(err)
		}
		for _, r := range rows {
			least := bench.MinRepeats
			if r.Accuracy != nil { // a whole run may take long
				least = 1
			}
			if r.Commit == "" || r.Host == "" || r.Renderer == "" || r.RepeatsDone < least {
				t.Errorf("%s: %+v does not say where it comes from", name, r)
			}
		}
		_ = file.Close()
	}
}

// The rules of https://go.dev/design/14313-benchmark-format and of
// golang.org/x/perf/benchfmt, which this was read with by hand: benchstat takes
// it. A configuration line has a key of lower case without spaces; a result has a
// name that begins with Benchmark and a capital, a number of iterations, and pairs
// of value and unit.
func TestGoFormat(t *testing.T) {
	var out strings.Builder
	lines := must.Get(NewGoLines(&out, thisMachine()))(t)
	threads := sample()
	threads.Engine, threads.Threads, threads.WorkGroup, threads.Scene = "cpu", 2, 0, "cloth-128"
	for _, r := range []bench.Row{sample(), threads} {
		must.Do(t, lines.Row(r))
	}
	config := regexp.MustCompile(`^[a-z][^A-Z\s:]*: \S.*$`)
	unit := regexp.MustCompile(`^Unit \S+ (\S+=\S+)$`)
	results := 0
	for line := range strings.Lines(out.String()) {
		line = strings.TrimSuffix(line, "\n")
		if line == "# commit c0ffee" { // a comment
			continue
		}
		if config.MatchString(line) || unit.MatchString(line) {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 4 || len(fields)%2 != 0 || !regexp.MustCompile(`^Benchmark[A-Z]`).MatchString(fields[0]) {
			t.Fatalf("no result: %s", line)
		}
		if _, err := strconv.Atoi(fields[1]); err != nil {
			t.Errorf("iterations: %s", line)
		}
		for i := 2; i < len(fields); i += 2 {
			if _, err := strconv.ParseFloat(fields[i], 64); err != nil {
				t.Errorf("value %s: %s", fields[i], line)
			}
		}
		results++
	}
	must.Hold(t, !strings.Contains(out.String(), "commit: "), "commits are configuration, so that benchstat does not compare them")
	if results != 6 {
		t.Errorf("%d results, want one for each of 2 × 3 repeats:\n%s", results, out.String())
	}
	// 0.51 s for 36 steps; the scene's own number is not taken for threads.
	for _, want := range []string{
		"\nBenchmarkStep/scene=canon/springs=984438/engine=gpu/pipeline=fused/precision=single/integrator=verlet\t36\t1.41667e+07 ns/op\t6.94897e+07 spring-updates/s\t0.00039 error\n",
		"\nBenchmarkStep/scene=cloth_128/springs=984438/engine=cpu/pipeline=fused/precision=single/integrator=verlet-2\t36\t",
		"\nrenderer: llvmpipe\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	for text, want := range map[string]string{"fused": "fused", "two-pass": "two-pass", "cloth-128": "cloth_128", "a b\tc": "a_b_c"} {
		must.Be(t, word(text), want, "word(%q)", text)
	}
}
