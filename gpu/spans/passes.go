package spans

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// Make compiles the passes of steps. loaded says that the external force has something else in it.
func (s *Spans) Make(k pass.Maker, loaded bool) (err error) {
	if s == nil {
		return nil
	}
	k = s.maker(k).With("LOADED", number(loaded))
	if s.counts.Impulses {
		k = k.With("SWEPT", 1)
	}
	plain := k.With("SPAN_FRICTION", 0)
	if s.counts.Impulses {
		err = s.makeSwept(k)
	} else {
		err = s.makePushes(plain)
	}
	if err != nil || !s.hasFriction {
		return err
	}
	k = k.With("SPAN_FRICTION", 1)
	if s.touched, err = plain.Make("span-touches", shaders.SpanForce, s.overSpans(), s.slots(s.frictionPush, false)); err != nil {
		return err
	}
	if s.friction, err = k.Make("span-friction", shaders.SpanForce, s.overSpans(), s.slots(s.frictionPush, true)); err != nil {
		return err
	}
	s.finish, err = k.Make("span-finish", shaders.SpanGather, s.overMasses(), s.on(s.frictionPush))
	return err
}

// makePushes compiles the passes of pushes that are forces.
func (s *Spans) makePushes(k pass.Maker) (err error) {
	external := pass.Slot{Binding: shaders.BindExternal, Buffer: s.arrays.External}
	if s.force, err = k.Make("span", shaders.SpanForce, s.overSpans(), s.slots(s.push, false), s.push); err != nil {
		return err
	}
	s.gather, err = k.Make("span-gather", shaders.SpanGather, s.overMasses(), s.on(s.push, external))
	return err
}

// maker returns a maker of passes that know the spans.
func (s *Spans) maker(k pass.Maker) pass.Maker {
	k.Defines = slices.Concat(k.Defines, s.defines())
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

// slots returns the bindings of passes over spans, which write to push. Friction reads how many
// touches all corners of a mass have.
func (s *Spans) slots(push *glx.Buffer, friction bool) []pass.Slot {
	b := s.arrays
	of := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position, All: true}, {Binding: shaders.BindVelocity, Buffer: b.Velocity, All: true},
		{Binding: shaders.BindContact, Buffer: b.Contact}, {Binding: shaders.BindSpan, Buffer: s.span}}
	window := s.division != nil && s.division.AllTexels // of its output
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

// on returns the bindings of passes over masses, which read push, with some more.
func (s *Spans) on(push *glx.Buffer, more ...pass.Slot) []pass.Slot {
	b := s.arrays
	return append([]pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindSpanPush, Buffer: push, All: true}, {Binding: shaders.BindIncidence, Buffer: s.at}}, more...)
}
