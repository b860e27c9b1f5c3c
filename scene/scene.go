package scene

import (
	"fmt"

	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/model"
)

// Scene is a structure that is ready to run.
type Scene struct {
	Name     string          // for people
	Source   string          // the preset's name or the file's path
	Model    *model.Model    // frozen
	Start    *model.State    // where it starts; engines start at Model.Start otherwise
	Params   model.Params    // DT is set
	Duration float64         // a run that shows what happens [s]
	Report   Report          // what became of a mesh; zero for generated structures
	Outputs  []OutputRequest // what a scene file asks a run to write; nil: nothing
	Seed     uint64          // of a scene file, for everything random

	ChosenContacts []int // contacts of Params whose stiffness GroundFor chose
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

// Note adds a sentence to Notes where a condition holds; format and args are as in fmt.Sprintf.
func (r *Report) Note(condition bool, format string, args ...any) {
	if condition {
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	}
}

// OutputRequest is a file, or a series of files, that a scene file asks a run to write.
type OutputRequest struct {
	What   string   // the format: vtu, ply, obj, npz, lammps, csv, png or mp4
	Every  float64  // simulated time between two [s], > 0
	File   string   // below the output folder; empty: the format's own name
	Groups []string // whose masses; nil: all
	Fields []string // positions, velocity, strain, force, energy; nil: all that the format has
}
