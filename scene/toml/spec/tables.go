package spec

import (
	"sync"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/preset"
)

// Tables returns the descriptions of all tables of a scene file, in the order of the reference.
// The first one has no name and describes the keys before all tables. They are made once, and
// callers only read them: a sweep asks for them in every run.
func Tables() []Table { return tables() }

var tables = sync.OnceValue(makeTables)

func makeTables() []Table {
	return []Table{
		{Name: "", doc: "Before the first table.", Keys: []Key{
			{Name: "name", Kind: Text, fallback: "the file's name", Doc: "name of the model, for people"},
		}},
		{Name: "let", Free: true, doc: "Variables: each name is a number, or a text such as `\"2*$other + 1\"` of variables above it. Wherever a key holds numbers, a text with `$name` in it is an expression: numbers, variables, + - * / ( ), min(a, b), max(a, b). `--set let.name=3` gives a variable another value."},
		runSpec(), meshSpec(), voxelSpec(), massSpec(), springSpec(), materialSpec(), groupSpec(), joinSpec(),
		{Name: "pin", Many: true, doc: "Holds masses where they are.", Keys: []Key{
			{Name: "group", Kind: Texts, Required: true, Doc: "groups that are held"},
			{Name: "axes", Kind: Word, fallback: "xyz", Words: []string{"x", "y", "z", "xy", "xz", "yz", "xyz"}, Doc: "axes along which they do not move"},
		}},
		attachmentSpec(), contactSpec(), collisionSpec(), actuatorSpec(), forceSpec(), motorSpec(), handleSpec(), clampSpec(), guideSpec(), windSpec(),
		controlSpec(), inputSpec(), sensorSpec(), controllerSpec(),
		{Name: "output", Many: true, doc: "What a run writes, how often and where.", Keys: []Key{
			{Name: "what", Kind: Word, Required: true, Words: scene.OutputNames(), Doc: "the format"},
			{Name: "every", Kind: Number, Unit: "s", Required: true, Bound: positive, Doc: "simulated time between two"},
			{Name: "file", Kind: File, fallback: "the format's own", Doc: "where to, below the output folder"},
			{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups that are written"},
			{Name: "fields", Kind: Texts, Words: scene.OutputFields(), fallback: "all that the format has, but no reaction", Doc: "quantities that are written; reaction, of csv, is in a table of its own: the force and the torque on what of names; of png and mp4 it adds arrows of the forces on all contacts, pins and guides"},
			{Name: "of", Kind: Texts, With: []string{"fields"}, Doc: "whose reaction: contact[N], pin[N], guide[N] by their order in the file from 0 on, or collision"},
			{Name: "float64", Kind: Flag, fallback: "false", Doc: "of vtu, vtkhdf, npz, lammps and csv: numbers in the engine's own precision, as float64; an engine of single precision gives the exact values of its float32"},
			{Name: "compress", Kind: Flag, fallback: "false", Doc: "of vtu and vtkhdf: arrays are compressed by zlib, level 1"},
		}},
	}
}

func names[T interface{ String() string }](list []T) []string {
	var out []string
	for _, item := range list {
		out = append(out, item.String())
	}
	return out
}

func runSpec() Table {
	return Table{Name: "run", doc: "The numbers of the run.", Keys: []Key{
		{Name: "dt", Kind: Step, Unit: "s", fallback: `"auto"`, Bound: positive, Doc: "step; auto: half of the safe one, see hooke info; class: that, rounded down to a power of √2 s, so that runs of a sweep that need about the same step are stepped together"},
		{Name: "solver", Kind: Word, fallback: model.SymplecticEuler.String(), Words: names(model.Solvers()), Doc: "how a step advances; impulses and implicit-euler take steps of a screen, however stiff springs are; pbd teaches"},
		{Name: "integrator", Kind: Word, fallback: "the solver", Words: names(model.Solvers()), Doc: "old name of solver"},
		{Name: "substeps", Kind: Whole, fallback: "4 to 100, by the stiffness of springs, see hooke info; implicit-euler: 4, pbd: 1", Bound: positive, Doc: "of impulses, implicit-euler and pbd: into how many a step is divided"},
		{Name: "iterations", Kind: Whole, fallback: "1; implicit-euler: at most 20, pbd: 10", Bound: positive, Doc: "of the same: sweeps over all springs, or masses, in a substep; more substeps are better than more iterations"},
		{Name: "tolerance", Kind: Number, fallback: "0.001", Bound: positive, Doc: "of implicit-euler: iterations of a substep end when the largest force left is at most this part of that at its start"},
		{Name: "forward", Kind: Flag, fallback: "false", Doc: "of impulses: sweeps go through the springs once and not there and back; half the time, but it blows up where a mass has many springs or is light"},
		{Name: "warm", Kind: Number, fallback: "0", Bound: notNegative, Doc: "of impulses: share of the last substep's impulses that a substep begins with, at most 0.5"},
		{Name: "duration", Kind: Number, Unit: "s", fallback: "15 √(size/g)", Bound: positive, Doc: "simulated time of a run"},
		{Name: "gravity", Kind: Vector, Unit: "m/s²", fallback: "[0, 0, -9.81]", Doc: "acceleration of all masses"},
		{Name: "drag_half_life", Kind: Number, Unit: "s", fallback: "no drag", Bound: positive, Doc: "time in which drag halves a velocity"},
		{Name: "drag_factor", Kind: Number, fallback: "no drag", Bound: share, Doc: "instead of a half-life: what drag leaves of a velocity per step, above 0, whatever dt is"},
		{Name: "quadratic_drag", Kind: Number, Unit: "kg/m", fallback: "0", Bound: notNegative, Doc: "q of the force −q |v| v on each mass"},
		{Name: "seed", Kind: Whole, fallback: "0", Bound: notNegative, Doc: "of everything random that has no seed of its own"},
		{Name: "until", Kind: Texts, Words: physics.EndingWords(), fallback: "nothing", Doc: "what ends the run before its duration; looked at every 10 steps, and the first in the list that holds ends it"},
		{Name: "still_speed", Kind: Number, Unit: "m/s", fallback: "0.001", Bound: positive, Doc: "of until: still means that no mass is faster"},
		{Name: "still_time", Kind: Number, Unit: "s", fallback: "0.5", Bound: notNegative, Doc: "for so long"},
		{Name: "fall_height", Kind: Number, Unit: "m", Doc: "of until: fell means that the center of mass is less above the highest plane contact under it, or above 0 without one"},
		{Name: "leave_radius", Kind: Number, Unit: "m", Bound: notNegative, Doc: "of until: left means that the center of mass is farther from its start, measured horizontally"},
	}}
}

func meshSpec() Table {
	made := []string{"lattice", "solid", "cloth", "rope", "truss", "helix", "ring"}
	coiled := []string{"helix", "ring"}
	read := []string{"file", "preset"}
	filled := []string{"truss", "file", "preset"}
	return Table{Name: "mesh", Many: true, Variant: []string{"make", "file", "preset"},
		doc: "A structure: one that is made, a file, or the structure of a preset (its masses, springs, pins and muscles, without its ground and loads). Several become one model.",
		Keys: append([]Key{
			{Name: "make", Kind: Word, Words: append(made, "voxels", "cube"), Doc: "what to make"},
			{Name: "file", Kind: File, Doc: "mesh or structure to read, below the folder of the scene file"},
			{Name: "preset", Kind: Word, Words: preset.Names(), Doc: "preset to take the structure of"},
			{Name: "name", Kind: Text, Doc: "its groups become name/group, all of it the group name"},
			{Name: "masses", Kind: Sizes, Only: append(coiled, "lattice", "cloth", "rope", "preset"), Needed: append(coiled, "lattice", "cloth", "rope"), Bound: positive, fallback: "a preset's own", Doc: "masses along each axis"},
			{Name: "cells", Kind: Sizes, Only: []string{"solid"}, Required: true, Bound: positive, Doc: "cells along each axis"},
			{Name: "size", Kind: Vector, Unit: "m", Only: []string{"truss"}, Required: true, Bound: positive, Doc: "of the box that it fills"},
			{Name: "spacing", Kind: Number, Unit: "m", Only: []string{"lattice", "solid", "cloth", "voxels"}, Required: true, Bound: positive, Doc: "distance of neighbors"},
			{Name: "length", Kind: Number, Unit: "m", Only: []string{"rope"}, Required: true, Bound: positive, Doc: "of all springs at rest together"},
			{Name: "span", Kind: Number, Unit: "m", Only: []string{"rope"}, Bound: positive, fallback: "length", Doc: "distance of the two ends"},
			{Name: "radius", Kind: Number, Unit: "m", Only: coiled, Required: true, Bound: positive, Doc: "of the helix, about the z axis from z = 0 down, or of the ring about it"},
			{Name: "turns", Kind: Number, Only: []string{"helix"}, Required: true, Bound: positive, Doc: "of the helix"},
			{Name: "rise", Kind: Number, Unit: "m", Only: []string{"helix"}, Required: true, Bound: notNegative, Doc: "way along the axis in a turn"},
			{Name: "mass", Kind: Number, Unit: "kg", Only: append(coiled, "lattice", "cloth", "rope"), Bound: positive, fallback: "from density", Doc: "of each mass"},
			{Name: "density", Kind: Number, Unit: "kg/m³, kg/m² or kg/m", Only: append(made, read...), Bound: positive, fallback: "1000, 0.2 or 0.1", Doc: "of the volume that a solid spans or a mesh encloses, of the area of cloth, of the length of ropes and lines"},
			{Name: "springs", Kind: Count, Only: filled, Bound: positive, Doc: "springs wanted, the nearest that can be built"},
			{Name: "pitch", Kind: Number, Unit: "m", Only: filled, Bound: positive, Doc: "distance of masses in a fill, the least one in a truss; instead of springs"},
			{Name: "seed", Kind: Whole, Only: filled, Bound: notNegative, fallback: "that of [run]", Doc: "of a truss's random places"},
			{Name: "per_mass", Kind: Whole, Only: append([]string{"lattice"}, read...), Bound: positive, fallback: "13", Doc: "springs per mass: 3, 9 or 13"},
			{Name: "as", Kind: Word, Only: read, Words: []string{"cloth", "lines", "tets"}, Doc: "what to make of a mesh that is not filled"},
			{Name: "fill", Kind: Word, Only: read, Words: []string{"lattice", "truss"}, Doc: "fill a mesh, closed or not"},
			{Name: "up", Kind: Word, Only: read, Words: []string{"x", "y", "z"}, fallback: "z; y of glTF", Doc: "axis of the file that points up"},
			{Name: "pin", Kind: Text, Only: read, fallback: "none", Doc: "hold the outermost 2 % of the height, \"top\" or \"bottom\", or a group of the file"},
			{Name: "units", Kind: Word, Only: []string{"file"}, Words: scene.Units(), fallback: "m", Doc: "of the file's coordinates; a scale counts as well"},
			{Name: "weld", Kind: Number, Unit: "unit of the file", Only: []string{"file"}, Bound: positive, fallback: "exact duplicates", Doc: "vertices up to this far apart become one"},
			{Name: "keep_duplicates", Kind: Flag, Only: []string{"file"}, fallback: "false", Doc: "vertices at the same place stay apart"},
			{Name: "stiffen", Kind: Text, Only: []string{"file"}, Doc: "factors on the stiffness of springs with both ends in a group of the file: \"soft=0.1,hard=10\""},
			{Name: "mass_file", Kind: File, Only: []string{"file"}, fallback: "from density", Doc: "one number per mass [kg], text or .npy"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Only: append(coiled, "lattice", "cloth", "rope", "truss", "file", "preset"), Bound: positive, fallback: "enough to carry itself (file, preset)", Doc: "k of springs, of a cloth structural ones"},
			{Name: "shear_stiffness", Kind: Number, Unit: "N/m", Only: []string{"cloth"}, Bound: notNegative, fallback: "0.3 stiffness", Doc: "k across a cell"},
			{Name: "bend_stiffness", Kind: Number, Unit: "N/m", Only: []string{"cloth"}, Bound: notNegative, fallback: "0.05 stiffness", Doc: "k to the mass after next"},
			{Name: "modulus", Kind: Number, Unit: "Pa", Only: append([]string{"solid"}, filled...), Needed: []string{"solid"}, Bound: positive, Doc: "Young's modulus, needed by a solid; of a truss, instead of a stiffness"},
			{Name: "damping_ratio", Kind: Number, Only: append(append([]string{"voxels"}, made...), read...), Bound: positive, fallback: "none (made), mostly 0.05 (file, preset)", Doc: "ζ of springs, 1 is critical"},
			{Name: "undamped", Kind: Flag, Only: read, fallback: "false", Doc: "no damping in springs"},
			{Name: "material", Kind: Text, Doc: "material of all its springs, instead of its own"},
			{Name: "scale", Kind: Number, Bound: positive, fallback: "1", Doc: "factor on its coordinates and rest lengths; of a mesh file before springs are made"},
			{Name: "turn", Kind: Vector, Unit: "°", fallback: "[0, 0, 0]", Doc: "turned about the x axis, then about y, then about z"},
			{Name: "move", Kind: Vector, Unit: "m", fallback: "[0, 0, 0]", Doc: "moved, after it was turned"},
			{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "it starts with"},
			{Name: "ground", Kind: Word, Words: []string{"lift", "keep"}, fallback: "lift (file), keep (make, preset)", Doc: "lift: moved out of every plane that it starts in; keep: it stays there"},
			{Name: "ground_gap", Kind: Number, Unit: "m", Bound: notNegative, fallback: "1 % of its size", Doc: "from a plane to a mesh that was lifted out of it"},
		}, voxelKeys()...)}
}

func groupSpec() Table {
	return Table{Name: "group", Many: true, Variant: []string{"shape"},
		doc: "Names masses, by where they rest after meshes were moved, or by label. Every mesh has groups of its own (a lattice bottom and top, a cloth edge and corners, a rope ends). Where no group has the name, `top` and `bottom` are the masses in the outermost 2 % of the height at rest, and `GROUP/top` those of a group, wherever a group is asked for.",
		Keys: []Key{
			{Name: "name", Kind: Text, Required: true, Doc: "to name it by"},
			{Name: "shape", Kind: Word, Required: true, Words: []string{"box", "sphere", "plane", "label", "list"}, Doc: "how masses are chosen"},
			{Name: "min", Kind: Vector, Unit: "m", Only: []string{"box"}, Required: true, Doc: "corner of the box, faces included"},
			{Name: "max", Kind: Vector, Unit: "m", Only: []string{"box"}, Required: true, Doc: "opposite corner"},
			{Name: "center", Kind: Vector, Unit: "m", Only: []string{"sphere"}, Required: true, Doc: "of the sphere"},
			{Name: "radius", Kind: Number, Unit: "m", Only: []string{"sphere"}, Required: true, Bound: positive, Doc: "of the sphere"},
			{Name: "point", Kind: Vector, Unit: "m", Only: []string{"plane"}, Required: true, Doc: "of the plane"},
			{Name: "normal", Kind: Direction, Only: []string{"plane"}, Required: true, Doc: "side of the plane, of any length"},
			{Name: "labels", Kind: Texts, Only: []string{"label"}, Required: true, Doc: "groups that it unites"},
			{Name: "masses", Kind: Wholes, Only: []string{"list"}, Required: true, Bound: notNegative, Doc: "numbers of masses"},
			{Name: "within", Kind: Texts, fallback: "all masses", Doc: "groups that it is chosen from"},
		}}
}

func contactSpec() Table {
	return Table{Name: "contact", Many: true, Variant: []string{"shape"}, doc: "A solid that masses bump into. It may move by velocity t + amplitude wave(frequency t + phase/2π) + table, turn, and carry masses on a surface that runs as a belt; dampers and friction see the velocity relative to its surface.", Keys: []Key{
		{Name: "shape", Kind: Word, Required: true, Words: []string{"plane", "sphere", "box", "capsule"}, Doc: "of the solid"},
		{Name: "inside", Kind: Flag, fallback: "false", Doc: "keeps masses in it instead of out: a container"},
		{Name: "normal", Kind: Direction, Only: []string{"plane"}, fallback: "[0, 0, 1]", Doc: "out of the solid, of any length"},
		{Name: "offset", Kind: Number, Unit: "m", Only: []string{"plane"}, fallback: "0", Doc: "height along the normal"},
		{Name: "center", Kind: Vector, Unit: "m", Only: []string{"sphere", "box"}, Required: true, Doc: "of the solid"},
		{Name: "radius", Kind: Number, Unit: "m", Only: []string{"sphere", "capsule"}, Required: true, Bound: positive, Doc: "of the solid"},
		{Name: "half", Kind: Vector, Unit: "m", Only: []string{"box"}, Required: true, Bound: positive, Doc: "half of its sizes"},
		{Name: "turn", Kind: Vector, Unit: "°", Only: []string{"box"}, fallback: "[0, 0, 0]", Doc: "turned about its center, as a mesh"},
		{Name: "a", Kind: Vector, Unit: "m", Only: []string{"capsule"}, Required: true, Doc: "one end of its axis"},
		{Name: "b", Kind: Vector, Unit: "m", Only: []string{"capsule"}, Required: true, Doc: "the other end"},
		{Name: "touches", Kind: Word, Only: []string{"sphere", "box", "capsule"}, fallback: "masses", Words: names(model.AllTouches()), Doc: "what of a structure it pushes, each with those before it: springs are edges of cloth and the springs of ropes and lines, triangles those of cloth; a plane or a container needs no more than masses"},
		{Name: "stiffness", Kind: Number, Unit: "N/m", Bound: positive, fallback: "0.4 of the mean stiffness around a mass; min(Cs, 0.3) m/dt² where springs have none in N/m", Doc: "kc"},
		{Name: "damping", Kind: Number, Unit: "N·s/m", Bound: notNegative, fallback: "of ratio 0.2, with its own stiffness 0; min(Cd, 0.3) m/dt where springs have no stiffness in N/m", Doc: "bc"},
		{Name: "damping_ratio", Kind: Number, Bound: notNegative, fallback: "0.2, with its own stiffness 0", Doc: "ζ of a mass of mean size on the contact, instead of damping"},
		{Name: "normalized_stiffness", Kind: Number, Bound: share, fallback: "the largest Cs of the springs at a mass", Doc: "Cs of kc = min(Cs, 0.3) m/dt², instead of a stiffness; without springs up to 1"},
		{Name: "normalized_damping", Kind: Number, Bound: share, fallback: "the largest Cd of the springs at a mass", Doc: "Cd of bc = min(Cd, 0.3) m/dt, likewise"},
		{Name: "static_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μs, at least μk"},
		{Name: "kinetic_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μk"},
		{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "with which it moves from its place"},
		{Name: "amplitude", Kind: Vector, Unit: "m", With: []string{"frequency", "phase"}, fallback: "[0, 0, 0]", Doc: "of the wave in which it moves"},
		{Name: "wave", Kind: Word, With: []string{"amplitude"}, fallback: "sine", Words: []string{"sine", "table"}, Doc: "shape of the wave"},
		{Name: "frequency", Kind: Number, Unit: "Hz", With: []string{"amplitude"}, Bound: notNegative, fallback: "0", Doc: "cycles a second"},
		{Name: "phase", Kind: Number, Unit: "rad", With: []string{"amplitude"}, fallback: "0", Doc: "lead"},
		{Name: "cycle", Kind: Curve, With: []string{"amplitude"}, Doc: "of wave table: from −1 to 1 over a cycle from 0 to 1, which ends where it begins"},
		{Name: "table", Kind: Path, Unit: "s, m", Doc: "offsets over time, straight between points"},
		{Name: "spin", Kind: Vector, Unit: "rad/s", fallback: "[0, 0, 0]", Doc: "turn rate about an axis of this direction; of a plane along its normal"},
		{Name: "spin_table", Kind: Curve, With: []string{"spin"}, Unit: "s", Doc: "factor of spin over time"},
		{Name: "pivot", Kind: Vector, Unit: "m", With: []string{"spin"}, fallback: "its middle; of a plane its point nearest to the origin", Doc: "point of the solid about which it turns"},
		{Name: "belt", Kind: Vector, Unit: "m/s", With: []string{"static_friction"}, fallback: "[0, 0, 0]", Doc: "with which its surface runs along it while it stays; turns with it"},
	}}
}

func collisionSpec() Table {
	return Table{Name: "collision",
		doc: "Masses collide with each other: each is a ball that pushes others away. Each mesh is a body; those that a [[join]] connects are one. Masses that rest as near as their radii reach never touch when they are of one body. Without the table masses pass through each other, unless --collide is given.",
		Keys: []Key{
			{Name: "radius", Kind: Number, Unit: "m", Bound: positive, fallback: "radius_factor times the shortest rest length at a mass", Doc: "r of each mass"},
			{Name: "radius_factor", Kind: Number, Bound: positive, fallback: "0.5", Doc: "radius in shortest rest lengths"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Bound: positive, fallback: "per body 1/4 of the mean sum of k at a mass", Doc: "kc"},
			{Name: "damping_ratio", Kind: Number, Bound: notNegative, fallback: "0.1", Doc: "ζ of a touch, below 1"},
			{Name: "static_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μs, at least μk"},
			{Name: "kinetic_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μk"},
			{Name: "friction_iterations", Kind: Whole, With: []string{"static_friction"}, Bound: positive, fallback: "1", Doc: "how often friction is evaluated in a step, 1 to 4"},
			{Name: "skin", Kind: Number, Unit: "m", Bound: positive, fallback: "0.4 of the largest radius", Doc: "how much farther than they reach pairs are listed; no result depends on it"},
			{Name: "check_every", Kind: Whole, Unit: "steps", Bound: positive, fallback: "8", Doc: "how often lists are looked at; no result depends on it"},
			{Name: "which", Kind: Word, Words: []string{"auto", "surface", "all"}, fallback: "auto", Doc: "masses that take part; surface: not those inside filled solids, all of cloth and rope; auto: also the layer below a surface, and all of bodies that overlap others where they rest"},
			{Name: "groups", Kind: Texts, fallback: "all masses", Doc: "groups whose masses take part"},
			{Name: "between", Kind: Texts, Words: []string{"self", "bodies"}, fallback: `["self", "bodies"]`, Doc: "masses of one body, of different bodies, or both"},
		}}
}

func actuatorSpec() Table {
	return Table{Name: "actuator", Many: true,
		doc: "A muscle: L0(t) = L0 (1 + amplitude · wave(frequency t + phase/2π)). Those without a group replace the muscles that the meshes have of their own, in their order.",
		Keys: []Key{
			{Name: "name", Kind: Text, Doc: "for people"},
			{Name: "group", Kind: Texts, fallback: "the next muscle of the meshes", Doc: "groups; it has the springs with both ends in one of them"},
			{Name: "wave", Kind: Word, fallback: "sine", Words: names(model.Waves()), Doc: "shape of the motion"},
			{Name: "amplitude", Kind: Number, Required: true, Bound: belowOne, Doc: "share of the rest length"},
			{Name: "frequency", Kind: Number, Unit: "Hz", Bound: notNegative, fallback: "0", Doc: "cycles a second"},
			{Name: "phase", Kind: Number, Unit: "rad", fallback: "0", Doc: "lead"},
			{Name: "table", Kind: Curve, Doc: "of wave table: values from −1 to 1 over a cycle from 0 to 1"},
			{Name: "half_life", Kind: Number, Unit: "s", Bound: notNegative, fallback: "0: not smoothed", Doc: "smooths the wave"},
		}}
}

func joinSpec() Table {
	connect := []string{"connect"}
	return Table{Name: "join", Many: true, Variant: []string{"how"},
		doc: "Joins two bodies, which share nothing before: masses that rest near each other become one, or springs connect them. It acts before pins and materials, in the order of the file.",
		Keys: []Key{
			{Name: "how", Kind: Word, Required: true, Words: []string{"weld", "connect"}, Doc: "weld: nearest masses become one; connect: springs between all near ones"},
			{Name: "a", Kind: Text, Required: true, Doc: "group of one body"},
			{Name: "b", Kind: Text, Required: true, Doc: "group of the other body"},
			{Name: "distance", Kind: Number, Unit: "m", Required: true, Bound: notNegative, Doc: "up to which masses are near, at rest"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Only: connect, Bound: positive, Doc: "k of the springs; or a material"},
			{Name: "damping", Kind: Number, Unit: "N·s/m", Only: connect, Bound: notNegative, fallback: "0", Doc: "c of the springs"},
			{Name: "damping_ratio", Kind: Number, Only: connect, With: []string{"stiffness"}, Bound: notNegative, fallback: "0", Doc: "ζ of the springs, instead of damping"},
			{Name: "material", Kind: Text, Only: connect, Doc: "of the springs, instead of stiffness"},
		}}
}
