package robots

import (
	"slices"
	"time"

	"hooke/model"
	"hooke/sim"
)

// Step takes n steps of all members that have not ended.
func (r *Robots) Step(n int64) error {
	_, err := r.StepFor(n, 0)
	return err
}

// StepFor takes n steps, but not many more once so much time has passed; see sim.Sim.StepFor. With a host it ends with an error
// at the first boundary for which that has not acted.
func (r *Robots) StepFor(n int64, most time.Duration) (done int64, err error) {
	if r.engine == nil {
		return 0, sim.ErrClosed
	}
	before := r.steps
	_, err = r.pace.Step(byPeriods{r}, n, most)
	return r.steps - before, err
}

// byPeriods steps robots. With a host it steps them period by period, so that those up to the boundary for which the host has not
// acted are taken.
type byPeriods struct{ *Robots }

// Step takes n steps, and counts them.
func (r byPeriods) Step(n int) error {
	for n > 0 {
		some := int64(n)
		if r.options.Host {
			some = min(some, r.Period()-r.steps%r.Period())
		}
		if err := r.engine.Step(int(some)); err != nil {
			return err
		}
		r.steps += some
		n -= int(some)
	}
	return nil
}

// Finish waits for all steps.
func (r *Robots) Finish() error {
	if r.engine == nil {
		return sim.ErrClosed
	}
	return r.engine.Finish()
}

// Reset puts the members at which the mask holds back to their start, with the values that they have; nil: all.
func (r *Robots) Reset(mask []bool) error {
	return r.ResetFrom(mask, func(int) *model.State { return r.scene.Start })
}

// ResetFrom is Reset to states that the caller chooses.
func (r *Robots) ResetFrom(mask []bool, start func(member int) *model.State) error {
	if r.engine == nil {
		return sim.ErrClosed
	}
	if mask == nil {
		mask = slices.Repeat([]bool{true}, len(r.members))
	}
	if err := r.engine.Reset(mask, start); err != nil {
		return err
	}
	for i, reset := range mask {
		if reset {
			r.runs[i] = running{begun: r.steps}
		}
	}
	return nil
}
