package check

import (
	"slices"

	"hooke/cpuref"
	"hooke/cpuref/collide"
	"hooke/model"
)

// Pairs of the fake engine are those of the reference, at its own state.

// wide is the state in float64.
func (f *fake) wide() (position, velocity []model.Vec3) {
	for i := range f.x {
		position, velocity = append(position, widen(f.x[i])), append(velocity, widen(f.v[i]))
	}
	return position, velocity
}

// press evaluates what pairs push, and contacts on spans.
func (f *fake) press() (touches []collide.Touch) {
	f.pushes = nil
	if !f.p.Collision.Acts() && f.spans == nil {
		return nil
	}
	position, velocity := f.wide()
	f.pushes = make([]model.Vec3, len(f.x))
	if f.p.Collision.Acts() {
		touches = collide.Touches(f.m, f.p, position, velocity)
		collide.AddPushes(f.pushes, touches)
	}
	f.spans.Push(f.pushes, f.p.Contacts, position, velocity)
	return touches
}

// rubSpans is the friction of spans, as an impulse after a step of any integrator.
func (f *fake) rubSpans() {
	if !f.spans.Rubs() {
		return
	}
	position, velocity := f.wide()
	f.spans.Rub(f.p.Contacts, position, velocity, f.p.SpanReach(), nil)
	for i := range f.x {
		f.x[i], f.v[i] = narrow(position[i]), narrow(velocity[i])
	}
}

// rubPairs adds the friction of pairs to velocities.
func (f *fake) rubPairs(touches []collide.Touch, w []model.Vec3) {
	for i, j := range collide.Friction(f.m, f.p, touches, w) {
		w[i] = w[i].Add(collide.Gain(f.m, i, j))
	}
}

// rubAfter is the friction of pairs as an impulse after a step.
func (f *fake) rubAfter() {
	if !f.p.Collision.Rubs() {
		return
	}
	position, velocity := f.wide()
	cpuref.PairFriction(position, velocity, f.m, f.p)
	for i := range f.x {
		f.x[i], f.v[i] = narrow(position[i]), narrow(velocity[i])
	}
}

// unpinned does something with every mass that is not pinned on all axes.
func (f *fake) unpinned(do func(i int)) {
	for i := range f.x {
		if f.pin[i] != model.PinAll {
			do(i)
		}
	}
}

// collision alters how masses collide, where they do.
func collision(change func(*model.Collision)) alteration {
	return params(func(p *model.Params) {
		if p.Collision.Acts() {
			change(&p.Collision)
		}
	})
}

// surfaces alters the surface of every body.
func surfaces(change func(*model.Surface)) alteration {
	return collision(func(c *model.Collision) {
		c.Bodies = slices.Clone(c.Bodies)
		for i := range c.Bodies {
			change(&c.Bodies[i])
		}
	})
}

// pairUses are the fields of collisions.
func pairUses() []fieldUse {
	const lists = "it is for finding pairs: no result depends on it"
	return []fieldUse{
		{"Model.Radius", func(m *model.Model, _ *model.Params) {
			m.Radius = slices.Clone(m.Radius)
			for i := range m.Radius {
				m.Radius[i] *= 0.9
			}
		}, ""},
		{"Model.Body", func(m *model.Model, _ *model.Params) { m.Body = nil }, ""},
		{"Params.Collision", params(func(p *model.Params) { p.Collision = model.Collision{} }), ""},
		{"Collision.Bodies", collision(func(c *model.Collision) { c.Bodies = []model.Surface{c.Bodies[1], c.Bodies[0]} }), ""},
		{"Collision.Self", collision(func(c *model.Collision) { c.Self = false }), ""},
		{"Collision.Others", collision(func(c *model.Collision) { c.Others = false }), ""},
		{"Collision.Skin", nil, lists},
		{"Collision.CheckEvery", nil, lists},
		{"Collision.FrictionIterations", collision(func(c *model.Collision) { c.FrictionIterations = 1 }), ""},
		{"Surface.Stiffness", surfaces(func(s *model.Surface) { s.Stiffness *= 1.01 }), ""},
		{"Surface.DampingRatio", surfaces(func(s *model.Surface) { s.DampingRatio *= 0.9 }), ""},
		{"Surface.StaticFriction", surfaces(func(s *model.Surface) { s.StaticFriction *= 3 }), ""},
		{"Surface.KineticFriction", surfaces(func(s *model.Surface) { s.KineticFriction *= 0.9 }), ""},
	}
}
