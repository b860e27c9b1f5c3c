package gpu

import (
	"fmt"
	"slices"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/resident"
	"hooke/gpu/solver"
	"hooke/model"
)

// keepsOwn reports whether the pass of masses is one that loads the state of its mass once: it has all springs in its text and
// nothing but this pass moves masses.
func (p *plan) keepsOwn(v options.Variant, params *model.Params) bool {
	return v.Constants && p.pipeline == options.Fused && p.fused.Whole() && p.division == nil && params.Integrator.Method().Registers == 0 && !params.Collision.Acts()
}

// tiles returns the reason why a variant that has tiles is none of this run, in work groups of a size.
func (p *plan) tiles(v options.Variant, l limits.Limits, params *model.Params, group int) error {
	switch {
	case v.Persistent && !v.Tile:
		return fmt.Errorf("gpu: the variant persistent comes with tile, as %s+constants+tile+persistent: %w", options.Fused, model.ErrUnsupported)
	case !v.Tile:
		return nil
	case !p.keepsOwn(v, params):
		return fmt.Errorf("gpu: the variant tile comes with constants in the pipeline %s, for the Euler methods and without collisions, as %s+constants+tile: %w", options.Fused, options.Fused, model.ErrUnsupported)
	case p.fused.Box == nil:
		return fmt.Errorf("gpu: the variant tile is for a structure that is one whole box of a lattice: %w", model.ErrUnsupported)
	}
	if need := p.fused.Box.Tile(group, p.model.Damps()); need > int64(l.SharedBytes) {
		return fmt.Errorf("gpu: the variant tile in work groups of %d takes %d bytes of shared memory, and this device has %d: %w", group, need, l.SharedBytes, model.ErrUnsupported)
	}
	if v.Persistent {
		if why := resident.PersistentRefusal(l, p.model, params, p.fused.Box.Blocks(group), group); why != "" {
			return fmt.Errorf("gpu: the variant persistent: %s: %w", why, model.ErrUnsupported)
		}
	}
	return nil
}

// pinsWhole reports whether every mass is free or pinned on all axes.
func (p *plan) pinsWhole() bool {
	return !slices.ContainsFunc(p.model.Pin, func(pin model.Pin) bool { return pin != 0 && pin != model.PinAll })
}

// keepOwn has the pass of masses load the state of its mass once, and keep velocities that no other pass reads in place.
func (e *Engine) keepOwn(m *solver.Source) (err error) {
	on := func(name string) { m.Gathering = m.Gathering.With(name, 1) }
	on("OWN_STATE")
	if e.plan.pinsWhole() {
		on("WHOLE_PINS")
	}
	if box := e.plan.fused.Box; e.plan.variant.Tile {
		of, ofGroup := box.Defines(e.compiled.workGroup)
		m.Gathering.Defines, m.Gathering.OfGroup = append(m.Gathering.Defines, of...), ofGroup
		m.Over.Instead = box.Blocks(e.compiled.workGroup)*int64(e.compiled.workGroup) + 1
	}
	if e.plan.variant.Persistent {
		if e.compiled.persistent, err = resident.NewPersistent(m.Gathering, e.buffers, e.plan.fused.Box.Blocks(e.compiled.workGroup)); err != nil {
			return err
		}
	}
	if e.buffers.VelocityInPlace = !e.plan.model.Damps(); e.buffers.VelocityInPlace {
		on("VELOCITY_IN_PLACE")
		m.Outputs = m.Outputs[:1]
	}
	return nil
}

// persist makes an even number of steps in one dispatch of work groups that wait for each other, and waits for them. Where they have
// not met, it takes no step, and the passes of the solver make all from then on.
func (e *Engine) persist(steps int) bool {
	e.buffers.BindFused(e.ctx, e.progress.parity)
	if !e.compiled.persistent.Step(e.ctx, e.buffers, steps) {
		e.compiled.persistent.Release()
		e.compiled.persistent, e.plan.variant.Persistent = nil, false
		return false
	}
	e.progress.parity ^= 1
	return true
}
