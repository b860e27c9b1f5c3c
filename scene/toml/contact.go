package toml

import (
	"slices"
	"strings"

	"hooke/model"
	"hooke/model/spring"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// contactFrom returns the contact of a table.
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
	case "terrain":
		c.Shape = flatTerrain(t)
	case "field":
		c.Shape = emptyField(t)
	}
	c.Trajectory = trajectoryFrom(t)
	return c
}

// pathFrom returns the path of a table, whose wave has the frequency of a key.
func pathFrom(t *parse.Table, frequency string) model.Path {
	return model.Path{Velocity: t.Vector("velocity", model.Vec3{}), Amplitude: t.Vector("amplitude", model.Vec3{}),
		Wave: waveFrom(t), Frequency: t.Number(frequency, 0), Phase: t.Number("phase", 0),
		Cycle: t.Curve("cycle"), Table: t.Path("table")}
}

// trajectoryKeys are the keys of a contact that say how it moves.
var trajectoryKeys = []string{"velocity", "amplitude", "wave", "frequency", "phase", "cycle", "table", "spin", "spin_table", "pivot", "belt"}

// trajectoryFrom returns the trajectory of a contact; nil where no key of the table gives one.
func trajectoryFrom(t *parse.Table) *model.Trajectory {
	if !slices.ContainsFunc(trajectoryKeys, func(key string) bool { return t.Value(key) != nil }) {
		return nil
	}
	k := &model.Trajectory{Path: pathFrom(t, "frequency"), Spin: t.Vector("spin", model.Vec3{}), Rate: t.Curve("spin_table"), Belt: t.Vector("belt", model.Vec3{})}
	if t.Value("pivot") != nil {
		pivot := t.Vector("pivot", model.Vec3{})
		k.Pivot = &pivot
	}
	return k
}

// checkIdle looks for keys of a contact that do nothing beside the others.
func (f *sceneFile) checkIdle(t *parse.Table) {
	shape := t.Text("shape")
	if t.Value("touches") != nil && t.Flag("inside") {
		f.FaultAt(t, "touches", "touches: a container holds whatever is in it by its masses; leave it out")
	}
	if shape == "terrain" {
		f.checkTerrain(t)
	}
	if shape == "field" && t.Value("file") == nil {
		f.FaultIn(t, "the field has no mesh; give file")
	}
	if turns := shape == "plane" || shape == "sphere" && t.Value("pivot") == nil; turns && t.Vector("spin", model.Vec3{}) != (model.Vec3{}) && t.Number("static_friction", 0) == 0 {
		f.FaultAt(t, "spin", "spin does nothing without static_friction: a %s that turns there takes masses along by friction only; give both or leave it out", shape)
	}
}

// trajectory writes how a contact moves.
func (w *writer) trajectory(k *model.Trajectory) {
	if k == nil {
		return
	}
	w.path(k.Path, "frequency")
	w.unlessNothing("spin", k.Spin)
	w.curve("spin_table", k.Rate)
	if k.Pivot != nil {
		w.vector("pivot", *k.Pivot)
	}
	w.unlessNothing("belt", k.Belt)
}

// path writes a path, whose frequency has a key of that name.
func (w *writer) path(p model.Path, frequency string) {
	w.unlessNothing("velocity", p.Velocity)
	w.unlessNothing("amplitude", p.Amplitude)
	if p.Wave != model.Sine {
		w.text("wave", p.Wave.String())
	}
	w.unlessZero(frequency, p.Frequency)
	w.unlessZero("phase", p.Phase)
	w.curve("cycle", p.Cycle)
	var points [][]float64
	for _, at := range p.Table {
		points = append(points, []float64{at.Time, at.Offset[0], at.Offset[1], at.Offset[2]})
	}
	w.points("table", points)
}

func (w *writer) curve(key string, c model.Curve) {
	var points [][]float64
	for i, at := range c.At {
		points = append(points, []float64{at, c.Value[i]})
	}
	w.points(key, points)
}

// points writes rows of numbers, if any.
func (w *writer) points(key string, rows [][]float64) {
	var out []string
	for _, row := range rows {
		var numbers []string
		for _, x := range row {
			numbers = append(numbers, digits(x))
		}
		out = append(out, "["+strings.Join(numbers, ", ")+"]")
	}
	if len(out) > 0 {
		w.line(key, "["+strings.Join(out, ", ")+"]")
	}
}

// checkDamping adds a fault, and returns true, where a table gives both a damping and a ratio.
func (f *sceneFile) checkDamping(t *parse.Table) (both bool) {
	if both = t.Value("damping") != nil && t.Value("damping_ratio") != nil; both {
		f.FaultAt(t, "damping_ratio", "damping_ratio: damping is given too; give one of the two")
	}
	return both
}

// checkNormalized holds the keys of a contact against each other that say how it pushes, and
// returns whether they fit.
func (f *sceneFile) checkNormalized(t *parse.Table) bool {
	for _, key := range []string{"normalized_stiffness", "normalized_damping"} {
		for _, other := range []string{"stiffness", "damping", "damping_ratio"} {
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
	return !f.checkDamping(t)
}

// addContacts adds the solids. Without a given stiffness they get one that suits the model; if materials lack
// one, it follows from each mass.
func (f *sceneFile) addContacts(s *scene.Scene, folder string) {
	f.Each("contact", func(t *parse.Table) {
		c, ok := f.contactOf(t)
		if !ok {
			return
		}
		if name := t.Text("cycle"); name != "" {
			c.Trajectory.Path.Cycle = f.curveOf(t, "cycle", name, folder, scene.OpenWave)
		}
		if name := t.Text("spin_table"); name != "" {
			c.Trajectory.Rate = f.curveOf(t, "spin_table", name, folder, scene.OpenCurve)
		}
		switch {
		case c.PerMass || c.Stiffness != 0:
		case slices.ContainsFunc(s.Model.Materials, func(m model.Material) bool { return !m.OneStiffness() }):
			c.PerMass = true
			for _, key := range []string{"damping", "damping_ratio"} {
				if t.Value(key) != nil {
					f.FaultAt(t, key, "%s needs a stiffness here, since springs have none in N/m and the contact follows from each mass; give stiffness too, or normalized_damping instead", key)
					return
				}
			}
		default:
			suited := tune.GroundFor(s.Model, 0)
			c.Stiffness, c.PerMass = suited.Stiffness, suited.PerMass
			c.Damping = t.Number("damping", suited.Damping)
			s.ChosenContacts = append(s.ChosenContacts, len(s.Params.Contacts))
		}
		if t.Value("damping_ratio") != nil && !c.PerMass {
			c.Damping = spring.RatioDamping(t.Number("damping_ratio", 0), c.Stiffness, tune.MeanMass(s.Model))
		}
		s.Params.Contacts = append(s.Params.Contacts, c)
	})
}

// texts writes a list of texts, unless it is empty.
func (w *writer) texts(key string, list []string) {
	if len(list) == 0 {
		return
	}
	var out []string
	for _, text := range list {
		out = append(out, quoted(text))
	}
	w.line(key, "["+strings.Join(out, ", ")+"]")
}
