package toml

import (
	"strings"

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
// take the places of own ones.
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
