package settings

import (
	"hooke/gpu/options"
	"hooke/model"
	"hooke/shaders"
)

// ContactRecords returns one word of every number of the contacts, in records as the
// device holds them, for one class of masses after the other.
func (s *Settings) ContactRecords(word options.Rounding) (out []shaders.Contact) {
	for class := range s.Classes.Number() {
		out = append(out, contactRecords(s.Classes.contacts(s.Params, class), word)...)
	}
	return out
}

// contactRecords are those of contacts; see shaders.Contact for what each shape keeps where.
func contactRecords(contacts []model.Contact, word options.Rounding) []shaders.Contact {
	out := make([]shaders.Contact, len(contacts))
	for i, c := range contacts {
		r := shaders.Contact{
			Stiffness:       word(c.Stiffness),
			Damping:         word(c.Damping),
			StaticFriction:  word(c.StaticFriction),
			KineticFriction: word(c.KineticFriction),
		}
		if c.Inside {
			r.Inside = 1
		}
		if c.PerMass {
			r.Inside += 2
		}
		switch shape := c.Shape.(type) {
		case model.Plane:
			r.Shape, r.Size = shaders.ShapePlane, word(shape.Offset)
			r.Px, r.Py, r.Pz = word.Of(shape.UnitNormal())
		case model.Sphere:
			r.Shape, r.Size = shaders.ShapeSphere, word(shape.Radius)
			r.Px, r.Py, r.Pz = word.Of(shape.Center)
		case model.Box:
			turn := shape.Rotation()
			r.Shape, r.Qw = shaders.ShapeBox, word(turn.W)
			r.Px, r.Py, r.Pz = word.Of(shape.Center)
			r.Ax, r.Ay, r.Az = word.Of(shape.Half)
			r.Qx, r.Qy, r.Qz = word.Of(turn.V)
		case model.Capsule:
			axis := shape.B.Sub(shape.A)
			r.Shape, r.Size = shaders.ShapeCapsule, word(shape.Radius)
			r.Px, r.Py, r.Pz = word.Of(shape.A)
			r.Ax, r.Ay, r.Az = word.Of(axis)
			r.Qx, r.Qy, r.Qz = word.Of(shape.Side())
			if squared := axis.Dot(axis); squared > 0 {
				r.Qw = word(1 / squared)
			}
		}
		out[i] = r
	}
	return out
}
