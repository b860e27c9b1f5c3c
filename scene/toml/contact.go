package toml

import (
	"slices"

	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
	"hooke/spring"
)

// contactFrom is the contact of a table.
func contactFrom(t *parse.Table) model.Contact {
	c := model.Contact{
		Inside:          t.Flag("inside"),
		Stiffness:       t.Number("stiffness", 0),
		Damping:         t.Number("damping", 0),
		StaticFriction:  t.Number("static_friction", 0),
		KineticFriction: t.Number("kinetic_friction", 0),
		Normalized:      spring.Normalized{Stiffness: t.Number("normalized_stiffness", 0), Damping: t.Number("normalized_damping", 0)},
	}
	c.PerMass = c.Normalized != spring.Normalized{}
	for _, touches := range model.AllTouches() {
		if touches.String() == t.Text("touches") {
			c.Touches = touches
		}
	}
	center, radius := t.Vector("center", model.Vec3{}), t.Number("radius", 0)
	switch t.Text("shape") {
	case "plane":
		c.Shape = model.Plane{Normal: t.Direction("normal", model.Vec3{}), Offset: t.Number("offset", 0)}
	case "sphere":
		c.Shape = model.Sphere{Center: center, Radius: radius}
	case "box":
		c.Shape = model.Box{Center: center, Half: t.Vector("half", model.Vec3{}), Orientation: t.Turn("turn")}
	case "capsule":
		c.Shape = model.Capsule{A: t.Vector("a", model.Vec3{}), B: t.Vector("b", model.Vec3{}), Radius: radius}
	}
	return c
}

// checkNormalized holds the keys of a contact against each other that say how it pushes, and
// returns whether they fit.
func (f *sceneFile) checkNormalized(t *parse.Table) bool {
	for _, key := range []string{"normalized_stiffness", "normalized_damping"} {
		for _, other := range []string{"stiffness", "damping"} {
			if t.Value(key) != nil && t.Value(other) != nil {
				f.FaultAt(t, key, "%s: the contact has a %s, too; a contact has either stiffness and damping or normalized values", key, other)
				return false
			}
		}
		if t.Value(key) != nil && t.Number(key, 0) == 0 {
			f.FaultAt(t, key, "%s is 0; give more, at most 1, or leave it out for that of the springs", key)
			return false
		}
	}
	return true
}

// addContacts adds the solids. Where none was given they get a stiffness that suits the
// model, or follow from each mass where materials have none.
func (f *sceneFile) addContacts(s *scene.Scene) {
	f.Each("contact", func(t *parse.Table) {
		c := contactFrom(t)
		switch {
		case c.PerMass || c.Stiffness != 0:
		case slices.ContainsFunc(s.Model.Materials, func(m model.Material) bool { return m.PerSpring() }):
			c.PerMass = true
			if t.Value("damping") != nil {
				f.FaultAt(t, "damping", "damping needs a stiffness here, since springs have none in N/m and the contact follows from each mass; give stiffness too, or normalized_damping instead")
				return
			}
		default:
			suited := tune.GroundFor(s.Model, 0)
			c.Stiffness, c.PerMass = suited.Stiffness, suited.PerMass
			c.Damping = t.Number("damping", suited.Damping)
			s.ChosenContacts = append(s.ChosenContacts, len(s.Params.Contacts))
		}
		s.Params.Contacts = append(s.Params.Contacts, c)
	})
}
