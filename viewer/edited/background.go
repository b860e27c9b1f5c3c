package edited

import (
	"errors"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/physics"
	"hooke/viewer/draw"
)

// background is steps that run while the host does something else. An engine that needs no
// device steps on a goroutine of its own, batch after batch, and pictures show the newest
// finished state. Steps of other engines are queued behind the commands of a picture, which
// shows the state before them. All other requests to the engine come between two batches and
// wait for that.
type background struct {
	Solver model.Background // nil: steps are queued by this thread
	Inline bool             // never use a solver: every picture is of the next state
	Begun  bool             // whether steps run
	Batch  model.Batch      // the last batch that was taken in and not yet used
	End    *physics.End     // the end of the run in Batch; nil: none
	Awake  func()           // wakes the loop when steps are done; nil: the loop does not sleep
	queued queued
}

// queued is a batch whose steps the device may still have to do. The zero value is no batch.
type queued struct {
	steps int            // that were asked for
	done  int64          // that are done already, by an engine that had to wait
	err   error          // of queueing
	watch *physics.Watch // of the engine; nil: nothing ends the run
	took  time.Duration  // host time of queueing
	begun time.Time
	fence glx.Fence  // behind them
	timer *glx.Timer // of the device; nil before the first batch
}

// adoptSolver takes the solver of another engine.
func (b *background) adoptSolver(e draw.DrawnEngine) {
	b.Solver = nil
	if aside, ok := model.As[model.BackgroundStepper](e); ok && !b.Inline {
		b.Solver = aside.Background()
	}
}

// AskBackground asks the engine anew whether it steps in the background, after the steps that run.
func (r *Run) AskBackground() {
	r.settle()
	r.adoptSolver(r.Engine)
}

// BeginSteps starts the given number of steps in the background. There must be a solver, and no
// steps may run.
func (r *Run) BeginSteps(steps int) {
	r.Begun = true
	r.Solver.Begin(steps, r.Awake)
}

// QueueSteps queues n steps behind the device's current work, and does not wait for them.
// There must be no solver, and no steps may run. Their error is that of the batch; the
// returned error is of looking for an end of the run.
func (r *Run) QueueSteps(n int) error {
	w, err := r.watching()
	if err != nil {
		return err
	}
	q := &r.queued
	if q.timer == nil {
		q.timer = r.Ctx.NewTimer()
	}
	q.begun, q.steps, q.watch, q.done, q.err = time.Now(), n, w, 0, nil
	q.timer.Begin()
	if w.Queues(r.Engine) {
		q.err = w.Queue(r.Engine, int64(n))
	} else { // the host looks at every few steps
		q.done, q.err = w.Step(r.Engine, int64(n), r.Params.Contacts)
	}
	q.timer.End()
	r.Ctx.Fence(&q.fence)
	q.took = time.Since(q.begun)
	r.Begun = true
	return nil
}

// CollectSteps waits for the steps of QueueSteps, or for fewer where the run ends, and makes them
// the batch. Without queued steps it does nothing. Their time is device time, or the
// time that this thread spent queueing them where that is more: so it is for engines and
// renderers that run on the processor.
func (r *Run) CollectSteps() {
	if !r.Begun || r.Solver != nil {
		return
	}
	r.Begun = false
	q := &r.queued
	took := q.took
	if err := r.Ctx.Await(&q.fence); err != nil {
		q.fence.Release()
		q.timer.Forget()
		q.err = errors.Join(q.err, err)
	} else if device := q.timer.Wait(); device > 0 {
		took = max(took, device)
	} else { // the driver has no times: the host saw the end not before now
		took = max(took, time.Since(q.begun))
	}
	done, err := q.done, q.err
	if err == nil && q.watch.Queues(r.Engine) {
		begin := time.Now()
		if done, err = q.watch.Collect(r.Engine, int64(q.steps), r.Params.Contacts); done < int64(q.steps) {
			took += time.Since(begin) // for going back to the end of the run
		}
	}
	if err != nil {
		done = int64(q.steps)
	}
	r.Step += done
	r.End = r.ended(q.watch)
	r.Batch = model.Batch{Steps: int(done), Took: took, Err: err}
}

// TakeIn takes in steps that are done, if there are any. It does not wait.
func (r *Run) TakeIn() {
	switch {
	case !r.Begun:
	case r.Solver == nil:
		if r.queued.fence.Reached() {
			r.CollectSteps()
		}
	default:
		if b, ok := r.Solver.Ended(); ok {
			r.Begun, r.Batch, r.End = false, b, nil
			r.Step += int64(b.Steps)
		}
	}
}

// settle waits until no steps run, so that the engine can answer.
func (r *Run) settle() {
	switch {
	case !r.Begun:
	case r.Solver == nil:
		r.CollectSteps()
	default:
		_ = r.Engine.Finish() // the batch has the error of its steps
		r.TakeIn()
	}
}

// release frees the queue's objects in the context.
func (q *queued) release() {
	q.fence.Release()
	q.timer.Release()
	q.timer = nil
}
