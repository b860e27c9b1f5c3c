package scene

import (
	"slices"

	"hooke/model"
)

// setRun sets the numbers of [run].
func (f *sceneFile) setRun(s *Scene) {
	t := f.one("run")
	s.Seed = uint64(t.whole("seed"))
	s.Params.DT = t.number("dt", 0)
	s.Params.Gravity = t.vector("gravity", model.EarthGravity())
	s.Params.DragHalfLife = t.number("drag_half_life", 0)
	s.Params.QuadraticDrag = t.number("quadratic_drag", 0)
	if word := t.text("integrator"); word != "" {
		s.Params.Integrator, _ = model.ParseIntegrator(word)
	}
	lo, hi := s.Model.Bounds()
	s.Duration = t.number("duration", durationOf(largest(hi.Sub(lo))))
	if s.Duration == 0 {
		s.Duration = 1 // a single place has no size
	}
}

// addContacts adds the solids, with a stiffness that suits the model where none
// was given.
func (f *sceneFile) addContacts(s *Scene) {
	f.each("contact", func(t *tomlTable) {
		c := contactFrom(t)
		if c.Stiffness == 0 {
			if slices.ContainsFunc(s.Model.Materials, func(m model.Material) bool { return m.PerSpring() }) {
				f.faultIn(t, "stiffness is missing; it is chosen only where all materials have a stiffness [N/m]")
				return
			}
			suited := groundFor(s.Model, 0)
			c.Stiffness = suited.Stiffness
			c.Damping = t.number("damping", suited.Damping)
			s.suited = append(s.suited, len(s.Params.Contacts))
		}
		s.Params.Contacts = append(s.Params.Contacts, c)
	})
}

// addLoads adds forces, motors, handles, guides and the wind.
func (f *sceneFile) addLoads(s *Scene, folder string) {
	m, p := s.Model, &s.Params
	f.each("force", func(t *tomlTable) {
		force := forceFrom(t)
		force.Masses = f.massesOf(t, m)
		if name := t.text("table"); name != "" {
			force.Table = f.curveOf(t, "table", name, folder, openCurve)
		}
		p.Forces = append(p.Forces, force)
	})
	f.each("motor", func(t *tomlTable) {
		motor := motorFrom(t)
		motor.Masses = f.massesOf(t, m)
		if name := t.text("table"); name != "" {
			motor.Table = f.curveOf(t, "table", name, folder, openCurve)
		}
		p.Motors = append(p.Motors, motor)
	})
	f.each("handle", func(t *tomlTable) {
		handle := handleFrom(t)
		if t.value("near") != nil {
			handle.Mass = nearest(m, t.vector("near", model.Vec3{}))
		} else if t.whole("mass") >= int64(m.MassCount()) {
			f.faultAt(t, "mass", "mass %d is not there; masses are numbered 0 to %d", t.whole("mass"), m.MassCount()-1)
		}
		p.Handles = append(p.Handles, handle)
	})
	f.each("guide", func(t *tomlTable) {
		guide := guideFrom(t)
		guide.Masses = f.massesOf(t, m)
		if name := t.text("cycle"); name != "" {
			guide.Path.Cycle = f.curveOf(t, "cycle", name, folder, OpenWave)
		}
		p.Guides = append(p.Guides, guide)
	})
	f.each("wind", func(t *tomlTable) { p.Wind = windFrom(t, s.Seed) })
}

func (f *sceneFile) addOutputs(s *Scene) {
	f.each("output", func(t *tomlTable) {
		f.massesOf(t, s.Model) // unknown groups are told
		what := t.text("what")
		fields, pictured := outputFields(what), what == "png" || what == "mp4"
		for _, field := range t.texts("fields") {
			if !slices.Contains(fields, field) {
				f.faultAt(t, "fields", "%s has no field %q; it has %s", what, field, enumerated(fields))
			}
		}
		if pictured && t.value("group") != nil {
			f.faultAt(t, "group", "%s is of all masses; leave group out", what)
		}
		s.Outputs = append(s.Outputs, Output{What: t.text("what"), Every: t.number("every", 0), File: t.text("file"), Groups: t.texts("group"), Fields: t.texts("fields")})
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
