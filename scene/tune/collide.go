package tune

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
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

// massesOf are the masses of groups, ascending.
func massesOf(m *model.Model, groups []string) ([]uint32, error) {
	masses := []uint32{}
	for _, name := range groups {
		g, there := m.Group(name)
		if !there {
			return nil, fmt.Errorf("groups: group %q is unknown", name)
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
	}
	return nil
}
