//go:build linux

package sweeping_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hooke/cli"

	"hooke/cli/sweeping"
	"hooke/files/npy"
	"hooke/must"
	"hooke/run/play"
)

// Shards of a sweep, by number and by the rank of an MPI process, make the table of the whole one when they
// are merged. Before that, the missing shards are named, with exit code 1.
func TestShardsAreMerged(t *testing.T) {
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	hooke(t, short(whole)...).worked(t)
	said := hooke(t, append(short(parts), "--shard", "2/3")...).worked(t).stdout
	must.Hold(t, strings.Contains(said, "3: 3 done") && strings.Contains(said, "runs.2-of-3.jsonl"), "a shard says\n%s", said)
	if _, err := os.Stat(filepath.Join(parts, "table.csv")); err == nil {
		t.Error("a shard writes a table")
	}
	early := hooke(t, "sweep", "--merge", parts)
	early.failed(t, "before the other shards", 1, "6 of 9 points are missing: 0, 1, 3, 4, 6, 7")
	t.Setenv("OMPI_COMM_WORLD_RANK", "1")
	t.Setenv("OMPI_COMM_WORLD_SIZE", "3")
	hooke(t, append(short(parts), "--shard", "mpi")...).worked(t)
	hooke(t, "sweep", "--spec", filepath.Join(parts, "spec.toml"), "--out", parts, "--shard", "0/3").worked(t)
	if said := hooke(t, append(short(parts), "--shard", "9000000/10000000")...).worked(t).stdout; !strings.Contains(said, "0: 0 done") {
		t.Errorf("a shard beyond the points says\n%s", said)
	}
	hooke(t, "sweep", "--merge", "--out", parts).worked(t)
	if got, want := table(t, parts), table(t, whole); got != want {
		t.Errorf("merged shards make\n%s\nand one process\n%s", got, want)
	}
}

// The best runs are made again with the numbers of the table; their scenes run alone and end in
// the same state. A scene that has changed is refused.
func TestBestRunsAgain(t *testing.T) {
	folder := t.TempDir()
	scene, out := filepath.Join(folder, "drop.toml"), filepath.Join(folder, "out")
	write := func(name, text string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	write("a.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n")
	write("drop.toml", "[let]\nfast = 1.0\n[run]\ndt = 1e-3\nduration = 0.1\n[[mesh]]\nfile = \"a.obj\"\nas = \"cloth\"\nvelocity = [\"$fast\", 0, 0]\n")
	hooke(t, "sweep", scene, "--vary", "let.fast=1:3:3", "--out", out, "--engine", "cpuref", "--metric", "-speed,path").worked(t)
	said := hooke(t, "sweep", "--best", "-speed", "--top", "2", "--out", out).worked(t).stdout
	if strings.Count(said, "as in the table") != 2 || !strings.Contains(said, "1. speed 1 m/s") || !strings.Contains(said, "2. speed 2 m/s") {
		t.Errorf("the best are\n%s", said)
	}
	var shown *play.Lineup
	cmd := sweeping.Command(sweeping.Program{Stdout: io.Discard, Stderr: io.Discard, View: func(_ context.Context, l *play.Lineup) error {
		shown = l
		return nil
	}})
	cmd.SetArgs([]string{"--best", "-speed", "--top", "2", "--view", "--out", out})
	if err := cmd.ExecuteContext(t.Context()); err != nil || len(shown.Members) != 2 || shown.Members[0].Label[1] != "1 m/s" || shown.Members[1].Label[1] != "2 m/s" {
		t.Errorf("shown are %+v: %v", shown, err)
	}
	found, err := filepath.Glob(filepath.Join(out, "best", "2-*", "scene.toml"))
	if err != nil || len(found) != 1 {
		t.Fatalf("scenes of the best: %v, %v", found, err)
	}
	alone := t.TempDir()
	hooke(t, "run", found[0], "--engine", "cpuref", "--out", alone).worked(t)
	if got, want := positions(t, filepath.Join(alone, "final.npz")), positions(t, filepath.Join(filepath.Dir(found[0]), "final.npz")); got != want {
		t.Errorf("the scene of a best run ends at %s, and that ended at %s", got, want)
	}
	journal := filepath.Join(out, "runs.jsonl")
	lines, err := os.ReadFile(journal)
	must.Do(t, err)
	alien := regexp.MustCompile(`"id":"....`).ReplaceAllString(string(lines), `"id":"0000`)
	write("out/runs.jsonl", alien)
	hooke(t, "sweep", "--best", "speed", "--out", out).failed(t, "with runs of another version", 1, "the 3 runs in the journals of")
	write("a.obj", "v 0 0 1\nv 1 0 1\nv 0 2 1\nf 1 2 3\n")
	hooke(t, "sweep", "--best", "speed", "--out", out).failed(t, "with another mesh", 1, "changed since the sweep")
	meshes := []string{"sweep", scene, "--vary", "mesh.file={a.obj,b.obj}", "--out", filepath.Join(folder, "meshes")}
	hooke(t, meshes...).failed(t, "without a mesh that varies", 1, "b.obj", "(run 1 of the sweep)")
	for _, y := range []string{"3", "4"} {
		write("b.obj", "v 0 0 1\nv 1 0 1\nv 0 "+y+" 1\nf 1 2 3\n")
		hooke(t, meshes...).worked(t)
	}
	if journal, err := os.ReadFile(filepath.Join(folder, "meshes", "runs.jsonl")); err != nil || strings.Count(string(journal), "\n") != 4 {
		t.Errorf("a mesh that varies has changed, and the run is not made again: %v\n%s", err, journal)
	}
}

// positions are the first numbers of an archive, as text.
func positions(t *testing.T, path string) string {
	t.Helper()
	arrays := must.Get(npy.ReadArchive(path))(t)
	text := must.Get(json.Marshal(arrays[0].Data))(t)
	return string(text)
}

// Repeats with noise have a table of means; figures are JSON on request; flags go before the keys
// of a spec file; designs are rows of a file.
func TestSpecsRepeatsAndDesigns(t *testing.T) {
	folder := t.TempDir()
	spec := filepath.Join(folder, "sweep.toml")
	must.Do(t, os.WriteFile(spec, []byte("scene = 'walker'\nvary = ['actuator[*].frequency={1, 2}']\nsteps = 10\nrepeat = 3\nnoise = ['actuator[*].phase=0.5']\nout = '"+folder+"/a'\n"), 0o600))
	var f struct {
		Runs, Done int
		Best       []struct{ Values map[string]string }
	}
	said := hooke(t, "sweep", "--spec", spec, "--steps", "20", "--json").worked(t).stdout
	if err := json.Unmarshal([]byte(said), &f); err != nil || f.Runs != 6 || f.Done != 6 || f.Best[0].Values["actuator[*].frequency"] == "" {
		t.Errorf("%v: %s", err, said)
	}
	text, err := os.ReadFile(filepath.Join(folder, "a", "points.csv"))
	if err != nil || !strings.Contains(string(text), "speed_mean,speed_sd,speed_worst") || strings.Count(string(text), "\n") != 3 || !strings.Contains(table(t, filepath.Join(folder, "a")), ",20,") {
		t.Errorf("%v\n%s", err, text)
	}
	rows := strings.Split(table(t, filepath.Join(folder, "a")), "\n")
	must.Hold(t, strings.SplitN(rows[1], ",", 5)[4] != strings.SplitN(rows[2], ",", 5)[4], "noise changes nothing:\n%s\n%s", rows[1], rows[2])
	designs := filepath.Join(folder, "designs.csv")
	must.Do(t, os.WriteFile(designs, []byte("actuator[0].phase,run.gravity\n0,\"[0,0,-1]\"\n1,\"[0,0,-2]\"\n"), 0o600))
	hooke(t, "sweep", "walker", "--from", designs, "--steps", "10", "--out", filepath.Join(folder, "b")).worked(t)
	if got := table(t, filepath.Join(folder, "b")); !strings.Contains(got, "actuator[0].phase,run.gravity,status") || strings.Count(got, "\n") != 3 {
		t.Error(got)
	}
}

// The settings of the best runs are settings for --set, also where noise has set the numbers of a variable again.
func TestSettingsOfTheBest(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	hooke(t, "sweep", "walker", "--vary", "actuator[*].frequency={1,2}", "--repeat", "2", "--noise", "actuator[*].frequency=0.1", "--steps", "5", "--out", out).worked(t)
	hooke(t, "sweep", "--best", "speed", "--top", "4", "--out", out).worked(t)
	files, err := filepath.Glob(filepath.Join(out, "best", "*", "settings.txt"))
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text := must.Get(os.ReadFile(name))(t)
		args := []string{"scene", "--export", "walker"}
		for line := range strings.Lines(string(text)) {
			args = append(args, "--set", strings.TrimSpace(line))
		}
		hooke(t, args...).worked(t)
	}
}

// An interrupted sweep says how to continue, writes the table of the finished runs, and ends with exit code
// 1.
func TestInterruptedSweep(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(t.Context())
	var stdout strings.Builder
	stderr := &cancelling{cancel: cancel}
	code := cli.App{Stdout: &stdout, Stderr: stderr, Cache: t.TempDir()}.Run(ctx, append(short(out), "--engine", "ensemble"))
	if code != 1 || !strings.Contains(stderr.String(), "interrupted after 0 of 9 runs; the same command continues") || !strings.Contains(stdout.String(), "9 of 9 points") {
		t.Errorf("exit code %d\n%s%s", code, stdout.String(), stderr.String())
	}
	hooke(t, append(short(out), "--engine", "ensemble")...).worked(t)
}

// cancelling is an output that cancels a context when the first words come: the forecast of a sweep, whose
// points are judged then.
type cancelling struct {
	strings.Builder
	cancel context.CancelFunc
}

func (c *cancelling) Write(p []byte) (int, error) {
	c.cancel()
	return c.Builder.Write(p)
}

// A sweep that is interrupted while its points are judged says so, and leaves no folder.
func TestInterruptedWhileJudging(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := hookeWith(ctx, t, short(out)...)
	if _, err := os.Stat(out); r.code != 1 || !strings.Contains(r.stderr, "interrupted: 0 of 9 points were judged, and nothing was run; the same command begins again") || err == nil {
		t.Errorf("exit code %d, %v\n%s%s", r.code, err, r.stdout, r.stderr)
	}
}

// --save com writes a path for each run; older runs without one are run again, and no others.
func TestSavedPaths(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := append(short(out), "--engine", "ensemble")
	hooke(t, args...).worked(t)
	lines := func() int {
		text := must.Get(os.ReadFile(filepath.Join(out, "runs.jsonl")))(t)
		return strings.Count(string(text), "\n")
	}
	before, rows := lines(), table(t, out)
	hooke(t, append(args, "--save", "com")...).worked(t)
	files, err := filepath.Glob(filepath.Join(out, "com", "*.npy"))
	if err != nil || len(files) != 9 || lines() != before+9 || table(t, out) != rows {
		t.Errorf("%d files, %v; %d lines of the journal, %d before", len(files), err, lines(), before)
	}
	must.Do(t, os.Remove(files[4]))
	hooke(t, append(args, "--save", "com")...).worked(t)
	if _, err := os.Stat(files[4]); err != nil || lines() != before+10 {
		t.Errorf("%v; %d lines of the journal, want %d", err, lines(), before+10)
	}
}
