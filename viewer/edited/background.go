package edited

import (
	"hooke/model"
	"hooke/viewer/draw"
)

// background is an engine that steps while pictures are drawn: an engine that needs no
// device steps on a goroutine of its own, batch after batch, and pictures show the
// newest finished state. All other requests to the engine come between two batches and
// wait for that.
type background struct {
	Solver model.Background // nil: the engine steps on this thread
	Inline bool             // never use a solver: every picture is of the next state
	Begun  bool             // whether steps run
	Batch  model.Batch      // the last batch that was taken in and not yet used
	Awake  func()           // wakes the loop when steps are done; nil: the loop does not sleep
}

// adoptSolver takes the solver of another engine.
func (b *background) adoptSolver(e draw.DrawnEngine) {
	b.Solver = nil
	if aside, ok := model.As[model.BackgroundStepper](e); ok && !b.Inline {
		b.Solver = aside.Background()
	}
}

// BeginSteps starts so many steps in the background. There must be a solver, and no
// steps may run.
func (r *Run) BeginSteps(steps int) {
	r.Begun = true
	r.Solver.Begin(steps, r.Awake)
}

// TakeIn takes in steps that are done, if there are any.
func (r *Run) TakeIn() {
	if !r.Begun {
		return
	}
	if b, ok := r.Solver.Ended(); ok {
		r.Begun, r.Batch = false, b
		r.Step += int64(b.Steps)
	}
}

// settle waits until no steps run, so that the engine can answer.
func (r *Run) settle() {
	if !r.Begun {
		return
	}
	_ = r.Engine.Finish() // the batch has the error of its steps
	r.TakeIn()
}
