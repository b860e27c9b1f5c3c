package ledger

import (
	"slices"

	"hooke/model"
	"hooke/physics"
	"hooke/physics/meet"
)

// spans are the edges and triangles that contacts push, and the springs and triangles that
// collide. A nil *spans is empty and does nothing.
type spans struct {
	physics.Spans
	meets *meet.Set // nil: none
	model *model.Model
	count []int        // of every mass: touches with friction
	delta []model.Vec3 // scratch of applyFriction: change of velocity of every mass [m/s]
}

func spansOf(m *model.Model, all physics.Spans, meets *meet.Set) *spans {
	if all.Count() == 0 && meets == nil {
		return nil
	}
	return &spans{Spans: all, meets: meets, model: m, count: make([]int, m.MassCount()), delta: make([]model.Vec3, m.MassCount())}
}

// spanTouch is a touch of a span, or of two parts that collide.
type spanTouch struct {
	corners         []uint32
	share           []float64
	normal, surface model.Vec3 // n; v_s [m/s]
	excess          float64    // [m]
	stiffness       float64    // kc [N/m]
	static, kinetic float64    // μs and μk

	push func(slip model.Vec3) float64 // F_N [N]
}

// each calls do with every touch of a state.
func (s *spans) each(contacts []model.Contact, position []model.Vec3, do func(t *spanTouch)) {
	if s == nil {
		return
	}
	for span := range s.Count() {
		s.EachTouch(span, s.model, contacts, position, func(_ int, c *model.Contact, t physics.Touch, corners [3]uint32) {
			count := 3
			if span < len(s.Edges) {
				count = 2
			}
			one := spanTouch{corners: corners[:count], share: t.Share[:count], normal: t.Normal, excess: t.Excess,
				stiffness: c.Stiffness, static: c.StaticFriction, kinetic: c.KineticFriction, push: func(slip model.Vec3) float64 { return t.Push(c, slip) }}
			one.surface = c.SurfaceVelocity(one.mean(position), t.Normal, 0)
			do(&one)
		})
	}
	s.meets.Each(position, func(t *meet.Touch) {
		do(&spanTouch{corners: t.Masses[:], share: t.Share[:], normal: t.Normal, excess: t.Depth, stiffness: t.Stiffness,
			static: t.Static, kinetic: t.Kinetic, push: t.PushAt})
	})
}

// mean returns the value of the corners at the pushed point.
func (t *spanTouch) mean(values []model.Vec3) (sum model.Vec3) {
	for j, i := range t.corners {
		sum = sum.Add(values[i].Mul(t.share[j]))
	}
	return sum
}

// onPinned returns the power of a force on the touched point, or the work of an impulse, on its
// corners that are pinned on all axes.
func (s *spans) onPinned(t *spanTouch, force model.Vec3, velocity []model.Vec3) (sum float64) {
	for j, i := range t.corners {
		if s.model.PinOf(int(i)) == model.PinAll {
			sum += t.share[j] * force.Dot(velocity[i])
		}
	}
	return sum
}

// slip returns the velocity of the pushed point against the surface [m/s].
func (t *spanTouch) slip(velocity []model.Vec3) model.Vec3 { return t.mean(velocity).Sub(t.surface) }

// pushed returns F_N [N].
func (t *spanTouch) pushed(velocity []model.Vec3) float64 {
	return t.push(t.slip(velocity))
}

// push adds the pushes of contacts to the forces on masses [N].
func (s *spans) push(k *Keeper, on []model.Vec3, contacts []model.Contact, position, velocity []model.Vec3) {
	s.each(contacts, position, func(t *spanTouch) {
		f := t.normal.Mul(t.pushed(velocity))
		for j, i := range t.corners {
			if k.model.PinOf(int(i)) != model.PinAll {
				on[i] = on[i].Add(f.Mul(t.share[j]))
			}
		}
	})
}

// countTouches counts the touches with friction of every mass.
func (s *spans) countTouches(contacts []model.Contact, position, velocity []model.Vec3) {
	clear(s.count)
	s.each(contacts, position, func(t *spanTouch) {
		if t.static > 0 && t.pushed(velocity) > 0 {
			for _, i := range t.corners {
				s.count[i]++
			}
		}
	})
}

// most returns the impulse that stops the slip of a touched point across n in one of the touches
// of its corners [N·s]; 0 where nothing of it can move.
func (s *spans) most(t *spanTouch, speed float64) float64 {
	w, count := 0.0, 1
	for j, i := range t.corners {
		w += t.share[j] * t.share[j] * s.model.InverseMass(int(i))
		count = max(count, s.count[i])
	}
	if w == 0 {
		return 0
	}
	return speed / (w * float64(count))
}

// flows returns the dissipation of touches of spans, and the work of moving surfaces [W].
func (s *spans) flows(k *Keeper, v velocities) (flows model.Flows) {
	if s == nil {
		return flows
	}
	contacts, position, dt := k.now.contacts, k.now.Position, k.params.DT
	s.countTouches(contacts, position, v.seen)
	s.each(contacts, position, func(t *spanTouch) {
		pushed, slip := t.pushed(v.seen), t.slip(v.centered)
		flows.ContactDamping += (t.stiffness*t.excess - pushed) * slip.Dot(t.normal)
		flows.Constraints += pushed*t.surface.Dot(t.normal) - s.onPinned(t, t.normal.Mul(pushed), v.centered)
		slip = across(slip, t.normal)
		speed := slip.Len()
		if most := s.most(t, speed); v.friction == nil && most > 0 && dt > 0 {
			force := min(t.kinetic*pushed, most/dt)
			flows.Friction += force * speed
			flows.Constraints -= force/speed*slip.Dot(t.surface) - s.onPinned(t, slip.Mul(force/speed), v.centered)
		}
	})
	return flows
}

// applyFriction lets friction act on spans as an impulse after a step, in passes as engines do, and changes velocities.
// Between passes masses move by reach [s] times the change; the caller's positions stay. It calls took with every mass that changes, its impulse [N·s] and its velocity after it, and
// returns the work of surfaces that move [J].
func (s *spans) applyFriction(k *Keeper, contacts []model.Contact, position, velocity []model.Vec3, reach float64, took func(i int, impulse, after model.Vec3)) (given float64) {
	if s == nil {
		return 0
	}
	passes, total := k.params.SpanFrictionPasses(), make([]model.Vec3, len(velocity))
	if passes > 1 {
		position = slices.Clone(position)
	}
	for pass := range passes {
		given += s.rub(k, contacts, position, velocity)
		for i, d := range s.delta {
			if total[i] = total[i].Add(d); pass < passes-1 {
				position[i] = position[i].Add(d.Mul(reach))
			}
		}
	}
	for i, d := range total {
		if d != (model.Vec3{}) {
			took(i, d.Mul(k.model.Mass[i]), velocity[i])
		}
	}
	return given
}

// rub is a pass of applyFriction. It leaves the changes of velocities in s.delta.
func (s *spans) rub(k *Keeper, contacts []model.Contact, position, velocity []model.Vec3) (given float64) {
	dt := k.params.SpanFrictionTime()
	clear(s.delta)
	s.countTouches(contacts, position, velocity)
	s.each(contacts, position, func(t *spanTouch) {
		slip := across(t.slip(velocity), t.normal)
		speed := slip.Len()
		size, limit := s.most(t, speed), t.pushed(velocity)*dt
		if t.static == 0 || limit == 0 || size == 0 {
			return
		}
		if size > t.static*limit {
			size = min(size, t.kinetic*limit)
		}
		impulse := slip.Mul(-size / speed)
		given += impulse.Dot(t.surface) - s.onPinned(t, impulse, velocity)
		for j, i := range t.corners {
			s.delta[i] = s.delta[i].Add(impulse.Mul(t.share[j] * k.model.InverseMass(int(i))))
		}
	})
	for i, d := range s.delta {
		s.delta[i] = unpinned(d, k.model.PinOf(i))
		velocity[i] = velocity[i].Add(s.delta[i])
	}
	return given
}

// center adds the friction of spans in the next step of symplectic Euler to the centered
// velocities, and its power.
func (s *spans) center(k *Keeper) {
	if s == nil {
		return
	}
	now, dt := k.now.State, k.params.DT
	x, w := append([]model.Vec3(nil), now.Position...), make([]model.Vec3, len(now.Position))
	for i, v := range now.Velocity {
		w[i] = k.other[i].Mul(2).Sub(v)
		if k.model.PinOf(i) != model.PinAll {
			x[i] = x[i].Add(w[i].Mul(dt))
		}
	}
	given := s.applyFriction(k, k.params.ContactsAt(now.Time+dt), x, w, 0, func(i int, impulse, after model.Vec3) {
		k.other[i] = now.Velocity[i].Add(after).Mul(0.5)
		k.friction[i].taken -= impulse.Dot(k.other[i]) / dt
	})
	k.give(given / dt)
}

// give adds a power that surfaces give to spans by friction [W].
func (k *Keeper) give(power float64) {
	k.friction[0].taken += power
	k.friction[0].given += power
}
