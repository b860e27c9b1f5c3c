package toml

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hooke/machine/memory"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/words"
)

// Forces on groups: those that depend on several masses at once.

func spinFrom(t *parse.Table) model.Spin {
	return model.Spin{Name: t.Text("name"), Axis: t.Direction("axis", model.Vec3{}), Speed: t.Number("speed", 0),
		Table: t.Curve("table"), Damping: t.Number("damping", 0), Limit: t.Number("limit", 0)}
}

// addWater adds the water of a scene. Masses displace water by the density of the table, else by
// that of their mesh, else by their springs.
func addWater(f *sceneFile, t *parse.Table, s *scene.Scene, _ string) {
	w := waterFrom(t)
	if t.Value("body_density") == nil {
		f.Each("mesh", func(mesh *parse.Table) {
			density := mesh.Number("density", 0)
			if density <= 0 {
				return
			}
			if f.Count("mesh") == 1 {
				w.Bodies = append(w.Bodies, model.Displaced{Density: density})
			} else if group, ok := s.Model.Group(mesh.Text("name")); ok {
				w.Bodies = append(w.Bodies, model.Displaced{Masses: group.Masses, Density: density})
			} else {
				f.FaultAt(t, "", "a mesh with a density has no name, and so no group that water could know it by; give it a name, or the water body_density")
			}
		})
	}
	s.Params.Water = w
}

// waterFrom returns the water of a table; body_density names all masses.
func waterFrom(t *parse.Table) model.Water {
	w := model.Water{Level: t.Number("level", 0), Density: t.Number("density", 1000), Drag: t.Number("drag", 1), Damping: t.Number("damping", 0),
		Velocity: t.Vector("velocity", model.Vec3{}), Wave: t.Number("wave", 0)}
	if w.Wave > 0 {
		w.WaveLength, w.WaveDirection = t.Number("wave_length", 0), t.Direction("wave_direction", model.Vec3{1, 0, 0})
	}
	if density := t.Number("body_density", 0); density > 0 {
		w.Bodies = []model.Displaced{{Density: density}}
	}
	return w
}

// pressureFrom returns the pressure of a table, whose keys gas and bulk say how it follows the
// volume.
func pressureFrom(t *parse.Table) model.Pressure {
	p := model.Pressure{Name: t.Text("name"), Pressure: t.Number("pressure", 0)}
	switch {
	case t.Value("gas") != nil:
		p.Kind, p.Exponent = model.GasPressure, t.Number("gas", 0)
	case t.Value("bulk") != nil:
		p.Kind, p.Bulk = model.BulkPressure, t.Number("bulk", 0)
	}
	return p
}

// pointKeys are the keys of the points of a limit.
var pointKeys = []string{"a", "b", "c", "d"}

func finishLimit(f *sceneFile, t *parse.Table, s *scene.Scene, l *model.Limit) bool {
	for _, key := range pointKeys {
		if t.Value(key) == nil {
			continue
		}
		masses, ok := f.pointOf(t, key, s.Model)
		if !ok {
			return false
		}
		l.Points = append(l.Points, masses)
	}
	err := model.Params{Limits: []model.Limit{*l}}.ValidateFor(s.Model)
	if err != nil {
		f.reject(t, err)
	}
	return err == nil
}

// pointOf returns the masses of a point: of a group, or one mass by its number.
func (f *sceneFile) pointOf(t *parse.Table, key string, m *model.Model) (masses []uint32, ok bool) {
	name, number := t.OneMass(key)
	if name == "" {
		if number >= int64(m.MassCount()) {
			f.FaultAt(t, key, "mass %d does not exist; masses are numbered 0 to %d", number, m.MassCount()-1)
			return nil, false
		}
		return []uint32{uint32(number)}, true
	}
	g, there := m.Group(name)
	if !there {
		f.FaultAt(t, key, "%s", words.UnknownGroup(m, name))
		return nil, false
	}
	return slices.Compact(slices.Sorted(slices.Values(g.Masses))), true
}

func limitFrom(t *parse.Table) model.Limit {
	least := 0.0
	if t.Value("d") != nil {
		least = -180
	}
	return model.Limit{Name: t.Text("name"), Min: t.Number("min", least) * math.Pi / 180, Max: t.Number("max", 180) * math.Pi / 180,
		Stiffness: t.Number("stiffness", 0), Damping: t.Number("damping", 0)}
}

func standLimit(t *parse.Table, l *model.Limit) {
	l.Points = [][]uint32{{0}, {1}, {2}}
	if t.Value("d") != nil {
		l.Points = append(l.Points, []uint32{3})
	}
}

// writeLimit writes a limit by the groups that have its masses, or by the number of a mass.
func writeLimit(w *writer, l model.Limit) {
	if l.Name != "" {
		w.text("name", l.Name)
	}
	for k, masses := range l.Points {
		at := slices.IndexFunc(w.groups, func(g model.Group) bool { return slices.Equal(g.Masses, masses) })
		switch {
		case at >= 0:
			w.text(pointKeys[k], w.groups[at].Name)
		case len(masses) == 1:
			w.line(pointKeys[k], strconv.Itoa(int(masses[0])))
		case w.fault == nil:
			w.fault = fmt.Errorf("scene: a point of the limit %q is of %d masses that are no group, which cannot be written", l.Name, len(masses))
		}
	}
	w.number("min", degrees(l.Min))
	w.number("max", degrees(l.Max))
	w.number("stiffness", l.Stiffness)
	w.unlessZero("damping", l.Damping)
}

// bent is a mesh that resists bending: its triangles, or without those its springs, in the numbers
// of the scene's masses.
type bent struct {
	table     *parse.Table
	triangles [][3]uint32
	springs   []model.Ends
}

// bends reports whether a mesh resists bending by hinges.
func bends(t *parse.Table) bool { return t.Name == "mesh" && t.Value("bend_rigidity") != nil }

// collectBends keeps the triangles and springs of meshes that resist bending until pins are known.
func (f *sceneFile) collectBends(a *assembly) {
	for i, made := range a.made {
		t := a.tables[i]
		if !bends(t) {
			continue
		}
		first, b := uint32(a.first(i)), bent{table: t}
		for _, c := range made.Model.Triangles {
			b.triangles = append(b.triangles, [3]uint32{first + c[0], first + c[1], first + c[2]})
		}
		if b.triangles == nil {
			made.Model.EachSprings(func(_ int, some model.Springs) bool {
				for _, ends := range some.Ends {
					b.springs = append(b.springs, model.Ends{first + ends[0], first + ends[1]})
				}
				return true
			})
		}
		f.bent = append(f.bent, b)
	}
}

// weldBends renumbers the triangles and springs when masses become one.
func (f *sceneFile) weldBends(number []uint32) {
	for _, b := range f.bent {
		for k, c := range b.triangles {
			b.triangles[k] = [3]uint32{number[c[0]], number[c[1]], number[c[2]]}
		}
		for k, ends := range b.springs {
			b.springs[k] = model.Ends{number[ends[0]], number[ends[1]]}
		}
	}
}

// bytesOfHinge is the memory of a triangle or spring while hinges are made.
const bytesOfHinge = 160

// addBends makes the hinges of all meshes that resist bending.
func (f *sceneFile) addBends(s *scene.Scene) {
	for _, b := range f.bent {
		t := b.table
		if err := memory.Ask(bytesOfHinge*int64(len(b.triangles)+len(b.springs)), "the hinges of %d triangles and springs", len(b.triangles)+len(b.springs)); err != nil {
			f.FaultAt(t, "bend_rigidity", "%v", err)
			return
		}
		of := materials.Bending{Rigidity: t.Number("bend_rigidity", 0), DampingRatio: t.Number("bend_damping_ratio", 0), Flat: t.Text("rest_angle") == "flat"}
		hinges := of.OfTriangles(s.Model, b.triangles)
		if b.triangles == nil {
			hinges = of.OfChain(s.Model, b.springs)
		}
		if len(hinges) == 0 {
			f.FaultAt(t, "bend_rigidity", "bend_rigidity: no edge between two triangles of the mesh can bend, and no mass between two springs; leave it out, or give it to cloth or a rope")
			return
		}
		s.Params.Bends = append(s.Params.Bends, model.Bend{Name: t.Text("name"), Hinges: hinges})
	}
}

// slackBends removes the springs over inner edges from a cloth of a file: hinges replace them.
func slackBends(m *model.Model) {
	if m.Triangles != nil && len(m.Materials) > int(build.ClothBend) {
		m.Materials = slices.Clone(m.Materials)
		m.Materials[build.ClothBend] = model.Material{Name: m.Materials[build.ClothBend].Name}
	}
}

// writeWater writes the water of a preset, whose masses have one density.
func writeWater(w *writer, p model.Params) {
	if !p.Water.Wets() {
		return
	}
	w.table("water")
	w.unlessZero("level", p.Water.Level)
	w.number("density", p.Water.Density)
	if bodies := p.Water.Bodies; len(bodies) == 1 && bodies[0].Masses == nil {
		w.number("body_density", bodies[0].Density)
	} else if len(bodies) > 0 && w.fault == nil {
		w.fault = fmt.Errorf("scene: water takes the density of several bodies, which cannot be written")
	}
	w.number("drag", p.Water.Drag)
	w.unlessZero("damping", p.Water.Damping)
	if p.Water.Velocity != (model.Vec3{}) {
		w.vector("velocity", p.Water.Velocity)
	}
	if p.Water.Wave > 0 {
		w.number("wave", p.Water.Wave)
		w.number("wave_length", p.Water.WaveLength)
		w.vector("wave_direction", p.Water.WaveDirection)
	}
}

func writePressure(w *writer, s model.Pressure) {
	w.titled(s.Name, s.Masses)
	w.unlessZero("pressure", s.Pressure)
	switch s.Kind {
	case model.GasPressure:
		w.number("gas", s.Exponent)
	case model.BulkPressure:
		w.number("bulk", s.Bulk)
	}
}

// titled writes the name of a thing, if any, and the groups whose masses it acts on: nil masses are all.
// Masses that are no groups are a fault of the writer.
func (w *writer) titled(name string, masses []uint32) {
	if name != "" {
		w.text("name", name)
	}
	if masses == nil {
		return
	}
	if groups := groupsOf(masses, &model.Model{Groups: w.groups}); groups != nil {
		w.texts("group", groups)
	} else if w.fault == nil {
		w.fault = fmt.Errorf("scene: %s %q is of %d masses that are no groups, which cannot be written", w.described.Name, name, len(masses))
	}
}
