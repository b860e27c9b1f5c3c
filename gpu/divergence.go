package gpu

import (
	"fmt"
	"math"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// never is the step, since Reset, of an event that has not happened.
const never = int64(math.MaxUint32)

// readStatus waits and reads the status buffer.
func (e *Engine) readStatus() (shaders.Status, error) {
	e.Submit()
	var status [1]shaders.Status
	e.ctx.Barrier(glx.ByTransfer) // the download reads the output of both passes
	glx.Download(e.buffers.Status, 0, status[:])
	return status[0], e.ctx.Err("gpu: read status")
}

// StepsRun waits and counts the steps that ran to their end on the device since
// the last reset. It differs from the steps asked for when a dispatch was lost.
func (e *Engine) StepsRun() (int64, error) {
	status, err := e.readStatus()
	if err != nil {
		return 0, err
	}
	ran := status.SpringForcePasses
	if e.plan.fused != nil && e.run.divided == nil {
		ran = max(ran, status.OddPasses)
	}
	evaluations := uint32(e.run.settings.Params.Integrator.Method().Evaluations)
	if e.plan.division != nil {
		parts := uint32(e.plan.masses().Number())
		if e.plan.fused == nil {
			parts += uint32(e.plan.springs().Number())
		}
		if want := parts * evaluations * status.IntegratePasses; status.RangesRun != want {
			return 0, fmt.Errorf("gpu: the device ran %d ranges of passes for %d steps of %v, which have %d: a dispatch was lost",
				status.RangesRun, status.IntegratePasses, e.run.settings.Params.Integrator, want)
		}
	}
	if ran != evaluations*status.IntegratePasses {
		return 0, fmt.Errorf("gpu: the device evaluated forces %d times for %d steps of %v, which does so %d times a step",
			ran, status.IntegratePasses, e.run.settings.Params.Integrator, evaluations)
	}
	return int64(status.IntegratePasses), nil
}

// divergence returns the error that the device reports, or nil. The next evaluation of the
// forces detects a spring that is far too long.
func (e *Engine) divergence(status shaders.Status) error {
	notFinite, ranAway := e.badSteps(status)
	bits := physics.RoundingBits(e.buffers.Precision.String())
	continues := e.run.settings.Params.Integrator.Method().Continues // springs are looked at before velocities are known
	switch {
	case ranAway < notFinite || continues && ranAway == notFinite && ranAway < never:
		spring, err := e.runawaySpring(status)
		if err != nil {
			return fmt.Errorf("gpu: a spring was longer than %.3g m in step %d: %w", e.run.runaway, e.progress.start+ranAway, err)
		}
		return physics.RanAway(e.plan.model, e.run.settings.Params, e.progress.start+ranAway, spring, e.run.runaway).Rounded(e.plan.model, e.run.settings.Params, bits)
	case notFinite < never:
		mass, err := e.massOf(status.FirstMass)
		if err != nil {
			return fmt.Errorf("gpu: the state was not finite after step %d: %w", e.progress.start+notFinite, err)
		}
		return physics.Diverged(e.plan.model, e.run.settings.Params, e.progress.start+notFinite, mass, int64(status.NonFinite)).Rounded(e.plan.model, e.run.settings.Params, bits)
	}
	return nil
}

var _ model.Catcher = (*Engine)(nil)

// massOf returns the model's number of a mass that the device named.
func (e *Engine) massOf(sent uint32) (int, error) {
	number, err := limits.Number("mass", sent, e.plan.model.MassCount())
	if err != nil {
		return 0, err
	}
	return e.plan.order().Place(number), nil
}

// runawaySpring returns the spring that is far too long, from the device's report.
func (e *Engine) runawaySpring(status shaders.Status) (int, error) {
	if c := e.plan.columns; c != nil {
		spring := c.SpringAt(status.RunawaySpring)
		if spring < 0 {
			return 0, fmt.Errorf("%w: spring %d of columns", limits.ErrNumber, status.RunawaySpring)
		}
		return spring, nil
	}
	if e.plan.fused == nil {
		return limits.Number("spring", status.RunawaySpring, e.plan.model.SpringCount())
	}
	low := 32 - table.MassBits(e.plan.model.MassCount())
	mass, slot := status.RunawaySpring>>low, status.RunawaySpring&(1<<low-1)
	if _, err := limits.Number("mass", mass, e.plan.model.MassCount()); err != nil {
		return 0, err
	}
	spring := e.plan.fused.SpringAt(mass, int(slot))
	if spring < 0 {
		return 0, fmt.Errorf("%w: spring %d of mass %d", limits.ErrNumber, slot, mass)
	}
	return spring, nil
}

var _ model.Converger = (*Engine)(nil)

// badSteps returns the steps, since Reset, of the first state that is not finite and
// of the first in which a spring has run away. Verlet evaluates forces at the state that a step leads to,
// and at the start, where no spring has run away.
func (e *Engine) badSteps(status shaders.Status) (notFinite, ranAway int64) {
	notFinite, ranAway = never, int64(status.RunawayStep)
	if status.FirstPass != math.MaxUint32 {
		evaluations := int64(e.run.settings.Params.Integrator.Method().Evaluations)
		notFinite = (int64(status.FirstPass) + evaluations - 1) / evaluations
	}
	if ranAway != never && e.run.settings.Params.Integrator.Method().Continues {
		ranAway++
	}
	return notFinite, ranAway
}
