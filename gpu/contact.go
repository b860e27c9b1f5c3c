package gpu

import (
	"hooke/model"
	"hooke/shaders"
)

// contactRecords are the contacts as the device holds them; see
// shaders.Contact for what each shape keeps where.
func contactRecords(contacts []model.Contact) []shaders.Contact {
	out := make([]shaders.Contact, len(contacts))
	for i, c := range contacts {
		r := shaders.Contact{
			Stiffness:       float32(c.Stiffness),
			Damping:         float32(c.Damping),
			StaticFriction:  float32(c.StaticFriction),
			KineticFriction: float32(c.KineticFriction),
		}
		if c.Inside {
			r.Inside = 1
		}
		switch shape := c.Shape.(type) {
		case model.Plane:
			r.Shape, r.Size = shaders.ShapePlane, float32(shape.Offset)
			r.Px, r.Py, r.Pz = floats(shape.UnitNormal())
		case model.Sphere:
			r.Shape, r.Size = shaders.ShapeSphere, float32(shape.Radius)
			r.Px, r.Py, r.Pz = floats(shape.Center)
		case model.Box:
			turn := shape.Rotation()
			r.Shape, r.Qw = shaders.ShapeBox, float32(turn.W)
			r.Px, r.Py, r.Pz = floats(shape.Center)
			r.Ax, r.Ay, r.Az = floats(shape.Half)
			r.Qx, r.Qy, r.Qz = floats(turn.V)
		case model.Capsule:
			axis := shape.B.Sub(shape.A)
			r.Shape, r.Size = shaders.ShapeCapsule, float32(shape.Radius)
			r.Px, r.Py, r.Pz = floats(shape.A)
			r.Ax, r.Ay, r.Az = floats(axis)
			r.Qx, r.Qy, r.Qz = floats(shape.Side())
			if squared := axis.Dot(axis); squared > 0 {
				r.Qw = float32(1 / squared)
			}
		}
		out[i] = r
	}
	return out
}

func floats(v model.Vec3) (x, y, z float32) { return float32(v[0]), float32(v[1]), float32(v[2]) }
