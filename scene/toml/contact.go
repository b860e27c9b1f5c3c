package toml

import (
	"slices"

	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// contactFrom is the contact of a table.
func contactFrom(t *parse.Table) model.Contact {
	c := model.Contact{
		Inside:          t.Flag("inside"),
		Stiffness:       t.Number("stiffness", 0),
		Damping:         t.Number("damping", 0),
		StaticFriction:  t.Number("static_friction", 0),
		KineticFriction: t.Number("kinetic_friction", 0),
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

// addContacts adds the solids, with a stiffness that suits the model where none
// was given.
func (f *sceneFile) addContacts(s *scene.Scene) {
	f.Each("contact", func(t *parse.Table) {
		c := contactFrom(t)
		if c.Stiffness == 0 {
			if slices.ContainsFunc(s.Model.Materials, func(m model.Material) bool { return m.PerSpring() }) {
				f.FaultIn(t, "stiffness is missing; it is chosen only where all materials have a stiffness [N/m]")
				return
			}
			suited := tune.GroundFor(s.Model, 0)
			c.Stiffness = suited.Stiffness
			c.Damping = t.Number("damping", suited.Damping)
			s.ChosenContacts = append(s.ChosenContacts, len(s.Params.Contacts))
		}
		s.Params.Contacts = append(s.Params.Contacts, c)
	})
}
