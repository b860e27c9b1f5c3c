package measure

import (
	"hooke/laws"
	"hooke/model"
)

// meet calls did for every contact that pushes mass i, with its force on the mass [N]: its
// push and the friction of the Euler step of dt that would start at the state. f is the sum
// of all other forces on the mass; contacts are those at the time of the state. It returns f
// with all of these added.
func (l *ReactionLaw) meet(i int, f, x, v model.Vec3, contacts []model.Contact, did func(k int, force model.Vec3)) model.Vec3 {
	m, p := l.model, l.params
	pin := m.PinOf(i)
	if pin == model.PinAll || len(contacts) == 0 {
		return f
	}
	touches := 0
	for k := range contacts {
		if depth, _ := contacts[k].Depth(x); depth > 0 {
			touches++
		}
	}
	if touches == 0 {
		return f
	}
	type touch struct {
		k    int
		size float64 // of the push [N]
		n    model.Vec3
	}
	var pushes []touch
	for k := range contacts {
		c := contacts[k]
		if c.PerMass {
			c = c.At(l.tuning[i], m.Mass[i], p.DT, touches)
		}
		depth, n := c.Depth(x)
		if size := laws.PushOf(c.StiffnessAt(n), c.Damping, depth, v.Sub(c.SurfaceVelocity(x, n, 0)).Dot(n)); size > 0 {
			pushes = append(pushes, touch{k, size, n})
			f = f.Add(n.Mul(size))
		}
	}
	seen := free(f, pin)
	for _, t := range pushes {
		c := &contacts[t.k]
		by := model.Vec3{}
		if c.StaticFriction > 0 && p.DT > 0 {
			slip := v.Sub(c.SurfaceVelocity(x, t.n, p.DT/2).Mul(1 / p.DragFactor()))
			by = across(seen.Add(slip.Mul(m.Mass[i]/p.DT)), t.n).Mul(-1)
			if size := by.Len(); size > c.StaticFriction*t.size {
				by = by.Mul(c.KineticFriction * t.size / size)
			}
		}
		seen, f = seen.Add(by), f.Add(by)
		did(t.k, t.n.Mul(t.size).Add(by))
	}
	return f
}

// across returns the part of v across the unit vector n.
func across(v, n model.Vec3) model.Vec3 { return v.Sub(n.Mul(v.Dot(n))) }

// free is f without the axes that a pin takes.
func free(f model.Vec3, pin model.Pin) model.Vec3 {
	for axis := range 3 {
		if pin&(model.PinX<<axis) != 0 {
			f[axis] = 0
		}
	}
	return f
}

// held returns the part of f that a pin takes.
func held(f model.Vec3, pin model.Pin) model.Vec3 { return f.Sub(free(f, pin)) }

// centerOf returns the point about which torques on a contact are: the center of a sphere, box or
// capsule, of a plane its point nearest to the origin.
func centerOf(c model.Contact) model.Vec3 {
	switch s := c.Shape.(type) {
	case model.Plane:
		return s.UnitNormal().Mul(s.Offset)
	case model.Sphere:
		return s.Center
	case model.Box:
		return s.Center
	case model.Capsule:
		return s.A.Add(s.B).Mul(0.5)
	case model.Terrain:
		return s.Center
	case model.Field:
		return s.Center
	}
	return model.Vec3{}
}
