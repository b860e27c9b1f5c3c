package toml

import (
	"slices"
	"strings"
	"sync"

	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

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

// addActuators gives springs to the muscles of the file. Those without a group
// replace own ones.
func (f *sceneFile) addActuators(m *model.Model, own []model.Actuator, folder string) []model.Actuator {
	nameless, grouped := f.muscles(folder)
	if len(nameless) > 0 {
		if len(nameless) != len(own) {
			f.Each("actuator", func(t *parse.Table) {
				if t.Value("group") == nil && len(nameless) > 0 {
					f.FaultIn(t, "%d actuators have no group, and the meshes have %d muscles of their own; give each a group, or as many as there are muscles",
						len(nameless), len(own))
					nameless = nil
				}
			})
			return nil
		}
		own = nameless
	}
	f.Each("actuator", func(t *parse.Table) {
		if t.Value("group") == nil {
			return
		}
		actuator := grouped[0]
		grouped = grouped[1:]
		member, ok := f.members(t, "group", m)
		if !ok {
			return
		}
		if _, err := materials.ActuateMembers(m, member, len(own)); err != nil {
			f.FaultAt(t, "group", "%s", strings.TrimPrefix(err.Error(), "mesh: actuate: "))
			return
		}
		own = append(own, actuator)
	})
	return own
}

// muscles returns the muscles of the file without a group, and those with one.
func (f *sceneFile) muscles(folder string) (nameless, grouped []model.Actuator) {
	nameless = make([]model.Actuator, 0, f.Count("actuator"))
	f.Each("actuator", func(t *parse.Table) {
		a := f.actuator(t, folder)
		if t.Value("group") == nil {
			nameless = append(nameless, a)
		} else {
			grouped = append(grouped, a)
		}
	})
	return nameless, grouped
}

// actuator returns an actuator with its table.
func (f *sceneFile) actuator(t *parse.Table, folder string) model.Actuator {
	a := actuatorFrom(t)
	if name := t.Text("table"); name != "" {
		a.Table = f.curveOf(t, "table", name, folder, scene.OpenWave)
		if a.Table.At == nil {
			a.Wave = model.Sine // reported already
		}
	}
	return a
}

// muscled is the text of a scene file with a table [[actuator]] for each muscle that its meshes bring, so
// that settings can name these. It holds the latest one.
type muscled struct {
	lock sync.Mutex
	of   string        // settings that determine the meshes
	text *parse.Source // nil: none was made yet
}

// sourceFor returns the text that settings are written into. If they name an actuator and the file lacks one,
// that is the text with the muscles of its meshes, if those have any and can be made; their faults are
// reported elsewhere.
func (s *Source) sourceFor(settings ...string) *parse.Source {
	if !slices.ContainsFunc(settings, namesActuator) || s.text.Has("actuator") {
		return s.text
	}
	var others, structure []string
	for _, one := range settings {
		if namesActuator(one) {
			continue
		}
		others = append(others, one)
		if tableOf(one) != "run" && tableOf(one) != "contact" {
			structure = append(structure, one)
		}
	}
	key := strings.Join(structure, "\n")
	s.muscles.lock.Lock()
	defer s.muscles.lock.Unlock()
	if s.muscles.text == nil || s.muscles.of != key {
		s.muscles.of, s.muscles.text = key, s.withMuscles(others)
	}
	return s.muscles.text
}

// withMuscles returns the text with the muscles that meshes bring, with these settings.
func (s *Source) withMuscles(settings []string) *parse.Source {
	f := &sceneFile{File: s.text.With(settings...)}
	f.judgeAll()
	if f.Faulty() {
		return s.text
	}
	made, err := f.build(s.folder())
	if err != nil || len(made.Params.Actuators) == 0 {
		return s.text
	}
	w := &writer{}
	for _, a := range made.Params.Actuators {
		if a.Wave == model.Table {
			return s.text // scene files have no numbers of a wave
		}
		w.actuator(a)
	}
	return s.text.Plus(w.out.String())
}

// tableOf returns the table that a setting, or a path, names.
func tableOf(setting string) string {
	path, _, _ := strings.Cut(setting, "=")
	table, _, _ := strings.Cut(path, ".")
	table, _, _ = strings.Cut(table, "[")
	return strings.TrimSpace(table)
}

func namesActuator(setting string) bool { return tableOf(setting) == "actuator" }
