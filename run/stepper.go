package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// Stepper advances an engine in batches: short enough for the device's watchdog, Ctrl-C and
// progress bars, and long enough to make the waits between them negligible.
type Stepper struct {
	Seconds  float64 // wall time of the steps so far, waits included
	engine   model.Engine
	batch    int64 // steps of the next batch; zero means 1
	lastGood *lastGood
	watch    *physics.Watch  // nil: nothing ends the steps early
	contacts []model.Contact // for watch
}

// NewStepper returns a stepper of an engine, which the caller closes.
func NewStepper(e model.Engine) *Stepper { return &Stepper{engine: e} }

// Batches grow until they take at least batchSeconds and shrink above twice
// that. Ctrl-C waits for one, then for a checkpoint, and is to be answered within 0.2 s.
const batchSeconds = 0.04

// Advance takes n steps. Between batches it calls after with the number of steps taken so far
// in this call. A cancelled context, or a condition of Watch, ends it early and without an
// error; done is the number of steps taken.
func (s *Stepper) Advance(ctx context.Context, n int64, after func(done int64)) (done int64, err error) {
	s.batch = max(s.batch, 1)
	for done < n && ctx.Err() == nil && !s.ended() {
		begin := time.Now()
		steps, err := s.watch.Step(s.engine, min(s.batch, n-done), s.contacts)
		if err != nil {
			return done, err
		}
		took := time.Since(begin).Seconds()
		s.Seconds += took
		done += steps
		switch {
		case took < batchSeconds && steps == s.batch:
			s.batch *= 2
		case took > 2*batchSeconds && s.batch > 1:
			s.batch /= 2
		}
		if err := s.lastGood.after(); err != nil {
			return done, err
		}
		after(done)
	}
	return done, nil
}

// Watch makes the conditions of a scene end the steps of an engine at its start. Without
// conditions it does nothing.
func (s *Stepper) Watch(of *scene.Scene) (err error) {
	s.contacts = of.Params.Contacts
	s.watch, err = physics.NewWatch(s.engine, of.Model, of.Start, of.Until, physics.Calm{})
	return err
}

// Ended says why steps have ended early; nil: they run on.
func (s *Stepper) Ended() *physics.End {
	if !s.ended() {
		return nil
	}
	return s.watch.Ended
}

// ended reports whether a condition has ended the steps.
func (s *Stepper) ended() bool { return s.watch != nil && s.watch.Ended != nil }

// Confirm returns an error if the number of steps since the start differs from the engine's
// own count. It returns nil for engines that do not count.
func (s *Stepper) Confirm(steps int64) error {
	counter, ok := model.As[model.StepCounter](s.engine)
	if !ok {
		return nil
	}
	ran, err := counter.StepsRun()
	if err != nil {
		return err
	}
	if ran != steps {
		return fmt.Errorf("%d steps were asked for, and the device counted %d: its state cannot be trusted", steps, ran)
	}
	return nil
}

// stepAll takes all steps after the first ones. It stops for energy samples, frames and
// checkpoints.
func (r *Run) stepAll(ctx context.Context) (done int64, err error) {
	s, e, k, f, steps := r.stepper, r.energy, r.keeper, r.frames, r.record.Steps
	progress := r.options.Progress
	if progress != nil {
		progress.Begin(r.Scene, r.from, steps)
		defer progress.End()
	}
	k.start()
	done = r.from
	if err := f.frame(done); err != nil {
		return done, err
	}
	if e.due(done, steps) {
		if err := r.row(done); err != nil {
			return done, err
		}
	}
	for done < steps && ctx.Err() == nil && !s.ended() {
		base := done
		var unsaved error
		n, err := s.Advance(ctx, min(e.next(base), k.next(base), f.next(base), steps-base), func(part int64) {
			if progress != nil {
				progress.Done(base + part)
			}
			if unsaved == nil && base+part < steps {
				unsaved = f.frame(base + part) // before the checkpoint, which refers to it
			}
			if unsaved == nil && base+part < steps && !s.ended() {
				if e.due(base+part, steps) { // before the checkpoint, too, which does not have the solver's residual
					unsaved = r.row(base + part)
				}
				unsaved = errors.Join(unsaved, k.after(base+part))
			}
		})
		done += n
		if err != nil || unsaved != nil {
			return done, errors.Join(err, unsaved)
		}
		if err := errors.Join(f.frame(done), e.look(done)); err != nil {
			return done, err
		}
		if e.due(done, steps) || ctx.Err() != nil || s.ended() {
			if err := r.row(done); err != nil {
				return done, err
			}
		}
	}
	return done, s.Confirm(done - r.from)
}

// row samples the energy after step, and looks at the run.
func (r *Run) row(step int64) error { return errors.Join(r.energy.sample(step), r.look()) }
