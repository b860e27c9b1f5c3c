package build

import (
	"fmt"
	"math"

	"hooke/mesh/materials"
	"hooke/model"
)

// RopeSpec describes a chain of masses.
type RopeSpec struct {
	Masses       int     // at least 2
	Length       float64 // rest length of all springs together [m]
	Span         float64 // distance of the two ends [m]; zero means Length, a straight rope
	Mass         float64 // of every mass [kg]
	Stiffness    float64 // k of every spring [N/m]
	DampingRatio float64 // ζ of every spring (see materials.RatioDamping); zero means none
	Height       float64 // z of the whole rope [m]
}

// Rope makes a chain of equal springs at rest in the horizontal plane at
// Height, its ends on the x axis and Span apart. A rope longer than its span lies
// in a circular arc toward +y. The group "ends" holds the first and the last
// mass, for pinning.
func Rope(s RopeSpec) (*model.Model, error) {
	if s.Span == 0 {
		s.Span = s.Length
	}
	c := Checks{Who: "rope"}
	if s.Masses < 2 {
		c.Fault("%d masses; it needs at least 2", s.Masses)
	}
	c.Positive("length", s.Length, "m")
	c.Positive("span", s.Span, "m")
	c.Positive("mass", s.Mass, "kg")
	c.Positive("stiffness", s.Stiffness, "N/m")
	c.NotNegative("damping ratio", s.DampingRatio, "")
	c.finite("height", s.Height, "m")
	if s.Span > s.Length {
		c.Fault("span %g m is longer than the rope, %g m; lengthen the rope or leave the span 0", s.Span, s.Length)
	}
	if s.Masses == 2 && s.Span < s.Length {
		c.Fault("a rope of 2 masses cannot bend; use at least 3 masses, or leave the span 0")
	}
	if s.Span < s.Length/4 {
		c.Fault("span %g m is below a quarter of the length %g m; the arc would close on itself", s.Span, s.Length)
	}
	if err := c.Join(); err != nil {
		return nil, err
	}

	segment := s.Length / float64(s.Masses-1)
	m, err := grid{s.Masses, 1, 1, []Offset{{1, 0, 0, 1}}}.build(segment, s.Mass, s.Height, false)
	if err != nil {
		return nil, err
	}
	if s.Span < s.Length {
		bendToArc(m.RestPosition, segment, s.Span)
	}
	m.Name = fmt.Sprintf("rope %d", s.Masses)
	m.Materials = materials.Palette(model.Material{
		Name:      "rope",
		Stiffness: s.Stiffness,
		Damping:   materials.RatioDamping(s.DampingRatio, s.Stiffness, s.Mass, s.Mass),
	})
	m.Groups = []model.Group{{Name: "ends", Masses: []uint32{0, uint32(s.Masses - 1)}}}
	return m, nil
}

// bendToArc puts the masses on an arc of equal chords whose ends are span
// apart. A chain of N chords of length a that turns by φ at every joint spans
// a sin(Nφ/2)/sin(φ/2), which falls as φ grows: bisection finds φ. Mass i then
// lies on a circle of radius a/(2 sin(φ/2)), at the angle φ (N/2 − i) from +y.
func bendToArc(points []model.Vec3, segment, span float64) {
	chords := float64(len(points) - 1)
	low, high := 0.0, 2*math.Pi/chords // the angles of a straight rope and of a closed polygon
	for range 100 {
		middle := (low + high) / 2
		if segment*math.Sin(chords*middle/2)/math.Sin(middle/2) > span {
			low = middle
		} else {
			high = middle
		}
	}
	turn := (low + high) / 2
	radius := segment / (2 * math.Sin(turn/2))
	center := -radius * math.Cos(turn*chords/2)
	model.InBlocks(len(points), func(_, first, last int) {
		for i := first; i < last; i++ {
			sin, cos := math.Sincos(turn * (chords/2 - float64(i)))
			points[i][0], points[i][1] = -radius*sin, radius*cos+center
		}
	})
}
