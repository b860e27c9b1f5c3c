package report

import (
	"fmt"
	"math"

	"hooke/bench"
	"hooke/engine"
	"hooke/engine/origin"
	"hooke/gpu"
	"hooke/mesh"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
	"hooke/run"
	"hooke/scene"
	"hooke/viewer/draw"
)

// Structure holds the facts of a preset or a file. Lengths are in meters; those of
// springs are rest lengths.
type Structure struct {
	Name          string     `json:"name"`
	Source        string     `json:"source"`
	As            string     `json:"as,omitempty"` // structure made of a mesh: fill, cloth, lines
	Vertices      int        `json:"vertices"`     // vertices of the mesh, as in the file; 0 for a generated structure
	Elements      int        `json:"elements"`     // polygons and lines of the mesh
	Triangles     int        `json:"triangles"`
	Lines         int        `json:"lines"`
	Tetrahedra    int        `json:"tetrahedra"`
	BoundaryEdges int        `json:"boundary_edges"`
	Masses        int        `json:"masses"`
	Pinned        int        `json:"pinned"` // masses that are pinned on all axes
	Springs       int        `json:"springs"`
	Attachments   int        `json:"attachments,omitempty"` // springs that are attachments; lengths and numbers of springs at a mass leave them out
	Materials     int        `json:"materials"`             // without the entry that means removed
	Palette       []Material `json:"palette,omitempty"`
	BoundsLow     model.Vec3 `json:"bounds_low"`
	BoundsHigh    model.Vec3 `json:"bounds_high"`
	TotalMass     float64    `json:"total_mass"`
	Shortest      *float64   `json:"shortest_spring"` // null without springs
	Longest       *float64   `json:"longest_spring"`
	Degree        Degrees    `json:"springs_per_mass"` // springs that end at a mass
	Integrator    string     `json:"integrator"`
	Substeps      int        `json:"substeps,omitempty"`   // into which a step is divided
	Iterations    int        `json:"iterations,omitempty"` // of each substep, at most
	Engines       []string   `json:"engines"`              // that support all of it, the preferred one first
	Lacks         []string   `json:"lacks,omitempty"`      // why the other engines refuse it
	Ensembles     []Members  `json:"ensembles"`            // how engines of ensembles step it as a member
	Refused       string     `json:"refused,omitempty"`    // why the solver does not take the step
	Caveat        string     `json:"caveat,omitempty"`     // limits of the solver's results
	Advice        *Advice    `json:"advice,omitempty"`     // which solver suits it at the steps of a screen
	SafeStep      *float64   `json:"dt_safe"`              // largest safe step of the integrator [s]; null where any step is safe, 0 where none is
	DT            float64    `json:"dt"`
	Classed       bool       `json:"dt_class,omitempty"` // the step was chosen, and rounded down to its class
	Duration      float64    `json:"duration"`           // simulated time of a run that shows the motion [s]
	Rounding      Rounding   `json:"rounding"`           // rounding of positions in single precision
	Memory        Memory     `json:"memory"`
	Collision     *Collision `json:"collision,omitempty"`         // absent where masses do not collide
	Control       *Control   `json:"control,omitempty"`           // absent where nothing closes the loop
	Parts         int        `json:"parts"`                       // parts that no springs join to each other
	Mesh          *Mesh      `json:"mesh,omitempty"`              // absent for generated structures, and for files with springs of their own
	Groups        []Group    `json:"groups,omitempty"`            // named groups of masses
	CPU           *CPU       `json:"cpu,omitempty"`               // plan of the cpu engine
	Fused         *Fused     `json:"fused,omitempty"`             // plan of the pipeline fused; absent without support
	Tuning        string     `json:"tuning,omitempty"`            // fastest settings of the gpu engine on this device; absent without a measurement
	PerMass       []PerMass  `json:"contacts_per_mass,omitempty"` // contacts whose stiffness follows from each mass
	Holding       []Holding  `json:"contacts_hold,omitempty"`     // speeds that contacts of finite thickness hold by their stiffness alone
	Notes         []string   `json:"notes,omitempty"`

	counts gpu.Counts
}

// Rounding describes how fine positions in float32 are where a structure starts, counted from the origin
// of its run.
type Rounding struct {
	Origin   *model.Vec3 `json:"origin,omitempty"`    // [m]; nil: zero
	Far      float64     `json:"farthest_coordinate"` // [m]
	Step     float64     `json:"step"`                // spacing of positions there [m]
	Strain   float64     `json:"strain"`              // strain that such a distance makes in the springs, root mean square
	Expected float64     `json:"expected_strain"`     // strain that the structure's own energy can make; 0 without energy

	text string
}

// roundingOf describes the rounding of a scene's start.
func roundingOf(s *scene.Scene) Rounding {
	judge := run.JudgeOf(s.Model, s.Params, s.Start, "single")
	r := judge.Rounding
	out := Rounding{Far: r.Far, Step: r.Step, Strain: r.Strain, Expected: judge.Strain(), text: r.String()}
	if at := origin.At(s.Start); at != (model.Vec3{}) {
		out.Origin = &at
	}
	return out
}

// Material is one material of a structure.
type Material struct {
	Name       string `json:"name"`
	Vocabulary string `json:"vocabulary"` // SI, oscillator or normalized
	Values     string `json:"values"`     // coefficients with units, as the structure gives them and not as they are resolved
	Springs    int    `json:"springs"`
}

// Degrees say how many springs end at a mass.
type Degrees struct {
	Min  int     `json:"min"`
	Mean float64 `json:"mean"`
	Max  int     `json:"max"`

	Histogram []int64 `json:"histogram"` // masses with 0, 1, 2, ... springs; the 65th entry counts those with 64 and more
}

// Asked says of which run the memory is told. The zero value is one in single precision, with the
// outputs of the scene alone.
type Asked struct {
	Precision model.Precision
	Outputs   []run.Output // in addition to those of the scene
}

// Describe describes a scene. Judge adds whether a device can hold it. The error names
// the faulty output.
func Describe(s *scene.Scene, asked Asked) (*Structure, error) {
	m := s.Model
	i := &Structure{
		Name: s.Name, Source: s.Source, As: s.Report.As,
		Vertices: s.Report.Vertices, Elements: s.Report.Elements(), Triangles: s.Report.Triangles, Lines: s.Report.Lines, Tetrahedra: s.Report.Tetrahedra,
		BoundaryEdges: int(s.Report.Topology.Boundary),
		Masses:        m.MassCount(), Springs: m.SpringCount(), Attachments: m.Attachments, Materials: len(m.Materials) - 1,
		Integrator: s.Params.Integrator.String(), Substeps: s.Params.Substeps, Iterations: s.Params.Sweeps(), Caveat: bigstep.Caveat(s.Params),
		SafeStep: bench.Finite(physics.SafeStep(m, s.Params)), DT: s.Params.DT, Classed: s.Classed, Duration: s.Duration, Notes: s.Report.Notes,
	}
	i.Engines = model.Supporting(m, s.Params, asked.Precision)
	for _, name := range engine.Names() {
		if err := model.Unsupported(name, m, s.Params, asked.Precision); err != nil {
			i.Lacks = append(i.Lacks, err.Error())
		}
	}
	i.Ensembles = membersOf(s, asked.Precision)
	i.BoundsLow, i.BoundsHigh = m.Bounds()
	for mass := range m.MassCount() {
		i.TotalMass += m.MassAt(mass)
		if m.PinOf(mass) == model.PinAll {
			i.Pinned++
		}
	}
	i.Palette = paletteOf(m)
	i.measureSprings(m)
	i.Parts, i.Mesh, i.Groups = mesh.Parts(m), describeMesh(s), describeGroups(m)
	i.CPU, i.Fused = cpuOf(m, s.Params, asked.Precision), fusedOf(m, s.Params, asked.Precision)
	i.Advice = adviceOf(s)
	if _, err := bigstep.With(m, s.Params); err != nil {
		i.Refused = err.Error()
	}
	i.Control = controlOf(s.Control, m, s.Params)
	i.Rounding, i.PerMass, i.Holding, i.Collision = roundingOf(s), perMassOf(s), holdingsOf(s), collisionOf(s)
	watched := gpu.Options{Watched: len(s.Until.Words) > 0}
	inSingle := gpu.CountsOf(m, s.Params, watched)
	watched.Precision = asked.Precision
	i.counts = gpu.CountsOf(m, s.Params, watched)
	i.Memory = memoryOf(m, i.counts, inSingle)
	if i.Memory.CPUReason = i.CPU.Reason; i.CPU.Reason == "" {
		i.Memory.CPU = &i.CPU.Memory
	}
	i.Memory.Precision = asked.Precision.String()
	if bytes, ok := draw.ShellBytes(m, s.Params, s.Start); ok {
		i.Memory.Picture = &bytes
	}
	var err error
	i.Memory.Outputs, err = run.MemoryOfOutputs(s, asked.Outputs)
	return i, err
}

// paletteOf describes the materials, without the entry that means removed.
func paletteOf(m *model.Model) []Material {
	var palette []Material
	for i := 1; i < len(m.Materials); i++ {
		material := &m.Materials[i]
		palette = append(palette, Material{Name: material.Name, Vocabulary: material.Vocabulary().String(), Values: material.String()})
	}
	for _, i := range m.MaterialOf {
		if i != model.Removed {
			palette[i-1].Springs++
		}
	}
	if p := m.Pattern; p != nil {
		for k, o := range p.Stencil {
			palette[o.Material-1].Springs += p.Count(k)
		}
	}
	for i := range palette {
		if m.Own != nil && palette[i].Springs > 0 {
			palette[i].Values = ownValues(m, uint16(i+1), palette[i].Values)
		}
	}
	return palette
}

// ownValues describes the coefficients that springs of a material have of their own,
// together with says, which describes the material.
func ownValues(m *model.Model, material uint16, says string) string {
	low, high := model.Coefficients{Stiffness: math.Inf(1), Damping: math.Inf(1)}, model.Coefficients{}
	for s, own := range m.Own {
		if m.MaterialOf[s] == material {
			low = model.Coefficients{Stiffness: min(low.Stiffness, own.Stiffness), Damping: min(low.Damping, own.Damping)}
			high = model.Coefficients{Stiffness: max(high.Stiffness, own.Stiffness), Damping: max(high.Damping, own.Damping)}
		}
	}
	if high == (model.Coefficients{}) {
		return says
	}
	own := fmt.Sprintf("each spring its own k = %.4g to %.4g N/m, c = %.4g to %.4g N·s/m", low.Stiffness, high.Stiffness, low.Damping, high.Damping)
	if m.Materials[material] != (model.Material{Name: m.Materials[material].Name}) {
		own = says + ", and " + own
	}
	return own
}

// Group is a named group of masses.
type Group struct {
	Name   string `json:"name"`
	Masses int    `json:"masses"`
}

func describeGroups(m *model.Model) []Group {
	var groups []Group
	for _, g := range m.Groups {
		groups = append(groups, Group{g.Name, len(g.Masses)})
	}
	return groups
}
