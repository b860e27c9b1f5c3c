package spans

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// Push queues the pushes of contacts at the current state and adds them to the external
// forces, which must have been written. The next command may read those. In the solver
// impulses it begins a substep.
func (s *Spans) Push(ctx *glx.Context) {
	if s == nil {
		return
	}
	if s.count != nil {
		run(ctx, s.count)
		return
	}
	s.force.Dispatch(ctx)
	ctx.Barrier(glx.ByShader) // span-gather reads the pushes, and the external forces of the passes before
	s.gather.Dispatch(ctx)
	ctx.Barrier(glx.ByShader) // passes of masses read the external forces
}

// ApplyFriction queues the friction of spans, after the last pass of masses of a step. The next command
// may read the state.
func (s *Spans) ApplyFriction(ctx *glx.Context) {
	if s == nil || !s.hasFriction {
		return
	}
	run(ctx, present(s.touched, s.friction, s.finish)...)
}

// run queues passes of which each reads the output of the previous one.
func run(ctx *glx.Context, passes ...*pass.Pass) {
	for _, p := range passes {
		p.Dispatch(ctx)
		ctx.Barrier(glx.ByShader | glx.ByTexel) // pushes, then positions and velocities
	}
}

// Held returns the spans as the sums of energies need them; nil without any.
func (s *Spans) Held() *ledger.Spans {
	if s == nil {
		return nil
	}
	return &ledger.Spans{Count: s.counts.Spans, Defines: s.defines(), Slots: []pass.Slot{{Binding: shaders.BindContact, Buffer: s.arrays.Contact}, {Binding: shaders.BindSpan, Buffer: s.span}}}
}

// Passes returns the passes of a step, in their order; for nil none.
func (s *Spans) Passes() []*pass.Pass {
	if s == nil {
		return nil
	}
	return present(s.force, s.gather, s.count, s.press, s.strike, s.touched, s.friction, s.finish)
}

func present(passes ...*pass.Pass) []*pass.Pass {
	return slices.DeleteFunc(slices.Clone(passes), func(p *pass.Pass) bool { return p == nil })
}

// Forget drops the passes of a step, which their owner has released, so that Make makes them anew.
func (s *Spans) Forget() {
	if s != nil {
		s.force, s.gather, s.touched, s.friction, s.finish = nil, nil, nil, nil, nil
		s.swept = swept{kept: s.kept}
	}
}

// Release frees the buffers; the caller that lists the passes releases those. On nil it does nothing.
func (s *Spans) Release() {
	if s == nil {
		return
	}
	for _, b := range []*glx.Buffer{s.span, s.push, s.frictionPush, s.at, s.kept} {
		b.Release()
	}
}
