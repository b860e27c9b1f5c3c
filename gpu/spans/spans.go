// Package spans is how the device has contacts push the edges and triangles of a structure: a
// pass over all of them writes what each of their corners is pushed, and a pass over masses adds
// that to their external forces, in the order of the corners. Friction is the same two passes
// again, with impulses, after a step. Nothing is added by atomic operations, so bits repeat.
package spans

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/order"
	"hooke/physics"
	"hooke/shaders"
)

// Spans are those of a run on the device. A nil *Spans does nothing.
type Spans struct {
	arrays *buffers.Arrays // borrowed
	params model.Params    // whose contacts the device has
	count  int64           // of spans
	masses int64
	rubs   bool // whether contacts have friction with them
	books  bool // whether the ledger wants the friction of a step after it

	span, push, at, begun *glx.Buffer // begun: velocities at the start of a step; empty without books
	rubbed                *glx.Buffer // as push, of friction; empty without it

	force, gather, take  *pass.Pass // take: of a ledger
	touched, rub, finish *pass.Pass // friction, after a step; nil without friction
	ahead                [3]*pass.Pass
}

// Rubs says whether a contact of a run has friction with spans.
func Rubs(p model.Params) bool {
	return slices.ContainsFunc(p.Contacts, func(c model.Contact) bool { return c.Spans() > model.TouchMasses && c.StaticFriction > 0 })
}

// SameAs says whether two runs need the same passes and buffers of spans.
func SameAs(p, was model.Params) bool {
	return Rubs(p) == Rubs(was) && slices.EqualFunc(p.Contacts, was.Contacts, func(a, b model.Contact) bool { return a.Spans() == b.Spans() && perMass(a) == perMass(b) })
}

// perMass says whether a contact pushes spans as stiffly as their masses let it.
func perMass(c model.Contact) bool { return c.PerMass && c.Spans() > model.TouchMasses }

// New puts the spans of a run on the device; nil where it has none. The masses of m are in an
// order on the device. On an error nothing stays allocated.
func New(ctx *glx.Context, b *buffers.Arrays, m *model.Model, o *order.Order, p model.Params, divided bool) (s *Spans, err error) {
	all := physics.SpansOf(m, p)
	if all.Count() == 0 {
		return nil, nil
	}
	if p.Ledger && Rubs(p) && slices.ContainsFunc(p.Contacts, func(c model.Contact) bool { return c.Spans() > model.TouchMasses && c.Course.Moves() }) {
		return nil, fmt.Errorf("gpu: an energy ledger with a moving contact that rubs on springs is %w of the engine gpu; use cpuref, or no ledger", model.ErrRefused)
	}
	if divided {
		return nil, errors.New("gpu: a contact that touches springs or triangles needs a model that is not divided into ranges; use a contact that touches masses, or the engine cpu")
	}
	s = &Spans{arrays: b, params: p, count: int64(all.Count()), masses: int64(m.MassCount()), rubs: Rubs(p), books: p.Ledger && Rubs(p) && p.Integrator.Method().Impulsive}
	records, lists := recordsOf(all, p, o), listsOf(all, m.MassCount(), o)
	_, words := b.Precision.Words()
	begun, friction := int64(0), int64(0)
	if s.rubs {
		friction = 3 * s.count * words * int64(unsafe.Sizeof(shaders.SpanPush{}))
	}
	if s.books {
		begun = s.masses * words * 16
	}
	for _, want := range []struct {
		name   string
		buffer **glx.Buffer
		bytes  int64
	}{
		{"Span", &s.span, int64(len(records)) * int64(unsafe.Sizeof(shaders.Span{}))},
		{"SpanPush", &s.push, 3 * s.count * words * int64(unsafe.Sizeof(shaders.SpanPush{}))},
		{"SpanRubbed", &s.rubbed, friction},
		{"SpanAt", &s.at, int64(len(lists)) * 4},
		{"SpanBegun", &s.begun, begun},
	} {
		if *want.buffer, err = ctx.NewBuffer("hooke."+want.name, want.bytes); err != nil {
			s.Release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
	}
	glx.Upload(s.span, 0, records)
	glx.Upload(s.at, 0, lists)
	return s, nil
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

// Make compiles the passes of steps, and that of a ledger. loaded says that the external force has
// something else in it.
func (s *Spans) Make(k pass.Maker, loaded, ledger bool) (err error) {
	if s == nil {
		return nil
	}
	b := s.arrays
	k.Defines = slices.Concat(k.Defines, s.defines(), []shaders.Define{{Name: "LOADED", Value: shaders.OnOff(loaded)}})
	plain, rub := k.With("RUB", 0).With("BOOKS", 0).With("TAKES", 0), k.With("RUB", 1).With("BOOKS", 0).With("TAKES", 0)
	of, on := s.slots(s.push)
	external := pass.Slot{Binding: shaders.BindExternal, Buffer: b.External}
	overSpans, overMasses := pass.Extent{Count: s.count}, pass.Extent{Count: s.masses}
	if s.force, err = plain.Make("span", shaders.SpanForce, overSpans, of, s.push); err != nil {
		return err
	}
	if s.gather, err = plain.Make("span-gather", shaders.SpanGather, overMasses, append(on, external)); err != nil {
		return err
	}
	if ledger {
		if s.take, err = k.With("RUB", 0).With("BOOKS", 0).With("TAKES", 1).Make("span-take", shaders.SpanGather, overMasses, append(on, external)); err != nil {
			return err
		}
	}
	if !s.rubs {
		return nil
	}
	of, on = s.slots(s.rubbed)
	if s.touched, err = plain.Make("span-touches", shaders.SpanForce, overSpans, of); err != nil {
		return err
	}
	if s.rub, err = rub.Make("span-friction", shaders.SpanForce, overSpans, append(of, pass.Slot{Binding: shaders.BindIncidence, Buffer: s.at})); err != nil {
		return err
	}
	if s.books {
		rub = k.With("RUB", 1).With("BOOKS", 1).With("TAKES", 0)
		on = append(on, pass.Slot{Binding: shaders.BindSpanBegun, Buffer: s.begun}, pass.Slot{Binding: shaders.BindCentered, Buffer: b.Centered})
	}
	s.finish, err = rub.Make("span-finish", shaders.SpanGather, overMasses, on)
	return err
}

// MakeAhead compiles what looks at the friction of the next step of symplectic Euler, for the
// ledger. k has AHEAD 1.
func (s *Spans) MakeAhead(k pass.Maker) (err error) {
	if s == nil || !s.rubs || s.books {
		return nil
	}
	k.Defines = slices.Concat(k.Defines, s.defines(), []shaders.Define{{Name: "LOADED", Value: "0"}})
	k = k.With("BOOKS", 0).With("TAKES", 0)
	of, on := s.slots(s.rubbed)
	centered := pass.Slot{Binding: shaders.BindCentered, Buffer: s.arrays.Centered}
	of, on = append(of, centered), append(on, centered)
	if s.ahead[0], err = k.With("RUB", 0).Make("center-span-touches", shaders.SpanForce, pass.Extent{Count: s.count}, of); err != nil {
		return err
	}
	rub := k.With("RUB", 1)
	if s.ahead[1], err = rub.Make("center-span-friction", shaders.SpanForce, pass.Extent{Count: s.count}, append(of, pass.Slot{Binding: shaders.BindIncidence, Buffer: s.at})); err != nil {
		return err
	}
	s.ahead[2], err = rub.Make("center-span-finish", shaders.SpanGather, pass.Extent{Count: s.masses}, on)
	return err
}

// slots are the bindings of passes over spans, which write to push, and of those over masses.
func (s *Spans) slots(push *glx.Buffer) (of, on []pass.Slot) {
	b := s.arrays
	state := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindSpanPush, Buffer: push}}
	of = append(state[:3:3], pass.Slot{Binding: shaders.BindContact, Buffer: b.Contact}, pass.Slot{Binding: shaders.BindSpan, Buffer: s.span})
	on = append(state[:3:3], pass.Slot{Binding: shaders.BindIncidence, Buffer: s.at})
	return of[:5:5], on[:4:4]
}
