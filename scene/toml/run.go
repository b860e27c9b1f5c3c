package toml

import (
	"slices"

	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
	"hooke/scene/words"
)

// setRun sets the numbers of [run].
func (f *sceneFile) setRun(s *scene.Scene) {
	t := f.One("run")
	s.Seed = uint64(t.Whole("seed"))
	s.Params.DT = t.Number("dt", 0)
	s.Params.Gravity = t.Vector("gravity", model.EarthGravity())
	for _, n := range runNumbers {
		*n.of(&s.Params) = t.Number(n.key, 0)
	}
	if word := t.Text("integrator"); word != "" {
		s.Params.Integrator, _ = model.ParseIntegrator(word)
	}
	lo, hi := s.Model.Bounds()
	s.Duration = t.Number("duration", tune.DurationOf(scene.Largest(hi.Sub(lo))))
	if s.Duration == 0 {
		s.Duration = 1 // a single place has no size
	}
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

func (f *sceneFile) addOutputs(s *scene.Scene) {
	f.Each("output", func(t *parse.Table) {
		f.massesOf(t, s.Model) // unknown groups are reported
		what := t.Text("what")
		fields, pictured := outputFields(what), what == "png" || what == "mp4"
		for _, field := range t.Texts("fields") {
			if !slices.Contains(fields, field) {
				f.FaultAt(t, "fields", "%s has no field %q; it has %s", what, field, words.Enumerated(fields))
			}
		}
		if pictured && t.Value("group") != nil {
			f.FaultAt(t, "group", "%s is of all masses; leave group out", what)
		}
		s.Outputs = append(s.Outputs, scene.OutputRequest{What: t.Text("what"), Every: t.Number("every", 0), File: t.Text("file"), Groups: t.Texts("group"), Fields: t.Texts("fields")})
	})
}

// outputFields are the quantities that a format has.
func outputFields(what string) []string {
	switch what {
	case "vtu":
		return []string{"positions", "velocity", "strain", "force"}
	case "npz", "lammps":
		return []string{"positions", "velocity"}
	case "csv":
		return []string{"positions", "velocity", "energy"}
	}
	return []string{"positions"}
}
