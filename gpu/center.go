package gpu

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/solver"
	"hooke/model"
	"hooke/shaders"
)

// centeredBy is the centering of the ledger that an integrator uses.
func centeredBy(integrator model.Integrator) ledger.Centering {
	if integrator.Method().Divides {
		return ledger.CenteredState
	}
	return solver.New(integrator).Centered()
}

// centerPasses make that velocity, and the power of friction. They look at a step
// and make none: state, forces and what is counted stay as they are.
type centerPasses struct {
	springs *pass.Pass // of symplectic Euler in two-pass: the forces of springs
	masses  *pass.Pass // nil: nothing to do
	guide   *pass.Pass // of symplectic Euler; nil: no guides
}

// makeCenter compiles these passes.
func (e *Engine) makeCenter(base pass.Maker) (err error) {
	b, c := e.buffers, &e.asked.center
	by := e.compiled.solver.Centered()
	if by == ledger.CenteredState {
		return nil
	}
	base = base.With("AHEAD", 1)
	inPlace, over := base.With("FUSED", 0), e.plan.overMasses(1)
	centered := pass.Slot{Binding: shaders.BindCentered, Buffer: b.Centered}
	state := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}}
	k, gather := inPlace, append(state[:2:2], []pass.Slot{{Binding: shaders.BindForce, Buffer: b.Force}, {Binding: shaders.BindIncidence, Buffer: b.Incidence},
		{Binding: shaders.BindExternal, Buffer: b.External}, {Binding: shaders.BindContact, Buffer: b.Contact}, centered}...)
	if e.plan.fused != nil {
		k = e.fusedMaker(base, options.Variant{})
		gather = append(slices.DeleteFunc(pass.FusedSlots(b), func(s pass.Slot) bool { return s.Binding == shaders.BindStatus }), centered)
	}
	if pairs := e.collisions.pairs; pairs != nil {
		if wish, ok := pairs.WishSlot(e.run.settings.Params); ok {
			gather = append(gather, wish)
		}
	}
	if c.masses, err = e.compiled.solver.Center(k, over, gather, pass.Slot{Binding: shaders.BindStage, Buffer: b.Stage}); err != nil || by != ledger.CenteredMean {
		return err
	}
	if e.plan.fused == nil {
		if c.springs, err = inPlace.Make("center-springs", shaders.SpringForce, e.plan.overSprings(1), append(state[:2:2], []pass.Slot{
			{Binding: shaders.BindEnds, Buffer: b.Ends}, {Binding: shaders.BindSpring, Buffer: b.Spring},
			{Binding: shaders.BindMaterial, Buffer: b.Material}, {Binding: shaders.BindForce, Buffer: b.Force}}...)); err != nil {
			return err
		}
	}
	if err = e.run.spans.MakeAhead(inPlace); err != nil {
		return err
	}
	if e.run.guides != nil {
		c.guide, err = inPlace.Make("center-guide", shaders.GuidePass, e.overGuided(),
			append(state[:2:2], pass.Slot{Binding: shaders.BindGuided, Buffer: e.run.guides.Record}, centered))
	}
	return err
}

// overGuided is a pass with an invocation for each guided mass.
func (e *Engine) overGuided() pass.Extent {
	return pass.Extent{Items: pass.OfMasses, Count: e.run.guides.Invocations(), Instead: e.run.guides.Invocations()}
}

// passes are the center passes that exist.
func (c centerPasses) passes() []*pass.Pass {
	return slices.DeleteFunc([]*pass.Pass{c.springs, c.masses, c.guide}, func(p *pass.Pass) bool { return p == nil })
}

// centerStep queues, before the last pass of masses of a step, what the ledger needs
// to know of it.
func (e *Engine) centerStep() {
	if masses := e.asked.center.masses; masses != nil {
		e.move(masses)
	}
}

// centerState queues, with the external forces made and the signals bound, what the
// ledger of symplectic Euler needs to know of the next step. now is the row of the state.
func (e *Engine) centerState(now int) {
	c := e.asked.center
	if c.masses == nil || e.compiled.solver.Centered() != ledger.CenteredMean {
		return
	}
	if c.springs != nil {
		c.springs.Dispatch(e.ctx)
		e.ctx.Barrier(glx.ByShader | glx.ByTexel) // the pass of masses reads the forces, of ranges as texels
	}
	e.move(c.masses)
	if e.collisions.pairs.Rubs() {
		e.collisions.pairs.RubAhead()
	}
	if e.run.signals != nil && e.run.signals.Ahead > 0 {
		e.bindSignals(now + 1) // spans rub on contacts as they are at the end of the next step
	}
	e.run.spans.Ahead(e.ctx)
	e.bindSignals(now)
	if c.guide != nil {
		e.move(c.guide)
	}
}
