//go:build !headless

package viewer

import (
	"hooke/model"
	"hooke/viewer/draw"
)

// beside is what steps beside the pictures: an engine that needs no device steps on a
// goroutine of its own, batch after batch, and the pictures are of the newest state that
// is done. Whatever else is asked of the engine comes between two batches: what can wait
// for that is put off with later, what cannot waits with settle.
type beside struct {
	solver model.Background // nil: the engine steps on this thread
	inline bool             // never use a solver: every picture is of the next state
	begun  bool             // whether steps run
	batch  model.Batch      // that was taken in and not digested yet
	putOff []func()         // until no steps run
	awake  func()           // wakes the loop when steps are done; nil: it is awake
}

// adoptSolver takes the solver of another engine.
func (b *beside) adoptSolver(e draw.Engine) {
	b.solver = nil
	if aside, ok := model.As[model.BackgroundStepper](e); ok && !b.inline {
		b.solver = aside.Background()
	}
}

// beginSteps has steps taken beside the pictures.
func (e *experiment) beginSteps(steps int) {
	e.begun = true
	e.solver.Begin(steps, e.awake)
}

// takeIn takes in steps that are done, if there are any.
func (e *experiment) takeIn() {
	if !e.begun {
		return
	}
	if b, ok := e.solver.Ended(); ok {
		e.begun, e.batch = false, b
		e.step += int64(b.Steps)
	}
}

// settle waits until no steps run, so that the engine can be asked for something.
func (e *experiment) settle() {
	if !e.begun {
		return
	}
	_ = e.engine.Finish() // an error of the steps comes with them
	e.takeIn()
}

// later does something with the engine as soon as no steps run: now, or in a frame to
// come. Pictures go on meanwhile.
func (s *session) later(do func()) {
	if s.takeIn(); !s.begun {
		do()
		return
	}
	s.putOff = append(s.putOff, do)
}

// catchUp does what was put off.
func (s *session) catchUp() {
	for len(s.putOff) > 0 && !s.begun {
		do := s.putOff[0]
		s.putOff = s.putOff[1:]
		do()
		s.dirty = true
	}
}
