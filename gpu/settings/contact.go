package settings

import (
	"slices"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/shaders"
)

// Form is a shape as stored on the device; see shaders.Contact for the fields of each shape.
type Form struct {
	Shape    uint32
	P, A, Q  model.Vec3
	Qw, Size float64
}

// FormOf returns the form of a shape.
func FormOf(shape model.Shape) (f Form) {
	switch s := shape.(type) {
	case model.Plane:
		f.Shape, f.Size, f.P = shaders.ShapePlane, s.Offset, s.UnitNormal()
	case model.Sphere:
		f.Shape, f.Size, f.P = shaders.ShapeSphere, s.Radius, s.Center
	case model.Box:
		turn := s.Rotation()
		f.Shape, f.P, f.A, f.Q, f.Qw = shaders.ShapeBox, s.Center, s.Half, turn.V, turn.W
	case model.Capsule:
		axis := s.B.Sub(s.A)
		f.Shape, f.Size, f.P, f.A, f.Q = shaders.ShapeCapsule, s.Radius, s.A, axis, s.Side()
		if squared := axis.Dot(axis); squared > 0 {
			f.Qw = 1 / squared
		}
	}
	return f
}

// ContactRecords returns one word of every number of the contacts, in records as the
// device holds them, for one class of masses after the other.
func (s *Settings) ContactRecords(word options.Rounding) (out []shaders.Contact) {
	for class := range s.Classes.Number() {
		out = append(out, contactRecords(s.Classes.contacts(s.Params.Substep(), class), s.Signals.Trajectory, word)...)
	}
	return out
}

// contactRecords returns the records of contacts; see shaders.Contact for the fields of each
// shape. trajectories are the first signals of each contact, as SignalLayout has them.
func contactRecords(contacts []model.Contact, trajectories []int, word options.Rounding) []shaders.Contact {
	out := make([]shaders.Contact, len(contacts))
	for i, c := range contacts {
		f := FormOf(c.Shape)
		r := shaders.Contact{
			Shape:           f.Shape,
			Stiffness:       word(c.Stiffness),
			Damping:         word(c.Damping),
			StaticFriction:  word(c.StaticFriction),
			KineticFriction: word(c.KineticFriction),
			Qw:              word(f.Qw),
			Size:            word(f.Size),
		}
		if c.Inside {
			r.Inside = 1
		}
		if c.PerMass {
			r.Inside += 2
		}
		if trajectories[i] >= 0 { // the passes take the shape from there
			r.Shape |= uint32(trajectories[i]+1) << 8
		}
		r.Px, r.Py, r.Pz = word.Of(f.P)
		r.Ax, r.Ay, r.Az = word.Of(f.A)
		r.Qx, r.Qy, r.Qz = word.Of(f.Q)
		out[i] = r
	}
	return out
}

// trajectorySignals is how many signals a contact takes that moves.
const trajectorySignals = 23

// trajectoryNumbers returns the signals of a contact as it is at some time: its shape, V, ω, C and
// the velocity of its belt, as trajectory.glsl reads them.
func trajectoryNumbers(c model.Contact) []float64 {
	f, k := FormOf(c.Shape), c.Trajectory
	return slices.Concat(f.P[:], f.A[:], f.Q[:], []float64{f.Qw, f.Size}, k.Path.Velocity[:], k.Spin[:], k.Pivot[:], k.Belt[:])
}
