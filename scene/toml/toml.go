package toml

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"hooke/files/safefile"
	"hooke/model"
	"hooke/model/grid"
	"hooke/model/inelastic"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// Open reads a scene file and the files that it names. All faults that can be found at once
// are in the error, each with its line and a caret: first those of the file alone, then those
// of meshes, then those of references to masses.
func Open(path string, o Options) (*scene.Scene, error) {
	data, err := FileText(path)
	if err != nil {
		return nil, err
	}
	return OpenText(data, path, o)
}

// FileText returns the text of a scene file, up to a byte more than scene files may have.
func FileText(path string) ([]byte, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, parse.MaxSceneBytes+1))
	if err != nil {
		return nil, fmt.Errorf("scene: %s: %w", path, err)
	}
	return data, nil
}

// PresetText returns a preset as a scene file whose step is chosen where the preset takes the step
// that is chosen for its structure.
func PresetText(name string) (string, error) { return exported(name, scene.Options{}, true) }

// OpenText makes the scene of the text of a file, whose path is for messages and for the folder
// of the files that it names.
func OpenText(data []byte, path string, o Options) (*scene.Scene, error) {
	return NewSource(data, path).Open(o)
}

// OpenPreset makes a preset with other values of keys that its exported file has, see Export. Where the
// preset takes the step that is chosen for its structure, that is chosen anew.
func OpenPreset(name string, with scene.Options, o Options) (*scene.Scene, error) {
	text, err := exported(name, with, true)
	if err != nil {
		return nil, err
	}
	return OpenText([]byte(text), name, o)
}

// Options are the choices of a caller for a scene file.
type Options struct {
	Placed  bool // the scene starts from a state that it is given, not as its meshes do
	Collide bool // masses collide, also without a table [collision]

	Settings []string // KEY=VALUE, instead of the file's value of the key; see docs/tutorial.md
	Layered  bool     // settings may overwrite each other, as noise overwrites the values of a sweep; else that is a fault
}

// judgeAll judges the file as far as it can be judged without any other file.
func (f *sceneFile) judgeAll() {
	f.Check()
	f.checkMeshes()
	f.checkByHand()
	f.checkJoins()
	f.checkParts()
	checkVoxels(f.File)
	f.checkNames()
	f.CheckSyntax()
}

// sceneFile is a scene file on its way into a scene.
type sceneFile struct {
	*parse.File
	options Options
	bent    []bent
	own     []model.Material                 // the palette before tables [[material]] replace and add
	tables  map[*parse.Table]inelastic.Table // forces of materials that files name, once they are read

	folder   string                           // of the file, in which it names others
	terrains map[*parse.Table]*grid.Heights   // heights of terrains so far; nil of those with a fault
	fields   map[*parse.Table]*grid.Distances // distances of fields, likewise
	measured *fieldMemory                     // of all scenes of a source; nil: none is remembered
}

// checkNames holds materials against the meshes that name them.
func (f *sceneFile) checkNames() {
	used, known := map[string]bool{}, []string{}
	for _, t := range f.Tables {
		name := t.Text("name")
		if t.Name != "material" || name == "" {
			continue
		}
		if slices.Contains(known, name) {
			f.FaultAt(t, "name", "material %q already exists", name)
		}
		known = append(known, name)
	}
	for _, t := range f.Tables {
		material := t.Text("material")
		if t.Name != "mesh" && t.Name != "join" && t.Name != "spring" || material == "" {
			continue
		}
		used[material] = true
		if !slices.Contains(known, material) {
			f.FaultAt(t, "material", "material %q is unknown%s; known are %s", material, words.Guess(material, known), words.Listed(known))
		}
	}
	f.Each("material", func(t *parse.Table) {
		if !used[t.Text("name")] && t.Value("group") == nil && t.Value("replaces") == nil {
			f.FaultAt(t, "name", "material %q is unused; name it in a mesh, or give it a group or the material that it replaces", t.Text("name"))
		}
	})
}

// build makes the scene of a file without faults.
func (f *sceneFile) build(folder string) (*scene.Scene, error) {
	name := f.Tables[0].Text("name")
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(f.Name), filepath.Ext(f.Name))
	}
	f.folder = folder
	if f.readTables(folder); f.Faulty() {
		return nil, f.Err()
	}
	s := f.assemble(name, folder)
	if s == nil {
		return nil, f.Err()
	}
	s.Name = name
	f.addGroups(s.Model)
	f.addSprings(s.Model)
	f.addJoins(s)
	s.Pins = f.addPins(s.Model)
	f.addMaterials(s.Model)
	frameRods(s)
	f.setRun(s)
	s.Params.Actuators = f.addActuators(s.Model, s.Params.Actuators, folder)
	f.addContacts(s, folder)
	f.addLoads(s, folder)
	f.addBends(s)
	f.addCollisions(s)
	f.addAttachments(s)
	f.addOutputs(s)
	if err := f.Err(); err != nil {
		return nil, err
	}
	f.checkWhole(s)
	if !f.Faulty() {
		f.addControl(s, folder)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return s, nil
}

// nearest returns the mass that rests nearest to a point, the first of several.
func nearest(m *model.Model, x model.Vec3) (mass uint32) {
	least := math.Inf(1)
	for i, p := range m.RestPosition {
		if d := p.Sub(x).Len(); d < least {
			mass, least = uint32(i), d
		}
	}
	return mass
}

// checkWhole checks the model and the parameters together. Where parts cannot stand
// together, it reports the first that is too much.
func (f *sceneFile) checkWhole(s *scene.Scene) {
	if err := s.Model.Validate(); err != nil {
		f.Fault(parse.Span{}, "%s", err)
		return
	}
	f.checkSolver(s)
	err := s.Params.ValidateFor(s.Model)
	if err == nil || f.Faulty() {
		return
	}
	p := s.Params
	p.Guides = nil
	f.Each("guide", func(t *parse.Table) {
		if f.Faulty() {
			return
		}
		p.Guides = s.Params.Guides[:len(p.Guides)+1]
		if err := p.ValidateFor(s.Model); err != nil {
			f.reject(t, err)
		}
	})
	if !f.Faulty() && !f.blameLoad(err) {
		f.Fault(parse.Span{}, "%s", err)
	}
}

// IsScene reports whether a file is a scene file: by its extension, or by a first
// line that is a table or a key of one. Other than plain files are meshes: a pipe
// gives its bytes once, and they belong to the reader.
func IsScene(path string) bool {
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		return true
	}
	file, err := safefile.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, 4096)
	n, _ := io.ReadFull(file, start)
	for line := range bytes.Lines(bytes.TrimPrefix(start[:n], []byte("\ufeff"))) {
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if key, _, found := strings.Cut(text, "="); found && strings.TrimSpace(key) == "name" {
			return true
		}
		table, _, _ := strings.Cut(strings.TrimLeft(text, "["), "]")
		return strings.HasPrefix(text, "[") && table != "" && spec.Of(table) != nil
	}
	return false
}
