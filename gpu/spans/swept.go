package spans

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// swept are what the solver impulses has of spans. Contacts push them by impulses, which visits
// find: span-press makes the changes that all touches want of the same velocities, and span-strike
// gives them to masses. Other solvers have none of this.
type swept struct {
	kept  *glx.Buffer   // span-count, span-press; [contacts × spans × words]
	works *ledger.Works // of spans; nil: no ledger

	count, press, strike                 *pass.Pass // nil: another solver
	bookVisit, bookDampers, bookFriction *pass.Pass // nil: no ledger
}

// makeSwept compiles the passes. k knows the spans, and neither BOOKS nor TAKES.
func (s *Spans) makeSwept(k pass.Maker) (err error) {
	incidence, still := pass.Slot{Binding: shaders.BindIncidence, Buffer: s.at}, k.With("GIVES", 0)
	slots := append(s.slots(s.push, false), pass.Slot{Binding: shaders.BindSpanKept, Buffer: s.kept})
	visits := append(slots[:len(slots):len(slots)], incidence)
	if s.count, err = still.With("RUB", 0).Make("span-count", shaders.SpanCount, s.overSpans(), slots); err != nil {
		return err
	}
	rub := still.With("RUB", 1)
	if s.press, err = rub.Make("span-press", shaders.SpanPress, s.overSpans(), visits); err != nil {
		return err
	}
	if s.strike, err = rub.Make("span-strike", shaders.SpanGather, s.overMasses(), s.on(s.push)); err != nil || s.works == nil {
		return err
	}
	booked := func(to **pass.Pass, k pass.Maker, name string, file shaders.Name, slots []pass.Slot) {
		if err == nil {
			k, work := s.works.With(k, s.params.OnPath())
			*to, err = k.Make(name, file, s.overSpans(), slices.Concat(slots, work))
		}
	}
	booked(&s.bookVisit, rub, "book-span-visit", shaders.SpanPress, visits)
	booked(&s.bookDampers, rub, "book-spans", shaders.BookSpans, slots)
	if s.rubs {
		booked(&s.bookFriction, k.With("RUB", 1).With("GIVES", number(s.params.Moving())), "book-span-friction", shaders.SpanForce, s.slots(s.rubbed, true))
	}
	return err
}

// Works are those of spans within steps; nil: none are kept.
func (s *Spans) Works() *ledger.Works {
	if s == nil {
		return nil
	}
	return s.works
}

// Press queues a visit to all touches in a substep of the solver impulses. It changes no velocity:
// Strike does that behind a barrier. Nil has none.
func (s *Spans) Press(ctx *glx.Context) {
	if s == nil {
		return
	}
	if s.bookVisit != nil {
		run(ctx, s.bookVisit)
	}
	s.press.Dispatch(ctx)
}

// Strike queues what a visit has changed of velocities. What follows may read them.
func (s *Spans) Strike(ctx *glx.Context) {
	if s != nil {
		run(ctx, s.strike)
	}
}

// Book queues what dampers of spans have taken in a substep that ends, where there is a ledger.
func (s *Spans) Book(ctx *glx.Context) {
	if s != nil && s.bookDampers != nil {
		run(ctx, s.bookDampers)
	}
}
