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

// Options change a recipe. The zero value of a field means the recipe's own choice. An
// option that a scene cannot use is an error; none is ignored.
type Options struct {
	// How large. Give one of Springs, Size and Pitch.
	Springs int64   // number of springs wanted: the nearest cubic lattice, square cloth, rope or fill
	Size    [3]int  // masses: lattice nx, ny, nz (or n: cubic), cloth nx, ny (or n: square), rope n
	Pitch   float64 // distance of neighbors in a fill, least distance in a truss [m]
	PerMass int     // springs per mass of a lattice or fill: 3, 9 or 13; zero means 13

	// What to make of a mesh.
	As    string  // "cloth", "lines" or "tets"; empty: tets if there are any, filled when closed, else cloth, else lines
	Fill  string  // "lattice" or "truss"; empty as above. Give one of As and Fill
	Seed  uint64  // of a truss's random places
	Scale float64 // factor on the file's coordinates, to meters; zero means 1
	Up    string  // the file's axis that points up: "x", "y" or "z"; empty means z (y for spot and glTF)
	Pin   string  // "top" or "bottom": hold the outermost 2 % of the height; the name of a group: its masses; "none" or empty: nothing

	Units          string  // of the file's coordinates: "mm", "in", ... (see Units); empty means m. Scale counts as well
	Weld           float64 // vertices up to this far apart become one [file's unit]; zero: those at the same place
	KeepDuplicates bool    // every vertex stays as the file has it; not together with Weld

	// How it resists.
	Density      float64 // of the volume of solids [kg/m³], the area of cloth [kg/m²], the length of ropes and lines [kg/m]; zero means 1000, 0.2, 0.1
	Stiffness    float64 // k of springs (of a cloth: structural ones) [N/m]; zero: enough to carry itself
	Modulus      float64 // Young's modulus of tets and fills instead of Stiffness [Pa]; zero as above
	DampingRatio float64 // ζ of springs; zero means the recipe's, mostly 0.05
	Undamped     bool    // no damping in the springs; not together with DampingRatio
	Stiffen      string  // "GROUP=FACTOR,...": factors on k of springs with both ends in a group of the mesh
	MassFile     string  // file of one number per mass [kg], as text or .npy, instead of Density; empty: none

	// The run.
	DT           float64 // step [s]; zero means the recipe's, else physics.AutoStep
	DragHalfLife float64 // [s]; zero means the recipe's, +Inf means no drag

	Integrator model.Integrator // the solver; zero means the scene's, unless Plain says otherwise
	Plain      bool             `json:",omitempty"` // symplectic Euler, whatever the scene says
	Substeps   int              `json:",omitempty"` // of solvers that divide steps; zero means the scene's, else bigstep.Substeps
	Iterations int              `json:",omitempty"` // of solvers that iterate; zero means the scene's, else those of the solver
	Tolerance  float64          `json:",omitempty"` // of solvers that judge a residual; zero means the scene's, else that of the solver
	Forward    bool             `json:",omitempty"` // sweeps go forward only; false means the scene's
	Warm       float64          `json:",omitempty"` // of solvers that warm-start; zero means the scene's, a negative number none
	Collide    bool             `json:",omitempty"` // masses collide, with the defaults where the scene says nothing of it

	// Set has other values for keys of a scene file, or of what a preset is as one: KEY=VALUE,
	// one a line, in the form of docs/tutorial.md. Options above go before them.
	Set string `json:",omitempty"`

	// Inputs is a file of the inputs of an earlier run, which replays it: inputs.npz. Empty: controllers act.
	Inputs string `json:",omitempty"`

	// Lone says that the scene is run by itself, and is no member or point of a sweep: a small
	// structure without a dt then takes steps of a hundredth of its shortest period.
	Lone bool `json:",omitempty"`

	// ByPattern says that the caller takes a scene whose model has a model.Pattern, and whose
	// start has no arrays. Recipes that have one give it; others have arrays.
	ByPattern bool `json:"-"`

	// StateGiven says that the scene is opened for a state of a checkpoint or a
	// final.npz. Where its meshes start is then neither reported nor refused.
	StateGiven bool `json:"-"`
}

// OptionError is a wrong or conflicting option. Its text says what to do.
type OptionError struct {
	Option string // as on the command line: springs, size, per-mass, damping-ratio, ...
	Reason string // what is wrong and what helps, a sentence without a period
}

// Error returns "option NAME: REASON".
func (e *OptionError) Error() string { return "option " + e.Option + ": " + e.Reason }

// SettingError is what is wrong with settings of a scene (Options.Set), and with nothing else.
type SettingError struct{ Err error }

func (e *SettingError) Error() string { return e.Err.Error() }
func (e *SettingError) Unwrap() error { return e.Err }

// SpringOptions returns the names of options for density, stiffness and damping.
func SpringOptions() []string { return []string{"density", "stiffness", "damping-ratio", "undamped"} }

// RunOptions returns the names of options that every scene takes.
func RunOptions() []string {
	return []string{"dt", "drag", "solver", "substeps", "iterations", "tolerance", "forward", "warm", "collide", "inputs"}
}

// FileOptions returns the names of options that a mesh file takes.
func FileOptions() []string {
	return append([]string{"units", "weld", "keep-duplicates", "stiffen", "mass-file"}, MeshOptions()...)
}

// MeshOptions returns the names of options that any mesh takes, from a file or a preset.
func MeshOptions() []string {
	return append([]string{"springs", "pitch", "per-mass", "as", "fill", "seed", "scale", "up", "pin", "modulus"}, SpringOptions()...)
}

// Given lists the names of the options that are not zero, as on the command line.
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

// OnlyFor returns an error, one *OptionError for each option that is given and that the
// scene does not accept; nil: there are none. Every scene accepts the options of the
// run.
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

// Validate returns an error, one *OptionError for each option that is wrong for every
// scene; nil: there are none.
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
	fault(o.Substeps < 0 || o.Substeps > model.MostSubsteps, "substeps", "%d is out of range; choose 1 to %d", o.Substeps, model.MostSubsteps)
	fault(o.Iterations < 0 || o.Iterations > model.MostIterations, "iterations", "%d is out of range; choose 1 to %d", o.Iterations, model.MostIterations)
	fault(!(o.Tolerance >= 0 && o.Tolerance < 1), "tolerance", "%g is out of range; choose more than 0 and less than 1", o.Tolerance)
	fault(!(o.Warm <= model.MostWarm), "warm", "%g is out of range; choose 0 to %g: more blows up where springs are stiff", o.Warm, model.MostWarm)
	if !math.IsInf(o.DragHalfLife, 1) && o.DragHalfLife > 0 {
		positive("drag", o.DragHalfLife)
	}
	fault(!(o.DragHalfLife >= 0), "drag", "half-life %g s must be a positive number, or +Inf for no drag", o.DragHalfLife)
	return errors.Join(faults...)
}

// Damping returns the ratio ζ of springs: 0 with Undamped, DampingRatio where it is given,
// else choice.
func (o Options) Damping(choice float64) float64 {
	if o.Undamped {
		return 0
	}
	return cmp.Or(o.DampingRatio, choice)
}

// SpringsPerMass returns the number of springs per mass of a lattice or fill: PerMass, or 13
// where it is zero.
func (o Options) SpringsPerMass() int {
	if o.PerMass == 0 {
		return 13
	}
	return o.PerMass
}
