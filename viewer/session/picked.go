package session

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/physics/measure"
	"hooke/viewer/draw/hud"
)

// These are the radii within which a mass and a spring are picked [points]. A cursor that
// is nearer to a mass than the last of them picks that mass and none of its springs.
const (
	pickRadius   = 18
	springRadius = 6
	onMassRadius = 7
)

// pickAt picks the thing at a point of the view: a mass, or one at a corner of the surface,
// and a spring. It returns whether it picked a mass.
func (s *Session) pickAt(x, y float64) (bool, error) {
	if err := s.seeFirst(); err != nil {
		return false, err
	}
	height, points := float64(s.target.Height), max(s.look.Scale, 1)
	px, py := x*height+float64(s.target.Width)/2, (y+0.5)*height
	mass, ok, err := s.Renderer.Pick(px, py, pickRadius*points)
	if err == nil && !ok {
		mass, ok, err = s.Renderer.PickSurface(px, py)
	}
	if err != nil {
		return false, err
	}
	_, onMass, err := s.Renderer.Pick(px, py, onMassRadius*points)
	if err != nil {
		return false, err
	}
	spring, on := -1, false
	if !onMass {
		if spring, on, err = s.Renderer.PickSpring(px, py, springRadius*points); err != nil {
			return false, err
		}
	}
	s.dirty = true
	switch {
	case ok && on:
		s.picked, s.spring = mass, spring
		s.say(fmt.Sprintf("picked mass %d and spring %d", mass, spring))
	case ok:
		s.picked, s.spring = mass, -1
		s.say(fmt.Sprintf("picked mass %d", mass))
	case on:
		s.picked, s.spring = -1, spring
		s.say(fmt.Sprintf("picked spring %d", spring))
	}
	return ok, nil
}

// seeFirst draws a picture if the present model lacks one, such as after a stroke that changed it.
func (s *Session) seeFirst() error {
	if s.Renderer.Drawn() {
		return nil
	}
	return s.Draw(s.target.Width, s.target.Height, s.look.Scale)
}

// pickedLines returns the lines of text about the picked thing.
func (s *Session) pickedLines() []string { return append(s.massLines(), s.springLines()...) }

// massLines returns the lines about the picked mass; nil without one.
func (s *Session) massLines() []string {
	if s.picked < 0 {
		return nil
	}
	x, v := model.Vec3(s.Renderer.Place(s.picked)), model.Vec3(s.Renderer.Velocity(s.picked))
	where := fmt.Sprintf("at  %.4f  %.4f  %.4f m", x[0], x[1], x[2])
	how := "speed " + hud.Quantity(v.Len(), "m/s")
	if pin := s.Model.PinOf(s.picked); pin != 0 {
		how = "pinned along "
		for axis, name := range "xyz" {
			if pin>>axis&1 != 0 {
				how += string(name)
			}
		}
	}
	lines := []string{fmt.Sprintf("mass %d   %s", s.picked, hud.Quantity(1e3*s.Model.Mass[s.picked], "g")), where, how}
	for _, g := range s.groupsOf(s.picked) {
		lines[0] += "   " + g.Name
	}
	if s.Hands != nil && s.Hands.Closed {
		pull := s.Hands.Target.Position.Sub(x).Len() * s.Hands.Spring.Stiffness * float64(len(s.Hands.Masses))
		lines = append(lines, "pulled with "+hud.Quantity(pull, "N"))
	}
	return lines
}

// groupsOf returns the groups that contain a mass, the smallest first.
func (s *Session) groupsOf(mass int) (out []model.Group) {
	for _, g := range s.Model.Groups {
		if _, in := slices.BinarySearch(g.Masses, uint32(mass)); in {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b model.Group) int { return len(a.Masses) - len(b.Masses) })
	return out
}

// readingOf measures a spring, from the positions and velocities of its ends as they are drawn; a segment of
// a rod, a rigid link and a spring that can change from the state of the engine, which has more of them.
func (s *Session) readingOf(spring int) measure.Reading {
	if s.Measures().Special(spring) || s.Model.Materials[s.Model.MaterialOf[spring]].Inelastic.Changes() {
		if state, err := s.State(); err == nil {
			return s.Measures().In(state, spring, s.RestScale())
		}
	}
	var x, v [2]model.Vec3
	for k, mass := range s.Model.Ends[spring] {
		x[k], v[k] = s.Renderer.Place(int(mass)), s.Renderer.Velocity(int(mass))
	}
	return s.Measures().Between(spring, x, v, s.RestScale())
}

// springLines returns the lines about the picked spring; nil without one.
func (s *Session) springLines() []string {
	if s.spring < 0 {
		return nil
	}
	r, ends, own := s.readingOf(s.spring), s.Model.Ends[s.spring], s.Measures().Coefficients(s.spring)
	name := s.Model.Materials[s.Model.MaterialOf[s.spring]].Name
	switch {
	case s.Model.MaterialOf[s.spring] == model.Removed:
		name = "removed"
	case name == "":
		name = fmt.Sprintf("material %d", s.Model.MaterialOf[s.spring])
	}
	first := fmt.Sprintf("spring %d   %s   from mass %d to %d", s.spring, name, ends[0], ends[1])
	if s.Model.MaterialOf[s.spring] == model.Removed {
		return []string{first}
	}
	kind := "tension"
	if r.Force < 0 {
		kind = "compression"
	}
	strain := "no rest length"
	if r.Rest > 0 {
		strain = fmt.Sprintf("at rest %s, strain %+.3g %%", hud.Quantity(r.Rest, "m"), 100*r.Strain)
	}
	last := fmt.Sprintf("%s %s", kind, hud.Quantity(math.Abs(r.Force), "N"))
	switch {
	case math.IsNaN(r.Force):
		last = "its force is known after a step"
	case s.Model.IsSegment(s.spring):
		last += fmt.Sprintf("   shear %s   bending %s   twisting %s   energy %s", hud.Quantity(r.Shear, "N"), hud.Quantity(r.Bending, "N·m"), hud.Quantity(r.Torque, "N·m"), hud.Quantity(r.Energy, "J"))
	case s.Model.Materials[s.Model.MaterialOf[s.spring]].Rigid:
		last += "   rigid"
	default:
		last += fmt.Sprintf("   k %s   c %s", hud.Quantity(own.Stiffness, "N/m"), hud.Quantity(own.Damping, "N·s/m"))
	}
	return []string{first, fmt.Sprintf("length %s, %s", hud.Quantity(r.Length, "m"), strain), last}
}

// pickedEnds returns the ends of the picked spring, for the picture; nil without one.
func (s *Session) pickedEnds() *[2]int {
	if s.spring < 0 {
		return nil
	}
	ends := s.Model.Ends[s.spring]
	return &[2]int{int(ends[0]), int(ends[1])}
}
