package main_test

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/must"
)

// The tutorial's commands run in its order, in a folder of their own, and its numbers are
// those that come out.
func TestTutorialRuns(t *testing.T) {
	folder, said := runBlocks(t, "docs/tutorial.md", 5)
	for _, number := range []string{"4558,", "50365 ", "1916, 12 of them pinned", "head (164)", "52.7 %", "0.465 s"} {
		must.Hold(t, strings.Contains(said, number), "no %q in what the commands said:\n%s", number, said)
	}
	swing, rest := 0.0, headX(t, filepath.Join(folder, "out/there/probes.csv"))[0]
	for _, x := range headX(t, filepath.Join(folder, "out/pull/probes.csv")) {
		swing = max(swing, x)
	}
	if math.Abs(rest-0.039) > 5e-4 || math.Abs(swing-0.05) > 5e-3 {
		t.Errorf("the head swings to %g m and rests at %g m; the tutorial says 0.05 and 0.039", swing, rest)
	}
}

// The commands about big steps run in their order, and warn of nothing.
func TestBigStepsRun(t *testing.T) {
	if _, said := runBlocks(t, "docs/big-steps.md", 4); strings.Contains(said, "warning") || !strings.Contains(said, "take symplectic-euler:") && !strings.Contains(said, "take impulses:") {
		t.Errorf("the commands said:\n%s", said)
	}
}

// The commands about sweeps run in their order; the best is that of the table, a longer sequence
// keeps its runs, and shards make the whole.
func TestSweepsRun(t *testing.T) {
	folder, said := runBlocks(t, "docs/sweeps.md", 4)
	for _, words := range []string{"12: 12 done", "as in the table: run ", "16: 16 done", "6: 6 done", "3: 3 done", "8: 8 done"} {
		must.Hold(t, strings.Contains(said, words), "no %q in what the commands said:\n%s", words, said)
	}
	for name, lines := range map[string]int{"gait/runs.jsonl": 13, "phases/runs.jsonl": 17, "noise/points.csv": 3, "shards/table.csv": 9} {
		text, err := os.ReadFile(filepath.Join(folder, "out", name))
		must.Hold(t, err == nil && strings.Count(string(text), "\n") == lines, "%s has not %d lines: %v\n%s", name, lines, err, text)
	}
}

// The commands about ensembles run in their order: all runs are members, or say why not.
func TestEnsemblesRun(t *testing.T) {
	_, said := runBlocks(t, "docs/ensembles.md", 2)
	for _, words := range []string{"64 runs of 1165 steps, 7.46e+04 robot-steps: about ", "64 runs as members of ensembles, of 1 kind", "64: 64 done", "as in the table: run ",
		"3 runs as members of ensembles, of 1 kind, 3 runs as members with engines of their own (solvers other than symplectic Euler)", "6: 6 done"} {
		must.Hold(t, strings.Contains(said, words), "no %q in what the commands said:\n%s", words, said)
	}
}

// The commands about optimization run in their order: the second continues with the points of the
// first, and the program of the page asks instead of a method.
func TestOptimizationsRun(t *testing.T) {
	folder, said := runBlocks(t, "docs/optimize.md", 3)
	for _, words := range []string{"cma, 2 generations", "cma, 3 generations", "python3 mine.py, 3 generations"} {
		must.Hold(t, strings.Contains(said, words), "no %q in what the commands said:\n%s", words, said)
	}
	for name, lines := range map[string]int{"search/runs.jsonl": 19, "search/table.csv": 19, "mine/generations.csv": 4} {
		text, err := os.ReadFile(filepath.Join(folder, "out", name))
		must.Hold(t, err == nil && strings.Count(string(text), "\n") == lines, "%s has not %d lines: %v\n%s", name, lines, err, text)
	}
}

// Each folder of a sweep or a search is written by one page alone, so that a reader of two pages gets no error.
func TestPagesWriteFoldersOfTheirOwn(t *testing.T) {
	pages := must.Get(filepath.Glob("docs/*.md"))(t)
	writes := regexp.MustCompile(`(?m)^\./hooke (?:sweep|optimize) .*--out (out/[a-z0-9-]+)`)
	of := map[string]string{}
	for _, page := range append(pages, "README.md") {
		text := must.Get(os.ReadFile(page))(t)
		for _, found := range writes.FindAllStringSubmatch(string(text), -1) {
			if other, has := of[found[1]]; has && other != page {
				t.Errorf("%s and %s both write %s", other, page, found[1])
			}
			of[found[1]] = page
		}
	}
	must.Hold(t, len(of) >= 5, "folders are %v", of)
}

// The page about control describes the results of its three runs.
func TestControlRuns(t *testing.T) {
	folder, said := runBlocks(t, "docs/control.md", 3)
	must.Hold(t, strings.Count(said, "in contact ") == 10, "not ten feet in what the commands said:\n%s", said)
	if text, err := os.ReadFile(filepath.Join(folder, "out/trotting/table.csv")); err != nil || strings.Count(string(text), "\n") != 49 || strings.Contains(said, "one by one") {
		t.Errorf("controllers did not evolve together: %v\n%s\n%s", err, text, said)
	}
	of := func(run, name string) []float32 {
		arrays := must.Get(npy.ReadArchive(filepath.Join(folder, "out", run, "final.npz")))(t)
		for _, a := range arrays {
			if numbers, ok := a.Data.([]float32); ok && a.Name == name {
				return numbers
			}
		}
		t.Fatalf("%s: no %s", run, name)
		return nil
	}
	if !slices.Equal(of("balance", "positions"), of("again", "positions")) || !slices.Equal(of("balance", "velocities"), of("again", "velocities")) {
		t.Error("the recorded inputs end in other bits")
	}
	top := func(run string) float32 { x := of(run, "positions"); return x[len(x)-1] }
	if top("balance") < 0.95 || top("weak") > 0 {
		t.Errorf("the top ends at %g m with the controller and at %g m with a weak one; want 1 m, and below its foot", top("balance"), top("weak"))
	}
}

// runBlocks runs the commands of a page in their order, in a folder of their own with the files
// that the page shows, and returns their output. The page has at least the given number of blocks.
func runBlocks(t *testing.T, page string, least int) (folder, said string) {
	t.Helper()
	text := must.Get(os.ReadFile(page))(t)
	folder = t.TempDir()
	must.Do(t, os.Symlink(builtProgram(t), filepath.Join(folder, "hooke")))
	root := must.Get(os.Getwd())(t)
	for _, name := range []string{"mesh", "examples"} {
		must.Do(t, os.Symlink(filepath.Join(root, name), filepath.Join(folder, name)))
	}
	blocks := regexp.MustCompile("(?ms)^```(sh|toml|python)\n(.*?)^```").FindAllStringSubmatch(string(text), -1)
	for _, block := range blocks {
		if block[1] != "sh" {
			name, named := strings.CutPrefix(strings.SplitN(block[2], "\n", 2)[0], "# ")
			if !named {
				continue
			}
			must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(block[2]), 0o600))
			continue
		}
		for line := range strings.Lines(block[2]) {
			said += runLine(t, folder, strings.TrimSpace(line))
		}
	}
	if len(blocks) < least {
		t.Fatalf("%d blocks in %s, want %d or more", len(blocks), page, least)
	}
	return folder, said
}

// runLine runs a line of a page and returns its output; a window ends soon.
func runLine(t *testing.T, folder, line string) string {
	if strings.HasPrefix(line, "./hooke view") && !strings.Contains(line, "--offscreen") {
		line = "xvfb-run -a " + line + " --frames 2"
	}
	command := exec.CommandContext(t.Context(), "sh", "-c", line)
	command.Dir = folder
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// headX is where the head is along x, row by row [m].
func headX(t *testing.T, path string) []float64 {
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 2 || rows[0][2] != "head_x_m" {
		t.Fatalf("%s: %v, %d rows", path, err, len(rows))
	}
	var list []float64
	for _, row := range rows[1:] {
		x := must.Get(strconv.ParseFloat(row[2], 64))(t)
		list = append(list, x)
	}
	return list
}
