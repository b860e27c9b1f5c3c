package cpu

import (
	"cmp"
	"slices"

	"hooke/cpu/external"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/laws"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/meet"
)

// spans handles contacts that push edges and triangles, and collisions of springs and of masses
// with triangles. Every step is then taken by itself:
// the pushes of all spans, from one state, become point forces of the step, and friction ends
// it. Each span writes the push on its corners, and each mass gathers these in the order of
// its corners, so that results do not depend on threads.
type spans[T table.Real] struct {
	physics.Spans
	first, places []int32             // of physics.Spans.Incidences
	state         *model.State        // before or after the step, in float64
	corner        []model.Vec3        // force [N], or impulse of friction [N·s], of every corner
	touches       []int32             // of every span, with contacts that have friction
	held, acting  []external.Point[T] // point forces of the parameters, and with the pushes
	hasFriction   bool                // whether a contact has friction with them

	stage    spanStage
	passed   int // passes of friction in this step
	work     spanWork
	contacts []model.Contact // as they are at the time of the evaluation
	meeting
}

// chooseSpans finds the spans of the parameters in use; nil without spans.
func (e *engine[T]) chooseSpans(before model.Params) {
	all, meets := e.energies.Spans(), e.meetsOf(before)
	if all.Count() == 0 && meets.Set == nil || e.run.params.Integrator.Method().Divides { // such a solver has them itself
		e.spans = nil
		return
	}
	if e.spans == nil || e.spans.Count() != all.Count() { // of one model there is one list for each level of touch
		e.spans = &spans[T]{state: e.model.Start(), corner: make([]model.Vec3, all.Corners()), touches: make([]int32, all.Count())}
		e.spans.first, e.spans.places = all.Incidences(e.model.MassCount())
	}
	e.spans.Spans, e.spans.meeting = all, meets
	all.Tear(e.model, e.changes)
	meets.Tear(e.changes)
	e.spans.held, e.spans.stage = e.run.external.Points, spansBegin
	e.spans.hasFriction = meets.HasFriction() || slices.ContainsFunc(e.run.params.Contacts, func(c model.Contact) bool {
		return c.Spans() > model.TouchMasses && c.StaticFriction > 0
	})
}

// spanStage is how far the evaluation of spans is.
type spanStage int

const (
	spansBegin spanStage = iota
	spansUnpacked
	spansCounted
	spansTouched
)

// spanWork is a task over touches.
type spanWork int

const (
	spanPushes spanWork = iota
	spanCounts
	spanFriction
)

// spanBlock is the number of spans in a block of a task.
const spanBlock = 512

// blocks returns the number of blocks of all spans that contacts push.
func (s *spans[T]) blocks() int { return (s.Count() + spanBlock - 1) / spanBlock }

// begin prepares to evaluate the spans with contacts as they are at some time [s].
func (s *spans[T]) begin(p *model.Params, t float64) task {
	s.contacts, s.stage = p.ContactsAt(t), spansUnpacked
	return unpack
}

// touch evaluates touches next, and is at a stage after that.
func (s *spans[T]) touch(work spanWork, then spanStage) task {
	s.work, s.stage = work, then
	s.prepare(work, s.state.Position)
	return touch
}

// unpackIn brings the current state of some slices into float64.
func (e *engine[T]) unpackIn(first, count int) {
	s, now, massOf := e.spans.state, e.buffers.now(), e.table.Order.MassOf
	for lane := first * table.Width; lane < (first+count)*table.Width; lane++ {
		if i := massOf[lane]; i != table.NoMass {
			s.Position[i] = kernels.Widen(now.Position.Get(kernels.ArrayX, lane))
			s.Velocity[i] = kernels.Widen(now.Velocity.Get(kernels.ArrayVX, lane))
		}
	}
}

// choosePushSpans returns the next task until the pushes on spans are point forces of the next
// evaluation, which is that of a time some steps from now; idle then, and without spans.
func (e *engine[T]) choosePushSpans(steps float64) task {
	s := e.spans
	switch {
	case s == nil:
		return idle
	case s.stage == spansBegin:
		return s.begin(&e.run.params, e.time()+steps*e.run.params.DT)
	case s.stage == spansUnpacked:
		return s.touch(spanPushes, spansTouched)
	}
	s.stage = spansBegin
	s.gather(func(t *meet.Touch) model.Vec3 { return t.Normal.Mul(t.Push(s.state.Velocity)) })
	if e.progress.schedule.stage == 0 { // else the state is one within a step
		s.Remember()
	}
	all := append(s.acting[:0], s.held...)
	for i := range e.model.MassCount() {
		if f := s.at(i); f != (model.Vec3{}) && e.model.PinOf(i) != model.PinAll {
			all = append(all, external.Point[T]{Lane: int(e.table.Order.LaneOf[i]), Force: kernels.Narrow[T](f)})
		}
	}
	slices.SortStableFunc(all, func(a, b external.Point[T]) int { return cmp.Compare(a.Lane, b.Lane) })
	e.run.external.Points, s.acting = all, all
	return idle
}

// touchIn evaluates a block of spans.
func (e *engine[T]) touchIn(block int) {
	s, first := e.spans, block*spanBlock
	if part := block - s.blocks(); part >= 0 {
		if part < s.parts {
			s.Look(part, s.state.Position)
		}
		return
	}
	last := min(s.Count(), first+spanBlock)
	switch s.work {
	case spanPushes:
		s.eachTouch(e.model, first, last, func(_ int, c *model.Contact, t physics.Touch, slip model.Vec3, _ [3]uint32) model.Vec3 {
			return t.Normal.Mul(t.Push(c, slip))
		})
	case spanCounts:
		clear(s.touches[first:last])
		s.eachTouch(e.model, first, last, func(k int, c *model.Contact, t physics.Touch, slip model.Vec3, _ [3]uint32) model.Vec3 {
			if c.StaticFriction > 0 && t.Push(c, slip) > 0 {
				s.touches[k]++
			}
			return model.Vec3{}
		})
	case spanFriction:
		dt := e.run.params.SpanFrictionTime()
		s.eachTouch(e.model, first, last, func(_ int, c *model.Contact, t physics.Touch, slip model.Vec3, corners [3]uint32) model.Vec3 {
			return s.friction(e.model, dt, c, t, slip, corners)
		})
	}
}

// eachTouch writes the values of touches by the function of into corner, for spans from first to last−1, in
// shares; slip is the velocity of the touched point against the surface.
func (s *spans[T]) eachTouch(m *model.Model, first, last int, of func(k int, c *model.Contact, t physics.Touch, slip model.Vec3, corners [3]uint32) model.Vec3) {
	for k := first; k < last; k++ {
		at, count := 2*k, 2
		if k >= len(s.Edges) {
			at, count = 3*k-len(s.Edges), 3
		}
		clear(s.corner[at : at+count])
		s.EachTouch(k, m, s.contacts, s.state.Position, func(_ int, c *model.Contact, t physics.Touch, corners [3]uint32) {
			value := func(list []model.Vec3) model.Vec3 { return t.At(list[corners[0]], list[corners[1]], list[corners[2]]) }
			f := of(k, c, t, value(s.state.Velocity).Sub(c.SurfaceVelocity(value(s.state.Position), t.Normal, 0)), corners)
			for j := range count {
				s.corner[at+j] = s.corner[at+j].Add(f.Mul(t.Share[j]))
			}
		})
	}
}

// at returns the sum of the corners of a mass, and of the touches of parts that meet.
func (s *spans[T]) at(i int) (sum model.Vec3) {
	if s.sum != nil {
		sum = s.sum[i]
	}
	for _, corner := range s.places[s.first[i]:s.first[i+1]] {
		sum = sum.Add(s.corner[corner])
	}
	return sum
}

// chooseSpanFriction returns the next task until friction of spans has acted, at the end of a step; idle
// then. See docs/physics.md, Contact.
func (e *engine[T]) chooseSpanFriction() task {
	s, p := e.spans, &e.run.params
	switch {
	case !s.hasFriction:
		return idle
	case s.stage == spansBegin:
		return s.begin(p, e.time())
	case s.stage == spansUnpacked:
		return s.touch(spanCounts, spansCounted)
	case s.stage == spansCounted:
		s.countTouches(s.state.Velocity)
		return s.touch(spanFriction, spansTouched)
	}
	s.gather(func(t *meet.Touch) model.Vec3 { return s.frictionOf(t, p.SpanFrictionTime()) })
	e.nudgeSpans()
	if s.passed++; s.passed < p.SpanFrictionPasses() {
		return s.begin(p, e.time())
	}
	s.stage, s.passed = spansBegin, 0
	return idle
}

// nudgeSpans changes the state by the impulses of friction of spans.
func (e *engine[T]) nudgeSpans() {
	s, p := e.spans, &e.run.params
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
			now.Velocity.Set(kernels.ArrayVX, lane, kernels.Narrow[T](s.state.Velocity[i].Add(d)))
			now.Position.Set(kernels.ArrayX, lane, kernels.Narrow[T](s.state.Position[i].Add(d.Mul(p.SpanReach()))))
		}
	}
	e.copyHubs(e.table.Hubs, now)
	if e.pairs.lists != nil {
		e.pairs.lists.Motion.Nudged(way)
	}
}

// friction returns the impulse of friction on a touched point [N·s].
func (s *spans[T]) friction(m *model.Model, dt float64, c *model.Contact, t physics.Touch, v model.Vec3, corners [3]uint32) model.Vec3 {
	pushed, slip := t.Push(c, v), v.Sub(t.Normal.Mul(v.Dot(t.Normal)))
	speed, w, most := slip.Len(), 0.0, int32(1)
	for j, i := range corners {
		w += t.Share[j] * t.Share[j] * m.InverseMass(int(i))
		most = max(most, s.touchesAt(int(i)))
	}
	if c.StaticFriction == 0 || pushed == 0 || speed == 0 || w == 0 {
		return model.Vec3{}
	}
	size := laws.FrictionOf(speed/(w*float64(most)), pushed*dt, c.StaticFriction, c.KineticFriction)
	return slip.Mul(-size / speed)
}

// touchesAt returns the number of touches with friction of a mass.
func (s *spans[T]) touchesAt(i int) (count int32) {
	for _, corner := range s.places[s.first[i]:s.first[i+1]] {
		k := int(corner) / 2
		if int(corner) >= 2*len(s.Edges) {
			k = len(s.Edges) + (int(corner)-2*len(s.Edges))/3
		}
		count += s.touches[k]
	}
	if s.count != nil {
		count += s.count[i]
	}
	return count
}
