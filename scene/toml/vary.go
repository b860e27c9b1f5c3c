package toml

import (
	"slices"
	"sync/atomic"

	"hooke/mesh/join"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// Varied is a scene with settings, which can make the scene with other numbers in the
// settings: it recomputes only data that depend on these numbers. The scenes share all other
// arrays, which are not written to. It is frozen; goroutines may share it.
type Varied struct {
	file    *sceneFile
	variant *parse.Variant
	folder  string
	scene   *scene.Scene
	parts   assembly         // the meshes before they are put together
	muscles []model.Actuator // of the meshes
	where   [][]uint16       // the numbers of their materials in the palette
	springs []int            // the numbers of the materials of springs by hand
	muscled bool             // the tables of muscles are written from the meshes
	buried  bool             // masses start in solids
	shaped  atomic.Bool      // numbers of meshes decide about their shape
}

// Vary makes the scene with settings, and a function that makes others like it; nil if each
// must be made by itself. The error is that of Open.
func (s *Source) Vary(settings []string) (*Varied, error) {
	source := s.sourceFor(settings...)
	f, err := s.judged(Options{Settings: settings, Layered: true})
	if err != nil {
		return nil, err
	}
	v := &Varied{file: f, folder: s.folder(), muscled: source != s.text}
	if v.variant = parse.NewVariant(source, settings, f.File); v.variant == nil {
		return nil, nil
	}
	if v.scene, err = f.build(v.folder); err != nil {
		return nil, err
	}
	v.scene = tune.Finish(v.scene, s.path, scene.Options{})
	v.scene.Model.StateInArrays(v.scene.Start)
	v.scene.Model.InArrays()
	var made scene.Scene
	v.parts = f.makeParts(&made, v.folder)
	v.muscles = made.Params.Actuators
	if _, v.where, err = join.Palette(v.parts.parts...); err != nil {
		return nil, err
	}
	_, v.springs = f.springMaterials()
	v.buried = anyInside(f.solids(), v.scene.Start.Position)
	return v, f.Err()
}

// With makes the scene with other settings. It returns false if new numbers are not enough, or at a fault.
// Notes of the scene are left out.
func (v *Varied) With(settings []string) (*scene.Scene, bool) {
	file, changes, ok := v.variant.With(settings)
	if !ok {
		return nil, false
	}
	follows, ok := v.follow(changes)
	if !ok {
		return nil, false
	}
	f := &sceneFile{File: file, options: v.file.options, folder: v.folder, measured: v.file.measured}
	if f.readTables(v.folder); f.Faulty() {
		return nil, false
	}
	s := *v.scene
	s.Report = scene.Report{}
	muscles := v.muscles
	if follows.parts {
		if muscles, ok = v.writeParts(f, &s); !ok {
			return nil, false
		}
	}
	if follows.model && !v.writeMaterials(f, &s, follows) {
		return nil, false
	}
	if follows.shapes && (v.buried || anyInside(f.solids(), s.Start.Position)) {
		return nil, false
	}
	v.writeParams(f, &s, muscles, follows)
	if f.Faulty() || s.Params.ValidateChange(s.Model, v.scene.Params) != nil {
		return nil, false
	}
	if !follows.step {
		s.Params.DT, s.Params.Substeps, s.Classed = v.scene.Params.DT, v.scene.Params.Substeps, v.scene.Classed
		return &s, true
	}
	if f.One("control").Name != "" {
		f.addControl(&s, v.folder)
	}
	tune.Settle(&s, scene.Options{})
	s.Report = scene.Report{}
	return &s, !f.Faulty()
}

// writeParts makes the meshes again, and gives the scene their masses, materials and velocities at the start. It returns their muscles.
func (v *Varied) writeParts(f *sceneFile, s *scene.Scene) (muscles []model.Actuator, ok bool) {
	if f.checkMeshes(); f.Faulty() {
		return nil, false
	}
	var made scene.Scene
	parts := f.makeParts(&made, v.folder)
	if f.Faulty() || !v.sameShapes(parts) {
		return nil, false
	}
	m, start := *s.Model, *s.Start
	m.Mass, start.Velocity = make([]float64, 0, len(m.Mass)), make([]model.Vec3, 0, len(m.Mass))
	for i, p := range parts.places {
		m.Mass = append(m.Mass, parts.made[i].Model.Mass...)
		if !parts.alone() {
			p.put(parts.made[i].Start)
		}
		start.Velocity = append(start.Velocity, parts.made[i].Start.Velocity...)
	}
	m.Materials = parts.made[0].Model.Materials
	if !parts.alone() {
		palette, where, err := join.Palette(parts.parts...)
		if err != nil || !slices.EqualFunc(where, v.where, slices.Equal[[]uint16]) {
			return nil, false
		}
		m.Materials = palette
	}
	s.Model, s.Start = &m, &start
	return made.Params.Actuators, true
}

// sameShapes reports whether meshes are those of the scene but for masses and numbers of materials. Where they are not, they will not be for
// other numbers either.
func (v *Varied) sameShapes(parts assembly) bool {
	same := len(parts.made) == len(v.parts.made)
	for i := range parts.made {
		same = same && model.SameShape(parts.made[i].Model, v.parts.made[i].Model) && parts.places[i].asIs() == v.parts.places[i].asIs()
	}
	if !same {
		v.shaped.Store(true)
	}
	return same
}

// writeMaterials gives the scene the materials of the file; false where springs would have other entries of the palette.
func (v *Varied) writeMaterials(f *sceneFile, s *scene.Scene, follows follows) bool {
	palette := slices.Clone(v.file.own)
	if follows.parts || follows.springs {
		list, of := f.springMaterials()
		if !slices.Equal(of, v.springs) {
			return false
		}
		palette = slices.Clone(v.file.own[:len(v.file.own)-len(list)])
		if follows.parts {
			palette = slices.Clone(s.Model.Materials)
		}
		palette = append(palette, list...)
	}
	own := slices.Clone(palette)
	f.Each("material", func(t *parse.Table) {
		material := f.material(t)
		if old := t.Text("replaces"); old != "" {
			replace(palette, own, old, material)
		}
		if t.Value("group") != nil {
			palette = append(palette, material)
		}
	})
	m := *s.Model
	m.Materials = palette
	s.Model = &m
	checked := m
	if !follows.parts {
		checked = model.Model{Materials: palette}
	}
	return len(palette) == len(v.scene.Model.Materials) && checked.Validate() == nil
}

// writeParams writes the dependent numbers into the parameters. muscles are those of the
// meshes.
func (v *Varied) writeParams(f *sceneFile, s *scene.Scene, muscles []model.Actuator, follows follows) {
	p := &s.Params
	if follows.run || follows.step {
		f.setRun(s)
	}
	if follows.muscles {
		nameless, grouped := f.muscles(v.folder)
		if len(nameless) > 0 {
			muscles = nameless
		}
		p.Actuators = append(slices.Clip(muscles), grouped...)
	}
	if follows.contacts {
		p.Contacts, s.ChosenContacts = nil, nil
		f.addContacts(s, v.folder)
	}
	if follows.loads {
		// Drag is of [run], and hinges are of the meshes.
		drag, hinges := p.QuadraticDrag, p.Bends
		*p = p.Without(model.LoadTerm, model.WindTerm, model.GroupTerm, model.GuideTerm, model.ClampTerm)
		p.QuadraticDrag, p.Bends = drag, hinges
		f.addLoads(s, v.folder)
	}
}
