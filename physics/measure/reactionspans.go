package measure

import (
	"hooke/model"
	"hooke/physics"
)

// spanTouch is a contact that pushes an edge or a triangle.
type spanTouch struct {
	physics.Touch
	contact int // its number
	corners [3]uint32
	at      model.Vec3 // the pushed point [m]
	push    float64    // F_N [N]
}

// meetSpans adds the pushes of contacts on edges and triangles to the forces on masses, and
// calls did with each [N] and where it acts. It returns them all.
func (l *ReactionLaw) meetSpans(f []model.Vec3, s *model.State, contacts []model.Contact, did func(k int, force, at model.Vec3)) (touches []spanTouch) {
	l.spans.Tear(l.model, s.Changes)
	for span := range l.spans.Count() {
		l.spans.EachTouch(span, l.model, contacts, s.Position, func(number int, c *model.Contact, t physics.Touch, corners [3]uint32) {
			one := spanTouch{Touch: t, contact: number, corners: corners, at: valueAt(t, s.Position, corners)}
			one.push = t.Push(c, valueAt(t, s.Velocity, corners).Sub(c.SurfaceVelocity(one.at, t.Normal, 0)))
			if one.push > 0 {
				one.share(f, t.Normal.Mul(one.push))
				did(one.contact, t.Normal.Mul(one.push), one.at)
				touches = append(touches, one)
			}
		})
	}
	return touches
}

// valueAt returns the value of corners at the point that a touch pushes.
func valueAt(t physics.Touch, list []model.Vec3, corners [3]uint32) model.Vec3 {
	return t.At(list[corners[0]], list[corners[1]], list[corners[2]])
}

// share adds a force to the corners, in their shares.
func (t *spanTouch) share(f []model.Vec3, force model.Vec3) {
	for j, i := range t.corners {
		f[i] = f[i].Add(force.Mul(t.Share[j]))
	}
}

// addSpanFriction adds the friction of edges and triangles to the forces on masses, which hold all
// others, and calls did with each: the friction of the Euler step of dt that starts at the
// state, with the law of masses' friction at the pushed point (docs/physics.md, Contact).
func (l *ReactionLaw) addSpanFriction(f []model.Vec3, s *model.State, contacts []model.Contact, touches []spanTouch, did func(k int, force, at model.Vec3)) {
	m, dt := l.model, l.params.DT
	if dt == 0 {
		return
	}
	count := map[uint32]int{}
	for _, t := range touches {
		if contacts[t.contact].StaticFriction > 0 {
			for j, i := range t.corners {
				if j < 2 || i != t.corners[0] { // an edge names its first end twice
					count[i]++
				}
			}
		}
	}
	ended := func(i uint32) model.Vec3 { // the velocity in which the step would end without this friction
		return s.Velocity[i].Add(free(f[i], m.PinOf(int(i))).Mul(m.InverseMass(int(i)) * dt))
	}
	type force struct {
		touch *spanTouch
		by    model.Vec3
	}
	var all []force
	for k := range touches {
		t := &touches[k]
		c := &contacts[t.contact]
		w := t.At(ended(t.corners[0]), ended(t.corners[1]), ended(t.corners[2])).Sub(c.SurfaceVelocity(t.at, t.Normal, dt/2))
		slip, perMass, most := across(w, t.Normal), 0.0, 1
		for j, i := range t.corners {
			perMass += t.Share[j] * t.Share[j] * m.InverseMass(int(i))
			most = max(most, count[i])
		}
		speed := slip.Len()
		if c.StaticFriction == 0 || speed == 0 || perMass == 0 {
			continue
		}
		size := speed / (perMass * float64(most) * dt)
		if size > c.StaticFriction*t.push {
			size = min(size, c.KineticFriction*t.push)
		}
		all = append(all, force{t, slip.Mul(-size / speed)})
	}
	for _, one := range all {
		one.touch.share(f, one.by)
		did(one.touch.contact, one.by, one.touch.at)
	}
}
