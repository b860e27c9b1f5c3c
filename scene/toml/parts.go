package toml

import (
	"strings"

	"hooke/model"
	"hooke/scene/toml/parse"
)

// The functions below make one part of the parameters of a table that was
// checked, without what only the model and other files know: masses, curves of
// files, the stiffness of a contact that was not given.

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

func actuatorFrom(t *parse.Table) model.Actuator {
	a := model.Actuator{
		Name:      t.Text("name"),
		Amplitude: t.Number("amplitude", 0),
		Frequency: t.Number("frequency", 0),
		Phase:     t.Number("phase", 0),
		HalfLife:  t.Number("half_life", 0),
		Table:     t.Curve("table"),
	}
	a.Wave = waveFrom(t)
	return a
}

func waveFrom(t *parse.Table) model.Wave {
	for _, w := range model.Waves() {
		if w.String() == t.Text("wave") {
			return w
		}
	}
	return model.Sine
}

func materialFrom(t *parse.Table) model.Material {
	m := model.Material{
		Name:          t.Text("name"),
		Stiffness:     t.Number("stiffness", 0),
		Damping:       t.Number("damping", 0),
		AxialRigidity: t.Number("axial_rigidity", 0),
		Frequency:     t.Number("frequency", 0),
		DampingRatio:  t.Number("damping_ratio", 0),
		HalfLife:      t.Number("half_life", 0),
		TensionOnly:   t.Flag("tension_only"),
	}
	m.Normalized.Stiffness = t.Number("normalized_stiffness", 0)
	m.Normalized.Damping = t.Number("normalized_damping", 0)
	return m
}

// checkParts holds each part against the rules of package model that the ranges
// of its keys do not say: amplitudes with waves, friction, one vocabulary.
func (f *sceneFile) checkParts() {
	f.Each("contact", func(t *parse.Table) {
		c := contactFrom(t)
		if c.Stiffness == 0 {
			c.Stiffness = 1 // chosen when the model is there
		}
		f.judge(t, model.Params{Contacts: []model.Contact{c}})
	})
	f.Each("actuator", func(t *parse.Table) {
		a := actuatorFrom(t)
		if v := t.Value("table"); v != nil && a.Wave != model.Table {
			f.FaultAt(t, "table", "table belongs to the wave table, and this is %v; leave out one of the two", a.Wave)
			return
		} else if v != nil && len(v.Items) == 0 {
			a.Wave = model.Sine // its file is read later
		}
		f.judge(t, model.Params{Actuators: []model.Actuator{a}})
	})
	for _, load := range loadTables {
		f.Each(load.name, func(t *parse.Table) { f.judge(t, load.alone(t)) })
	}
	f.Each("material", func(t *parse.Table) {
		m := model.Model{Materials: []model.Material{{}, materialFrom(t)}}
		if err := m.Validate(); err != nil {
			f.reject(t, err)
		}
	})
}

// judge adds what package model finds wrong with the parameters that a table
// makes alone.
func (f *sceneFile) judge(t *parse.Table, p model.Params) {
	if err := p.Validate(); err != nil {
		f.reject(t, err)
	}
}

// reject adds an error of package model as faults of a table, in its words.
func (f *sceneFile) reject(t *parse.Table, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		line = strings.TrimPrefix(line, "model: params: ")
		if _, rest, found := strings.Cut(line, "): "); found {
			line = rest // "actuator 0 (name): amplitude ..."
		} else if kind, rest, found := strings.Cut(line, ": "); found && strings.HasPrefix(kind, t.Name) {
			line = rest
		}
		f.FaultIn(t, "%s", line)
	}
}
