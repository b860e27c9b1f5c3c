package settings

import (
	"slices"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/shaders"
)

// form is a shape as the device holds it; see shaders.Contact for what each shape keeps
// where.
type form struct {
	shape    uint32
	p, a, q  model.Vec3
	qw, size float64
}

func formOf(shape model.Shape) (f form) {
	switch s := shape.(type) {
	case model.Plane:
		f.shape, f.size, f.p = shaders.ShapePlane, s.Offset, s.UnitNormal()
	case model.Sphere:
		f.shape, f.size, f.p = shaders.ShapeSphere, s.Radius, s.Center
	case model.Box:
		turn := s.Rotation()
		f.shape, f.p, f.a, f.q, f.qw = shaders.ShapeBox, s.Center, s.Half, turn.V, turn.W
	case model.Capsule:
		axis := s.B.Sub(s.A)
		f.shape, f.size, f.p, f.a, f.q = shaders.ShapeCapsule, s.Radius, s.A, axis, s.Side()
		if squared := axis.Dot(axis); squared > 0 {
			f.qw = 1 / squared
		}
	}
	return f
}

// ContactRecords returns one word of every number of the contacts, in records as the
// device holds them, for one class of masses after the other.
func (s *Settings) ContactRecords(word options.Rounding) (out []shaders.Contact) {
	for class := range s.Classes.Number() {
		out = append(out, contactRecords(s.Classes.contacts(s.Params.Substep(), class), s.Signals.Course, word)...)
	}
	return out
}

// contactRecords are those of contacts; see shaders.Contact for what each shape keeps where.
// courses are the first signals of each contact, as SignalLayout has them.
func contactRecords(contacts []model.Contact, courses []int, word options.Rounding) []shaders.Contact {
	out := make([]shaders.Contact, len(contacts))
	for i, c := range contacts {
		f := formOf(c.Shape)
		r := shaders.Contact{
			Shape:           f.shape,
			Stiffness:       word(c.Stiffness),
			Damping:         word(c.Damping),
			StaticFriction:  word(c.StaticFriction),
			KineticFriction: word(c.KineticFriction),
			Qw:              word(f.qw),
			Size:            word(f.size),
		}
		if c.Inside {
			r.Inside = 1
		}
		if c.PerMass {
			r.Inside += 2
		}
		if courses[i] >= 0 { // the passes take the shape from there
			r.Shape |= uint32(courses[i]+1) << 8
		}
		r.Px, r.Py, r.Pz = word.Of(f.p)
		r.Ax, r.Ay, r.Az = word.Of(f.a)
		r.Qx, r.Qy, r.Qz = word.Of(f.q)
		out[i] = r
	}
	return out
}

// courseSignals is how many signals a contact takes that moves.
const courseSignals = 23

// courseNumbers are the signals of a contact as it is at some time: its shape, V, ω, C and
// the velocity of its belt, as course.glsl reads them.
func courseNumbers(c model.Contact) []float64 {
	f, k := formOf(c.Shape), c.Course
	return slices.Concat(f.p[:], f.a[:], f.q[:], []float64{f.qw, f.size}, k.Path.Velocity[:], k.Spin[:], k.Pivot[:], k.Belt[:])
}
