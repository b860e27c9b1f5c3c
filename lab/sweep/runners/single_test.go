package runners_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/must"
)

// spec is a sweep of short runs of a walker.
func spec(t *testing.T, sample string, runs int64) sweep.Spec {
	t.Helper()
	s := sweep.Spec{Scene: "walker", Sample: sample, Runs: runs, Seed: 3, Steps: 60, Metric: []string{"path"}}
	for _, text := range []string{"actuator[*].frequency=0.5:3", "actuator[0..1].phase=0:6", "contact.kinetic_friction={0.1,0.5,0.7}"} {
		v := must.Get(sweep.ParseVariables(text))(t)
		s.Vary = append(s.Vary, v...)
	}
	return s
}

func planOf(t *testing.T, s sweep.Spec) *sweep.Plan {
	t.Helper()
	return must.Get(sweep.NewPlan(s))(t)
}

// run runs a part of a sweep and returns the error.
func run(ctx context.Context, t *testing.T, p *sweep.Plan, jobs int, o sweep.Options) error {
	t.Helper()
	r := must.Get(runners.NewSingle(p, jobs, engine.Options{}))(t)
	return sweep.Go(ctx, p, r, o)
}

// table returns the table of the journals of a folder, as text without the column of wall times.
func table(t *testing.T, p *sweep.Plan, folder string) string {
	t.Helper()
	out := tableOf(t, p, folder)
	must.Do(t, out.Write(folder))
	file := must.Get(os.Open(filepath.Join(folder, sweep.TableName)))(t)
	defer file.Close()
	rows := must.Get(csv.NewReader(file).ReadAll())(t)
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(row[:len(row)-1], ",") + "\n")
	}
	return b.String()
}

func tableOf(t *testing.T, p *sweep.Plan, folder string) *sweep.Table {
	t.Helper()
	outcomes := must.Get(sweep.ReadJournals(folder, p.Columns()))(t)
	return sweep.TableOf(p, outcomes)
}

// Shards, in any order and on any number of goroutines, make the table of the whole sweep, bit for
// bit. Shards with seeds of their own make another one.
func TestShardsMakeTheWholeTable(t *testing.T) {
	for _, sample := range []string{sweep.Sobol, sweep.Latin, sweep.Random} {
		p := planOf(t, spec(t, sample, 8))
		whole := t.TempDir()
		must.Do(t, run(t.Context(), t, p, 1, sweep.Options{Folder: whole}))
		want := table(t, p, whole)
		if lines := strings.Count(want, "\n"); lines != 9 {
			t.Fatalf("the table has %d lines:\n%s", lines, want)
		}
		parts := t.TempDir()
		for i, number := range rand.Perm(3) {
			if i == 2 {
				if missing := tableOf(t, p, parts).Missing; len(missing) < 2 || missing[0] != int64(number) {
					t.Errorf("%s: before the last shard %d points are missing: %v", sample, len(missing), missing)
				}
			}
			o := sweep.Options{Folder: parts, Shard: sweep.Shard{Number: int64(number), Count: 3}}
			must.Do(t, run(t.Context(), t, planOf(t, spec(t, sample, 8)), 3, o))
		}
		if got := table(t, p, parts); got != want || len(tableOf(t, p, parts).Missing) != 0 {
			t.Errorf("%s: three shards make\n%s\none process makes\n%s", sample, got, want)
		}
		seeded := spec(t, sample, 8)
		seeded.Seed++
		must.Say(t, fmt.Sprintf("%s: another sweep in the folder", sample), run(t.Context(), t, planOf(t, seeded), 1, sweep.Options{Folder: parts}), "it has sample-seed = 3, and now it is sample-seed = 4")
		other := t.TempDir()
		must.Do(t, run(t.Context(), t, planOf(t, seeded), 1, sweep.Options{Folder: other}))
		must.Hold(t, table(t, planOf(t, seeded), other) != want, "%s: another seed makes the same table", sample)
	}
}

// A sweep that is interrupted, or whose journal cannot be written, continues where it was; the table
// is that of a sweep that was not. A longer sequence keeps the runs of a shorter one.
func TestSweepGoesOn(t *testing.T) {
	p, folder := planOf(t, spec(t, sweep.Sobol, 6)), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	err := run(ctx, t, p, 1, sweep.Options{Folder: folder, Told: func(now *sweep.Progress) {
		if now.Runs == 2 {
			cancel()
		}
	}})
	must.Hold(t, errors.Is(err, sweep.ErrInterrupted) && strings.Contains(err.Error(), "after 2 of 6 runs"), "a sweep that is interrupted: %v", err)
	full := errors.New("no space left")
	r := failing{after: 2, err: full}
	if r.Runner, err = runners.NewSingle(p, 2, engine.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := sweep.Go(t.Context(), p, &r, sweep.Options{Folder: folder}); !errors.Is(err, full) {
		t.Errorf("a full disk: %v", err)
	}
	if n := len(tableOf(t, p, folder).Rows); n < 2 || n == 6 {
		t.Errorf("after a full disk there are %d runs", n)
	}
	again := 0
	longer := planOf(t, spec(t, sweep.Sobol, 8))
	err = run(t.Context(), t, longer, 2, sweep.Options{Folder: folder, Told: func(now *sweep.Progress) {
		again = int(now.Runs)
		if now.Best == nil || now.Value <= 0 || now.Of != 8 {
			t.Errorf("progress %+v", now)
		}
	}})
	if err != nil || again != 8 {
		t.Fatalf("%d runs, %v", again, err)
	}
	whole := t.TempDir()
	must.Do(t, run(t.Context(), t, longer, 1, sweep.Options{Folder: whole}))
	if got, want := table(t, longer, folder), table(t, longer, whole); got != want {
		t.Errorf("the table is\n%s\nand of one run\n%s", got, want)
	}
	lines, err := os.ReadFile(filepath.Join(folder, "runs.jsonl"))
	must.Hold(t, err == nil && strings.Count(string(lines), "\n") == 9, "runs were made twice: %v\n%s", err, lines)
}

// failing is a runner whose outcomes cannot be kept after some.
type failing struct {
	sweep.Runner
	after int
	err   error
}

func (f *failing) Run(ctx context.Context, jobs []*sweep.Job, done func([]sweep.Outcome) error) error {
	return f.Runner.Run(ctx, jobs, func(outcomes []sweep.Outcome) error {
		if f.after -= len(outcomes); f.after < 0 {
			return f.err
		}
		return done(outcomes)
	})
}

// The best run, made again, has the numbers of the table, bit for bit; on the engines that there
// are without OpenGL.
func TestBestRunHasItsNumbers(t *testing.T) {
	for _, name := range []string{engine.CPU, engine.CPURef} {
		s := spec(t, sweep.Random, 4)
		s.Engine = name
		p, folder := planOf(t, s), t.TempDir()
		must.Do(t, run(t.Context(), t, p, 2, sweep.Options{Folder: folder}))
		all := tableOf(t, p, folder)
		r := must.Get(runners.NewSingle(p, 1, engine.Options{}))(t)
		for _, metric := range []string{"path", "-path"} {
			best, err := all.Best(metric, 9)
			if err != nil || len(best) != 4 {
				t.Fatalf("%d best runs, %v", len(best), err)
			}
			c := all.Column("path")
			if first, last := best[0].Outcome.Values[c], best[3].Outcome.Values[c]; first < last != (metric == "-path") {
				t.Errorf("%s: the best have %g to %g", metric, first, last)
			}
			o, end, err := r.Go(t.Context(), best[0].Job)
			must.Do(t, err)
			if got, want := fmt.Sprint(o.Row), fmt.Sprint(best[0].Outcome.Row); got != want || end.State.Step != 60 {
				t.Errorf("%s: again it has\n%s\nand in the table\n%s", metric, got, want)
			}
			other, _, err := r.Go(t.Context(), best[1].Job)
			if err != nil || fmt.Sprint(other.Row) == fmt.Sprint(o.Row) {
				t.Errorf("%s: another run has the same numbers (%v)", metric, err)
			}
		}
	}
}

// Runs that diverge or end early are results; those that cannot be made say why, and are made
// again on request only.
func TestHowRunsEnd(t *testing.T) {
	s := sweep.Spec{Scene: "rope", Steps: 4000, Vary: nil, Set: []string{"run.until=[\"fell\"]", "run.fall_height=10"}}
	for _, text := range []string{"mesh.stiffness={1e3,2e3}", "run.dt={1e-4,0.1}"} {
		v := must.Get(sweep.ParseVariables(text))(t)
		s.Vary = append(s.Vary, v...)
	}
	p, folder := planOf(t, s), t.TempDir()
	must.Do(t, run(t.Context(), t, p, 2, sweep.Options{Folder: folder}))
	var words []string
	for _, r := range tableOf(t, p, folder).Rows {
		words = append(words, r.Outcome.Status.String())
		if r.Outcome.Status == metrics.Fell && r.Outcome.Step != 10 {
			t.Errorf("it fell at step %d", r.Outcome.Step)
		}
	}
	if got := strings.Join(words, " "); !strings.Contains(got, "fell") || !strings.Contains(got, "diverged") {
		t.Errorf("runs ended as %s", got)
	}
}
