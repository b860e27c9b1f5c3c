package spans

import (
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// swept is the data of spans in the solver impulses. Contacts push them by impulses: span-press computes the
// changes of all touches from the same velocities, and span-strike applies them to masses. Other solvers do
// without.
type swept struct {
	kept *glx.Buffer // span-count, span-press; [contacts × spans]

	count, press, strike *pass.Pass // nil: another solver
}

// makeSwept compiles the passes. k knows the spans.
func (s *Spans) makeSwept(k pass.Maker) (err error) {
	slots := append(s.slots(s.push, false), pass.Slot{Binding: shaders.BindSpanKept, Buffer: s.kept})
	if s.count, err = k.With("SPAN_FRICTION", 0).Make("span-count", shaders.SpanCount, s.overSpans(), slots); err != nil {
		return err
	}
	friction := k.With("SPAN_FRICTION", 1)
	if s.press, err = friction.Make("span-press", shaders.SpanPress, s.overSpans(), append(slots, pass.Slot{Binding: shaders.BindIncidence, Buffer: s.at})); err != nil {
		return err
	}
	s.strike, err = friction.Make("span-strike", shaders.SpanGather, s.overMasses(), s.on(s.push))
	return err
}

// Press queues a visit to all touches in a substep of the solver impulses. It changes no velocity: Strike
// does that behind a barrier. For nil it queues nothing.
func (s *Spans) Press(ctx *glx.Context) {
	if s == nil {
		return
	}
	s.press.Dispatch(ctx)
}

// Strike queues the change of velocities by a visit. The next command may read them.
func (s *Spans) Strike(ctx *glx.Context) {
	if s != nil {
		run(ctx, s.strike)
	}
}
