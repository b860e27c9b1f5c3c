package tune

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/words"
)

// Collide lets masses of a scene collide, by choice: it sets the radii of its model and
// the collisions of its parameters. Errors are those of physics.NewCollision; they begin
// with the key of a scene file that is wrong.
func Collide(s *scene.Scene, c scene.Collisions) error {
	o := c.CollisionOptions
	if c.Groups != nil {
		masses, err := massesOf(s.Model, c.Groups)
		if err != nil {
			return err
		}
		o.Masses = masses
	}
	radius, collision, err := physics.NewCollision(s.Model, o)
	if err != nil {
		return err
	}
	s.Model.Radius, s.Params.Collision, s.Collisions = radius, collision, &c
	return nil
}

// noteFast notes when masses that collide are farther apart than others are wide, or start so fast
// that they pass between others.
func noteFast(s *scene.Scene) {
	if !s.Params.Collision.Acts() {
		return
	}
	limit, count, first := physics.PassSpeed(s.Model, s.Params), 0, 0
	if limit == 0 {
		s.Report.Note(true, "masses that collide leave holes; %s", physics.PassAdvice(s.Model, s.Params))
		return
	}
	for i, r := range s.Model.Radius {
		if r > 0 && s.Start.Velocity[i].Len() > limit {
			if count++; count == 1 {
				first = i
			}
		}
	}
	s.Report.Note(count > 0, "%d masses start faster than %.3g m/s, at which masses pass between others (mass %d with %.3g m/s); %s",
		count, limit, first, s.Start.Velocity[first].Len(), physics.PassAdvice(s.Model, s.Params))
}

// noteCrowd notes when masses have more others to touch than steps are safe for, where they
// rest or where they start; and when masses of different bodies alone collide, and there is
// one body.
func noteCrowd(s *scene.Scene) {
	c := s.Params.Collision
	words := physics.CrowdWords(s.Model, c, s.Model.RestPosition)
	if words == "" {
		words = physics.CrowdWords(s.Model, c, s.Start.Position)
	}
	s.Report.Note(words != "", "%s", words)
	s.Report.Note(c.Acts() && !c.Self && len(c.Bodies) == 1, `masses of different bodies alone collide, and there is one body: nothing collides; leave between out, or add "self"`)
}

// massesOf returns the masses of groups, ascending.
func massesOf(m *model.Model, groups []string) ([]uint32, error) {
	masses := []uint32{}
	for _, name := range groups {
		g, there := m.Group(name)
		if !there {
			return nil, fmt.Errorf("groups: %s", words.UnknownGroup(m, name))
		}
		masses = append(masses, g.Masses...)
	}
	slices.Sort(masses)
	return slices.Compact(masses), nil
}

// CollideAsAsked lets the masses of a scene that says nothing of collisions collide when
// the options ask for it. A step that the scene chose becomes one that suits.
func CollideAsAsked(s *scene.Scene, o scene.Options) error {
	if !o.Collide || s.Collisions != nil {
		return nil
	}
	if err := Collide(s, scene.Collisions{}); err != nil {
		return &scene.OptionError{Option: "collide", Reason: err.Error() + "; a scene file has these numbers in [collision]"}
	}
	if s.Params.DT > physics.SafeStep(s.Model, s.Params) {
		s.Params.DT = physics.AutoStep(s.Model, s.Params)
		if s.Classed {
			s.Params.DT = physics.StepClass(s.Params.DT)
		}
	}
	return nil
}
