package spec

import (
	"fmt"
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
			{Name: "name", Kind: Text, fallback: "the file's name", Doc: "name of the model"},
		}},
		{Name: "let", Free: true, doc: "Variables: a number, or a text with variables above it, such as `\"2*$other + 1\"`. Where a key takes numbers, a text with `$name` is an expression: numbers, variables, + - * / ( ), min(a, b), max(a, b). `--set let.name=3` overrides a variable."},
		runSpec(), meshSpec(), voxelSpec(), massSpec(), springSpec(), materialSpec(), groupSpec(), joinSpec(),
		{Name: "pin", Many: true, doc: "Keeps masses at their positions.", Keys: []Key{
			{Name: "group", Kind: Texts, Required: true, Doc: "groups to hold"},
			{Name: "axes", Kind: Word, fallback: "xyz", Words: []string{"x", "y", "z", "xy", "xz", "yz", "xyz"}, Doc: "axes to hold"},
		}},
		attachmentSpec(), contactSpec(), collisionSpec(), actuatorSpec(), forceSpec(), motorSpec(), handleSpec(), spinSpec(), waterSpec(), pressureSpec(), areaSpec(), orientSpec(), trackSpec(), shapeSpec(), limitSpec(), clampSpec(), guideSpec(), windSpec(),
		controlSpec(), inputSpec(), sensorSpec(), controllerSpec(),
		{Name: "output", Many: true, doc: "Files that a run writes.", Keys: []Key{
			{Name: "what", Kind: Word, Required: true, Words: scene.OutputNames(), Doc: "the format"},
			{Name: "every", Kind: Number, Unit: "s", Required: true, Bound: positive, Doc: "simulated time between two outputs"},
			{Name: "file", Kind: File, fallback: "the format's own", Doc: "path below the output folder"},
			{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups to write"},
			{Name: "fields", Kind: Texts, Words: scene.OutputFields(), fallback: "all of the format except reaction", Doc: "quantities to write; csv writes reaction, the force and torque on the things in of, as a table of its own; png and mp4 draw it as arrows on contacts, pins and guides"},
			{Name: "of", Kind: Texts, With: []string{"fields"}, Doc: "sources of reaction: contact[N], pin[N], guide[N] in file order from 0, or collision"},
			{Name: "float64", Kind: Flag, fallback: "false", Doc: "vtu, vtkhdf, npz, lammps, csv: write float64; a single-precision engine writes its exact float32 values"},
			{Name: "compress", Kind: Flag, fallback: "false", Doc: "vtu, vtkhdf: compress arrays (zlib, level 1)"},
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
	return Table{Name: "run", doc: "Time, solver and global forces.", Keys: []Key{
		{Name: "dt", Kind: Step, Unit: "s", fallback: `"auto"`, Bound: positive, Doc: "step; auto: half of the safe step (hooke info); class: rounded down to a power of √2 s, so that similar runs of a sweep step together"},
		{Name: "solver", Kind: Word, fallback: model.SymplecticEuler.String(), Words: names(model.Solvers()), Doc: "how a step advances; impulses takes 1/60 s with any stiffness; implicit-euler, pbd and energy are for teaching"},
		{Name: "integrator", Kind: Word, fallback: "the solver", Words: names(model.Solvers()), Doc: "old name of solver"},
		{Name: "substeps", Kind: Whole, fallback: "4 to 100 by stiffness (hooke info); implicit-euler 4, pbd and energy 1", Bound: positive, Doc: "impulses, implicit-euler, pbd, energy: substeps per step"},
		{Name: "iterations", Kind: Whole, fallback: "1; implicit-euler at most 20, pbd 10, energy at most 30", Bound: positive, Doc: "likewise: sweeps per substep; more substeps help more"},
		{Name: "tolerance", Kind: Number, fallback: "0.001; energy: rounding", Bound: positive, Doc: "implicit-euler, energy: relative residual at which iterations end"},
		{Name: "forward", Kind: Flag, fallback: "false", Doc: "impulses: sweep one way, in half the time; unstable where a mass has many springs or is light"},
		{Name: "warm", Kind: Number, fallback: "0", Bound: notNegative, Doc: "impulses: warm start, the share of the last substep's impulses, at most 0.5"},
		{Name: "duration", Kind: Number, Unit: "s", fallback: "15 √(size/g)", Bound: positive, Doc: "simulated time"},
		{Name: "gravity", Kind: Vector, Unit: "m/s²", fallback: fmt.Sprintf("[0, 0, %g]", model.EarthGravity()[2]), Doc: "acceleration of all masses"},
		{Name: "drag_half_life", Kind: Number, Unit: "s", fallback: "no drag", Bound: positive, Doc: "time in which drag halves a velocity"},
		{Name: "drag_factor", Kind: Number, fallback: "no drag", Bound: share, Doc: "instead of a half-life: factor of velocities per step, above 0, for any dt"},
		{Name: "quadratic_drag", Kind: Number, Unit: "kg/m", fallback: "0", Bound: notNegative, Doc: "q of the force −q |v| v on each mass"},
		{Name: "seed", Kind: Whole, fallback: "0", Bound: notNegative, Doc: "default of all seeds"},
		{Name: "until", Kind: Texts, Words: physics.EndingWords(), fallback: "nothing", Doc: "conditions that end the run early, checked every 10 steps, in this order"},
		{Name: "still_speed", Kind: Number, Unit: "m/s", fallback: "0.001", Bound: positive, Doc: "still: largest speed of a mass"},
		{Name: "still_time", Kind: Number, Unit: "s", fallback: "0.5", Bound: notNegative, Doc: "still: for this time"},
		{Name: "fall_height", Kind: Number, Unit: "m", Doc: "fell: least height of the center of mass over the highest plane contact under it, else over 0"},
		{Name: "leave_radius", Kind: Number, Unit: "m", Bound: notNegative, Doc: "left: largest horizontal distance of the center of mass from its start"},
	}}
}

func meshSpec() Table {
	made := []string{"lattice", "solid", "cloth", "rope", "truss", "helix", "ring"}
	coiled := []string{"helix", "ring"}
	bent := []string{"cloth", "rope", "helix", "ring", "file"}
	read := []string{"file", "preset"}
	filled := []string{"truss", "file", "preset"}
	return Table{Name: "mesh", Many: true, Variant: []string{"make", "file", "preset"},
		doc: "A structure: made, read from a file, or taken from a preset (masses, springs, pins and muscles, without ground and loads). Several become one model.",
		Keys: append([]Key{
			{Name: "make", Kind: Word, Words: append(made, "voxels", "cube"), Doc: "generator"},
			{Name: "file", Kind: File, Doc: "mesh or structure, below the folder of the scene file"},
			{Name: "preset", Kind: Word, Words: preset.Names(), Doc: "preset whose structure to take"},
			{Name: "name", Kind: Text, Doc: "prefix of its groups (name/group) and the group of all its masses"},
			{Name: "masses", Kind: Sizes, Only: append(coiled, "lattice", "cloth", "rope", "preset"), Needed: append(coiled, "lattice", "cloth", "rope"), Bound: positive, fallback: "a preset's own", Doc: "masses along each axis"},
			{Name: "cells", Kind: Sizes, Only: []string{"solid"}, Required: true, Bound: positive, Doc: "cells along each axis"},
			{Name: "size", Kind: Vector, Unit: "m", Only: []string{"truss"}, Required: true, Bound: positive, Doc: "of the filled box"},
			{Name: "spacing", Kind: Number, Unit: "m", Only: []string{"lattice", "solid", "cloth", "voxels"}, Required: true, Bound: positive, Doc: "distance of neighbors"},
			{Name: "length", Kind: Number, Unit: "m", Only: []string{"rope"}, Required: true, Bound: positive, Doc: "total rest length"},
			{Name: "span", Kind: Number, Unit: "m", Only: []string{"rope"}, Bound: positive, fallback: "length", Doc: "distance of the two ends"},
			{Name: "radius", Kind: Number, Unit: "m", Only: coiled, Required: true, Bound: positive, Doc: "of the helix or ring about the z axis; the helix descends from z = 0"},
			{Name: "turns", Kind: Number, Only: []string{"helix"}, Required: true, Bound: positive, Doc: "of the helix"},
			{Name: "rise", Kind: Number, Unit: "m", Only: []string{"helix"}, Required: true, Bound: notNegative, Doc: "height of a turn"},
			{Name: "mass", Kind: Number, Unit: "kg", Only: append(coiled, "lattice", "cloth", "rope"), Bound: positive, fallback: "from density", Doc: "of each mass"},
			{Name: "density", Kind: Number, Unit: "kg/m³, kg/m² or kg/m", Only: append(made, read...), Bound: positive, fallback: "1000, 0.2 or 0.1", Doc: "of the volume of solids and closed meshes, the area of cloth, the length of ropes and lines"},
			{Name: "springs", Kind: Count, Only: filled, Bound: positive, Doc: "wanted number of springs"},
			{Name: "pitch", Kind: Number, Unit: "m", Only: filled, Bound: positive, Doc: "distance of masses in a fill, least distance in a truss; instead of springs"},
			{Name: "seed", Kind: Whole, Only: filled, Bound: notNegative, fallback: "that of [run]", Doc: "of a truss's random positions"},
			{Name: "per_mass", Kind: Whole, Only: append([]string{"lattice"}, read...), Bound: positive, fallback: "13", Doc: "springs per mass: 3, 9 or 13"},
			{Name: "as", Kind: Word, Only: read, Words: []string{"cloth", "lines", "tets"}, Doc: "structure of a mesh that is not filled"},
			{Name: "fill", Kind: Word, Only: read, Words: []string{"lattice", "truss"}, Doc: "structure that fills the mesh, closed or not"},
			{Name: "up", Kind: Word, Only: read, Words: []string{"x", "y", "z"}, fallback: "z; as glTF and USD say", Doc: "up axis of the file"},
			{Name: "pin", Kind: Text, Only: read, fallback: "none", Doc: "pin \"top\" or \"bottom\", the outermost 2 % of the height, or a group of the file"},
			{Name: "units", Kind: Word, Only: []string{"file"}, Words: scene.Units(), fallback: "m", Doc: "of the file's coordinates, besides scale"},
			{Name: "weld", Kind: Number, Unit: "unit of the file", Only: []string{"file"}, Bound: positive, fallback: "exact duplicates", Doc: "vertices within this distance merge"},
			{Name: "keep_duplicates", Kind: Flag, Only: []string{"file"}, fallback: "false", Doc: "keep coincident vertices apart"},
			{Name: "stiffen", Kind: Text, Only: []string{"file"}, Doc: "stiffness factors of groups of the file: \"soft=0.1,hard=10\""},
			{Name: "mass_file", Kind: File, Only: []string{"file"}, fallback: "from density", Doc: "one number per mass [kg], text or .npy"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Only: append(coiled, "lattice", "cloth", "rope", "truss", "file", "preset"), Bound: positive, fallback: "enough to carry itself (file, preset)", Doc: "k; of cloth, of structural springs"},
			{Name: "shear_stiffness", Kind: Number, Unit: "N/m", Only: []string{"cloth"}, Bound: notNegative, fallback: "0.3 stiffness", Doc: "k across a cell"},
			{Name: "bend_stiffness", Kind: Number, Unit: "N/m", Only: []string{"cloth"}, Bound: notNegative, fallback: "0.05 stiffness; 0 with bend_rigidity", Doc: "k to the mass after next"},
			{Name: "bend_rigidity", Kind: Number, Unit: "N·m; of chains N·m²", Only: bent, Bound: positive, fallback: "none", Doc: "D of hinges between triangles, or EI at masses between two springs"},
			{Name: "bend_damping_ratio", Kind: Number, Only: bent, With: []string{"bend_rigidity"}, Bound: notNegative, fallback: "0", Doc: "ζ of hinges"},
			{Name: "rest_angle", Kind: Word, Only: bent, With: []string{"bend_rigidity"}, Words: []string{"mesh", "flat"}, fallback: "mesh", Doc: "shape of hinges without moments: that of the mesh, or flat"},
			{Name: "modulus", Kind: Number, Unit: "Pa", Only: append([]string{"solid"}, filled...), Needed: []string{"solid"}, Bound: positive, Doc: "Young's modulus; of a truss, instead of stiffness"},
			{Name: "damping_ratio", Kind: Number, Only: append(append([]string{"voxels"}, made...), read...), Bound: positive, fallback: "none (make), mostly 0.05 (file, preset)", Doc: "ζ of springs, 1 is critical"},
			{Name: "undamped", Kind: Flag, Only: read, fallback: "false", Doc: "no damping in springs"},
			{Name: "material", Kind: Text, Doc: "material of all its springs"},
			{Name: "scale", Kind: Number, Bound: positive, fallback: "1", Doc: "factor of coordinates and rest lengths; of a file before springs are made"},
			{Name: "turn", Kind: Vector, Unit: "°", fallback: "[0, 0, 0]", Doc: "rotation about x, then y, then z"},
			{Name: "move", Kind: Vector, Unit: "m", fallback: "[0, 0, 0]", Doc: "translation after turn"},
			{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "at the start"},
			{Name: "ground", Kind: Word, Words: []string{"lift", "keep"}, fallback: "lift (file), keep (make, preset)", Doc: "lift: move it out of planes; keep: leave it"},
			{Name: "ground_gap", Kind: Number, Unit: "m", Bound: notNegative, fallback: "1 % of its size", Doc: "distance from a plane after lift"},
		}, voxelKeys()...)}
}

func groupSpec() Table {
	return Table{Name: "group", Many: true, Variant: []string{"shape"},
		doc: "Names masses by rest position or label. Meshes have groups of their own (lattice: bottom and top; cloth: edge and corners; rope: ends). Unless a group has the name, `all` is every mass, `top` and `bottom` are the outermost 2 % of the height at rest, `GROUP/top` that of a group.",
		Keys: []Key{
			{Name: "name", Kind: Text, Required: true, Doc: "name"},
			{Name: "shape", Kind: Word, Required: true, Words: []string{"box", "sphere", "plane", "label", "list"}, Doc: "how masses are selected"},
			{Name: "min", Kind: Vector, Unit: "m", Only: []string{"box"}, Required: true, Doc: "corner of the box, inclusive"},
			{Name: "max", Kind: Vector, Unit: "m", Only: []string{"box"}, Required: true, Doc: "opposite corner"},
			{Name: "center", Kind: Vector, Unit: "m", Only: []string{"sphere"}, Required: true, Doc: "of the sphere"},
			{Name: "radius", Kind: Number, Unit: "m", Only: []string{"sphere"}, Required: true, Bound: positive, Doc: "of the sphere"},
			{Name: "point", Kind: Vector, Unit: "m", Only: []string{"plane"}, Required: true, Doc: "of the plane"},
			{Name: "normal", Kind: Direction, Only: []string{"plane"}, Required: true, Doc: "side of the plane, any length"},
			{Name: "labels", Kind: Texts, Only: []string{"label"}, Required: true, Doc: "groups to unite"},
			{Name: "masses", Kind: Wholes, Only: []string{"list"}, Required: true, Bound: notNegative, Doc: "numbers of masses"},
			{Name: "within", Kind: Texts, fallback: "all masses", Doc: "groups to select from"},
		}}
}

func contactSpec() Table {
	return Table{Name: "contact", Many: true, Variant: []string{"shape"}, doc: "A solid that pushes masses out. It may move by velocity t + amplitude wave(frequency t + phase/2π) + table, spin, and carry masses on a belt.", Keys: []Key{
		{Name: "shape", Kind: Word, Required: true, Words: []string{"plane", "sphere", "box", "capsule", "terrain", "field"}, Doc: "of the solid; terrain: a ground of heights; field: the solid in a mesh; both on cpu and cpuref"},
		{Name: "inside", Kind: Flag, fallback: "false", Doc: "a container: keeps masses in"},
		{Name: "normal", Kind: Direction, Only: []string{"plane"}, fallback: "[0, 0, 1]", Doc: "out of the solid, any length"},
		{Name: "offset", Kind: Number, Unit: "m", Only: []string{"plane"}, fallback: "0", Doc: "height along the normal"},
		{Name: "center", Kind: Vector, Unit: "m", Only: []string{"sphere", "box", "terrain"}, Needed: []string{"sphere", "box"}, fallback: "[0, 0, 0] (terrain)", Doc: "of the solid; of a terrain the middle, at height 0"},
		{Name: "radius", Kind: Number, Unit: "m", Only: []string{"sphere", "capsule"}, Required: true, Bound: positive, Doc: "of the solid"},
		{Name: "half", Kind: Vector, Unit: "m", Only: []string{"box"}, Required: true, Bound: positive, Doc: "half sizes"},
		{Name: "turn", Kind: Vector, Unit: "°", Only: []string{"box", "field"}, fallback: "[0, 0, 0]", Doc: "rotation about its center, of a field about the origin of its mesh, as of a mesh"},
		{Name: "a", Kind: Vector, Unit: "m", Only: []string{"capsule"}, Required: true, Doc: "one end of its axis"},
		{Name: "b", Kind: Vector, Unit: "m", Only: []string{"capsule"}, Required: true, Doc: "the other end"},
		{Name: "make", Kind: Word, Only: []string{"terrain"}, Words: scene.TerrainMakers(), Doc: "generator of heights: noise, steps (squares) or a slope along x; or file"},
		{Name: "file", Kind: File, Only: []string{"terrain", "field"}, Doc: "a mesh that encloses the field; or heights: a grayscale .png (16 bits; black is 0, white height), or a .npy array of heights in m, rows along y"},
		{Name: "size", Kind: Numbers, Unit: "m", Only: []string{"terrain"}, Bound: positive, fallback: "10", Doc: "of its rectangle: [x, y], or one number for both"},
		{Name: "height", Kind: Number, Only: []string{"terrain"}, Bound: positive, fallback: "0.2; 1 (.npy)", Doc: "of generators and white in m; factor of the numbers of a .npy file"},
		{Name: "samples", Kind: Whole, With: []string{"make"}, Only: []string{"terrain"}, Bound: positive, fallback: "129", Doc: "of a generator along each side, up to 4096"},
		{Name: "seed", Kind: Whole, With: []string{"make"}, Only: []string{"terrain"}, Bound: notNegative, fallback: "that of [run]", Doc: "of noise and steps"},
		{Name: "cell", Kind: Number, Unit: "m", Only: []string{"field"}, Bound: positive, fallback: "longest side/64", Doc: "distance of the nodes at which it has distances"},
		{Name: "band", Kind: Number, Unit: "m", Only: []string{"field"}, Bound: positive, fallback: "3 cells", Doc: "how far its grid reaches beyond the mesh"},
		{Name: "scale", Kind: Number, Only: []string{"field"}, Bound: positive, fallback: "1", Doc: "factor of the coordinates of the mesh"},
		{Name: "move", Kind: Vector, Unit: "m", Only: []string{"field"}, fallback: "[0, 0, 0]", Doc: "translation after turn"},
		{Name: "outside", Kind: Word, Only: []string{"terrain"}, Words: []string{"edge", "nothing"}, fallback: "edge", Doc: "beyond the rectangle: the ground at its edge, level, or nothing"},
		{Name: "touches", Kind: Word, Only: []string{"sphere", "box", "capsule"}, fallback: "masses", Words: names(model.AllTouches()), Doc: "the parts that it pushes, each with those before: masses; edges of cloth and springs of ropes and lines; triangles of cloth"},
		{Name: "stiffness", Kind: Number, Unit: "N/m", Bound: positive, fallback: "0.4 of the mean stiffness around a mass; with normalized springs min(Cs, 0.3) m/dt²", Doc: "kc"},
		{Name: "damping", Kind: Number, Unit: "N·s/m", Bound: notNegative, fallback: "of ratio 0.2, with its own stiffness 0; with normalized springs min(Cd, 0.3) m/dt", Doc: "bc"},
		{Name: "damping_ratio", Kind: Number, Bound: notNegative, fallback: "0.2, with its own stiffness 0", Doc: "ζ of a mean mass, instead of damping"},
		{Name: "normalized_stiffness", Kind: Number, Bound: share, fallback: "largest Cs at a mass", Doc: "Cs of kc = min(Cs, 0.3) m/dt², instead of stiffness; up to 1 without springs"},
		{Name: "normalized_damping", Kind: Number, Bound: share, fallback: "largest Cd at a mass", Doc: "Cd of bc = min(Cd, 0.3) m/dt, likewise"},
		{Name: "static_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μs, at least μk"},
		{Name: "kinetic_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μk"},
		{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "of the solid"},
		{Name: "amplitude", Kind: Vector, Unit: "m", With: []string{"frequency", "phase"}, fallback: "[0, 0, 0]", Doc: "of the wave"},
		{Name: "wave", Kind: Word, With: []string{"amplitude"}, fallback: "sine", Words: []string{"sine", "table"}, Doc: "shape of the wave"},
		{Name: "frequency", Kind: Number, Unit: "Hz", With: []string{"amplitude"}, Bound: notNegative, fallback: "0", Doc: "cycles per second"},
		{Name: "phase", Kind: Number, Unit: "rad", With: []string{"amplitude"}, fallback: "0", Doc: "lead"},
		{Name: "cycle", Kind: Curve, With: []string{"amplitude"}, Doc: "wave table: from −1 to 1 over a cycle from 0 to 1, periodic"},
		{Name: "table", Kind: Path, Unit: "s, m", Doc: "offsets over time, linear between points"},
		{Name: "spin", Kind: Vector, Unit: "rad/s", fallback: "[0, 0, 0]", Doc: "angular velocity; of a plane along its normal"},
		{Name: "spin_table", Kind: Curve, With: []string{"spin"}, Unit: "s", Doc: "factor of spin over time"},
		{Name: "pivot", Kind: Vector, Unit: "m", With: []string{"spin"}, fallback: "its middle; of a plane the point nearest to the origin", Doc: "center of the rotation"},
		{Name: "belt", Kind: Vector, Unit: "m/s", With: []string{"static_friction"}, fallback: "[0, 0, 0]", Doc: "surface velocity; turns with the solid"},
	}}
}

func collisionSpec() Table {
	return Table{Name: "collision",
		doc: "Collisions between masses, which are balls, or between springs, and between masses and triangles. A mesh is a body; [[join]] makes meshes one body. Parts of one body that overlap at rest never collide. Without this table or --collide there are no collisions.",
		Keys: []Key{
			{Name: "touches", Kind: Texts, Words: names(model.AllColliders()), fallback: "masses", Doc: "parts that collide: masses with masses; springs with springs, of ropes, nets, lines and cloth; triangles of cloth with masses"},
			{Name: "radius", Kind: Number, Unit: "m", Bound: positive, fallback: "radius_factor · shortest rest length at a mass", Doc: "r of each mass; a spring or a triangle has the least of its masses"},
			{Name: "radius_factor", Kind: Number, Bound: positive, fallback: "0.5", Doc: "radius in shortest rest lengths"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Bound: positive, fallback: "1/4 of the body's mean sum of k at a mass", Doc: "kc"},
			{Name: "damping_ratio", Kind: Number, Bound: notNegative, fallback: "0.1", Doc: "ζ of a contact, below 1"},
			{Name: "static_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μs, at least μk"},
			{Name: "kinetic_friction", Kind: Number, Bound: notNegative, fallback: "0", Doc: "μk"},
			{Name: "friction_iterations", Kind: Whole, With: []string{"static_friction"}, Bound: positive, fallback: "1", Doc: "friction evaluations per step, 1 to 4"},
			{Name: "skin", Kind: Number, Unit: "m", Bound: positive, fallback: "0.4 of the largest radius", Doc: "margin of neighbor lists; results do not depend on it"},
			{Name: "check_every", Kind: Whole, Unit: "steps", Bound: positive, fallback: "8", Doc: "interval of list checks; results do not depend on it"},
			{Name: "which", Kind: Word, Words: []string{"auto", "surface", "all"}, fallback: "auto", Doc: "colliding masses; surface: without the inside of filled solids; auto: also the layer below the surface, and all of bodies that overlap at rest"},
			{Name: "groups", Kind: Texts, fallback: "all masses", Doc: "groups that collide"},
			{Name: "between", Kind: Texts, Words: []string{"self", "bodies"}, fallback: `["self", "bodies"]`, Doc: "within a body, between bodies, or both"},
		}}
}

func actuatorSpec() Table {
	return Table{Name: "actuator", Many: true,
		doc: "A muscle: L0(t) = L0 (1 + amplitude · wave(frequency t + phase/2π)). Those without a group replace the muscles of the meshes, in order.",
		Keys: []Key{
			{Name: "name", Kind: Text, Doc: "name"},
			{Name: "group", Kind: Texts, fallback: "the next muscle of the meshes", Doc: "groups; it drives the springs with both ends in one of them"},
			{Name: "wave", Kind: Word, fallback: "sine", Words: names(model.Waves()), Doc: "shape of the wave"},
			{Name: "amplitude", Kind: Number, Required: true, Bound: belowOne, Doc: "relative change of the rest length"},
			{Name: "frequency", Kind: Number, Unit: "Hz", Bound: notNegative, fallback: "0", Doc: "cycles per second"},
			{Name: "phase", Kind: Number, Unit: "rad", fallback: "0", Doc: "lead"},
			{Name: "table", Kind: Curve, Doc: "wave table: from −1 to 1 over a cycle from 0 to 1"},
			{Name: "half_life", Kind: Number, Unit: "s", Bound: notNegative, fallback: "0: not smoothed", Doc: "smooths the wave"},
		}}
}

func joinSpec() Table {
	connect := []string{"connect"}
	return Table{Name: "join", Many: true, Variant: []string{"how"},
		doc: "Joins two separate bodies: near masses merge, or springs connect them. It acts before pins and materials, in file order.",
		Keys: []Key{
			{Name: "how", Kind: Word, Required: true, Words: []string{"weld", "connect"}, Doc: "weld: merge nearest masses; connect: springs between all near masses"},
			{Name: "a", Kind: Text, Required: true, Doc: "group of one body"},
			{Name: "b", Kind: Text, Required: true, Doc: "group of the other body"},
			{Name: "distance", Kind: Number, Unit: "m", Required: true, Bound: notNegative, Doc: "largest rest distance of near masses"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Only: connect, Bound: positive, Doc: "k of the springs; or a material"},
			{Name: "damping", Kind: Number, Unit: "N·s/m", Only: connect, Bound: notNegative, fallback: "0", Doc: "c of the springs"},
			{Name: "damping_ratio", Kind: Number, Only: connect, With: []string{"stiffness"}, Bound: notNegative, fallback: "0", Doc: "ζ of the springs, instead of damping"},
			{Name: "material", Kind: Text, Only: connect, Doc: "of the springs, instead of stiffness"},
		}}
}
