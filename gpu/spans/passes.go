package spans

import (
	"slices"
	"strconv"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// Make compiles the passes of steps, and that of a ledger. loaded says that the external force has
// something else in it.
func (s *Spans) Make(k pass.Maker, loaded, ledger bool) (err error) {
	if s == nil {
		return nil
	}
	b := s.arrays
	k = s.maker(k).With("LOADED", number(loaded))
	if s.counts.Impulses {
		k = k.With("SWEPT", 1)
	}
	plain := k.With("RUB", 0).With("BOOKS", 0).With("TAKES", 0).With("GIVES", 0)
	if s.counts.Impulses {
		if err = s.makeSwept(k.With("BOOKS", 0).With("TAKES", 0)); err != nil {
			return err
		}
	} else if err = s.makePushes(k, plain, ledger); err != nil {
		return err
	}
	if !s.rubs {
		return nil
	}
	gives, books, more := s.books && s.counts.Given, 0, []pass.Slot(nil)
	if s.books {
		books, more = 1, []pass.Slot{{Binding: shaders.BindSpanBegun, Buffer: s.begun}, {Binding: shaders.BindCentered, Buffer: b.Centered}}
	}
	k, plain = s.of(k.With("TAKES", 0).With("RUB", 1).With("GIVES", number(gives)), s.rubbed), s.of(plain, s.rubbed)
	if s.touched, err = plain.Make("span-touches", shaders.SpanForce, s.overSpans(), s.slots(s.rubbed, false)); err != nil {
		return err
	}
	if s.rub, err = k.With("BOOKS", 0).Make("span-friction", shaders.SpanForce, s.overSpans(), s.slots(s.rubbed, true)); err != nil {
		return err
	}
	s.finish, err = k.With("BOOKS", books).Make("span-finish", shaders.SpanGather, s.overMasses(), s.on(s.rubbed, more...))
	return err
}

// makePushes compiles the passes of pushes that are forces. plain is k for what is no friction.
func (s *Spans) makePushes(k, plain pass.Maker, ledger bool) (err error) {
	external := pass.Slot{Binding: shaders.BindExternal, Buffer: s.arrays.External}
	if s.force, err = s.of(plain, s.push).Make("span", shaders.SpanForce, s.overSpans(), s.slots(s.push, false), s.push); err != nil {
		return err
	}
	if s.gather, err = s.of(plain, s.push).Make("span-gather", shaders.SpanGather, s.overMasses(), s.on(s.push, external)); err != nil {
		return err
	}
	if ledger {
		k := k.With("RUB", 0).With("BOOKS", 0).With("TAKES", 1).With("GIVES", 0)
		if s.take, err = s.of(k, s.push).Make("span-take", shaders.SpanGather, s.overMasses(), s.on(s.push, external)); err != nil {
			return err
		}
	}
	return nil
}

// MakeAhead compiles what looks at the friction of the next step of symplectic Euler, for the
// ledger. k has AHEAD 1.
func (s *Spans) MakeAhead(k pass.Maker) (err error) {
	if s == nil || !s.rubs || s.books {
		return nil
	}
	k = s.of(s.maker(k).With("LOADED", 0).With("BOOKS", 0).With("TAKES", 0), s.rubbed)
	centered := pass.Slot{Binding: shaders.BindCentered, Buffer: s.arrays.Centered}
	any := centered
	any.All = true
	if s.ahead[0], err = k.With("RUB", 0).With("GIVES", 0).Make("center-span-touches", shaders.SpanForce, s.overSpans(), append(s.slots(s.rubbed, false), any)); err != nil {
		return err
	}
	rub := k.With("RUB", 1).With("GIVES", number(s.counts.Given))
	if s.ahead[1], err = rub.Make("center-span-friction", shaders.SpanForce, s.overSpans(), append(s.slots(s.rubbed, true), any)); err != nil {
		return err
	}
	s.ahead[2], err = rub.Make("center-span-finish", shaders.SpanGather, s.overMasses(), s.on(s.rubbed, centered))
	return err
}

// maker is a maker of passes that know the spans.
func (s *Spans) maker(k pass.Maker) pass.Maker {
	k.Defines = slices.Concat(k.Defines, s.defines())
	return k
}

// of is a maker of passes that know how many records a corner has in a buffer.
func (s *Spans) of(k pass.Maker, push *glx.Buffer) pass.Maker {
	if s.division == nil {
		return k
	}
	_, words := s.arrays.Precision.Words()
	if push == s.rubbed {
		words = s.counts.RubbedWords()
	}
	k.Defines = append(slices.Clone(k.Defines), shaders.Define{Name: "SPAN_WORDS", Value: strconv.FormatInt(words, 10) + "u"})
	return k
}

func number(on bool) int {
	if on {
		return 1
	}
	return 0
}

func (s *Spans) overSpans() pass.Extent {
	return pass.Extent{Items: pass.OfSpans, Count: s.counts.Spans}
}

func (s *Spans) overMasses() pass.Extent {
	return pass.Extent{Items: pass.OfMasses, Count: s.counts.Masses}
}

// slots are the bindings of passes over spans, which write to push. Friction reads how many
// touches all corners of a mass have.
func (s *Spans) slots(push *glx.Buffer, friction bool) []pass.Slot {
	b := s.arrays
	of := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position, All: true}, {Binding: shaders.BindVelocity, Buffer: b.Velocity, All: true},
		{Binding: shaders.BindContact, Buffer: b.Contact}, {Binding: shaders.BindSpan, Buffer: s.span}}
	window := s.division != nil && s.division.AllTexels // of what it writes
	if !window || friction {
		of = append(of, pass.Slot{Binding: shaders.BindSpanPush, Buffer: push, All: true})
	}
	if window {
		of = append(of, pass.Slot{Binding: shaders.BindSpanPush, Buffer: push})
	}
	if friction {
		of = append(of, pass.Slot{Binding: shaders.BindIncidence, Buffer: s.at})
	}
	return of
}

// on are the bindings of passes over masses, which read push, with some more.
func (s *Spans) on(push *glx.Buffer, more ...pass.Slot) []pass.Slot {
	b := s.arrays
	return append([]pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindSpanPush, Buffer: push, All: true}, {Binding: shaders.BindIncidence, Buffer: s.at}}, more...)
}
