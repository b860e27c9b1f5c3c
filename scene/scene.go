package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/model"
)

// Scene is a structure that is ready to run.
type Scene struct {
	Name     string       // for people
	Source   string       // the preset's name or the file's path
	Model    *model.Model // frozen
	Start    *model.State // where it starts; engines start at Model.Start otherwise
	Params   model.Params // DT is set
	Duration float64      // a run that shows what happens [s]
	Report   Report       // what became of a mesh; zero for generated structures
	Outputs  []Output     // what a scene file asks a run to write; nil: nothing
	Seed     uint64       // of a scene file, for everything random

	suited []int // contacts of Params whose stiffness groundFor chose
}

// Report says what was read from a mesh and what became of it. It is zero for
// presets that are generated.
type Report struct {
	Vertices, Polygons, Triangles, Lines int // as in the file; polygons and lines without the degenerate ones

	Tetrahedra int                // of the file, whatever is made of them
	Degenerate int64              // polygons and lines left out because they name a vertex twice
	Welded     int                // vertices joined to another at exactly the same place
	Topology   mesh.Topology      // after welding
	Shift      model.Vec3         // added to all coordinates, for a mesh too far from the origin for float32 [m]; mostly zero
	As         string             // what was made: "fill", "truss", "cloth", "lines" or "tets"; "structure": the file's own springs
	Fill       fill.LatticeReport // zero unless filled
	Truss      fill.TrussReport   // zero unless a truss
	Surface    fill.SurfaceReport // zero unless cloth or lines
	Tets       fill.TetsReport    // zero unless tets
	Notes      []string           // sentences about everything that was left out or changed
}

// Elements is the number of polygons and lines.
func (r Report) Elements() int { return r.Polygons + r.Lines }

func (r *Report) note(condition bool, format string, args ...any) {
	if condition {
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	}
}

// ErrUnknown says that a name is neither a preset nor a file.
var ErrUnknown = errors.New("neither a preset nor a file")

// Open makes the named preset, or reads the file at that path; a preset's name
// goes before a file's, so write ./cube for a file called cube. A file is a scene
// file (.toml, see docs/scene.md) or a mesh; a scene file takes the options of a
// run only. Zero options mean
// the recipe's own numbers. Faults of the options are *OptionError, one or
// several joined; an unknown name wraps ErrUnknown.
func Open(nameOrPath string, o Options) (*Scene, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	for _, p := range presets() {
		if p.Name == nameOrPath {
			if err := o.onlyFor(p.Name, p.accepts); err != nil {
				return nil, err
			}
			s, err := p.make(o)
			if err != nil {
				return nil, fmt.Errorf("scene: %s: %w", p.Name, err)
			}
			return s.finish(p.Name, o), nil
		}
	}
	info, err := os.Stat(nameOrPath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, unknown(nameOrPath)
	case err != nil:
		return nil, fmt.Errorf("scene: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("scene: %s is a folder; name a mesh file in it (such as .obj, .stl or .ply) or a preset (%s)",
			nameOrPath, strings.Join(presetNames(), ", "))
	}
	if isTOML(nameOrPath) {
		if err := o.onlyFor(nameOrPath, nil); err != nil {
			return nil, err
		}
		s, err := openTOML(nameOrPath, o.StateGiven)
		if err != nil {
			return nil, err
		}
		return s.finish(nameOrPath, o), nil
	}
	if err := o.onlyFor(nameOrPath, fileOptions()); err != nil {
		return nil, err
	}
	s, err := openFile(nameOrPath, o)
	if err != nil {
		return nil, err
	}
	return s.finish(nameOrPath, o), nil
}

// finish fills in what all scenes have in common.
func (s *Scene) finish(source string, o Options) *Scene {
	s.Source = source
	if s.Name == "" {
		s.Name = s.Model.Name
	}
	if s.Start == nil {
		s.Start = s.Model.Start()
	}
	if o.DragHalfLife != 0 {
		s.Params.DragHalfLife = o.dragHalfLife()
	}
	if o.DT != 0 {
		s.Params.DT = o.DT
	}
	if o.Integrator != 0 {
		s.Params.Integrator = o.Integrator
	}
	if s.Params.DT == 0 {
		s.Params.DT = model.AutoStep(s.Model, s.Params)
	}
	s.noteContacts()
	return s
}

// unknown is the error for a name that is nothing, with a guess at what was meant.
func unknown(name string) error {
	guess := ""
	best := 3 // more than two wrong letters is another word
	for _, preset := range presetNames() {
		if d := editDistance(strings.ToLower(name), preset); d < best && d < len(preset)-1 {
			best, guess = d, fmt.Sprintf("; did you mean %q?", preset)
		}
	}
	return fmt.Errorf("scene: %q is %w%s; presets: %s; files: scenes (.toml) and meshes such as .obj, .stl and .ply",
		name, ErrUnknown, guess, strings.Join(presetNames(), ", "))
}

// editDistance is the number of letters to insert, remove or replace
// (Levenshtein), for short words.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
