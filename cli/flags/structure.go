package flags

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hooke/scene"
)

// Structure has the flags that choose and change a structure, one for each field of
// scene.Options.
type Structure struct {
	Options scene.Options // what the flags store; Resolve returns the complete options
	perMass string
}

// Add adds the flags to a verb. The caller calls it once, on the zero value.
func (f *Structure) Add(cmd *cobra.Command) {
	set, o := cmd.Flags(), &f.Options
	set.Var(countFlag{&o.Springs}, "springs", "springs wanted, the nearest that can be built: 984438, 56k, 1M")
	set.Var(sizeFlag{&o.Size, 1, 3, "NxNxN", "masses along each axis, such as 10x10x20, or 64x64, or 43"}, "masses",
		"masses along each axis: lattice 10x10x20, jelly 8, cloth 64x64, rope 200")
	set.Var(positiveFlag{value: &o.Pitch}, "pitch", "distance of masses in a filled mesh, the least one in a truss [m]")
	set.Var(choiceFlag{&f.perMass, []string{"3", "9", "13"}}, "per-mass", "springs per mass of a lattice or fill: edges, + face diagonals, + body diagonals (default 13)")
	set.Var(choiceFlag{&o.As, []string{"cloth", "lines", "tets"}}, "as", "make a cloth, or only the l lines, of a mesh, or springs of its tetrahedra")
	set.Var(choiceFlag{&o.As, []string{"lines"}}, "springs-from", "the same as --as lines")
	cmd.MarkFlagsMutuallyExclusive("as", "springs-from")
	set.Var(choiceFlag{&o.Fill, []string{"lattice", "truss"}}, "fill", "fill a closed mesh with a lattice, or with a truss of random places")
	set.Var(seedFlag{&o.Seed}, "seed", "of the random places of a truss")
	set.Var(positiveFlag{value: &o.Scale}, "scale", "factor on a mesh's coordinates, to meters (default 1)")
	set.Var(choiceFlag{&o.Up, []string{"x", "y", "z"}}, "up", "axis of a mesh that points up (default z; y of glTF)")
	set.Var(choiceFlag{&o.Units, scene.Units()}, "units", "what a mesh's coordinates are in (default m); --scale counts as well")
	set.Var(positiveFlag{value: &o.Weld}, "weld", "join vertices of a mesh up to this far apart [unit of the file] (default: those at the same place)")
	set.BoolVar(&o.KeepDuplicates, "keep-duplicates", false, "leave vertices of a mesh at the same place apart")
	set.StringVar(&o.Pin, "pin", "", "hold the top or the bottom of a mesh, or a group of it (see docs/meshes.md)")
	set.StringVar(&o.Stiffen, "stiffen", "", "factors on the stiffness of a mesh's groups, such as soft=0.1,hard=10")
	set.StringVar(&o.MassFile, "mass-file", "", "file of one number per mass [kg], text or .npy, instead of --density")
	set.Var(positiveFlag{value: &o.Density}, "density", "solids [kg/m³], cloth [kg/m²], ropes and lines [kg/m]")
	set.Var(positiveFlag{value: &o.Stiffness}, "stiffness", "k of springs [N/m] (default: enough to carry its own weight)")
	set.Var(positiveFlag{value: &o.Modulus}, "modulus", "Young's modulus of a filled mesh or of tetrahedra [Pa], instead of --stiffness")
	set.Var(positiveFlag{value: &o.DampingRatio, zero: "--undamped switches damping off"}, "damping-ratio", "damping of springs, 1 is critical (mostly 0.05)")
	set.BoolVar(&o.Undamped, "undamped", false, "no damping in springs")
	set.Var(positiveFlag{value: &o.DT}, "dt", "step [s] (default: half the safe step, see hooke info)")
	AddSolver(cmd, &o.Integrator, &o.Plain)
	set.Var(wholeFlag{&o.Substeps, 1}, "substeps", "of --solver impulses, implicit-euler, pbd: into how many a step is divided (default: by the stiffness, 4, 1)")
	set.Var(wholeFlag{&o.Iterations, 1}, "iterations", "of the same: sweeps over all springs in a substep (default 1, at most 20, 10)")
	set.Var(positiveFlag{value: &o.Tolerance}, "tolerance", "of --solver implicit-euler: residual at which iterations of a substep end (default 0.001)")
	set.BoolVar(&o.Forward, "forward", false, "of --solver impulses: sweep once instead of there and back; half the time, not stable for every structure")
	set.Var(warmFlag{&o.Warm}, "warm", "of --solver impulses: share of the last impulses that a substep begins with, 0 to 0.5 (default 0)")
	set.BoolVar(&o.Collide, "collide", false, "masses collide with each other, by the defaults of [collision] in docs/scene.md")
	set.Var(settingFlag{&o.Set}, "set", settingUsage)
	set.Var(positiveFlag{value: &o.DragHalfLife, zero: "inf switches drag off", infinite: true}, "drag", "time in which drag halves a velocity [s]; inf: no drag")
}

// settingUsage says what the flag of settings is.
const settingUsage = "another value for a key of the scene file, or of a preset's (see hooke scene --export): run.gravity=[0,0,-1.6], contact[0].stiffness=5e3, actuator[*].phase=0"

// AddSettings adds the flag of settings to a verb that has no other flags of a structure.
func AddSettings(cmd *cobra.Command, lines *string) {
	cmd.Flags().Var(settingFlag{lines}, "set", settingUsage)
}

// Settings returns the settings that the flag has put together.
func Settings(lines string) []string {
	if lines == "" {
		return nil
	}
	return strings.Split(lines, "\n")
}

// Given reports whether the flags ask for anything but the zero options.
func (f *Structure) Given() bool { return f.Resolve() != scene.Options{} }

// Resolve returns the options, with the fields that a flag value cannot store by itself.
func (f *Structure) Resolve() scene.Options {
	o := f.Options
	if f.perMass != "" {
		o.PerMass, _ = strconv.Atoi(f.perMass) // the flag takes only three words, which are numbers
	}
	return o
}

// settingFlag is the flag value of other values for keys of a scene, one a line.
type settingFlag struct{ lines *string }

func (f settingFlag) Type() string { return "KEY=VALUE" }
func (f settingFlag) String() string {
	if f.lines == nil {
		return ""
	}
	return *f.lines
}

func (f settingFlag) Set(text string) error {
	if strings.ContainsAny(text, "\n\r") {
		return errors.New("give one setting, KEY=VALUE, on one line")
	}
	if *f.lines != "" {
		*f.lines += "\n"
	}
	*f.lines += text
	return nil
}
