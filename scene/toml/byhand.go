package toml

import (
	"math"
	"slices"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// checkByHand holds the keys of masses and springs that are written by hand against each other.
func (f *sceneFile) checkByHand() {
	f.few("mass")
	f.few("spring")
	there := map[string]bool{}
	f.Each("mass", func(t *parse.Table) {
		if name := t.Text("name"); there[name] {
			f.FaultAt(t, "name", "mass %q already exists; choose another name", name)
		} else if name != "" {
			there[name] = true
		}
		if t.Value("radius") != nil && !f.collides() {
			f.FaultAt(t, "radius", "radius does nothing without [collision]; add that table, so that masses collide, or leave radius out")
		}
		if t.Value("mass") == nil && !t.Flag("pinned") {
			f.FaultAt(t, "pinned", "mass is missing: m [kg]; give it, or pinned = true")
		}
	})
	f.Each("mass", func(t *parse.Table) {
		for _, group := range t.Texts("group") {
			if there[group] {
				f.FaultAt(t, "group", "group %q is the name of a mass; choose another name", group)
			}
		}
	})
	f.Each("spring", func(t *parse.Table) {
		material, rigid := t.Value("material") != nil, t.Flag("rigid")
		for _, key := range []string{"stiffness", "damping", "damping_ratio", "rigid", "tension_only"} {
			if material && t.Value(key) != nil {
				f.FaultAt(t, key, "%s: material is given too; give one of the two", key)
				return
			}
		}
		switch {
		case rigid && t.Value("stiffness") != nil:
			f.FaultAt(t, "stiffness", "stiffness: rigid is given too; give one of the two")
		case f.checkDamping(t):
		case !material && !rigid && t.Value("stiffness") == nil:
			f.FaultAt(t, "rigid", "stiffness is missing: k [N/m]; give it, a material, or rigid = true")
		}
	})
}

// few refuses more tables of a name than are written by hand.
func (f *sceneFile) few(name string) {
	count := 0
	for _, t := range f.Tables {
		if t.Name != name {
			continue
		}
		if count++; count > spec.MostByHand {
			f.FaultIn(t, "more than %d [[%s]] by hand; a larger structure belongs into a file, such as an NPZ, that a [[mesh]] reads", spec.MostByHand, name)
			return
		}
	}
}

// massesByHand returns the masses of the file as a structure without springs; nil without any.
func (f *sceneFile) massesByHand() *scene.Scene {
	m := &model.Model{Materials: materials.Palette()}
	s := &scene.Scene{Model: m, Start: &model.State{}}
	given, weight, at, radii := 0, 0.0, map[string]int{}, []float64(nil)
	join := func(group string, mass uint32) {
		k, known := at[group]
		if !known {
			k = len(m.Groups)
			at[group], m.Groups = k, append(m.Groups, model.Group{Name: group})
		}
		if g := &m.Groups[k]; !slices.Contains(g.Masses[max(0, len(g.Masses)-1):], mass) {
			g.Masses = append(g.Masses, mass)
		}
	}
	f.Each("mass", func(t *parse.Table) {
		i := uint32(len(m.Mass))
		if name := t.Text("name"); name != "" {
			join(name, i)
		}
		for _, group := range t.Texts("group") {
			join(group, i)
		}
		pin := model.Pin(0)
		if t.Flag("pinned") {
			pin = model.PinAll
		}
		if t.Value("mass") != nil {
			given, weight = given+1, weight+t.Number("mass", 0)
		}
		m.RestPosition, m.Mass, m.Pin = append(m.RestPosition, t.Vector("position", model.Vec3{})), append(m.Mass, t.Number("mass", 0)), append(m.Pin, pin)
		s.Start.Velocity = append(s.Start.Velocity, t.Vector("velocity", model.Vec3{}))
		radii = append(radii, t.Number("radius", 0))
	})
	if len(m.Mass) == 0 {
		return nil
	}
	mean := 1.0
	if given > 0 {
		mean = weight / float64(given)
	}
	for i := range m.Mass {
		if m.Mass[i] == 0 {
			m.Mass[i] = mean
		}
	}
	s.Start.Position = slices.Clone(m.RestPosition)
	if f.collides() { // springs unite bodies
		if slices.Max(radii) > 0 {
			m.Radius = radii // until those of all masses are chosen
		}
		m.Body = make([]uint16, len(m.Mass))
		for i := range m.Body {
			m.Body[i] = uint16(i)
		}
	}
	return s
}

// checkNamesByHand refuses names of masses that are groups of meshes.
func (f *sceneFile) checkNamesByHand(m *model.Model, first int) {
	if first == 0 {
		return
	}
	taken := map[string]bool{}
	for _, g := range m.Groups {
		taken[g.Name] = len(g.Masses) > 0 && int(g.Masses[0]) < first
	}
	f.Each("mass", func(t *parse.Table) {
		if name := t.Text("name"); taken[name] {
			f.FaultAt(t, "name", "group %q of the meshes already exists; choose another name, or give group = %q", name, name)
		}
	})
}

// endFinder finds the masses that springs name.
type endFinder struct {
	file  *sceneFile
	model *model.Model
	named map[string][]uint32 // masses of groups
}

func (f *sceneFile) endFinder(m *model.Model) *endFinder {
	e := &endFinder{file: f, model: m, named: map[string][]uint32{}}
	for _, g := range m.Groups {
		e.named[g.Name] = g.Masses
	}
	return e
}

// end returns the mass of a key; false where it is a fault.
func (e *endFinder) end(t *parse.Table, key string) (mass uint32, ok bool) {
	name, number := t.OneMass(key)
	if name == "" {
		if number >= int64(e.model.MassCount()) {
			e.file.FaultAt(t, key, "mass %d does not exist; masses are numbered 0 to %d", number, e.model.MassCount()-1)
			return 0, false
		}
		return uint32(number), true
	}
	masses, known := e.named[name]
	if !known {
		g, there := e.model.Group(name)
		masses, known = g.Masses, there
	}
	switch {
	case !known:
		groups := words.MassGroups(e.model)
		e.file.FaultAt(t, key, "mass %q is unknown%s; known are %s", name, words.Guess(name, groups), words.Listed(groups))
	case len(masses) != 1:
		e.file.FaultAt(t, key, "group %q has %d masses, and this key names one mass; name a [[mass]], or give the number of a mass", name, len(masses))
	default:
		return masses[0], true
	}
	return 0, false
}

// mostSpringFaults is after how many faults of springs no more are looked for: as many are shown.
const mostSpringFaults = 32

// addSprings adds the springs of the file. Equal ones share a material.
func (f *sceneFile) addSprings(m *model.Model) {
	ends, faults, count := f.endFinder(m), 0, int64(0)
	f.Each("spring", func(*parse.Table) { count++ })
	if count == 0 {
		return
	}
	if err := mesh.Fits(int64(m.MassCount()), int64(m.SpringCount())+count); err != nil {
		f.Fault(parse.Span{}, "%v", err)
		return
	}
	list, of := f.springMaterials()
	if len(m.Materials)+len(list) > math.MaxUint16+1 {
		f.Fault(parse.Span{}, "more than %d materials", math.MaxUint16)
		return
	}
	first, spring := len(m.Materials), 0
	m.Materials = append(m.Materials, list...)
	attached := m.Attachments
	m.Attachments = 0 // until all are there: they come behind the springs
	before := m.SpringCount()
	f.Each("spring", func(t *parse.Table) {
		if faults == mostSpringFaults {
			return
		}
		material := uint16(first + of[spring])
		spring++
		a, okA := ends.end(t, "a")
		b, okB := ends.end(t, "b")
		switch {
		case !okA || !okB:
			faults++
			return
		case a == b:
			f.FaultAt(t, "b", "both ends are mass %d; a spring joins two", a)
			faults++
			return
		}
		m.AddSpring(model.Ends{a, b}, t.Number("length", m.RestPosition[a].Sub(m.RestPosition[b]).Len()), material)
	})
	if m.Attachments = attached; attached > 0 {
		m.AttachLast(func(s int) bool { return s < before && s >= before-attached })
	}
}

// springMaterials returns the materials of the springs of the file, equal ones once, and the number of that of each spring.
func (f *sceneFile) springMaterials() (list []model.Material, of []int) {
	entry := map[model.Material]int{}
	f.Each("spring", func(t *parse.Table) {
		material := f.springOf(t)
		number, known := entry[material]
		if !known {
			number = len(list)
			entry[material], list = number, append(list, material)
		}
		of = append(of, number)
	})
	return list, of
}

// springOf returns the material of a spring.
func (f *sceneFile) springOf(t *parse.Table) model.Material {
	if material := f.materialOf(t); material != nil {
		return *material
	}
	return model.Material{Name: "spring", Stiffness: t.Number("stiffness", 0), Damping: t.Number("damping", 0), DampingRatio: t.Number("damping_ratio", 0),
		Rigid: t.Flag("rigid"), TensionOnly: t.Flag("tension_only")}
}
