package build

import (
	"fmt"
	"math"

	"hooke/mesh/materials"
	"hooke/model"
)

// CoilSpec describes a helix of masses, or a ring.
type CoilSpec struct {
	Masses       int     // at least 3
	Radius       float64 // of the helix, or of the ring [m]
	Turns        float64 // of a helix; zero: a closed ring
	Pitch        float64 // way along the axis in a turn [m]
	Mass         float64 // of every mass [kg]
	Stiffness    float64 // k of every spring [N/m]
	DampingRatio float64 // ζ of every spring; zero means none
}

// Coil makes a chain of springs at rest: a helix about the z axis that goes down from z = 0, whose
// first mass is on the x axis, or a ring about the z axis. The group "ends" holds the first and the
// last mass of a helix, "top" and "bottom" one each.
func Coil(s CoilSpec) (*model.Model, error) {
	what := "helix"
	if s.Turns == 0 {
		what = "ring"
	}
	c := Checks{Who: what}
	if s.Masses < 3 {
		c.Fault("%d masses; it needs at least 3", s.Masses)
	}
	c.Positive("radius", s.Radius, "m")
	c.NotNegative("turns", s.Turns, "")
	c.NotNegative("pitch", s.Pitch, "m")
	c.Positive("mass", s.Mass, "kg")
	c.Positive("stiffness", s.Stiffness, "N/m")
	c.NotNegative("damping ratio", s.DampingRatio, "")
	if s.Turns > 0 && s.Turns >= float64(s.Masses-1)/2 {
		c.Fault("%d masses for %g turns; it needs more than 2 a turn", s.Masses, s.Turns)
	}
	if err := c.Join(); err != nil {
		return nil, err
	}
	m := &model.Model{Name: fmt.Sprintf("%s %d", what, s.Masses)}
	m.Materials = materials.Palette(model.Material{Name: what, Stiffness: s.Stiffness, Damping: materials.RatioDamping(s.DampingRatio, s.Stiffness, s.Mass, s.Mass)})
	turns, steps := s.Turns, s.Masses-1
	if turns == 0 {
		turns, steps = 1, s.Masses
	}
	for i := range s.Masses {
		part := turns * float64(i) / float64(steps)
		sin, cos := math.Sincos(2 * math.Pi * part)
		x := model.Vec3{s.Radius * cos, s.Radius * sin, 0}
		if s.Turns > 0 {
			x[2] = -s.Pitch * part
		}
		m.RestPosition, m.Mass = append(m.RestPosition, x), append(m.Mass, s.Mass)
	}
	for i := range steps {
		j := (i + 1) % s.Masses
		m.AddSpring(model.Ends{uint32(i), uint32(j)}, m.RestPosition[j].Sub(m.RestPosition[i]).Len(), 1)
	}
	if s.Turns > 0 {
		last := uint32(s.Masses - 1)
		m.Groups = []model.Group{{Name: "ends", Masses: []uint32{0, last}}, {Name: "top", Masses: []uint32{0}}, {Name: "bottom", Masses: []uint32{last}}}
	}
	return m, nil
}
