package ensemble

import (
	"errors"

	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
)

// muscles takes in their work up to the state at hand.
func (r *run) muscles() {
	if r.meter != nil {
		r.meter.Muscles((*model.State)(r.engine.State()), r.engine.RestScale())
	}
}

// pass has controllers act: a sample at a boundary is of muscles as they are after it.
func (r *run) pass() error {
	if r.loop == nil {
		return nil
	}
	if !r.loop.Due() {
		return r.loop.Pass()
	}
	r.muscles()
	if err := r.loop.Pass(); err != nil {
		return err
	}
	r.muscles()
	return nil
}

// step is one step, after which the member may have ended.
func (r *run) step() error {
	if err := r.pass(); err != nil {
		return err
	}
	if s := (*model.State)(r.engine.State()); r.meter != nil {
		if r.meter.Step == 0 && r.meter.Samples == 0 || s.Step%r.plan.Every() == 0 {
			r.meter.Sample(s, r.engine.RestScale())
		}
		r.meter.Touch(s, r.now().ContactsAt(s.Time))
	}
	if err := r.around.Step(1); err != nil {
		return err
	}
	var diverged *physics.DivergedError
	switch err := r.engine.Finish(); {
	case errors.As(err, &diverged):
		r.status = ensemble.Status{Ended: ensemble.Diverged, Step: diverged.Step}
		return nil
	case err != nil:
		return err
	}
	if s := (*model.State)(r.engine.State()); r.ending != nil && s.Step%physics.LookEvery == 0 {
		if by := r.ending.At(physics.LookAt(r.model, s), r.params.Contacts); by != "" {
			r.status = ensemble.Status{Ended: by, Step: s.Step}
		}
	}
	return nil
}
