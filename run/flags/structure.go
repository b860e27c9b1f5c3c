package flags

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/scene"
)

// Structure has the flags that choose and change a structure, one for each field of
// scene.Options.
type Structure struct {
	Options scene.Options // values of the flags; Resolve returns the complete options
	perMass string
}

// Add adds the flags to a verb. The caller calls it once, on the zero value.
func (f *Structure) Add(cmd *cobra.Command) {
	o, set := &f.Options, cmd.Flags()
	set.Var(count(&o.Springs), "springs", "number of springs, the nearest that can be built: 984438, 56k, 1M")
	set.Var(Choice(&o.Up, []string{"x", "y", "z"}), "up", "axis of the mesh that points up (default z, or that of the file)")
	set.Var(Choice(&o.As, []string{"cloth", "lines", "tets"}), "as", "make springs of the mesh's surface, lines or tetrahedra instead")
	set.Var(settings(&o.Set), "set", settingUsage)
	MeshSection.Add(cmd, f.addMesh)
	cmd.MarkFlagsMutuallyExclusive("as", "springs-from")
	SolverSection.Add(cmd, f.addStep)
	AddSolver(cmd, &o.Integrator, &o.Plain)
	SolverSection.Add(cmd, f.addSolver)
}

// addMesh adds the flags of a mesh, its springs and its material.
func (f *Structure) addMesh(set *pflag.FlagSet) {
	o := &f.Options
	set.Var(Size(&o.Size, 1, 3, "NxNxN", "masses along each axis, such as 10x10x20, or 64x64, or 43"), "masses", "masses along each axis: lattice 10x10x20, jelly 8, cloth 64x64, rope 200")
	set.Var(Choice(&f.perMass, []string{"3", "9", "13"}), "per-mass", "springs per mass of a lattice: edges, + face diagonals, + body diagonals (default 13)")
	set.Var(Choice(&o.Fill, []string{"lattice", "truss"}), "fill", "fill a closed mesh with a lattice (default) or with a random truss")
	set.Var(Positive(&o.Pitch), "pitch", "distance of masses in a filled mesh; in a truss the least distance [m]")
	set.Var(Seed(&o.Seed), "seed", "seed of a random truss")
	set.Var(Choice(&o.As, []string{"lines"}), "springs-from", "the same as --as lines")
	set.Var(Choice(&o.Units, scene.Units()), "units", "`unit` of the mesh's coordinates: "+strings.Join(scene.Units(), ", ")+" (default m)")
	set.Var(Positive(&o.Scale), "scale", "factor on the mesh's coordinates, on top of --units (default 1)")
	set.Var(Positive(&o.Weld), "weld", "join vertices up to this far apart [unit of the file] (default: equal positions)")
	set.BoolVar(&o.KeepDuplicates, "keep-duplicates", false, "keep vertices at equal positions apart")
	set.StringVar(&o.Pin, "pin", "", "hold the top, the bottom or a `group` of the mesh (docs/meshes.md)")
	set.Var(Positive(&o.Modulus), "modulus", "Young's modulus of a filled mesh or of tetrahedra [Pa], instead of --stiffness")
	set.Var(Positive(&o.Stiffness), "stiffness", "stiffness k of springs [N/m] (default: the structure carries its own weight)")
	set.StringVar(&o.Stiffen, "stiffen", "", "`factors` on the stiffness of the mesh's groups, such as soft=0.1,hard=10")
	set.Var(Positive(&o.Density), "density", "density of solids [kg/m³], cloth [kg/m²], ropes and lines [kg/m]")
	set.StringVar(&o.MassFile, "mass-file", "", "`file` with one number per mass [kg], text or .npy, instead of --density")
	set.Var(positive(&o.DampingRatio, "--undamped switches damping off", false), "damping-ratio", "damping ratio of springs; 1 is critical (most presets: 0.05)")
	set.BoolVar(&o.Undamped, "undamped", false, "switch the damping of springs off")
	set.Var(positive(&o.DragHalfLife, "inf switches drag off", true), "drag", "time in which drag halves a velocity [s]; inf: no drag")
	set.BoolVar(&o.Collide, "collide", false, "let masses collide, with the defaults of [collision] in docs/scene.md")
}

// addStep adds the flag of the step.
func (f *Structure) addStep(set *pflag.FlagSet) {
	set.Var(Positive(&f.Options.DT), "dt", "step [s] (default: half of the safe step, which hooke info shows)")
}

// addSolver adds the flags of solvers that take large steps.
func (f *Structure) addSolver(set *pflag.FlagSet) {
	o := &f.Options
	set.Var(Whole(&o.Substeps, 1), "substeps", "substeps of a step: impulses (default: by stiffness), implicit-euler (4), pbd and energy (1)")
	set.Var(Whole(&o.Iterations, 1), "iterations", "iterations per substep: impulses (default 1), implicit-euler (at most 20), pbd (10), energy (at most 30)")
	set.Var(Positive(&o.Tolerance), "tolerance", "residual at which the iterations of implicit-euler (default 0.001) and energy (default: rounding) end")
	set.BoolVar(&o.Forward, "forward", false, "impulses: sweep over springs in one direction; half the time, less stable")
	set.Var(warm(&o.Warm), "warm", "impulses: share of the last impulses to start from, 0 to 0.5 (default 0)")
}

// settingUsage explains --set.
const settingUsage = "change a key of the scene, such as run.gravity=[0,0,-1.6]"

// AddSettings adds the flag of settings to a verb that has no other flags of a structure.
func AddSettings(cmd *cobra.Command, lines *string) {
	cmd.Flags().Var(settings(lines), "set", settingUsage)
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
