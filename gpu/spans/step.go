package spans

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// Push queues what contacts push at the current state, added to the external forces, which must
// have been written. What follows may read those. In the solver impulses it begins a substep.
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

// Take queues that the external forces are those of loads again, for a ledger.
func (s *Spans) Take(ctx *glx.Context) {
	if s != nil && s.take != nil {
		run(ctx, s.take)
	}
}

// Begin keeps the velocities at the start of a step where the ledger wants them.
func (s *Spans) Begin(ctx *glx.Context) {
	if s == nil || !s.books {
		return
	}
	ctx.Barrier(glx.ByTransfer) // the copy reads what passes wrote
	s.begun.CopyFrom(s.arrays.Velocity)
}

// Rub queues the friction of spans, after the last pass of masses of a step. What follows may
// read the state.
func (s *Spans) Rub(ctx *glx.Context) {
	if s == nil || !s.rubs {
		return
	}
	if s.books {
		ctx.Barrier(glx.ByTransfer) // span-finish reads the copy of Begin
	}
	run(ctx, present(s.touched, s.rub, s.bookFriction, s.finish)...)
}

// Ahead queues what the friction of the next step of symplectic Euler does to the velocities
// that the ledger has centered.
func (s *Spans) Ahead(ctx *glx.Context) {
	if s != nil && s.ahead[0] != nil {
		run(ctx, s.ahead[:]...)
	}
}

// run queues passes of which each reads what the one before wrote.
func run(ctx *glx.Context, passes ...*pass.Pass) {
	for _, p := range passes {
		p.Dispatch(ctx)
		ctx.Barrier(glx.ByShader | glx.ByTexel) // pushes, then positions and velocities
	}
}

// Ledger is what a ledger needs to know of the spans; nil without any. Explicit Euler takes the
// power of friction at a state, for which touches are counted there.
func (s *Spans) Ledger(flows bool) *ledger.Spans {
	if s == nil {
		return nil
	}
	out := &ledger.Spans{Count: s.counts.Spans, Defines: s.defines(), Slots: []pass.Slot{{Binding: shaders.BindContact, Buffer: s.arrays.Contact}, {Binding: shaders.BindSpan, Buffer: s.span}}}
	if flows && s.rubs && s.params.Integrator == model.ExplicitEuler {
		of := s.of(pass.Maker{}, s.rubbed)
		out.Defines = slices.Concat(out.Defines, of.Defines, []shaders.Define{{Name: "SPANS_RUB", Value: "1"}, {Name: "GIVES", Value: "0"}})
		out.Slots = append(out.Slots, pass.Slot{Binding: shaders.BindSpanTouched, Buffer: s.rubbed, All: true}, pass.Slot{Binding: shaders.BindIncidence, Buffer: s.at})
		out.Before = func(ctx *glx.Context) { s.touched.Dispatch(ctx) }
	}
	return out
}

// Passes are the passes of a step, in their order; nil has none.
func (s *Spans) Passes() []*pass.Pass {
	if s == nil {
		return nil
	}
	return present(s.force, s.gather, s.take, s.count, s.bookVisit, s.press, s.strike, s.bookDampers, s.touched, s.rub, s.bookFriction, s.finish)
}

// AheadPasses are those of MakeAhead.
func (s *Spans) AheadPasses() []*pass.Pass {
	if s == nil {
		return nil
	}
	return present(s.ahead[:]...)
}

func present(passes ...*pass.Pass) []*pass.Pass {
	return slices.DeleteFunc(slices.Clone(passes), func(p *pass.Pass) bool { return p == nil })
}

// Forget drops the passes of a step, which their owner has released, so that Make makes them anew.
func (s *Spans) Forget() {
	if s != nil {
		s.force, s.gather, s.take, s.touched, s.rub, s.finish = nil, nil, nil, nil, nil, nil
		s.swept = swept{kept: s.kept, works: s.works}
	}
}

// Release frees the buffers; whoever lists the passes releases those. On nil it does nothing.
func (s *Spans) Release() {
	if s == nil {
		return
	}
	s.works.Release()
	for _, b := range []*glx.Buffer{s.span, s.push, s.rubbed, s.at, s.begun, s.kept} {
		b.Release()
	}
}
