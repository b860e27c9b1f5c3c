package edited

import (
	"hooke/model"
	"hooke/viewer/draw"
)

// background is what steps beside the pictures: an engine that needs no device steps on a
// goroutine of its own, batch after batch, and the pictures are of the newest state that
// is done. Whatever else is asked of the engine comes between two batches: what
// needs the engine waits for that.
type background struct {
	Solver model.Background // nil: the engine steps on this thread
	Inline bool             // never use a solver: every picture is of the next state
	Begun  bool             // whether steps run
	Batch  model.Batch      // that was taken in and not digested yet
	Awake  func()           // wakes the loop when steps are done; nil: it is awake
}

// adoptSolver takes the solver of another engine.
func (b *background) adoptSolver(e draw.DrawnEngine) {
	b.Solver = nil
	if aside, ok := model.As[model.BackgroundStepper](e); ok && !b.Inline {
		b.Solver = aside.Background()
	}
}

// BeginSteps has so many steps taken beside the pictures; there must be a solver, and no
// steps that run.
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

// settle waits until no steps run, so that the engine can be asked for something.
func (r *Run) settle() {
	if !r.Begun {
		return
	}
	_ = r.Engine.Finish() // an error of the steps comes with them
	r.TakeIn()
}
