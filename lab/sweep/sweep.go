package sweep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"hooke/files/safefile"
)

// Runner runs jobs. Package lab/sweep/runners has one that takes any engine, and one that steps
// ensembles.
type Runner interface {
	// Run runs jobs and calls done with outcomes, in any order and from one goroutine at a
	// time. It ends early, without an error, when the context is cancelled, and with the
	// error of done when that returns one.
	Run(ctx context.Context, jobs []*Job, done func(outcomes []Outcome) error) error
	// Underway returns how far the jobs are that have no outcome yet. Any goroutine may call it.
	Underway() Underway
}

// Progress is how far a sweep is.
type Progress struct {
	Runs, Of         int64 // jobs with an outcome, of this shard
	Diverged, Failed int64
	Underway         Underway      // jobs without an outcome
	Steps            int64         // taken in this call, those of jobs under way included
	Elapsed          time.Duration // of this call
	Left             time.Duration // 0: not known
	Best             *Outcome      // by the first metric of the spec; nil: none so far
	Value            float64       // of the best
}

// Options are how a sweep is run. The zero value runs all of it.
type Options struct {
	Folder string // where files go; made where it is not there
	Shard  Shard
	Redo   bool                // whether jobs that failed are run again
	Begins func(jobs int)      // called with the number of jobs before the first; nil: not called
	Told   func(now *Progress) // follows the sweep, from one goroutine at a time; nil: none
}

// ErrInterrupted means that the context was cancelled before all jobs had an outcome.
var ErrInterrupted = errors.New("interrupted")

// Go runs the jobs of a sweep without an outcome in the journals of the folder, and journals
// them. A folder of another sweep is an error with the first difference. After an error, such
// as that of a full disk, the journal has all earlier outcomes.
func Go(ctx context.Context, p *Plan, runner Runner, o Options) error {
	text, err := p.Text()
	if err != nil {
		return err
	}
	if err := Prepare(o.Folder, text, p.Spec.free()...); err != nil {
		return err
	}
	columns := p.Columns()
	journal, err := OpenJournal(o.Folder, o.Shard, columns)
	if err != nil {
		return err
	}
	done, err := ReadJournals(o.Folder, columns)
	if err != nil {
		return errors.Join(err, journal.Close())
	}
	f := follower{plan: p, begin: time.Now(), told: o.Told, underway: runner.Underway}
	todo := f.start(done, o)
	if o.Begins != nil {
		o.Begins(len(todo))
	}
	rest := EverySecond(func() { f.take(nil) })
	err = runner.Run(ctx, todo, func(outcomes []Outcome) error {
		if err := WritePaths(o.Folder, outcomes); err != nil {
			return err
		}
		if err := journal.Append(outcomes); err != nil {
			return err
		}
		f.take(outcomes)
		return nil
	})
	rest()
	if err = errors.Join(err, journal.Close()); err == nil && ctx.Err() != nil && f.now.Runs < f.now.Of {
		err = fmt.Errorf("%w after %d of %d runs; the same command continues", ErrInterrupted, f.now.Runs, f.now.Of)
	}
	return err
}

// free returns the beginnings of lines of specs in which one sweep may differ from itself.
func (s *Spec) free() []string {
	if s.Sample == Random || s.Sample == Sobol {
		return []string{"metric =", "runs ="} // a longer sequence begins with the shorter one
	}
	return []string{"metric ="}
}

// Columns returns the names of the columns of the metrics.
func (p *Plan) Columns() (names []string) {
	for _, c := range p.Spec.Metrics.Columns() {
		names = append(names, c.Name)
	}
	return names
}

// Prepare makes a folder and writes the text of a spec into it, or holds it against the one there,
// from which it may differ in lines that begin with one of free.
func Prepare(folder, text string, free ...string) error {
	if err := safefile.MakeFolder(folder); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	if err := tidy(folder); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	path := filepath.Join(folder, SpecName)
	if _, err := os.Lstat(path); err == nil {
		there, err := readAll(path, mostSpecBytes)
		if err != nil {
			return err
		}
		if words := FirstDifference(string(there), text, free...); words != "" {
			return fmt.Errorf("sweep: %s is of another sweep: %s; give another folder, or remove that", path, words)
		}
		if string(there) == text {
			return nil
		}
	}
	return safefile.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write([]byte(text))
		return err
	})
}

// follower keeps count of outcomes.
type follower struct {
	lock  sync.Mutex // held while counting and reporting
	plan  *Plan
	begin time.Time
	now   Progress
	first int64 // outcomes that were there before
	steps int64 // of outcomes of this call
	told  func(now *Progress)

	underway func() Underway
}

// start reads the existing outcomes, and returns the jobs to run, each id once.
func (f *follower) start(done map[string]Outcome, o Options) (todo []*Job) {
	asked := map[string]bool{}
	for i := range f.plan.Jobs {
		j := &f.plan.Jobs[i]
		if !o.Shard.Has(j.Run) || asked[j.ID] {
			continue
		}
		asked[j.ID] = true
		f.now.Of++
		if old, has := done[j.ID]; has && !(o.Redo && old.Failed()) && !f.plan.lacksPath(o.Folder, &old) {
			f.count(&old)
			continue
		}
		todo = append(todo, j)
	}
	f.first, f.steps = f.now.Runs, 0
	return todo
}

// EverySecond calls do every second, from a goroutine of its own, until the function that it returns is called.
func EverySecond(do func()) (rest func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				do()
			}
		}
	}()
	return func() {
		close(over)
		<-ended
	}
}

// take takes in outcomes, and tells how far the sweep is.
func (f *follower) take(outcomes []Outcome) {
	f.lock.Lock()
	defer f.lock.Unlock()
	for i := range outcomes {
		f.count(&outcomes[i])
	}
	n := &f.now
	n.Elapsed, n.Underway = time.Since(f.begin), f.underway()
	n.Steps = f.steps + n.Underway.Steps
	n.Left = Left(n.Elapsed, float64(n.Runs-f.first)+n.Underway.Done, float64(n.Of-n.Runs)-n.Underway.Done)
	if f.told != nil {
		f.told(n)
	}
}

// count takes in one outcome.
func (f *follower) count(o *Outcome) {
	n := &f.now
	n.Runs++
	f.steps += o.Step
	switch metric := f.plan.Spec.Metric[0]; {
	case o.Failed():
		n.Failed++
	case o.Status.String() == "diverged":
		n.Diverged++
	default:
		less := strings.HasPrefix(metric, "-")
		for c, name := range f.plan.Columns() {
			if name != strings.TrimPrefix(metric, "-") || !counts(o, c) {
				continue
			}
			if x := o.Values[c]; n.Best == nil || x > n.Value != less && x != n.Value {
				best := *o
				n.Best, n.Value = &best, x
			}
		}
	}
}
