package collide

import (
	"math"

	"hooke/model"
	"hooke/physics"
)

// Spans holds the edges and triangles of a run, and evaluates the contacts that push them. A nil *Spans is empty and does
// nothing.
type Spans struct {
	model  *model.Model
	params model.Params
	spans  physics.Spans
	tuning []model.Tuning // Cs and Cd of masses in contacts PerMass; nil: no such contact pushes spans
	shared []float64      // N, the spans of each mass that contacts PerMass push; nil likewise
	delta  []model.Vec3   // scratch of ApplyFriction: change of velocity of every mass
	count  []int          // scratch of ApplyFriction: touches with friction of every mass
	meets  *meetings      // springs and triangles that collide; nil: none
	tears  model.Tears    // springs and triangles that it has cut touch nothing
}

// NewSpans returns the spans of a run, or nil if contacts push only masses, and masses alone collide.
func NewSpans(m *model.Model, p model.Params) *Spans {
	spans, meets := physics.SpansOf(m, p), newMeetings(m, p)
	if spans.Count() == 0 && meets == nil {
		return nil
	}
	s := &Spans{model: m, params: p, spans: spans, meets: meets, delta: make([]model.Vec3, m.MassCount()), count: make([]int, m.MassCount())}
	if meets != nil {
		meets.tears = &s.tears
	}
	s.share()
	return s
}

// one is a touch with the masses of its corners and its contact. That of two parts of structures
// has the corners of both, those of the second with negative shares, and the numbers of a contact that it needs.
type one struct {
	SpanTouch
	contact *model.Contact // as the span meets it
	corners []uint32
	share   []float64  // of the corners
	surface model.Vec3 // v_s, its velocity [m/s]
	meets   bool       // whether it is one of two parts of structures
}

// surface returns the velocity of the surface of a contact at x, with the normal n, at time 0 of
// its trajectory [m/s]: V + ω × (x − C), and the part of a belt across n.
func surface(c *model.Contact, x, n model.Vec3) model.Vec3 {
	if !c.Trajectory.Moves() {
		return model.Vec3{}
	}
	now := c.Posed(0).Trajectory
	belt := now.Belt.Sub(n.Mul(now.Belt.Dot(n)))
	return now.Path.Velocity.Add(now.Spin.Cross(x.Sub(*now.Pivot))).Add(belt)
}

// slip returns the velocity of the touched point against the surface [m/s].
func (o *one) slip(velocity []model.Vec3) model.Vec3 { return o.mean(velocity).Sub(o.surface) }

// mean returns the value of the corners at the pushed point.
func (o *one) mean(values []model.Vec3) (sum model.Vec3) {
	for k, i := range o.corners {
		sum = sum.Add(values[i].Mul(o.share[k]))
	}
	return sum
}

// push returns F_N = max(0, kc e − bc v_q·n) [N], at most 2 kc e unless parts of structures meet.
func (o *one) push(velocity []model.Vec3) float64 {
	damper := -o.contact.Damping * o.slip(velocity).Dot(o.Normal)
	if most := o.contact.Stiffness * o.Excess; damper < -most || damper > most && !o.meets {
		damper = math.Copysign(most, damper)
	}
	return o.contact.Stiffness*o.Excess + damper
}

// each calls do with every touch of a state: edges, then triangles, of each in the order of
// the contacts, and then those of parts of structures. A span whose masses are all pinned on all axes has no touches.
func (s *Spans) each(contacts []model.Contact, position []model.Vec3, do func(o *one)) {
	if s == nil {
		return
	}
	look := func(corners []uint32) {
		points, held := pointsOf(corners, position), true
		for _, i := range corners {
			held = held && s.model.PinOf(int(i)) == model.PinAll
		}
		if held {
			return
		}
		for k := range contacts {
			if away(contacts[k].Shape, points) {
				continue
			}
			touch := SpanTouchOf(&contacts[k], points...)
			if !(touch.Excess > 0) {
				continue
			}
			o := one{SpanTouch: touch, contact: &contacts[k], corners: corners}
			if o.share = o.Share[:len(corners)]; o.contact.PerMass {
				o.contact = s.met(o.contact, corners, sharers(contacts, points))
			}
			o.surface = surface(o.contact, o.mean(position), o.Normal)
			do(&o)
		}
	}
	for k := range s.spans.Edges {
		if e := &s.spans.Edges[k]; !s.tears.Between(e[0], e[1]) {
			look(e[:])
		}
	}
	for k := range s.spans.Triangles {
		if t := &s.spans.Triangles[k]; !s.tears.Through(*t) {
			look(t[:])
		}
	}
	s.meets.each(position, do)
}

// away says that a span is out of a shape for sure: its first point is farther from it than from
// the others.
func away(shape model.Shape, points []model.Vec3) bool {
	depth, _ := shape.Depth(points[0])
	for _, x := range points[1:] {
		if depth+x.Sub(points[0]).Len() >= 0 {
			return false
		}
	}
	return true
}

// Push is the pass "span". It adds the forces of contacts on spans to the forces on masses [N], of
// length MassCount: to each corner its share of F_N n.
func (s *Spans) Push(on []model.Vec3, contacts []model.Contact, position, velocity []model.Vec3) {
	s.each(contacts, position, func(o *one) {
		f := o.Normal.Mul(o.push(velocity))
		for k, i := range o.corners {
			if s.model.PinOf(int(i)) != model.PinAll {
				on[i] = on[i].Add(f.Mul(o.share[k]))
			}
		}
	})
}

// Each calls do with all touches of a state, in their order: the masses and their shares of a
// push along the normal, how deep the pushed point is [m] and the velocity of the surface
// there [m/s], and kc [N/m] and bc [N·s/m] as the touch has them.
func (s *Spans) Each(contacts []model.Contact, position []model.Vec3, do func(masses []uint32, share []float64, normal, surface model.Vec3, depth, stiffness, damping float64)) {
	s.each(contacts, position, func(o *one) {
		do(o.corners, o.share, o.Normal, o.surface, o.Excess, o.contact.Stiffness, o.contact.Damping)
	})
}

// Energy is ½ kc e² of all touches [J].
func (s *Spans) Energy(contacts []model.Contact, position []model.Vec3) (sum float64) {
	s.each(contacts, position, func(o *one) { sum += 0.5 * o.contact.Stiffness * o.Excess * o.Excess })
	return sum
}

// Flows are the dissipation by dampers of touches at a state [W], (kc e − F_N) (v_q − v_s)·n with the
// centered velocities v, where forces see others, the work of surfaces that move, F_N n·v_s, and
// that on masses pinned on all axes. With friction, they include its dissipation,
// min(μk F_N, J/dt) |v_t| per touch, for integrators that know friction of the state alone.
func (s *Spans) Flows(contacts []model.Contact, position, centered, seen []model.Vec3, friction bool) (flows model.Flows) {
	for _, o := range s.touches(contacts, position, seen) {
		pushed, v := o.push(seen), o.slip(centered)
		flows.ContactDamping += (o.contact.Stiffness*o.Excess - pushed) * v.Dot(o.Normal)
		flows.Constraints += pushed*o.surface.Dot(o.Normal) - s.onPinned(o, o.Normal.Mul(pushed), centered)
		slip := v.Sub(o.Normal.Mul(v.Dot(o.Normal)))
		if mass := s.massOf(o); friction && mass > 0 && slip.Len() > 0 {
			force := min(o.contact.KineticFriction*pushed, mass*slip.Len()/float64(max(1, s.most(o)))/s.params.DT)
			flows.Friction += force * slip.Len()
			flows.Constraints -= force / slip.Len() * slip.Dot(o.surface)
			flows.Constraints += s.onPinned(o, slip.Mul(force/slip.Len()), centered)
		}
	}
	return flows
}

// onPinned is the power of a force on a touched point, or the work of an impulse, on its corners that
// are pinned on all axes.
func (s *Spans) onPinned(o *one, force model.Vec3, velocity []model.Vec3) (sum float64) {
	for k, i := range o.corners {
		if s.model.PinOf(int(i)) == model.PinAll {
			sum += o.share[k] * force.Dot(velocity[i])
		}
	}
	return sum
}

// massOf is m_q = 1/Σ share² w [kg], the mass that a push on the touched point moves; 0 where all masses that
// it pushes are pinned.
func (s *Spans) massOf(o *one) float64 {
	w := 0.0
	for k, i := range o.corners {
		w += o.share[k] * o.share[k] * s.model.InverseMass(int(i))
	}
	if w == 0 {
		return 0
	}
	return 1 / w
}

// touches returns all touches, and counts those with friction of every mass.
func (s *Spans) touches(contacts []model.Contact, position, velocity []model.Vec3) (all []*one) {
	clear(s.count)
	s.each(contacts, position, func(o *one) {
		all = append(all, o)
		if o.contact.StaticFriction > 0 && o.push(velocity) > 0 {
			for _, i := range o.corners {
				s.count[i]++
			}
		}
	})
	return all
}

// most is c, the largest number of touches of a corner.
func (s *Spans) most(o *one) (c int) {
	for _, i := range o.corners {
		c = max(c, s.count[i])
	}
	return c
}
