package gpu

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/impulses"
	"hooke/gpu/options"
	"hooke/model"
)

// makeDivided makes the solver of the run where that one divides steps.
func (e *Engine) makeDivided() error {
	if !e.plan.first.Params.Integrator.Method().Divides {
		if e.plan.variant.Blocks {
			return errBlocks
		}
		return nil
	}
	s, err := impulses.New(e.ctx, e.buffers, e.plan.model, e.plan.counts)
	if err == nil {
		e.run.divided = s
	}
	if err == nil && e.plan.variant.Blocks {
		err = e.takeBlocks(e.plan.variant, &e.plan.first.Params)
	}
	return err
}

// errBlocks refuses the variant blocks where nothing sweeps, or forward alone.
var errBlocks = fmt.Errorf("gpu: the variant blocks is for the solver impulses, whose sweeps go there and back: %w", model.ErrUnsupported)

// takeBlocks prepares sweeps for a variant.
func (e *Engine) takeBlocks(v options.Variant, p *model.Params) error {
	if e.run.divided == nil || v.Blocks && p.Forward {
		return errBlocks
	}
	words, err := e.run.divided.SetBlocks(v.Blocks, e.plan.options.inSoftware)
	if err == nil {
		e.plan.counts.Blocks = words
	}
	return err
}

// press queues a visit to the touches of pairs of masses and of spans in a substep of the
// solver impulses, all with the velocities before it. The next command may read the state.
func (e *Engine) press() {
	pairs := e.collisions.pairs
	stiff := pairs.Stiff()
	if !stiff && e.run.spans == nil {
		return
	}
	if stiff {
		pairs.Press()
	}
	e.run.spans.Press(e.ctx)
	e.ctx.Barrier(glx.ByShader) // the passes of masses read the pushes of touches
	if stiff {
		pairs.Take()
	}
	e.run.spans.Strike(e.ctx)
}

// Residual waits and returns the residual of a solver that divides steps, in the last substep
// of the last call of Step.
func (e *Engine) Residual() (model.Residual, error) {
	e.Submit()
	if e.run.divided == nil {
		return model.Residual{}, nil
	}
	left := e.run.divided.Residual()
	if left.Step > 0 {
		left.Step += e.progress.start
	}
	return left, e.ctx.Err("gpu: read a residual")
}
