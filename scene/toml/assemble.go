package toml

import (
	"slices"
	"strings"

	"hooke/machine/memory"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// assembly is the meshes of a scene file on their way into one model.
type assembly struct {
	tables []*parse.Table
	made   []*scene.Scene
	places []placement
	parts  []join.Part
}

// makeParts makes the meshes, and puts their muscles and notes into out.
func (f *sceneFile) makeParts(out *scene.Scene, folder string) (a assembly) {
	f.Each("mesh", func(t *parse.Table) {
		s, err := f.makeMesh(t, folder)
		if err != nil {
			f.optionFaults(t, err)
			return
		}
		if err := s.Model.Validate(); err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			_, first, _ = strings.Cut(first, "\": ")
			f.FaultAt(t, sourceOf(t), "%s", first)
			return
		}
		f.embody(s.Model)
		p := placeFrom(t)
		p.replacedBy = f.materialOf(t)
		p.prepare(s)
		a.tables, a.made, a.places = append(a.tables, t), append(a.made, s), append(a.places, p)
		a.parts = append(a.parts, join.Part{Model: s.Model, Name: t.Text("name"), Turn: p.turn, Move: p.move, FirstActuator: len(out.Params.Actuators)})
		out.Params.Actuators = append(out.Params.Actuators, s.Params.Actuators...)
		out.Report.Notes = append(out.Report.Notes, s.Report.Notes...)
	})
	if hand := f.massesByHand(); hand != nil && !f.Faulty() {
		f.Each("mass", func(t *parse.Table) {
			if len(a.tables) < len(a.made)+1 {
				a.tables = append(a.tables, t) // the first one stands for all
			}
		})
		a.made, a.places = append(a.made, hand), append(a.places, placement{scale: 1})
		a.parts = append(a.parts, join.Part{Model: hand.Model, FirstActuator: len(out.Params.Actuators)})
	}
	return a
}

// alone reports whether the model of the scene is that of its one mesh.
func (a *assembly) alone() bool { return len(a.parts) == 1 && a.places[0].asIs() }

// assemble makes the meshes and puts them together.
func (f *sceneFile) assemble(name, folder string) *scene.Scene {
	out := &scene.Scene{}
	a := f.makeParts(out, folder)
	if f.Faulty() {
		return nil
	}
	if len(a.parts) == 1 {
		out.Report = a.made[0].Report
	}
	f.collectBends(&a)
	if a.alone() {
		out.Model, out.Start = a.made[0].Model, a.made[0].Start
		out.Model.Name = name
		return f.liftMeshes(out, &a)
	}
	m, err := join.Merge(name, a.parts...)
	if err != nil {
		f.blame(a.tables, a.parts, err)
		return nil
	}
	out.Model, out.Start = m, &model.State{}
	if err := a.start(out.Start, m.MassCount()); err != nil {
		f.FaultAt(a.tables[len(a.tables)-1], "", "%v", err)
		return nil
	}
	for i, p := range a.places {
		p.addWhole(m, a.first(i), a.made[i].Model.MassCount())
	}
	if last := len(a.parts) - 1; a.tables[last].Name == "mass" {
		f.checkNamesByHand(m, m.MassCount()-a.made[last].Model.MassCount())
	}
	return f.liftMeshes(out, &a)
}

// bytesOfStart is the memory of a mass in a start state.
const bytesOfStart = 48

// start puts the masses of all meshes where they start; masses is their number.
func (a *assembly) start(out *model.State, masses int) error {
	if err := memory.Ask(bytesOfStart*int64(masses), "the places of %d masses of all meshes", masses); err != nil {
		return err
	}
	out.Position, out.Velocity = make([]model.Vec3, 0, masses), make([]model.Vec3, 0, masses)
	for i, p := range a.places {
		p.put(a.made[i].Start)
		out.Position = append(out.Position, a.made[i].Start.Position...)
		out.Velocity = append(out.Velocity, a.made[i].Start.Velocity...)
	}
	return nil
}

// first returns the number of the first mass of a mesh.
func (a *assembly) first(mesh int) (mass int) {
	for _, made := range a.made[:mesh] {
		mass += made.Model.MassCount()
	}
	return mass
}

// embody makes a mesh a body of its own if masses collide, unless it has bodies, and removes
// its other settings for collisions, which are those of the scene file.
func (f *sceneFile) embody(m *model.Model) {
	m.Radius = nil
	if !f.collides() {
		m.Body = nil
	} else if m.Body == nil {
		m.Body = make([]uint16, m.MassCount())
	}
}

// addWhole makes a group of all count masses of a mesh, from first on.
func (p placement) addWhole(m *model.Model, first, count int) {
	if p.whole == "" {
		return
	}
	at := slices.IndexFunc(m.Groups, func(g model.Group) bool { return g.Name == p.whole })
	if at < 0 {
		at = len(m.Groups)
		m.Groups = append(m.Groups, model.Group{Name: p.whole})
	}
	for i := range count {
		m.Groups[at].Masses = append(m.Groups[at].Masses, uint32(first+i))
	}
}

// blame adds an error of a merge as a fault of the part that cannot be merged
// alone, or of the last one when it is too much.
func (f *sceneFile) blame(tables []*parse.Table, parts []join.Part, err error) {
	for i, p := range parts {
		if _, alone := join.Merge(p.Name, p); alone != nil {
			text := alone.Error()
			if _, rest, found := strings.Cut(text, "): "); found {
				text = rest
			}
			f.FaultIn(tables[i], "%s", text)
			return
		}
	}
	f.FaultIn(tables[len(tables)-1], "%s", strings.TrimPrefix(err.Error(), "mesh: merge: "))
}
