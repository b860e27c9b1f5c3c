package sink

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hooke/bench"
	"hooke/must"
)

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
	if strings.Contains(out.String(), "commit: ") {
		t.Error("commits are configuration, so that benchstat does not compare them")
	}
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
		if got := word(text); got != want {
			t.Errorf("word(%q) = %q, want %q", text, got, want)
		}
	}
}
