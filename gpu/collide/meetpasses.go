package collide

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// meetPasses are the compiled passes; those that a run does not need are nil.
type meetPasses struct {
	near, meet, gather        *pass.Pass
	watch, remember           *pass.Pass
	touched, friction, finish *pass.Pass // of friction, after a step
	group                     int        // invocations per work group
}

// all returns the passes of a step, in their order.
func (p *meetPasses) all() []*pass.Pass {
	return slices.DeleteFunc([]*pass.Pass{p.near, p.meet, p.gather, p.watch, p.remember, p.touched, p.friction, p.finish}, func(p *pass.Pass) bool { return p == nil })
}

// Make compiles the passes. loaded says that the external force has something else in it. On an error Passes
// has those that were made before it.
func (s *Meetings) Make(k pass.Maker, loaded bool) (err error) {
	if s == nil {
		return nil
	}
	s.passes.group = k.Group
	make := func(into **pass.Pass, name string, file shaders.Name, k pass.Maker, over pass.Extent, storage []pass.Slot, outputs ...*glx.Buffer) {
		if err == nil {
			*into, err = k.Make(name, file, over, storage, outputs...)
		}
	}
	a, b, p := &s.arrays, s.state, &s.passes
	on := int(number(s.triangles))
	plain := k.With("TRIANGLES", on).With("LOADED", int(number(loaded))).With("SPAN_FRICTION", 0)
	masses, pairs := pass.Extent{Items: pass.OfMasses, Count: int64(s.model.MassCount())}, pass.Extent{Count: 1}
	state := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}}
	pair, near := pass.Slot{Binding: shaders.BindMeetPair, Buffer: a.pair}, pass.Slot{Binding: shaders.BindMeetNear, Buffer: a.near}
	at := pass.Slot{Binding: shaders.BindIncidence, Buffer: a.at}
	onPairs := append(state[:2:2], pair)
	if s.triangles {
		make(&p.near, "meet-near", shaders.MeetNearPass, plain, pairs, append(state[:2:2], pair, near))
		onPairs = append(onPairs, near, pass.Slot{Binding: shaders.BindMeetSide, Buffer: a.side}, pass.Slot{Binding: shaders.BindMeetTriangle, Buffer: a.triangle})
	}
	push := func(b *glx.Buffer, of []pass.Slot, more ...pass.Slot) []pass.Slot {
		return append(append(of[:len(of):len(of)], pass.Slot{Binding: shaders.BindSpanPush, Buffer: b}), more...)
	}
	make(&p.meet, "meet", shaders.MeetPass, plain, pairs, push(a.push, onPairs))
	make(&p.gather, "meet-gather", shaders.SpanGather, plain, masses, push(a.push, state, at, pass.Slot{Binding: shaders.BindExternal, Buffer: b.External}))
	watched := []pass.Slot{state[0], {Binding: shaders.BindBuilt, Buffer: a.built}, pair, {Binding: shaders.BindMeetStatus, Buffer: a.status}}
	make(&p.watch, "meet-watch", shaders.MeetWatchPass, plain.With("REMEMBERS", 0), masses, watched)
	if s.triangles {
		make(&p.remember, "meet-remember", shaders.MeetWatchPass, plain.With("REMEMBERS", 1), masses,
			append(watched, at, near, pass.Slot{Binding: shaders.BindMeetSide, Buffer: a.side}))
	}
	if s.shape.friction {
		sliding := k.With("TRIANGLES", on).With("LOADED", 0).With("SPAN_FRICTION", s.params.SpanFrictionPasses())
		make(&p.touched, "meet-touches", shaders.MeetPass, plain, pairs, push(a.friction, onPairs))
		make(&p.friction, "meet-friction", shaders.MeetPass, sliding, pairs, push(a.friction, onPairs, at))
		make(&p.finish, "meet-finish", shaders.SpanGather, sliding, masses, push(a.friction, state, at))
	}
	return err
}

// Passes returns the passes of a step, in their order; for nil none.
func (s *Meetings) Passes() []*pass.Pass {
	if s == nil {
		return nil
	}
	return s.passes.all()
}

// Forget drops the passes, which their owner has released, so that Make makes them anew.
func (s *Meetings) Forget() {
	if s != nil {
		s.passes = meetPasses{}
	}
}

// rebind has passes bind longer buffers in place of those in use.
func (s *Meetings) rebind(more *meetArrays) {
	old, made := s.arrays.ofPairs(), more.ofPairs()
	for _, p := range s.passes.all() {
		for k := range p.Storage {
			slot := &p.Storage[k]
			for name, b := range made {
				if *b[0] != nil && slot.Buffer == *old[name][0] {
					slot.Buffer = *b[0]
					break
				}
			}
		}
	}
}
