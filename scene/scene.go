package scene

import (
	"fmt"
	"math"

	"hooke/control"
	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/measure"
)

// Scene is a structure that is ready to run.
type Scene struct {
	Name     string          // name for messages
	Source   string          // name of the preset, or path of the file
	Model    *model.Model    // frozen
	Start    *model.State    // initial state; an engine without it starts at Model.Start
	Params   model.Params    // parameters, with DT set
	Classed  bool            // whether a chosen step is rounded down to its class, see physics.StepClass
	Duration float64         // good length of a run [s]
	Until    physics.Until   // conditions that end a run earlier; the zero value: none
	Report   Report          // how the mesh became a structure; zero for generated structures
	Outputs  []OutputRequest // files that a scene file asks a run to write; nil: none
	Pins     []measure.Pin   // pins of a scene file, in its order; else those of measure.PinsOf
	Seed     uint64          // seed of a scene file, for everything random
	Control  *control.Spec   // sensors, controllers and inputs of a closed loop; nil: none

	Collisions     *Collisions // settings for collisions of masses; nil: masses do not collide
	ChosenContacts []int       // indices of the contacts of Params whose stiffness GroundFor chose
}

// StepsIn returns the number of steps that take a time [s], at least 1. A step that ends within rounding of the time is the last one.
func (s *Scene) StepsIn(time float64) int64 {
	return max(1, int64(min(math.Ceil(time/s.Params.DT-1e-9), 1<<53)))
}

// Collisions are the settings for collisions of masses. With the zero value all masses
// collide, with numbers derived from the structure.
type Collisions struct {
	physics.CollisionOptions
	Groups []string // names of groups whose masses collide, instead of Masses; nil: all
}

// Report describes how a mesh became a structure. It is zero for generated presets.
type Report struct {
	Vertices, Polygons, Triangles, Lines int // number in the file; polygons and lines without degenerate ones

	Tetrahedra int                // number in the file, whether used or not
	Degenerate int64              // number of polygons and lines left out because they name a vertex twice
	Welded     int                // number of vertices joined to another one at exactly the same position
	Topology   mesh.Topology      // after welding, with the polygons as oriented in the file
	Turned     int                // number of polygons turned to face the same way as their neighbors
	Shift      model.Vec3         // vector added to the coordinates of a mesh that is too far from the origin for float32 [m]; mostly zero
	As         string             // the kind of structure: "fill", "truss", "cloth", "lines", "tets", or "structure" for the file's own springs
	Fill       fill.LatticeReport // zero unless filled
	Truss      fill.TrussReport   // zero unless a truss
	Surface    fill.SurfaceReport // zero unless cloth or lines
	Tets       fill.TetsReport    // zero unless tets
	Notes      []string           // sentences about everything that was left out or changed
}

// Elements returns the number of polygons and lines.
func (r Report) Elements() int { return r.Polygons + r.Lines }

// Note adds a formatted sentence to Notes if the condition is true.
func (r *Report) Note(condition bool, format string, args ...any) {
	if condition {
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	}
}

// Place is a position in a scene file, for messages. The zero value is none.
type Place struct {
	At   string // name:line:column
	Line string // the line, and a caret below the position
}

// Fault returns an error about a position, with its line and a caret; err itself for the zero
// value.
func (p Place) Fault(err error) error {
	if p.At == "" || err == nil {
		return err
	}
	return fmt.Errorf("%s: %w\n%s", p.At, err, p.Line)
}
