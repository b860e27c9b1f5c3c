package toml

import (
	"cmp"
	"math"
	"slices"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// materialFrom returns the material that a table describes.
func materialFrom(t *parse.Table) model.Material {
	m := model.Material{Name: t.Text("name")}
	for _, f := range spec.MaterialFields() {
		switch {
		case f.Number != nil:
			*f.Number(&m) = t.Number(f.Name, 0)
		case f.Flag != nil:
			*f.Flag(&m) = t.Flag(f.Name)
		default:
			*f.Table(&m) = tableFrom(t, f.Name)
		}
	}
	if m.Rod = rodFrom(t); m.Rod.There() {
		m.AxialRigidity = 0 // it is the rod's
	}
	return m
}

// material is materialFrom with the force table of a file, once that is read. Until then any other table stands in for it.
func (f *sceneFile) material(t *parse.Table) model.Material {
	m := materialFrom(t)
	if t.Text("force_table") != "" {
		m.Inelastic.Table = inelastic.TableOf(inelastic.Point{}, inelastic.Point{Strain: 1, Force: 1})
		if read, is := f.tables[t]; is {
			m.Inelastic.Table = read
		}
	}
	return m
}

// readTables reads the files of force tables.
func (f *sceneFile) readTables(folder string) {
	f.Each("material", func(t *parse.Table) {
		name := t.Text("force_table")
		if name == "" {
			return
		}
		c := f.curveOf(t, "force_table", name, folder, scene.OpenForces)
		if c.At == nil {
			return
		}
		var points []inelastic.Point
		for i, strain := range c.At {
			points = append(points, inelastic.Point{Strain: strain, Force: c.Value[i]})
		}
		if f.tables == nil {
			f.tables = map[*parse.Table]inelastic.Table{}
		}
		f.tables[t] = inelastic.TableOf(points...)
		m := model.Model{Materials: []model.Material{{}, f.material(t)}}
		if err := m.Validate(); err != nil {
			f.reject(t, err)
		}
	})
}

// tableFrom returns the table of forces of a key; none where it names a file.
func tableFrom(t *parse.Table, key string) inelastic.Table {
	var points []inelastic.Point
	for _, p := range t.Points(key) {
		points = append(points, inelastic.Point{Strain: p[0], Force: p[1]})
	}
	return inelastic.TableOf(points...)
}

// addMaterials gives springs those materials that name groups or replace other materials.
func (f *sceneFile) addMaterials(m *model.Model) {
	own := slices.Clone(m.Materials)
	f.own = own
	f.Each("material", func(t *parse.Table) {
		material := f.material(t)
		if old := t.Text("replaces"); old != "" {
			numbers := replace(m.Materials, own, old, material)
			for _, i := range numbers {
				disown(m, uint16(i))
			}
			if len(numbers) == 0 {
				known := namesOf(own)
				f.FaultAt(t, "replaces", "the meshes have no material %q%s; they have %s", old, words.Guess(old, known), words.Listed(known))
			}
		}
		if t.Value("group") == nil {
			return
		}
		member, ok := f.members(t, "group", m)
		if !ok {
			return
		}
		if len(m.Materials) > math.MaxUint16 {
			f.FaultIn(t, "more than %d materials", math.MaxUint16)
			return
		}
		taken := 0
		for s, ends := range m.Ends {
			if m.MaterialOf[s] != model.Removed && member[ends[0]] && member[ends[1]] {
				m.MaterialOf[s] = uint16(len(m.Materials))
				if m.Own != nil {
					m.Own[s] = model.Coefficients{}
				}
				taken++
			}
		}
		if taken == 0 {
			f.FaultAt(t, "group", "no spring has both ends in it")
			return
		}
		m.Materials = append(m.Materials, material)
	})
}

// replace puts a material where the meshes' own have one of that name. It returns the numbers of these.
func replace(palette, own []model.Material, name string, material model.Material) (numbers []int) {
	for i := 1; i < len(own); i++ {
		if own[i].Name == name {
			palette[i], numbers = material, append(numbers, i)
		}
	}
	return numbers
}

// namesOf returns the names of materials but that of removed springs.
func namesOf(palette []model.Material) (names []string) {
	for i := 1; i < len(palette); i++ {
		names = append(names, palette[i].Name)
	}
	return names
}

// disown clears the coefficients that springs of a material have of their own.
func disown(m *model.Model, material uint16) {
	for s := range m.Own {
		if m.MaterialOf[s] == material {
			m.Own[s] = model.Coefficients{}
		}
	}
}

// materialOf returns the material that a table names, or nil.
func (f *sceneFile) materialOf(t *parse.Table) (material *model.Material) {
	name := t.Text("material")
	f.Each("material", func(t *parse.Table) {
		if name != "" && t.Text("name") == name {
			m := f.material(t)
			material = &m
		}
	})
	return material
}

// Shares that are taken of a rod where nothing says them.
const (
	shearOfYoung = 1 / 2.6 // G/E of Poisson's ratio 0.3
	shearOfAxial = 1. / 3  // GA/EA
)

// rodFrom returns the rod that a material describes; the zero value where it describes none.
func rodFrom(t *parse.Table) (r rod.Rod) {
	if !slices.ContainsFunc([]string{"young", "shear_modulus", "radius", "bending_rigidity", "torsional_rigidity", "shear_rigidity", "retardation_time", "straight", "rest_twist"},
		func(key string) bool { return t.Value(key) != nil }) {
		return r
	}
	if e := t.Number("young", 0); e > 0 {
		r = rod.Solid(t.Number("radius", 0), e, t.Number("shear_modulus", shearOfYoung*e))
	}
	r.Stretch = t.Number("axial_rigidity", r.Stretch)
	r.Shear = t.Number("shear_rigidity", cmp.Or(r.Shear, shearOfAxial*r.Stretch))
	r.Bend, r.Twist = t.Number("bending_rigidity", r.Bend), t.Number("torsional_rigidity", r.Twist)
	r.Radius, r.Delay = t.Number("radius", r.Radius), t.Number("retardation_time", 0)
	r.Straight, r.RestTwist = t.Flag("straight"), t.Number("rest_twist", 0)
	return r
}

// frameRods gives the segments of rods their orientations, of the shape in which all meshes are.
func frameRods(s *scene.Scene) {
	if s.Model.HasRods() {
		s.Model.Segments = nil
		chain.Frame(s.Model)
		s.Model.StartSegments(s.Start)
	}
}
