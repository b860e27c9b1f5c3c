package toml

import (
	"strings"
	"unicode"

	"hooke/model"
	"hooke/scene/toml/parse"
)

// checkParts checks each part against the rules of package model that the ranges of its
// keys do not say: amplitudes with waves, friction, one vocabulary.
func (f *sceneFile) checkParts() {
	f.Each("contact", func(t *parse.Table) {
		if !f.checkNormalized(t) {
			return
		}
		c := contactFrom(t)
		if c.Stiffness == 0 && !c.PerMass {
			c.Stiffness = 1 // chosen when the model is there
		}
		if c.Trajectory != nil {
			c.Trajectory.Path.Cycle = standIn(t, "cycle", c.Trajectory.Path.Cycle)
		}
		f.judge(t, model.Params{Contacts: []model.Contact{c}})
	})
	f.Each("contact", f.checkIdle)
	f.Each("actuator", func(t *parse.Table) {
		a := actuatorFrom(t)
		if a.Wave == model.Sine && a.Amplitude != 0 && a.Frequency == 0 && a.Phase == 0 {
			f.FaultAt(t, "amplitude", "amplitude does nothing without frequency or phase: a sine begins at 0 and stays there; give one, or another wave")
			return
		}
		a.Table = standIn(t, "table", a.Table)
		f.judge(t, model.Params{Actuators: []model.Actuator{a}})
	})
	f.Each("collision", func(t *parse.Table) {
		if err := collisionsFrom(t).Check(); err != nil {
			f.collisionFault(t, nil, err)
		}
	})
	for _, name := range []string{"orient", "track", "shape"} {
		f.Each(name, f.checkPerMass)
	}
	for _, load := range loadTables {
		f.Each(load.name, func(t *parse.Table) { f.judge(t, load.alone(t)) })
	}
	f.Each("material", func(t *parse.Table) {
		if t.Value("pbd_stiffness") != nil && t.Number("pbd_stiffness", 0) == 0 {
			f.FaultAt(t, "pbd_stiffness", "pbd_stiffness is 0, and springs that do nothing are not needed; give a number above 0, at most 1, or leave it out")
		}
		m := model.Model{Materials: []model.Material{{}, f.material(t)}}
		if err := m.Validate(); err != nil {
			f.reject(t, err)
		}
	})
}

// judge adds the faults that package model finds in the parameters that a table makes alone.
func (f *sceneFile) judge(t *parse.Table, p model.Params) {
	if err := p.Validate(); err != nil {
		f.reject(t, err)
	}
}

// standIn returns the curve of a key, or any other where the key names a file, which is read
// later.
func standIn(t *parse.Table, key string, c model.Curve) model.Curve {
	if t.Text(key) != "" {
		return model.Curve{At: []float64{0}, Value: []float64{0}}
	}
	return c
}

// reject adds an error of package model as faults of a table, in its words, each at the key
// that it is about.
func (f *sceneFile) reject(t *parse.Table, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		line = strings.TrimPrefix(line, "model: params: ")
		if _, rest, found := strings.Cut(line, "): "); found {
			line = rest // "actuator 0 (name): amplitude ..."
		} else if kind, rest, found := strings.Cut(line, ": "); found && strings.HasPrefix(kind, t.Name) {
			line = rest
		}
		f.FaultAt(t, blamed(t, line), "%s", line)
	}
}

// blamed returns the key of a table that words are about: of the keys that are given, the one
// that the words name first, the longest of several. Keys of one letter are ends. It is
// empty where the words name none.
func blamed(t *parse.Table, words string) (key string) {
	words = " " + strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return ' '
	}, words) + " "
	at := len(words)
	for _, pair := range t.Values {
		name := strings.ReplaceAll(pair.Name, "_", " ")
		if len(name) == 1 {
			name = "end " + name
		}
		found := strings.Index(words, " "+name+" ")
		if found >= 0 && (found < at || found == at && len(pair.Name) > len(key)) {
			key, at = pair.Name, found
		}
	}
	return key
}
