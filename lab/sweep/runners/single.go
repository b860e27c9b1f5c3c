package runners

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/gpu"
	"hooke/lab/sweep"
	"hooke/machine/panics"
	"hooke/model"
	"hooke/scene"
)

// Single is a sweep.Runner that runs the jobs of a plan one by one.
type Single struct {
	sweep.Stepping
	plan *sweep.Plan
	how  engine.Options
	name string // of the engine
	jobs int    // that run at a time
}

var _ sweep.Runner = (*Single)(nil)

// largeSingle is the number of springs of a structure from which jobs run one after the other, each on
// all cores.
const largeSingle = 200_000

// EngineOf returns the engine that steps a run by itself where an engine of sweeps steps runs together: of the same processor or device, with
// the same laws. Engines of one structure are themselves.
func EngineOf(name string) string {
	switch {
	case name == sweep.OnDevice:
		return engine.GPU
	case name == "" || sweep.Together(name):
		return engine.CPU
	}
	return name
}

// OnOneThread reports whether an engine of one structure makes one run at a time: a device belongs to one thread.
func OnOneThread(name string) bool { return name != engine.CPU && name != engine.CPURef }

// NewSingle makes a runner, and the scene of the first job, whose faults it returns: those of the
// metrics, too. jobs is how many run at a time; 0: as many as there are cores, of small
// structures in the engines cpu and cpuref, else 1. how says how engines are made.
func NewSingle(p *sweep.Plan, jobs int, how engine.Options) (*Single, error) {
	precision, err := gpu.ParsePrecision(p.Spec.Precision)
	if err != nil {
		return nil, fmt.Errorf("precision: %w", err)
	}
	how.GPU.Precision = precision
	r := &Single{plan: p, how: how, name: EngineOf(p.Spec.Engine), jobs: jobs}
	s, err := p.Base.Scene(p.First.Settings)
	if err != nil {
		return nil, fmt.Errorf("%w\n(run 0 of the sweep)", err)
	}
	if _, err := metrics.New(s.Model, s.Params, p.Spec.Metrics); err != nil {
		return nil, err
	}
	switch {
	case OnOneThread(r.name):
		r.jobs = 1 // a device belongs to one thread
	case r.jobs == 0 && s.Model.SpringCount() >= largeSingle:
		r.jobs = 1
	case r.jobs == 0:
		r.jobs = runtime.GOMAXPROCS(0)
	}
	if r.jobs > 1 {
		r.how.Threads = 1
	}
	return r, nil
}

// Run implements sweep.Runner.
func (r *Single) Run(ctx context.Context, jobs []*sweep.Job, done func(outcomes []sweep.Outcome) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if r.jobs == 1 {
		for _, j := range jobs {
			if o, ok := r.One(ctx, j); ok {
				if err := done([]sweep.Outcome{o}); err != nil {
					return err
				}
			}
		}
		return nil
	}
	next, outcomes := make(chan *sweep.Job), make(chan sweep.Outcome)
	var group panics.Group
	for range min(r.jobs, len(jobs)) {
		group.Go(func() {
			for j := range next {
				if o, ok := r.One(ctx, j); ok {
					outcomes <- o
				}
			}
		})
	}
	go func() {
		defer close(next)
		for _, j := range jobs {
			select {
			case next <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	var fault error
	go func() {
		defer close(outcomes)
		fault = group.End()
	}()
	err := collect(outcomes, done, cancel)
	return cmp.Or(err, fault)
}

// collect hands on outcomes, those that came at once together, so that one write to the disk
// serves them. After an error of done it cancels and lets the others come to nothing.
func collect(outcomes <-chan sweep.Outcome, done func([]sweep.Outcome) error, cancel func()) (err error) {
	for o := range outcomes {
		batch := []sweep.Outcome{o}
		for more := true; more; {
			select {
			case next, ok := <-outcomes:
				if more = ok; ok {
					batch = append(batch, next)
				}
			default:
				more = false
			}
		}
		if err == nil {
			if err = done(batch); err != nil {
				cancel()
			}
		}
	}
	return err
}

// Parallel reports whether several jobs run at a time.
func (r *Single) Parallel() bool { return r.jobs > 1 }

// One runs a job; false when the context was cancelled before its end.
func (r *Single) One(ctx context.Context, j *sweep.Job) (sweep.Outcome, bool) {
	if ctx.Err() != nil {
		return sweep.Outcome{}, false
	}
	o, _, err := r.Go(ctx, j)
	if errors.Is(err, sweep.ErrInterrupted) {
		return o, false
	}
	if err != nil {
		o.Error, o.Values = err.Error(), nil
	}
	return o, true
}

// Go runs one job to its end, and returns the scene and the last state besides. An error says why
// there was no run; it is sweep.ErrInterrupted when the context was cancelled.
func (r *Single) Go(ctx context.Context, j *sweep.Job) (sweep.Outcome, *Ended, error) {
	begin := time.Now()
	o := sweep.Outcome{ID: j.ID, Run: j.Run, Repeat: j.Repeat}
	s, err := r.plan.Base.Scene(j.Settings)
	if err != nil {
		return o, nil, err
	}
	measured, err := metrics.New(s.Model, s.Params, r.plan.Spec.Metrics)
	if err != nil {
		return o, nil, err
	}
	how := r.how
	how.Start, how.Name, how.Control = s.Start, s.Name, s.Control
	how.GPU.Watched = len(s.Until.Words) > 0
	e, err := engine.New(r.name, s.Model, s.Params, how)
	if err != nil {
		return o, nil, err
	}
	defer e.Close()
	steps := r.StepsOf(s)
	f := follower{engine: e, scene: s, meter: measured.Meter(), every: measured.Every(), touches: measured.Contacts(), part: r.Begin(1, steps)}
	defer f.part.End()
	if r.plan.Paths {
		f.path, f.pathSteps = new(sweep.Path), sweep.PathSteps(s.Params.DT)
	}
	status, err := f.follow(ctx, steps)
	if err != nil {
		return o, nil, err
	}
	o.Row, o.Step = measured.RowAt(&f.meter.Sums, status, f.step), f.step
	if f.path != nil {
		if status != metrics.Diverged && f.meter.Samples > 0 {
			f.path.Add(f.meter.Time, f.meter.Center) // the end
		}
		o.Path = *f.path
	}
	o.Wall = time.Since(begin).Seconds()
	end := &Ended{Scene: s}
	return o, end, e.Read(&end.State)
}

// Ended is a run that has ended.
type Ended struct {
	Scene *scene.Scene
	State model.Snapshot
}

// StepsOf returns the number of steps of a run.
func (r *Single) StepsOf(s *scene.Scene) int64 {
	spec := &r.plan.Spec
	if spec.Steps > 0 {
		return spec.Steps
	}
	duration := s.Duration
	if spec.Time > 0 {
		duration = spec.Time
	}
	return s.StepsIn(duration)
}
