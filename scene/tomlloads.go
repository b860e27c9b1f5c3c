package scene

import (
	"math"
	"strings"

	"hooke/model"
)

// The functions below make one part of the parameters of a table that was
// checked, without what only the model and other files know: masses, curves of
// files, the stiffness of a contact that was not given.

func contactFrom(t *tomlTable) model.Contact {
	c := model.Contact{
		Inside:          t.flag("inside"),
		Stiffness:       t.number("stiffness", 0),
		Damping:         t.number("damping", 0),
		StaticFriction:  t.number("static_friction", 0),
		KineticFriction: t.number("kinetic_friction", 0),
	}
	center, radius := t.vector("center", model.Vec3{}), t.number("radius", 0)
	switch t.text("shape") {
	case "plane":
		c.Shape = model.Plane{Normal: t.direction("normal", model.Vec3{}), Offset: t.number("offset", 0)}
	case "sphere":
		c.Shape = model.Sphere{Center: center, Radius: radius}
	case "box":
		c.Shape = model.Box{Center: center, Half: t.vector("half", model.Vec3{}), Orientation: t.turn("turn")}
	case "capsule":
		c.Shape = model.Capsule{A: t.vector("a", model.Vec3{}), B: t.vector("b", model.Vec3{}), Radius: radius}
	}
	return c
}

func actuatorFrom(t *tomlTable) model.Actuator {
	a := model.Actuator{
		Name:      t.text("name"),
		Amplitude: t.number("amplitude", 0),
		Frequency: t.number("frequency", 0),
		Phase:     t.number("phase", 0),
		HalfLife:  t.number("half_life", 0),
		Table:     t.curve("table"),
	}
	a.Wave = waveFrom(t)
	return a
}

func waveFrom(t *tomlTable) model.Wave {
	for _, w := range model.Waves() {
		if w.String() == t.text("wave") {
			return w
		}
	}
	return model.Sine
}

func forceFrom(t *tomlTable) model.Force {
	return model.Force{Name: t.text("name"), Force: t.vector("force", model.Vec3{}), Table: t.curve("table")}
}

func motorFrom(t *tomlTable) model.Motor {
	return model.Motor{Name: t.text("name"), Axis: t.direction("axis", model.Vec3{}), Speed: t.number("speed", 0),
		Table: t.curve("table"), Damping: t.number("damping", 0), Limit: t.number("limit", 0)}
}

func handleFrom(t *tomlTable) model.Handle {
	return model.Handle{Mass: uint32(min(t.whole("mass"), math.MaxUint32)), Target: t.vector("target", model.Vec3{}),
		TargetVelocity: t.vector("velocity", model.Vec3{}), Stiffness: t.number("stiffness", 0), Damping: t.number("damping", 0)}
}

func guideFrom(t *tomlTable) model.Guide {
	g := model.Guide{Name: t.text("name")}
	for _, k := range model.GuideKinds() {
		if k.String() == t.text("kind") {
			g.Kind = k
		}
	}
	if g.Kind == model.OnPath {
		g.Path = model.Path{Velocity: t.vector("velocity", model.Vec3{}), Amplitude: t.vector("amplitude", model.Vec3{}),
			Wave: waveFrom(t), Frequency: t.number("frequency", 0), Phase: t.number("phase", 0),
			Cycle: t.curve("cycle"), Table: t.path("table")}
		return g
	}
	g.Direction = t.direction("direction", model.Vec3{})
	if t.value("point") != nil {
		point := t.vector("point", model.Vec3{})
		g.Point = &point
	}
	return g
}

// windFrom is the wind; seed is that of the run.
func windFrom(t *tomlTable, seed uint64) model.Wind {
	w := model.Wind{Velocity: t.vector("velocity", model.Vec3{}), Gust: t.number("gust", 0), Seed: seed,
		AirDensity: t.number("air_density", 0), Drag: t.number("drag", 1), Lift: t.number("lift", 0)}
	if w.Gust > 0 {
		w.GustTime = 1
	}
	w.GustTime = t.number("gust_time", w.GustTime)
	if t.value("seed") != nil {
		w.Seed = uint64(t.whole("seed"))
	}
	return w
}

func materialFrom(t *tomlTable) model.Material {
	m := model.Material{
		Name:          t.text("name"),
		Stiffness:     t.number("stiffness", 0),
		Damping:       t.number("damping", 0),
		AxialRigidity: t.number("axial_rigidity", 0),
		Frequency:     t.number("frequency", 0),
		DampingRatio:  t.number("damping_ratio", 0),
		HalfLife:      t.number("half_life", 0),
		TensionOnly:   t.flag("tension_only"),
	}
	m.Normalized.Stiffness = t.number("normalized_stiffness", 0)
	m.Normalized.Damping = t.number("normalized_damping", 0)
	return m
}

// checkParts holds each part against the rules of package model that the ranges
// of its keys do not say: amplitudes with waves, friction, one vocabulary.
func (f *sceneFile) checkParts() {
	f.each("contact", func(t *tomlTable) {
		c := contactFrom(t)
		if c.Stiffness == 0 {
			c.Stiffness = 1 // chosen when the model is there
		}
		f.judge(t, model.Params{Contacts: []model.Contact{c}})
	})
	f.each("actuator", func(t *tomlTable) {
		a := actuatorFrom(t)
		if v := t.value("table"); v != nil && a.Wave != model.Table {
			f.faultAt(t, "table", "table belongs to the wave table, and this is %v; leave out one of the two", a.Wave)
			return
		} else if v != nil && len(v.items) == 0 {
			a.Wave = model.Sine // its file is read later
		}
		f.judge(t, model.Params{Actuators: []model.Actuator{a}})
	})
	f.each("force", func(t *tomlTable) { f.judge(t, model.Params{Forces: []model.Force{forceFrom(t)}}) })
	f.each("motor", func(t *tomlTable) { f.judge(t, model.Params{Motors: []model.Motor{motorFrom(t)}}) })
	f.each("handle", func(t *tomlTable) { f.judge(t, model.Params{Handles: []model.Handle{handleFrom(t)}}) })
	f.each("guide", func(t *tomlTable) {
		g := guideFrom(t)
		if v := t.value("cycle"); v != nil && len(v.items) == 0 {
			g.Path.Wave = model.Sine // its file is read later
		}
		f.judge(t, model.Params{Guides: []model.Guide{g}})
	})
	f.each("wind", func(t *tomlTable) { f.judge(t, model.Params{Wind: windFrom(t, 0)}) })
	f.each("material", func(t *tomlTable) {
		m := model.Model{Materials: []model.Material{{}, materialFrom(t)}}
		if err := m.Validate(); err != nil {
			f.reject(t, err)
		}
	})
}

// judge adds what package model finds wrong with the parameters that a table
// makes alone.
func (f *sceneFile) judge(t *tomlTable, p model.Params) {
	if err := p.Validate(); err != nil {
		f.reject(t, err)
	}
}

// reject adds an error of package model as faults of a table, in its words.
func (f *sceneFile) reject(t *tomlTable, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		line = strings.TrimPrefix(line, "model: params: ")
		if _, rest, found := strings.Cut(line, "): "); found {
			line = rest // "actuator 0 (name): amplitude ..."
		} else if kind, rest, found := strings.Cut(line, ": "); found && strings.HasPrefix(kind, t.name) {
			line = rest
		}
		f.faultIn(t, "%s", line)
	}
}
