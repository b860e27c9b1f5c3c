package scene

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/model"
)

// Options change the recipe of a scene. The zero value of a field leaves the choice to the
// recipe. An option that a scene cannot use is an error.
type Options struct {
	// Size. Give one of Springs, Size and Pitch.
	Springs int64   // number of springs: the nearest cubic lattice, square cloth, rope or fill
	Size    [3]int  // masses along each axis: lattice nx, ny, nz (or n: cubic), cloth nx, ny (or n: square), rope n
	Pitch   float64 // distance of neighbors in a fill, smallest distance in a truss [m]
	PerMass int     // springs per mass of a lattice or fill: 3, 9 or 13; zero: 13

	// Structure made of a mesh.
	As    string  // "cloth", "lines" or "tets"; empty: tets if there are any, filled when closed, else cloth, else lines
	Fill  string  // "lattice" or "truss"; empty: see As. Give one of As and Fill
	Seed  uint64  // seed of a truss's random points
	Scale float64 // factor from the file's coordinates to meters; zero: 1
	Up    string  // the file's axis that points up: "x", "y" or "z"; empty: z, but as spot, glTF and USD say
	Pin   string  // "top" or "bottom": pin the outermost 2 % of the height; the name of a group: pin its masses; "none" or empty: pin nothing

	Units          string  // unit of the file's coordinates: "mm", "in", ... (see Units); empty: m. Multiplied by Scale
	Weld           float64 // distance up to which vertices are joined [file's unit]; zero: only equal positions
	KeepDuplicates bool    // keep every vertex of the file; not together with Weld

	// Mass, stiffness and damping.
	Density      float64 // of the volume of solids [kg/m³], the area of cloth [kg/m²], the length of ropes and lines [kg/m]; zero: 1000, 0.2, 0.1
	Stiffness    float64 // k of springs (of a cloth: structural ones) [N/m]; zero: enough to carry its own weight
	Modulus      float64 // Young's modulus of tets and fills instead of Stiffness [Pa]; zero as for Stiffness
	DampingRatio float64 // ζ of springs; zero: the recipe's, usually 0.05
	Undamped     bool    // no damping in springs; not together with DampingRatio
	Stiffen      string  // "GROUP=FACTOR,...": factors for k of springs with both ends in a group of the mesh
	MassFile     string  // file of one number per mass [kg], as text or .npy, instead of Density; empty: no file

	// The run.
	DT           float64 // step [s]; zero: the recipe's, else physics.AutoStep
	DragHalfLife float64 // [s]; zero: the recipe's; +Inf: no drag

	Integrator model.Integrator // the solver; zero: the scene's, unless Plain is set
	Plain      bool             `json:",omitempty"` // use symplectic Euler even if the scene has another solver
	Substeps   int              `json:",omitempty"` // substeps per step, for solvers that divide steps; zero: the scene's, else bigstep.Substeps
	Iterations int              `json:",omitempty"` // iterations, for solvers that iterate; zero: the scene's, else the solver's default
	Tolerance  float64          `json:",omitempty"` // residual, for solvers that use one; zero: the scene's, else the solver's default
	Forward    bool             `json:",omitempty"` // sweep forward only; false: the scene's choice
	Warm       float64          `json:",omitempty"` // share for a warm start; zero: the scene's; negative: none
	Collide    bool             `json:",omitempty"` // masses collide, with defaults unless the scene has settings

	// Set assigns other values to keys of a scene file, or of a preset written as one:
	// KEY=VALUE, one per line, in the syntax of docs/tutorial.md. The options
	// above override it.
	Set string `json:",omitempty"`

	// Inputs is a file of inputs of an earlier run, inputs.npz, to replay. Empty: controllers
	// act.
	Inputs string `json:",omitempty"`

	// Lone means that the scene runs by itself, not as a member of an ensemble or a point of
	// a sweep: a small structure without a dt then takes steps of a hundredth of its shortest
	// period.
	Lone bool `json:",omitempty"`

	// ByPattern means that the caller accepts a model with a model.Pattern and a start
	// without arrays. Recipes that have a pattern then use it; others use arrays.
	ByPattern bool `json:"-"`

	// StateGiven means that the scene is opened for the state of a checkpoint or a final.npz.
	// The start of its meshes is then neither reported nor checked.
	StateGiven bool `json:"-"`
}

// OptionError reports a wrong or conflicting option. Its text says what to do.
type OptionError struct {
	Option string // name on the command line: springs, size, per-mass, damping-ratio, ...
	Reason string // the fault and its remedy, a sentence without a period
}

// Error returns "option NAME: REASON".
func (e *OptionError) Error() string { return "option " + e.Option + ": " + e.Reason }

// SettingError reports a fault in the settings of a scene (Options.Set) alone.
type SettingError struct{ Err error }

func (e *SettingError) Error() string { return e.Err.Error() }
func (e *SettingError) Unwrap() error { return e.Err }

// SpringOptions returns the names of the options for density, stiffness and damping.
func SpringOptions() []string { return []string{"density", "stiffness", "damping-ratio", "undamped"} }

// RunOptions returns the names of the options for every scene.
func RunOptions() []string {
	return []string{"dt", "drag", "solver", "substeps", "iterations", "tolerance", "forward", "warm", "collide", "inputs"}
}

// FileOptions returns the names of the options for mesh files.
func FileOptions() []string {
	return append([]string{"units", "weld", "keep-duplicates", "stiffen", "mass-file"}, MeshOptions()...)
}

// MeshOptions returns the names of the options for any mesh, from a file or a preset.
func MeshOptions() []string {
	return append([]string{"springs", "pitch", "per-mass", "as", "fill", "seed", "scale", "up", "pin", "modulus"}, SpringOptions()...)
}

// Given returns the names of the options that are not zero, as on the command line.
func (o Options) Given() []string {
	var names []string
	for _, option := range []struct {
		name  string
		given bool
	}{
		{"springs", o.Springs != 0}, {"masses", o.Size != [3]int{}}, {"pitch", o.Pitch != 0},
		{"per-mass", o.PerMass != 0}, {"as", o.As != ""}, {"fill", o.Fill != ""}, {"seed", o.Seed != 0},
		{"scale", o.Scale != 0}, {"up", o.Up != ""}, {"pin", o.Pin != ""},
		{"units", o.Units != ""}, {"weld", o.Weld != 0}, {"keep-duplicates", o.KeepDuplicates}, {"stiffen", o.Stiffen != ""}, {"mass-file", o.MassFile != ""},
		{"density", o.Density != 0}, {"stiffness", o.Stiffness != 0}, {"modulus", o.Modulus != 0},
		{"damping-ratio", o.DampingRatio != 0}, {"undamped", o.Undamped},
		{"dt", o.DT != 0}, {"drag", o.DragHalfLife != 0},
		{"solver", o.Integrator != 0 || o.Plain}, {"substeps", o.Substeps != 0}, {"iterations", o.Iterations != 0}, {"tolerance", o.Tolerance != 0}, {"forward", o.Forward}, {"warm", o.Warm != 0}, {"collide", o.Collide}, {"set", o.Set != ""}, {"inputs", o.Inputs != ""},
	} {
		if option.given {
			names = append(names, option.name)
		}
	}
	return names
}

// OnlyFor returns an error with one *OptionError for each given option that the scene does
// not accept, or nil. Every scene accepts RunOptions.
func (o Options) OnlyFor(scene string, accepts []string) error {
	accepts = append(slices.Clone(accepts), RunOptions()...)
	var faults []error
	for _, name := range o.Given() {
		if !slices.Contains(accepts, name) {
			faults = append(faults, &OptionError{name, fmt.Sprintf("%s has no use for it; leave it out (%s takes %s)",
				scene, scene, strings.Join(accepts, ", "))})
		}
	}
	return errors.Join(faults...)
}

// Validate returns an error with one *OptionError for each option that is wrong for every
// scene, or nil.
func (o Options) Validate() error {
	var faults []error
	fault := func(wrong bool, option, format string, args ...any) {
		if wrong {
			faults = append(faults, &OptionError{option, fmt.Sprintf(format, args...)})
		}
	}
	word := func(option, value string, allowed ...string) {
		fault(value != "" && !slices.Contains(allowed, value), option, "%q is unknown; choose %s",
			value, strings.Join(allowed, " or "))
	}
	positive := func(option string, value float64) {
		fault(!(value >= 0) || math.IsInf(value, 0), option, "%g must be a positive number", value)
		fault(value > model.Largest && !math.IsInf(value, 0) || value > 0 && value < model.Least, option,
			"%g is out of range; it must be from %g to %g, whose inverse and square single precision still holds: use other units", value, model.Least, model.Largest)
	}
	fault(o.Springs < 0 || o.Springs > model.MaxCount, "springs", "%d is out of range; ask for 1 to %d", o.Springs, model.MaxCount)
	fault(min(o.Size[0], o.Size[1], o.Size[2]) < 0 || (o.Size[0] == 0 && o.Size != [3]int{}), "masses",
		"%d × %d × %d; every size must be at least 1", o.Size[0], o.Size[1], o.Size[2])
	fault(!slices.Contains([]int{0, 3, 9, 13}, o.PerMass), "per-mass", "%d; choose 3, 9 or 13", o.PerMass)
	fault(o.Springs != 0 && o.Size != [3]int{}, "masses", "springs is given too; give one of the two")
	fault(o.Springs != 0 && o.Pitch != 0, "pitch", "springs is given too; give one of the two")
	fault(o.As != "" && o.Fill != "", "fill", "as %s is given too; give one of the two", o.As)
	fault(o.As != "" && o.Pitch != 0, "pitch", "it belongs to a fill; leave out as %s", o.As)
	fault(o.As != "" && o.Springs != 0, "springs", "%s takes the springs that the file has; leave out one of the two", o.As)
	fault(o.As != "" && o.PerMass != 0, "per-mass", "it belongs to a fill; leave out as %s", o.As)
	fault(o.Undamped && o.DampingRatio != 0, "undamped", "damping-ratio is given too; give one of the two")
	fault(o.Modulus != 0 && o.Stiffness != 0, "modulus", "stiffness is given too; give one of the two")
	word("as", o.As, "cloth", "lines", "tets")
	word("fill", o.Fill, "lattice", "truss")
	fault(o.Fill == "truss" && o.PerMass != 0, "per-mass", "it belongs to a lattice; leave out fill truss")
	fault(o.Fill == "truss" && o.Stiffness != 0, "stiffness", "springs of a truss get theirs from Young's modulus; give modulus, in Pa")
	fault(o.Fill != "truss" && o.Seed != 0, "seed", "only a truss is random; leave it out, or fill with a truss")
	word("up", o.Up, "x", "y", "z")
	word("units", o.Units, Units()...)
	positive("weld", o.Weld)
	fault(o.KeepDuplicates && o.Weld != 0, "keep-duplicates", "weld is given too; give one of the two")
	_, err := ParseStiffen(o.Stiffen)
	fault(err != nil, "stiffen", "%v", err)
	fault(o.MassFile != "" && o.Density != 0, "mass-file", "density is given too; give one of the two")
	positive("pitch", o.Pitch)
	positive("scale", o.Scale)
	positive("density", o.Density)
	positive("stiffness", o.Stiffness)
	positive("modulus", o.Modulus)
	positive("damping-ratio", o.DampingRatio)
	positive("dt", o.DT)
	fault(!o.Integrator.Known(), "solver", "%v is unknown; choose one of %v", o.Integrator, model.Solvers())
	fault(o.Substeps < 0 || o.Substeps > model.MaxSubsteps, "substeps", "%d is out of range; choose 1 to %d", o.Substeps, model.MaxSubsteps)
	fault(o.Iterations < 0 || o.Iterations > model.MaxIterations, "iterations", "%d is out of range; choose 1 to %d", o.Iterations, model.MaxIterations)
	fault(!(o.Tolerance >= 0 && o.Tolerance < 1), "tolerance", "%g is out of range; choose more than 0 and less than 1", o.Tolerance)
	fault(!(o.Warm <= model.MaxWarm), "warm", "%g is out of range; choose 0 to %g: more blows up where springs are stiff", o.Warm, model.MaxWarm)
	if !math.IsInf(o.DragHalfLife, 1) && o.DragHalfLife > 0 {
		positive("drag", o.DragHalfLife)
	}
	fault(!(o.DragHalfLife >= 0), "drag", "half-life %g s must be a positive number, or +Inf for no drag", o.DragHalfLife)
	return errors.Join(faults...)
}

// Damping returns the damping ratio ζ of springs: 0 with Undamped, DampingRatio if it is
// given, else choice.
func (o Options) Damping(choice float64) float64 {
	if o.Undamped {
		return 0
	}
	return cmp.Or(o.DampingRatio, choice)
}

// SpringsPerMass returns the springs per mass of a lattice or fill: PerMass, or 13 if it is
// zero.
func (o Options) SpringsPerMass() int {
	if o.PerMass == 0 {
		return 13
	}
	return o.PerMass
}
