package sim

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"hooke/engine"
	"hooke/machine/panics"
)

// Job is the work of a verb of the program, which goes on by itself while another program waits for it, looks how far it is, or ends it.
// Start makes it.
type Job struct {
	stop context.CancelFunc
	over chan struct{} // closed at its end

	lock sync.Mutex
	told Report
	err  error
}

// Report is how far a job is, in words that programs read.
type Report struct {
	Verb   string   `json:"verb"`
	Done   int64    `json:"done"` // steps of a run or a relaxation, runs of a sweep, frames of a mesh
	Of     int64    `json:"of"`   // 0: not known yet
	Notes  []string `json:"notes,omitempty"`
	Result any      `json:"result,omitempty"` // of a job that has ended well: *RunResult, *SweepResult, *RenderReport or *run.Rest; *Unsettled of one that has failed
}

// work is a job whose options are judged.
type work func(ctx context.Context) (result any, err error)

// verbs are the kinds of jobs, by the names that the program has for them. Each judges options.
func verbs() map[string]func(name string, options []byte, o Options, j *Job) (work, error) {
	return map[string]func(name string, options []byte, o Options, j *Job) (work, error){"run": startRun, "resume": startResume, "sweep": startSweep, "render": startRender, "relax": startRelax}
}

// Verbs lists the kinds of jobs.
func Verbs() []string { return slices.Sorted(maps.Keys(verbs())) }

// Start begins a job, one of Verbs, with a preset or file. Options are a JSON object of the flags of that verb of hooke, as
// of ParseOptions; of o, Program and Listener are used. A wrong option is an error before anything has begun.
func Start(verb, name string, options []byte, o Options) (*Job, error) {
	judge := verbs()[verb]
	if judge == nil {
		return nil, fmt.Errorf("there is no job %q; there are %s", verb, strings.Join(Verbs(), ", "))
	}
	j := &Job{over: make(chan struct{}), told: Report{Verb: verb}}
	work, err := judge(name, options, o, j)
	if err != nil {
		return nil, err
	}
	var ctx context.Context
	ctx, j.stop = context.WithCancel(context.Background())
	go j.do(ctx, work)
	return j, nil
}

// do carries out the work. One goroutine makes all calls of its engine.
func (j *Job) do(ctx context.Context, work work) {
	defer close(j.over)
	var result any
	err := panics.Guard(func() (err error) {
		result, err = work(ctx)
		return err
	})
	j.end(result, err)
}

func (j *Job) end(result any, err error) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.told.Result, j.err = result, err
}

// Wait waits until the job ends, or for some time, and says whether it has ended; its error is that of the job.
func (j *Job) Wait(most time.Duration) (ended bool, err error) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-j.over:
	default:
		select {
		case <-j.over:
		case <-timer.C:
			return false, nil
		}
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	return true, j.err
}

// Stop asks the job to end, as Ctrl-C does: a run writes its state and a checkpoint, a sweep keeps its journal. It does
// not wait.
func (j *Job) Stop() { j.stop() }

// Close stops the job and waits for its end. A second call does nothing.
func (j *Job) Close() {
	j.stop()
	<-j.over
}

// Report says how far it is.
func (j *Job) Report() Report {
	j.lock.Lock()
	defer j.lock.Unlock()
	out := j.told
	out.Notes = slices.Clone(out.Notes)
	return out
}

// show notes how far the job is.
func (j *Job) show(done, of int64) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.told.Done, j.told.Of = done, of
}

// listener keeps the notes of a job, and passes them on.
func (j *Job) listener(to engine.Listener) engine.Listener {
	return engine.Listener{Busy: to.Busy, Note: func(line string) {
		j.lock.Lock()
		j.told.Notes = append(j.told.Notes, line)
		j.lock.Unlock()
		to.Notef("%s", line)
	}}
}
