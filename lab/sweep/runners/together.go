package runners

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/machine/memory"
	"hooke/machine/panics"
	"hooke/model"
	"hooke/scene/words"
)

// Maker makes engines of ensembles.
type Maker struct {
	Pack      int                                        // members that together cost as much as one
	MostPacks int                                        // that an engine steps
	One       bool                                       // whether one engine works at a time, as those of a device do
	Precision model.Precision                            // of engines
	Bytes     func(k ensemble.Kind, members int64) int64 // that an engine takes
	// Alone says why each member of a kind has an engine of its own, so that members are not faster together; empty: none has. Engines
	// take structures far from the origin so, too.
	Alone func(k ensemble.Kind) string
	// New makes an engine, for the goroutine that calls it.
	New func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error)
}

// Together is a sweep.Runner that runs the jobs of a plan as members of ensembles.
type Together struct {
	*sweep.Stepping
	plan    *sweep.Plan
	maker   Maker
	alone   *Single
	auto    bool       // whether jobs that ensembles refuse run alone
	threads int        // that make scenes and step
	engines int        // that step at a time
	one     sync.Mutex // held while stepping, if only one engine may step at a time
	first   Forecast
	setUp   float64 // seconds that the scene of the first job takes
	perStep float64 // seconds of a step of a pack of the first job, or of its one member; 0: not known
	pace    pace

	alike alike

	mutex  sync.Mutex
	counts Counts
	seen   map[key]bool
	large  sync.Mutex // of runs that take all cores for themselves
}

var _ sweep.Runner = (*Together)(nil)

// Counts are how jobs were run.
type Counts struct {
	Together int64            // as members of ensembles
	Kinds    int64            // of which those were
	Lone     map[string]int64 // as members with engines of their own, by the reason
	Alone    map[string]int64 // one by one, by the reason
}

// largeTogether is the number of springs from which automatic choice runs a structure alone: a pack of it fits no
// cache, and few of its like are run.
const largeTogether = 200_000

// NewTogether makes a runner of the engine ensemble, or of automatic choice, and the scene of the first job,
// whose faults it returns: those of the metrics, and features that ensembles lack if they are asked for. jobs
// is the number of threads that work; 0: as many as there are cores. how says how engines are made of jobs
// that run alone.
func NewTogether(p *sweep.Plan, maker Maker, jobs int, how engine.Options) (*Together, error) {
	r := &Together{plan: p, maker: maker, auto: p.Spec.Engine == sweep.Auto, threads: jobs, counts: Counts{Lone: map[string]int64{}, Alone: map[string]int64{}}, seen: map[key]bool{}}
	if r.threads < 1 {
		r.threads = runtime.GOMAXPROCS(0)
	}
	if r.engines = r.threads; maker.One {
		r.engines = 1
	}
	var err error
	if r.alone, err = NewSingle(p, jobs, how); err != nil {
		return nil, err
	}
	r.Stepping, r.pace.clock = &r.alone.Stepping, time.Now
	first, err := r.made(*p.First)
	switch {
	case errors.Is(err, errAlone) && r.auto:
		r.first = Forecast{Reason: reason(err)}
		return r, nil
	case err != nil:
		return nil, refusal(err)
	}
	r.timeSetUp()
	return r, r.look(first)
}

// timeSetUp times how a job is made. It makes some from all over the sweep, the last of them as the others
// will be. Their faults are reported when they are run.
func (r *Together) timeSetUp() {
	begin := time.Now()
	_, err := r.made(*r.plan.First)
	r.setUp = time.Since(begin).Seconds()
	jobs := r.plan.Jobs
	for k := range min(enough+2, len(jobs)) {
		if err != nil || r.setUp > 0.05 {
			return
		}
		begin := time.Now()
		_, err = r.member(jobs[k*(len(jobs)-1)/(enough+1)])
		r.setUp = time.Since(begin).Seconds()
	}
}

// refusal returns the error for a user of the engine ensemble.
func refusal(err error) error {
	if !errors.Is(err, errAlone) {
		return err
	}
	return fmt.Errorf("sweep: the engine ensemble: %s (--engine auto runs such scenes one by one)", strings.TrimPrefix(err.Error(), errAlone.Error()+": "))
}

// errAlone is wrapped by errors that give the reason why ensembles do not support a run.
var errAlone = errors.New("no ensemble")

// reason is why a run is alone, in short.
func reason(err error) string {
	words, _, _ := strings.Cut(err.Error(), " of ensembles yet")
	return strings.TrimPrefix(words, errAlone.Error()+": ")
}

// Counts are how jobs were run so far.
func (r *Together) Counts() Counts {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	out := r.counts
	out.Kinds = int64(len(r.seen))
	out.Lone, out.Alone = maps.Clone(out.Lone), maps.Clone(out.Alone)
	return out
}

// Words say how jobs were run; empty where none was.
func (c Counts) Words() string {
	var ways []string
	if c.Together > 0 {
		ways = append(ways, fmt.Sprintf("%s as members of ensembles, of %s", words.Counted(c.Together, "run"), words.Counted(c.Kinds, "kind")))
	}
	for _, why := range slices.Sorted(maps.Keys(c.Lone)) {
		ways = append(ways, fmt.Sprintf("%s as members with engines of their own (%s)", words.Counted(c.Lone[why], "run"), why))
	}
	for _, why := range slices.Sorted(maps.Keys(c.Alone)) {
		ways = append(ways, fmt.Sprintf("%d one by one on the engine cpu (%s)", c.Alone[why], why))
	}
	return strings.Join(ways, ", ")
}

// Go runs one job to its end, and returns the scene and the last state besides; see Single.Go. The
// numbers are those that the job has among others.
func (r *Together) Go(ctx context.Context, j *sweep.Job) (sweep.Outcome, *Ended, error) {
	o := sweep.Outcome{ID: j.ID, Run: j.Run, Repeat: j.Repeat}
	one, err := r.made(*j)
	if errors.Is(err, errAlone) && r.auto {
		return r.alone.Go(ctx, j)
	}
	if err != nil {
		return o, nil, err
	}
	end := &Ended{Scene: one.scene}
	out, err := r.step(ctx, &unit{kind: one.Kind, lone: one.lone, steps: one.steps, members: []*made{one}}, func(e ensemble.Engine) error { return e.Read(0, &end.State) })
	if err != nil {
		return o, nil, err
	}
	return out[0], end, nil
}

// Run implements sweep.Runner.
func (r *Together) Run(ctx context.Context, jobs []*sweep.Job, done func(outcomes []sweep.Outcome) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w := r.newWork(jobs)
	outcomes := make(chan []sweep.Outcome)
	var group panics.Group
	for range max(1, min(r.threads, len(jobs))) {
		group.Go(func() {
			for t := w.next(); t != nil; t = w.next() {
				if out := t(ctx); len(out) > 0 {
					outcomes <- out
				}
			}
		})
	}
	var err, fault error
	go func() {
		defer close(outcomes)
		fault = group.End()
	}()
	for out := range outcomes {
		if err == nil {
			if err = done(out); err != nil {
				cancel()
			}
		}
	}
	return cmp.Or(err, fault)
}

// askFor asks for the memory of all units that are stepped at a time.
func (r *Together) askFor(bytes int64, members int) error {
	return memory.Ask(int64(r.engines)*bytes, "%d ensembles of %d members of %d masses each", r.engines, members, r.first.Masses)
}
