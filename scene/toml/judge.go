package toml

import (
	"strings"

	"hooke/model"
	"hooke/scene/toml/parse"
)

// checkParts checks each part against the rules of package model that the ranges of its
// keys do not say: amplitudes with waves, friction, one vocabulary.
func (f *sceneFile) checkParts() {
	f.Each("contact", func(t *parse.Table) {
		if !f.checkNormalized(t) || !f.checkCourse(t) {
			return
		}
		c := contactFrom(t)
		if c.Stiffness == 0 && !c.PerMass {
			c.Stiffness = 1 // chosen when the model is there
		}
		if v := t.Value("cycle"); v != nil && len(v.Items) == 0 {
			c.Course.Path.Wave = model.Sine // its file is read later
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
	f.Each("collision", func(t *parse.Table) {
		if err := collisionsFrom(t).Check(); err != nil {
			f.collisionFault(t, err)
		}
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
