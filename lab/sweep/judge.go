package sweep

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hooke/machine/panics"
	"hooke/scene/open"
)

// Judging describes which points of a sweep are judged, and how. The zero value is all of them.
type Judging struct {
	Shard  Shard                 // whose points are judged
	Begins bool                  // settings say where a search begins, also those that variables overwrite
	Folder string                // of the sweep: points with an outcome in its journals were judged before
	Told   func(done, all int64) // follows the work, from one goroutine at a time; nil: none
}

// tellEvery is the time between two calls of Judging.Told.
const tellEvery = 100 * time.Millisecond

// Judge fills in the spec, reads its scene, and judges the values of all runs by the schema of
// scenes, each point once, on all cores. A fault of a value names the variable and the run. When the context is
// cancelled, the error wraps ErrInterrupted.
func Judge(ctx context.Context, s Spec, how Judging) (*Plan, error) {
	begin := time.Now()
	p := &Plan{Spec: s.Defaults()}
	defer func() { p.Took = time.Since(begin) }()
	if err := p.Spec.Check(); err != nil {
		return nil, p.pathFault(err)
	}
	var err error
	if p.Base, err = open.NewBase(p.Spec.Scene); err != nil {
		return nil, err
	}
	if p.Digest, err = p.Base.Digest(); err != nil {
		return nil, err
	}
	if err = p.checkOverwritten(how.Begins); err != nil {
		return nil, err
	}
	if p.Spec.Sample == Asked {
		if err := p.judgeRanges(); err != nil {
			return nil, err
		}
		w := judge{Plan: p, trial: open.Trial{Base: p.Base}}
		return p, w.makeFirst(p.First)
	}
	points, err := NewPoints(&p.Spec)
	if err != nil {
		return nil, err
	}
	j := judge{Plan: p, Judging: how, points: points, trial: open.Trial{Base: p.Base}}
	p.Jobs = make([]Job, how.Shard.points(p.Spec.Runs)*int64(p.Spec.Repeat))
	if len(p.Jobs) == 0 {
		p.First = &Job{Values: points.Values(0)}
		return p, p.complete(p.First)
	}
	p.First = &p.Jobs[0]
	if err := j.readKnown(); err != nil {
		return nil, err
	}
	if err := j.begin(ctx); err != nil {
		return nil, err
	}
	err = j.fill(ctx)
	p.Notes = j.noted.lines(p.First.Run)
	return p, err
}

// judgeRanges judges both ends of all variables, the others in the middle, and leaves the point in
// the middle of all as the only one.
func (p *Plan) judgeRanges() (err error) {
	middle := make([]string, len(p.Spec.Vary))
	for d := range middle {
		middle[d] = p.Spec.Vary[d].At(0.5)
	}
	for d := range middle {
		for _, end := range []float64{0, 1} {
			values := slices.Clone(middle)
			values[d] = p.Spec.Vary[d].At(end)
			if _, err := p.Point(0, values); err != nil {
				return err
			}
		}
	}
	if p.Jobs, err = p.Point(0, middle); err == nil {
		p.First = &p.Jobs[0]
	}
	return err
}

// judge is the work of judging the points of a plan.
type judge struct {
	*Plan
	Judging
	points Points
	known  map[repeated]string // ids of jobs that were judged before
	trial  open.Trial
	noted  noted
	made   int64 // jobs whose scenes are made
}

// repeated is which of the jobs of a sweep one is.
type repeated struct {
	run    int64
	repeat int
}

// fill makes all jobs, on all cores. Of several faults it returns that of the first run.
func (w *judge) fill(ctx context.Context) error {
	var group panics.Group
	var lock sync.Mutex
	var next, first, done atomic.Int64
	all := int64(len(w.Jobs))
	first.Store(all)
	fault := error(nil)
	for range max(1, min(runtime.GOMAXPROCS(0), len(w.Jobs))) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < first.Load() && ctx.Err() == nil; i = next.Add(1) - 1 {
				if err := w.fillJob(i); err != nil {
					lock.Lock()
					if i < first.Load() {
						first.Store(i)
						fault = err
					}
					lock.Unlock()
				}
				done.Add(1)
			}
		})
	}
	over := make(chan error, 1)
	go func() { over <- group.End() }()
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-over:
			if err != nil {
				return err
			}
			if fault == nil && done.Load() < all {
				return fmt.Errorf("%w: %d of %d points were judged, and nothing was run; the same command begins again", ErrInterrupted, done.Load()/int64(w.Spec.Repeat), all/int64(w.Spec.Repeat))
			}
			return fault
		case <-tick.C:
			if w.Told != nil {
				w.Told(done.Load(), all)
			}
		}
	}
}

// fillJob makes job i.
func (w *judge) fillJob(i int64) error {
	j, repeat := &w.Jobs[i], int64(w.Spec.Repeat)
	j.Run, j.Repeat = w.Shard.point(i/repeat), int(i%repeat)
	j.Values = w.points.Values(j.Run)
	if id := w.known[repeated{j.Run, j.Repeat}]; id != "" {
		j.ID = id
		return w.set(j)
	}
	if err := w.complete(j); err != nil || i == 0 || i >= w.made {
		return err
	}
	return w.make(j)
}

// complete fills in the settings and the id of a job by its values, and judges them.
func (p *Plan) complete(j *Job) error {
	if err := p.set(j); err != nil {
		return err
	}
	written, err := p.Base.Judge(j.Settings)
	if err != nil {
		return p.blame(j, err, p.judge)
	}
	if j.ID, err = p.idOf(written.Text, written.Files); err != nil {
		return fmt.Errorf("%w\n(run %d of the sweep)", err, j.Run)
	}
	return nil
}

// set fills in the settings of a job by its values.
func (p *Plan) set(j *Job) error {
	j.Settings = append(make([]string, 0, len(p.Spec.Set)+len(j.Values)), p.Spec.Set...)
	for d, value := range j.Values {
		j.Settings = append(j.Settings, p.Spec.Vary[d].Key+"="+value)
	}
	return p.disturb(j)
}
