package cpu

import (
	"cmp"
	"slices"

	"hooke/cpu/kernels"
	"hooke/model"
	"hooke/physics"
)

// spans is what the engine does about contacts that push edges and triangles. Every step is
// taken by itself then: the pushes of all spans, from one state, become point forces of the
// step, and friction ends it. Each span writes what its corners are pushed, and each mass
// gathers that in the order of its corners, so that results do not depend on threads.
type spans struct {
	physics.Spans
	first, places []int32      // of physics.Spans.Incidences
	state         *model.State // before or after the step, in float64
	corner        []model.Vec3 // force [N], or impulse of friction [N·s], of every corner
	touches       []int32      // of every span, with contacts that have friction
	held, acting  []pointForce // point forces of the parameters, and with the pushes
}

// chooseSpans finds the spans of the parameters in use; nil where there are none.
func (e *Engine) chooseSpans() {
	all := e.energies.Spans()
	if all.Count() == 0 {
		e.spans = nil
		return
	}
	if e.spans != nil && e.spans.Count() == all.Count() { // of one model there is one list for each level of touch
		e.spans.Spans, e.spans.held = all, e.run.pointForces
		return
	}
	e.spans = &spans{Spans: all, state: e.model.Start(), corner: make([]model.Vec3, all.Corners()), touches: make([]int32, all.Count()), held: e.run.pointForces}
	e.spans.first, e.spans.places = all.Incidences(e.model.MassCount())
}

// unpackSpans brings the current state into float64.
func (e *Engine) unpackSpans() {
	s, now, laneOf := e.spans.state, e.buffers.now(), e.table.Order.LaneOf
	model.InBlocks(e.model.MassCount(), func(_, first, last int) {
		for i := first; i < last; i++ {
			lane := int(laneOf[i])
			s.Position[i] = kernels.Widen(now.Position.Get(kernels.ArrayX, lane))
			s.Velocity[i] = kernels.Widen(now.Velocity.Get(kernels.ArrayVX, lane))
		}
	})
}

// pushSpans makes the pushes on spans point forces of the next evaluation, which is that of a
// time some steps from now. Without spans it does nothing.
func (e *Engine) pushSpans(steps float64) {
	s := e.spans
	if s == nil {
		return
	}
	e.unpackSpans()
	s.eachTouch(e.model, e.run.params.ContactsAt(e.time()+steps*e.run.params.DT), func(_ int, c *model.Contact, t physics.Touch, slip model.Vec3, _ [3]uint32) model.Vec3 {
		return t.Normal.Mul(t.Push(c, slip))
	})
	all := append(s.acting[:0], s.held...)
	for i := range e.model.MassCount() {
		if f := s.at(i); f != (model.Vec3{}) && e.model.PinOf(i) != model.PinAll {
			all = append(all, pointForce{lane: int(e.table.Order.LaneOf[i]), force: kernels.Narrow(f)})
		}
	}
	slices.SortStableFunc(all, func(a, b pointForce) int { return cmp.Compare(a.lane, b.lane) })
	e.run.pointForces, s.acting = all, all
}

// eachTouch writes into corner, for every span, what of says of its touches, in shares; slip is
// the velocity of the touched point against the surface.
func (s *spans) eachTouch(m *model.Model, contacts []model.Contact, of func(k int, c *model.Contact, t physics.Touch, slip model.Vec3, corners [3]uint32) model.Vec3) {
	model.InBlocks(s.Count(), func(_, first, last int) {
		for k := first; k < last; k++ {
			at, count := 2*k, 2
			if k >= len(s.Edges) {
				at, count = 3*k-len(s.Edges), 3
			}
			clear(s.corner[at : at+count])
			s.EachTouch(k, m, contacts, s.state.Position, func(_ int, c *model.Contact, t physics.Touch, corners [3]uint32) {
				value := func(list []model.Vec3) model.Vec3 { return t.At(list[corners[0]], list[corners[1]], list[corners[2]]) }
				f := of(k, c, t, value(s.state.Velocity).Sub(surfaceOf(c, value(s.state.Position), t.Normal)), corners)
				for j := range count {
					s.corner[at+j] = s.corner[at+j].Add(f.Mul(t.Share[j]))
				}
			})
		}
	})
}

// surfaceOf is the velocity of the surface of a contact, as it is now, at x [m/s].
func surfaceOf(c *model.Contact, x, n model.Vec3) model.Vec3 {
	if !c.Course.Moves() {
		return model.Vec3{}
	}
	now := c.Posed(0).Course
	return now.Path.Velocity.Add(now.Spin.Cross(x.Sub(*now.Pivot))).Add(now.Belt.Sub(n.Mul(now.Belt.Dot(n))))
}

// at is the sum of the corners of a mass.
func (s *spans) at(i int) (sum model.Vec3) {
	for _, corner := range s.places[s.first[i]:s.first[i+1]] {
		sum = sum.Add(s.corner[corner])
	}
	return sum
}

// rubSpans is the friction of spans, at the end of a step; see docs/physics.md, Contact.
func (e *Engine) rubSpans() {
	s, p := e.spans, &e.run.params
	if !slices.ContainsFunc(p.Contacts, func(c model.Contact) bool { return c.Spans() > model.TouchMasses && c.StaticFriction > 0 }) {
		return
	}
	e.unpackSpans()
	contacts := p.ContactsAt(e.time())
	clear(s.touches)
	s.eachTouch(e.model, contacts, func(k int, c *model.Contact, t physics.Touch, slip model.Vec3, _ [3]uint32) model.Vec3 {
		if c.StaticFriction > 0 && t.Push(c, slip) > 0 {
			s.touches[k]++
		}
		return model.Vec3{}
	})
	s.eachTouch(e.model, contacts, func(_ int, c *model.Contact, t physics.Touch, slip model.Vec3, corners [3]uint32) model.Vec3 {
		return s.friction(e.model, p.DT, c, t, slip, corners)
	})
	now, way := e.buffers.now(), 0.0
	for i := range e.model.MassCount() {
		d := s.at(i).Mul(e.model.InverseMass(i))
		for axis := range 3 {
			if e.model.PinOf(i)&(model.PinX<<axis) != 0 {
				d[axis] = 0
			}
		}
		if d != (model.Vec3{}) {
			lane := int(e.table.Order.LaneOf[i])
			way = max(way, d.Len()*p.SpanReach())
			now.Velocity.Set(kernels.ArrayVX, lane, kernels.Narrow(s.state.Velocity[i].Add(d)))
			now.Position.Set(kernels.ArrayX, lane, kernels.Narrow(s.state.Position[i].Add(d.Mul(p.SpanReach()))))
		}
	}
	e.copyHubs(e.table.Hubs, now)
	if e.pairs.lists != nil {
		e.pairs.lists.Motion.Nudged(way)
	}
}

// friction is the impulse of friction on a touched point [N·s].
func (s *spans) friction(m *model.Model, dt float64, c *model.Contact, t physics.Touch, v model.Vec3, corners [3]uint32) model.Vec3 {
	pushed, slip := t.Push(c, v), v.Sub(t.Normal.Mul(v.Dot(t.Normal)))
	speed, w, most := slip.Len(), 0.0, int32(1)
	for j, i := range corners {
		w += t.Share[j] * t.Share[j] * m.InverseMass(int(i))
		most = max(most, s.touchesAt(int(i)))
	}
	if c.StaticFriction == 0 || pushed == 0 || speed == 0 || w == 0 {
		return model.Vec3{}
	}
	size := speed / (w * float64(most))
	if size > c.StaticFriction*pushed*dt {
		size = min(size, c.KineticFriction*pushed*dt)
	}
	return slip.Mul(-size / speed)
}

// touchesAt is the number of touches with friction of a mass.
func (s *spans) touchesAt(i int) (count int32) {
	for _, corner := range s.places[s.first[i]:s.first[i+1]] {
		k := int(corner) / 2
		if int(corner) >= 2*len(s.Edges) {
			k = len(s.Edges) + (int(corner)-2*len(s.Edges))/3
		}
		count += s.touches[k]
	}
	return count
}
