package edited

import (
	"hooke/physics"
	"hooke/viewer/draw"
)

// ending watches a run for the conditions that end it. The zero value watches nothing.
type ending struct {
	Until physics.Until // of the subject

	watch *physics.Watch
	of    draw.DrawnEngine // that watch looks at
	step  int64            // of the run, after the last look or step
	over  bool             // whether the run has ended, and continues
}

// watching returns the watch of the present engine; nil where nothing ends the run, or has ended
// it already. After another engine, a reset or a jump in time it begins anew.
func (r *Run) watching() (*physics.Watch, error) {
	if len(r.Until.Words) == 0 {
		return nil, nil
	}
	same := r.ending.step == r.Step
	if r.over && same {
		return nil, nil
	}
	if r.watch != nil && same && r.of == r.Engine {
		return r.watch, nil
	}
	calm := physics.Calm{}
	if r.watch != nil && same {
		calm = r.watch.Calm()
	}
	w, err := physics.NewWatch(r.Engine, r.Model, r.Subject.Start, r.Until, calm)
	r.watch, r.of, r.over, r.ending.step = w, r.Engine, false, r.Step
	return w, err
}

// UntilLook returns how many of n steps may be taken in the background before LookOn.
func (r *Run) UntilLook(n int) (int, error) {
	w, err := r.watching()
	if w == nil || err != nil {
		return n, err
	}
	return int(w.Due(int64(n))), nil
}

// LookOn looks at the state after the given number of steps in the background, when a look is due.
func (r *Run) LookOn(steps int) (*physics.End, error) {
	w := r.watch
	switch {
	case r.ending.step+int64(steps) != r.Step: // steps from before a reset: watching begins anew
		return nil, nil
	case w == nil || r.over || r.of != r.Engine:
		r.ending.step = r.Step
		return nil, nil
	}
	err := w.Look(r.Engine, int64(steps), r.Params.Contacts)
	return r.ended(w), err
}

// ended notes the step of the run, and returns its end when it has just come.
func (r *Run) ended(w *physics.Watch) *physics.End {
	r.ending.step = r.Step
	if w == nil || w.Ended == nil {
		return nil
	}
	r.over = true
	return w.Ended
}
