// Package spans implements contacts that push edges and triangles on the device. A pass over
// all spans writes the push on each of their corners, and a pass over masses adds these to
// their external forces, in the order of the corners. Friction is the same two passes again,
// with impulses, after a step. There are no atomic additions, so bits repeat.
package spans

import (
	"fmt"
	"slices"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/order"
	"hooke/physics"
	"hooke/shaders"
)

// Spans are those of a run on the device. A nil *Spans does nothing.
type Spans struct {
	arrays      *buffers.Arrays  // borrowed
	division    *ranges.Division // nil: nothing is divided
	counts      ranges.Counts    // of all buffers
	params      model.Params     // whose contacts the device has
	hasFriction bool             // whether contacts have friction with them

	span, push, at *glx.Buffer
	frictionPush   *glx.Buffer // as push, of friction; empty without it

	force, gather             *pass.Pass
	touched, friction, finish *pass.Pass // friction, after a step; nil without friction
	swept
}

// HasFriction reports whether a contact of a run has friction with spans.
func HasFriction(p model.Params) bool {
	return slices.ContainsFunc(p.Contacts, func(c model.Contact) bool { return c.Spans() > model.TouchMasses && c.StaticFriction > 0 })
}

// SameAs reports whether two runs need the same passes and buffers of spans.
func SameAs(p, was model.Params) bool {
	return HasFriction(p) == HasFriction(was) && slices.EqualFunc(p.Contacts, was.Contacts, func(a, b model.Contact) bool { return a.Spans() == b.Spans() && perMass(a) == perMass(b) })
}

// perMass reports whether a contact pushes spans as stiffly as their masses let it.
func perMass(c model.Contact) bool { return c.PerMass && c.Spans() > model.TouchMasses }

// Count adds the needs of its spans to the counts of a run.
func Count(n *ranges.Counts, m *model.Model, p model.Params) {
	all := physics.SpansOf(m, p)
	if all.Count() == 0 {
		return
	}
	n.Spans, n.Corners, n.Contacts = int64(all.Count()), int64(all.Corners()), int64(len(p.Contacts))
	for _, c := range p.Contacts {
		if perMass(c) {
			n.OwnStiffness++
		}
	}
	if !HasFriction(p) {
		return
	}
	n.FrictionSpans = n.Spans
}

// New puts the spans of a run on the device; nil without spans. The masses of m are in an order on the
// device; n are the counts of the run, and d is nil where nothing is divided. On an error nothing stays
// allocated.
func New(ctx *glx.Context, b *buffers.Arrays, m *model.Model, o *order.Order, p model.Params, n ranges.Counts, d *ranges.Division) (s *Spans, err error) {
	p = p.Substep()
	all := physics.SpansOf(m, p)
	if all.Count() == 0 {
		return nil, nil
	}
	s = &Spans{arrays: b, division: d, counts: n, params: p, hasFriction: HasFriction(p)}
	allocate := ctx.NewBuffer
	if d != nil {
		allocate = ctx.NewLongBuffer
	}
	if err := buffers.Allocate(allocate, n, buffers.Slots{"Span": {&s.span}, "SpanPush": {&s.push}, "SpanFriction": {&s.frictionPush}, "SpanAt": {&s.at}, "SpanKept": {&s.kept}}); err != nil {
		s.Release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	if d != nil {
		s.cut()
	}
	s.upload(all, o)
	glx.Upload(s.at, 0, listsOf(all, m.MassCount(), o))
	return s, nil
}

// cut cuts the buffers into the windows of the division.
func (s *Spans) cut() {
	b, d := s.arrays, s.division
	b.Windows[s.span] = ranges.SpanWindows(d.Spans, s.counts)
	b.Windows[s.push] = d.Spans.Windows(16, 3)
	b.Windows[s.frictionPush] = d.Spans.Windows(16, 3)
	if d.AllTexels {
		b.ShowAll(s.push, glx.Words4)
		b.ShowAll(s.frictionPush, glx.Words4)
	}
}

// numbersOf gives the number of a mass on the device.
func numbersOf(o *order.Order) func(uint32) uint32 {
	if o == nil {
		return func(i uint32) uint32 { return i }
	}
	return func(i uint32) uint32 { return o.Ordered[i] }
}

// listsOf are, for every mass on the device, the corners that it is, as shaders.Incidence
// lists springs. A span has three corners, of which an edge uses two.
func listsOf(all physics.Spans, masses int, o *order.Order) []shaders.Incidence {
	first, places := all.Incidences(masses)
	at := make([]int, masses) // of each mass on the device the mass of the model
	place := numbersOf(o)
	for i := range masses {
		at[place(uint32(i))] = i
	}
	out := make([]shaders.Incidence, masses+1, masses+1+len(places))
	edges := int32(2 * len(all.Edges))
	for k, i := range at {
		out[k].Entry = uint32(len(out))
		for _, corner := range places[first[i]:first[i+1]] {
			if corner < edges {
				corner = corner/2*3 + corner%2
			} else {
				corner += edges / 2
			}
			out = append(out, shaders.Incidence{Entry: uint32(corner)})
		}
	}
	out[masses].Entry = uint32(len(out))
	return out
}
