package optimize

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"hooke/control/metrics"
	"hooke/lab/sweep"
	"hooke/machine/panics"
)

// SearchOptions are how a search is run.
type SearchOptions struct {
	Folder string                    // where files go; made where it is not there
	Told   func(now *SearchProgress) // follows the search, from one goroutine at a time; optional
}

// generation is a generation that was asked for.
type generation struct {
	first int         // number of its first point
	jobs  []sweep.Job // the repeats of a point one after the other
}

// state is a search that continues.
type state struct {
	*Search
	o       SearchOptions
	journal *sweep.Journal
	runner  sweep.Runner
	done    map[string]sweep.Outcome
	jobs    []sweep.Job // all that were asked for
	of      []float64   // generation of each point
	fitness []float64   // of each point; NaN: not defined, or not known yet
	lock    sync.Mutex  // held by who counts and tells
	now     SearchProgress
	begin   time.Time
	fresh   int64 // generations in which something was run
	steps   int64 // of outcomes of this call
}

// Go searches, and journals every run, and returns the table of all runs that were asked for, with
// columns of generation and fitness. A folder with another search is refused, with the first
// difference; one with the same continues, also for more generations. The table is there after
// sweep.ErrInterrupted, too.
func (s *Search) Go(ctx context.Context, runner sweep.Runner, o SearchOptions) (*sweep.Table, error) {
	text, err := s.Text()
	if err != nil {
		return nil, err
	}
	if err := sweep.Prepare(o.Folder, text, "metric =", "generations ="); err != nil {
		return nil, err
	}
	columns := s.Plan.Columns()
	journal, err := sweep.OpenJournal(o.Folder, sweep.Shard{}, columns)
	if err != nil {
		return nil, err
	}
	w := state{Search: s, o: o, journal: journal, runner: runner, begin: time.Now()}
	w.now.Of, w.now.Best = s.Spec.Generations, math.NaN()
	if w.done, err = sweep.ReadJournals(o.Folder, columns); err == nil {
		rest := sweep.EverySecond(func() { w.tell(nil) })
		err = w.generations(ctx)
		rest()
	}
	err = errors.Join(err, journal.Close())
	if err != nil && !errors.Is(err, sweep.ErrInterrupted) {
		return nil, err
	}
	return w.table(), err
}

// generations asks and tells, generation by generation.
func (w *state) generations(ctx context.Context) error {
	for w.now.Generation < w.now.Of {
		if ctx.Err() != nil {
			return w.interrupted()
		}
		points := w.Asker.Ask()
		if asks, ok := w.Asker.(Failer); ok && asks.Err() != nil {
			if ctx.Err() != nil {
				return w.interrupted()
			}
			return asks.Err()
		}
		if len(points) == 0 {
			return nil // the search is at its end
		}
		g, err := w.make(points)
		if err != nil {
			return err
		}
		err = w.run(ctx, g)
		fitness := w.judge(g)
		if err != nil {
			return err
		}
		if err = w.Asker.Tell(fitness); err != nil {
			return err
		}
		if w.now.Generation == 0 && !slices.ContainsFunc(fitness, func(f float64) bool { return !math.IsNaN(f) }) {
			return w.hopeless(g)
		}
		w.tell(func(n *SearchProgress) { n.Generation, n.Made, n.Asked = n.Generation+1, 0, 0 })
	}
	return nil
}

// interrupted returns the error of a search that was interrupted.
func (w *state) interrupted() error {
	return fmt.Errorf("%w in generation %d of %d, after %d runs; the same command continues", sweep.ErrInterrupted, w.now.Generation+1, w.now.Of, w.now.Runs)
}

// make makes the jobs of points, on all cores. A point that scenes do not allow is a run that
// failed.
func (w *state) make(points [][]float64) (generation, error) {
	vary, repeats := w.Plan.Spec.Vary, w.Plan.Spec.Repeat
	g := generation{len(w.fitness), make([]sweep.Job, len(points)*repeats)}
	for _, point := range points {
		if len(point) != len(vary) {
			return g, fmt.Errorf("search: a point of %d numbers for %d variables", len(point), len(vary))
		}
		w.of, w.fitness = append(w.of, float64(w.now.Generation)), append(w.fitness, math.NaN())
	}
	var group panics.Group
	var lock sync.Mutex
	cores := min(runtime.GOMAXPROCS(0), len(points))
	for core := range cores {
		group.Go(func() {
			for k := core; k < len(points); k += cores {
				values := make([]string, len(vary))
				for d := range vary {
					values[d] = vary[d].At(points[k][d])
				}
				jobs, err := w.Plan.Point(int64(g.first+k), values)
				if err != nil {
					j := refused(int64(g.first+k), values)
					jobs = slices.Repeat([]sweep.Job{j}, repeats)
					lock.Lock()
					w.done[j.ID] = sweep.Outcome{ID: j.ID, Run: j.Run, Error: err.Error()}
					lock.Unlock()
				}
				copy(g.jobs[k*repeats:], jobs)
			}
		})
	}
	group.Wait()
	w.jobs = append(w.jobs, g.jobs...)
	return g, nil
}

// refused returns a job of values that scenes do not allow.
func refused(run int64, values []string) sweep.Job {
	sum := sha256.Sum256([]byte("refused\n" + strings.Join(values, "\n")))
	return sweep.Job{ID: hex.EncodeToString(sum[:])[:12], Run: run, Values: values}
}

// run runs the jobs of a generation without an outcome, each id once.
func (w *state) run(ctx context.Context, g generation) error {
	var todo []*sweep.Job
	asked := map[string]bool{}
	for i := range g.jobs {
		j := &g.jobs[i]
		if asked[j.ID] {
			continue
		}
		asked[j.ID] = true
		if o, has := w.done[j.ID]; has {
			w.tell(func(n *SearchProgress) { n.count(&o) })
			continue
		}
		todo = append(todo, j)
	}
	if len(todo) == 0 {
		return nil
	}
	missing := len(todo)
	w.tell(func(n *SearchProgress) { w.fresh, n.Asked = w.fresh+1, int64(missing) })
	err := w.runner.Run(ctx, todo, func(outcomes []sweep.Outcome) error {
		if err := sweep.WritePaths(w.o.Folder, outcomes); err != nil {
			return err
		}
		if err := w.journal.Append(outcomes); err != nil {
			return err
		}
		for i := range outcomes {
			missing--
			w.done[outcomes[i].ID] = outcomes[i]
		}
		w.tell(func(n *SearchProgress) {
			n.Made += int64(len(outcomes))
			for i := range outcomes {
				w.steps += outcomes[i].Step
				n.count(&outcomes[i])
			}
		})
		return nil
	})
	if err == nil && missing > 0 {
		err = w.interrupted()
	}
	return err
}

// judge returns the fitness of the points of a generation; larger is better.
func (w *state) judge(g generation) (fitness []float64) {
	repeats := w.Plan.Spec.Repeat
	for k := range len(g.jobs) / repeats {
		x := w.Search.fitness(g.jobs[k*repeats:(k+1)*repeats], w.done)
		w.fitness[g.first+k] = x
		if !math.IsNaN(x) && (math.IsNaN(w.now.Best) || x > w.now.Best != w.Less() && x != w.now.Best) {
			w.tell(func(n *SearchProgress) { n.Best, n.Since = x, n.Generation })
		}
		if w.Less() {
			x = -x
		}
		fitness = append(fitness, x)
	}
	return fitness
}

// hopeless returns the error of a search whose first generation says nothing.
func (w *state) hopeless(g generation) error {
	why := "the expression is not defined for any of them"
	for i := range g.jobs {
		if o := w.done[g.jobs[i].ID]; o.Failed() {
			why = "run " + fmt.Sprint(g.jobs[i].Run) + ": " + o.Error
			break
		} else if o.Status == metrics.Diverged {
			why = "runs diverged; take a smaller step or softer springs (hooke info says the safe step)"
		}
	}
	return fmt.Errorf("search: nothing can be learned from the %d runs of the first generation: %s", len(g.jobs), why)
}

// table returns the table of all runs.
func (w *state) table() *sweep.Table {
	plan := &sweep.Plan{Spec: w.Plan.Spec, Base: w.Plan.Base, Digest: w.Plan.Digest, Jobs: w.jobs}
	t := sweep.TableOf(plan, w.done)
	of, fitness := make([]float64, len(t.Rows)), make([]float64, len(t.Rows))
	for i := range t.Rows {
		run := t.Rows[i].Job.Run
		of[i], fitness[i] = w.of[run], w.fitness[run]
	}
	t.Add(metrics.Column{Name: "generation", Meaning: "in which the point was asked for, from 0"}, of)
	t.Add(metrics.Column{Name: FitnessName, Meaning: w.Goal()}, fitness)
	return t
}
