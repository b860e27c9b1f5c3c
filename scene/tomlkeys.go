package scene

import "hooke/model"

// tableSpecs are all tables of a scene file, in the order of the reference. The
// first, without a name, has the keys before all tables.
func tableSpecs() []tableSpec {
	return []tableSpec{
		{name: "", doc: "Before the first table.", keys: []keySpec{
			{name: "name", kind: aText, fallback: "the file's name", doc: "name of the model, for people"},
		}},
		runSpec(), meshSpec(), materialSpec(), groupSpec(), joinSpec(),
		{name: "pin", many: true, doc: "Holds masses where they are.", keys: []keySpec{
			{name: "group", kind: texts, required: true, doc: "groups that are held"},
			{name: "axes", kind: aWord, fallback: "xyz", words: []string{"x", "y", "z", "xy", "xz", "yz", "xyz"}, doc: "axes along which they do not move"},
		}},
		contactSpec(), actuatorSpec(), forceSpec(), motorSpec(), handleSpec(), guideSpec(), windSpec(),
		{name: "output", many: true, doc: "What a run writes, how often and where.", keys: []keySpec{
			{name: "what", kind: aWord, required: true, words: outputKinds(), doc: "the format"},
			{name: "every", kind: aNumber, unit: "s", required: true, bound: positive, doc: "simulated time between two"},
			{name: "file", kind: aFile, fallback: "the format's own", doc: "where to, below the output folder"},
			{name: "group", kind: texts, fallback: "all masses", doc: "groups that are written"},
			{name: "fields", kind: texts, words: []string{"positions", "velocity", "strain", "force", "energy"}, fallback: "all that the format has", doc: "quantities that are written"},
		}},
	}
}

// outputKinds are the formats that an [[output]] names.
func outputKinds() []string {
	return []string{"vtu", "ply", "obj", "npz", "lammps", "csv", "png", "mp4"}
}

func names[T interface{ String() string }](list []T) []string {
	var out []string
	for _, item := range list {
		out = append(out, item.String())
	}
	return out
}

func runSpec() tableSpec {
	return tableSpec{name: "run", doc: "The numbers of the run.", keys: []keySpec{
		{name: "dt", kind: aStep, unit: "s", fallback: `"auto"`, bound: positive, doc: "step; auto: half of the safe one, see hooke info"},
		{name: "integrator", kind: aWord, fallback: model.SymplecticEuler.String(), words: names(model.Integrators()), doc: "how a step advances"},
		{name: "duration", kind: aNumber, unit: "s", fallback: "15 √(size/g)", bound: positive, doc: "simulated time of a run"},
		{name: "gravity", kind: aVector, unit: "m/s²", fallback: "[0, 0, -9.81]", doc: "acceleration of all masses"},
		{name: "drag_half_life", kind: aNumber, unit: "s", fallback: "no drag", bound: positive, doc: "time in which drag halves a velocity"},
		{name: "quadratic_drag", kind: aNumber, unit: "kg/m", fallback: "0", bound: notNegative, doc: "q of the force −q |v| v on each mass"},
		{name: "seed", kind: aWhole, fallback: "0", bound: notNegative, doc: "of everything random that has no seed of its own"},
	}}
}

func meshSpec() tableSpec {
	made := []string{"lattice", "solid", "cloth", "rope"}
	read := []string{"file", "preset"}
	return tableSpec{name: "mesh", many: true, variant: []string{"make", "file", "preset"},
		doc: "A structure: one that is made, a file, or the structure of a preset (its masses, springs, pins and muscles, without its ground and loads). Several become one model.",
		keys: []keySpec{
			{name: "make", kind: aWord, words: append(made, "cube"), doc: "what to make"},
			{name: "file", kind: aFile, doc: "mesh or structure to read, below the folder of the scene file"},
			{name: "preset", kind: aWord, words: presetNames(), doc: "preset to take the structure of"},
			{name: "name", kind: aText, doc: "its groups become name/group, all of it the group name"},
			{name: "masses", kind: sizes, only: []string{"lattice", "cloth", "rope", "preset"}, needed: []string{"lattice", "cloth", "rope"}, bound: positive, fallback: "a preset's own", doc: "masses along each axis"},
			{name: "cells", kind: sizes, only: []string{"solid"}, required: true, bound: positive, doc: "cells along each axis"},
			{name: "spacing", kind: aNumber, unit: "m", only: []string{"lattice", "solid", "cloth"}, required: true, bound: positive, doc: "distance of neighbors"},
			{name: "length", kind: aNumber, unit: "m", only: []string{"rope"}, required: true, bound: positive, doc: "of all springs at rest together"},
			{name: "span", kind: aNumber, unit: "m", only: []string{"rope"}, bound: positive, fallback: "length", doc: "distance of the two ends"},
			{name: "mass", kind: aNumber, unit: "kg", only: []string{"lattice", "cloth", "rope"}, bound: positive, fallback: "from density", doc: "of each mass"},
			{name: "density", kind: aNumber, unit: "kg/m³, kg/m² or kg/m", only: append(made, read...), bound: positive, fallback: "1000, 0.2 or 0.1", doc: "of solids, cloth, ropes and lines"},
			{name: "springs", kind: aCount, only: read, bound: positive, doc: "springs wanted, the nearest that can be built"},
			{name: "pitch", kind: aNumber, unit: "m", only: read, bound: positive, doc: "distance of masses in a fill"},
			{name: "seed", kind: aWhole, only: read, bound: notNegative, fallback: "that of [run]", doc: "of a truss's random places"},
			{name: "per_mass", kind: aWhole, only: append([]string{"lattice"}, read...), bound: positive, fallback: "13", doc: "springs per mass: 3, 9 or 13"},
			{name: "as", kind: aWord, only: read, words: []string{"cloth", "lines", "tets"}, doc: "what to make of a mesh that is not filled"},
			{name: "fill", kind: aWord, only: read, words: []string{"lattice", "truss"}, doc: "fill a mesh, closed or not"},
			{name: "up", kind: aWord, only: read, words: []string{"x", "y", "z"}, fallback: "z; y of glTF", doc: "axis of the file that points up"},
			{name: "pin", kind: aText, only: read, fallback: "none", doc: "hold the outermost 2 % of the height, \"top\" or \"bottom\", or a group of the file"},
			{name: "units", kind: aWord, only: []string{"file"}, words: Units(), fallback: "m", doc: "of the file's coordinates; a scale counts as well"},
			{name: "weld", kind: aNumber, unit: "unit of the file", only: []string{"file"}, bound: positive, fallback: "exact duplicates", doc: "vertices up to this far apart become one"},
			{name: "keep_duplicates", kind: aFlag, only: []string{"file"}, fallback: "false", doc: "vertices at the same place stay apart"},
			{name: "stiffen", kind: aText, only: []string{"file"}, doc: "factors on the stiffness of springs with both ends in a group of the file: \"soft=0.1,hard=10\""},
			{name: "mass_file", kind: aFile, only: []string{"file"}, fallback: "from density", doc: "one number per mass [kg], text or .npy"},
			{name: "stiffness", kind: aNumber, unit: "N/m", only: []string{"lattice", "cloth", "rope", "file", "preset"}, bound: positive, fallback: "enough to carry itself (file, preset)", doc: "k of springs, of a cloth structural ones"},
			{name: "shear_stiffness", kind: aNumber, unit: "N/m", only: []string{"cloth"}, bound: notNegative, fallback: "0.3 stiffness", doc: "k across a cell"},
			{name: "bend_stiffness", kind: aNumber, unit: "N/m", only: []string{"cloth"}, bound: notNegative, fallback: "0.05 stiffness", doc: "k to the mass after next"},
			{name: "modulus", kind: aNumber, unit: "Pa", only: append([]string{"solid"}, read...), needed: []string{"solid"}, bound: positive, doc: "Young's modulus, needed by a solid"},
			{name: "damping_ratio", kind: aNumber, only: append(made, read...), bound: positive, fallback: "none (made), mostly 0.05 (file, preset)", doc: "ζ of springs, 1 is critical"},
			{name: "undamped", kind: aFlag, only: read, fallback: "false", doc: "no damping in springs"},
			{name: "material", kind: aText, doc: "material of all its springs, instead of its own"},
			{name: "scale", kind: aNumber, bound: positive, fallback: "1", doc: "factor on its coordinates and rest lengths; of a mesh file before springs are made"},
			{name: "turn", kind: aVector, unit: "°", fallback: "[0, 0, 0]", doc: "turned about the x axis, then about y, then about z"},
			{name: "move", kind: aVector, unit: "m", fallback: "[0, 0, 0]", doc: "moved, after it was turned"},
			{name: "velocity", kind: aVector, unit: "m/s", fallback: "[0, 0, 0]", doc: "it starts with"},
			{name: "ground", kind: aWord, words: []string{"lift", "keep"}, fallback: "lift (file), keep (make, preset)", doc: "lift: moved out of every plane that it starts in; keep: it stays there"},
			{name: "ground_gap", kind: aNumber, unit: "m", bound: notNegative, fallback: "1 % of its size", doc: "from a plane to a mesh that was lifted out of it"},
		}}
}

func materialSpec() tableSpec {
	return tableSpec{name: "material", many: true,
		doc: "How springs resist, in one of three vocabularies: stiffness or axial rigidity with damping; a frequency with a damping ratio or a half-life; normalized values.",
		keys: []keySpec{
			{name: "name", kind: aText, required: true, doc: "for meshes to name it by"},
			{name: "group", kind: texts, doc: "groups; springs with both ends in one of them are of it"},
			{name: "replaces", kind: aText, doc: "name of a material of the meshes, whose place it takes"},
			{name: "stiffness", kind: aNumber, unit: "N/m", bound: notNegative, fallback: "0", doc: "k"},
			{name: "axial_rigidity", kind: aNumber, unit: "N", bound: notNegative, fallback: "0", doc: "EA, k = EA/L0"},
			{name: "damping", kind: aNumber, unit: "N·s/m", bound: notNegative, fallback: "0", doc: "c, along the spring"},
			{name: "frequency", kind: aNumber, unit: "Hz", bound: notNegative, fallback: "0", doc: "of the two ends alone, undamped"},
			{name: "damping_ratio", kind: aNumber, bound: notNegative, fallback: "0", doc: "ζ, with a frequency"},
			{name: "half_life", kind: aNumber, unit: "s", bound: notNegative, fallback: "0", doc: "instead of a damping ratio"},
			{name: "normalized_stiffness", kind: aNumber, bound: share, fallback: "0", doc: "Cs"},
			{name: "normalized_damping", kind: aNumber, bound: share, fallback: "0", doc: "Cd"},
			{name: "tension_only", kind: aFlag, fallback: "false", doc: "pulls and never pushes: a cable"},
		}}
}

func groupSpec() tableSpec {
	return tableSpec{name: "group", many: true, variant: []string{"shape"},
		doc: "Names masses, by where they rest after meshes were moved, or by label. Every mesh has groups of its own (a lattice bottom and top, a cloth edge and corners, a rope ends).",
		keys: []keySpec{
			{name: "name", kind: aText, required: true, doc: "to name it by"},
			{name: "shape", kind: aWord, required: true, words: []string{"box", "sphere", "plane", "label", "list"}, doc: "how masses are chosen"},
			{name: "min", kind: aVector, unit: "m", only: []string{"box"}, required: true, doc: "corner of the box, faces included"},
			{name: "max", kind: aVector, unit: "m", only: []string{"box"}, required: true, doc: "opposite corner"},
			{name: "center", kind: aVector, unit: "m", only: []string{"sphere"}, required: true, doc: "of the sphere"},
			{name: "radius", kind: aNumber, unit: "m", only: []string{"sphere"}, required: true, bound: positive, doc: "of the sphere"},
			{name: "point", kind: aVector, unit: "m", only: []string{"plane"}, required: true, doc: "of the plane"},
			{name: "normal", kind: aVector, only: []string{"plane"}, required: true, doc: "side of the plane, of any length"},
			{name: "labels", kind: texts, only: []string{"label"}, required: true, doc: "groups that it unites"},
			{name: "masses", kind: wholes, only: []string{"list"}, required: true, bound: notNegative, doc: "numbers of masses"},
			{name: "within", kind: texts, fallback: "all masses", doc: "groups that it is chosen from"},
		}}
}

func contactSpec() tableSpec {
	return tableSpec{name: "contact", many: true, variant: []string{"shape"}, doc: "A solid that masses bump into.", keys: []keySpec{
		{name: "shape", kind: aWord, required: true, words: []string{"plane", "sphere", "box", "capsule"}, doc: "of the solid"},
		{name: "inside", kind: aFlag, fallback: "false", doc: "keeps masses in it instead of out: a container"},
		{name: "normal", kind: aVector, only: []string{"plane"}, fallback: "[0, 0, 1]", doc: "out of the solid, of any length"},
		{name: "offset", kind: aNumber, unit: "m", only: []string{"plane"}, fallback: "0", doc: "height along the normal"},
		{name: "center", kind: aVector, unit: "m", only: []string{"sphere", "box"}, required: true, doc: "of the solid"},
		{name: "radius", kind: aNumber, unit: "m", only: []string{"sphere", "capsule"}, required: true, bound: positive, doc: "of the solid"},
		{name: "half", kind: aVector, unit: "m", only: []string{"box"}, required: true, bound: positive, doc: "half of its sizes"},
		{name: "turn", kind: aVector, unit: "°", only: []string{"box"}, fallback: "[0, 0, 0]", doc: "turned about its center, as a mesh"},
		{name: "a", kind: aVector, unit: "m", only: []string{"capsule"}, required: true, doc: "one end of its axis"},
		{name: "b", kind: aVector, unit: "m", only: []string{"capsule"}, required: true, doc: "the other end"},
		{name: "stiffness", kind: aNumber, unit: "N/m", bound: positive, fallback: "0.4 of the mean stiffness around a mass", doc: "kc"},
		{name: "damping", kind: aNumber, unit: "N·s/m", bound: notNegative, fallback: "of ratio 0.2, with its own stiffness 0", doc: "bc"},
		{name: "static_friction", kind: aNumber, bound: notNegative, fallback: "0", doc: "μs, at least μk"},
		{name: "kinetic_friction", kind: aNumber, bound: notNegative, fallback: "0", doc: "μk"},
	}}
}

func actuatorSpec() tableSpec {
	return tableSpec{name: "actuator", many: true,
		doc: "A muscle: L0(t) = L0 (1 + amplitude · wave(frequency t + phase/2π)). Those without a group replace the muscles that the meshes have of their own, in their order.",
		keys: []keySpec{
			{name: "name", kind: aText, doc: "for people"},
			{name: "group", kind: texts, fallback: "the next muscle of the meshes", doc: "groups; it has the springs with both ends in one of them"},
			{name: "wave", kind: aWord, fallback: "sine", words: names(model.Waves()), doc: "shape of the motion"},
			{name: "amplitude", kind: aNumber, required: true, bound: belowOne, doc: "share of the rest length"},
			{name: "frequency", kind: aNumber, unit: "Hz", bound: notNegative, fallback: "0", doc: "cycles a second"},
			{name: "phase", kind: aNumber, unit: "rad", fallback: "0", doc: "lead"},
			{name: "table", kind: curve, doc: "of wave table: values from −1 to 1 over a cycle from 0 to 1"},
			{name: "half_life", kind: aNumber, unit: "s", bound: notNegative, fallback: "0: not smoothed", doc: "smooths the wave"},
		}}
}

func forceSpec() tableSpec {
	return tableSpec{name: "force", many: true, doc: "The same force on each of some masses.", keys: []keySpec{
		{name: "name", kind: aText, doc: "for people"},
		{name: "group", kind: texts, fallback: "all masses", doc: "groups it acts on"},
		{name: "force", kind: aVector, unit: "N", required: true, doc: "on each mass"},
		{name: "table", kind: curve, unit: "s", fallback: "1 always", doc: "factor over time"},
	}}
}

func motorSpec() tableSpec {
	return tableSpec{name: "motor", many: true, doc: "Drives each of some masses to a velocity: F = damping (speed − v·axis), at most limit.", keys: []keySpec{
		{name: "name", kind: aText, doc: "for people"},
		{name: "group", kind: texts, fallback: "all masses", doc: "groups it drives"},
		{name: "axis", kind: aVector, required: true, doc: "direction, of any length"},
		{name: "speed", kind: aNumber, unit: "m/s", required: true, doc: "along the axis"},
		{name: "damping", kind: aNumber, unit: "N·s/m", required: true, bound: positive, doc: "of each mass"},
		{name: "limit", kind: aNumber, unit: "N", bound: positive, fallback: "none", doc: "largest force on each mass"},
		{name: "table", kind: curve, unit: "s", fallback: "1 always", doc: "factor of the speed over time"},
	}}
}

func handleSpec() tableSpec {
	return tableSpec{name: "handle", many: true, variant: []string{"mass", "near"}, doc: "A grip on one mass: a damped spring of rest length 0 to a target.", keys: []keySpec{
		{name: "mass", kind: aWhole, bound: notNegative, doc: "number of the mass"},
		{name: "near", kind: aVector, unit: "m", doc: "grips the mass that rests nearest to it"},
		{name: "target", kind: aVector, unit: "m", required: true, doc: "where it pulls to"},
		{name: "velocity", kind: aVector, unit: "m/s", fallback: "[0, 0, 0]", doc: "of the target, felt by the damper"},
		{name: "stiffness", kind: aNumber, unit: "N/m", required: true, bound: positive, doc: "k"},
		{name: "damping", kind: aNumber, unit: "N·s/m", bound: notNegative, fallback: "0", doc: "c"},
	}}
}

func guideSpec() tableSpec {
	free, moved := []string{"line", "plane"}, []string{"path"}
	return tableSpec{name: "guide", many: true, variant: []string{"kind"},
		doc: "Holds masses to a line or a plane, on which they move freely and which they must not be pinned for; or moves pinned masses along a path, velocity t + amplitude wave(frequency t + phase/2π) + table from where they rest.",
		keys: []keySpec{
			{name: "name", kind: aText, doc: "for people"},
			{name: "kind", kind: aWord, required: true, words: names(model.GuideKinds()), doc: "what it holds masses to"},
			{name: "group", kind: texts, fallback: "all masses", doc: "groups it holds"},
			{name: "direction", kind: aVector, only: free, required: true, doc: "of the line, or across the plane, of any length"},
			{name: "point", kind: aVector, unit: "m", only: free, fallback: "where each mass rests", doc: "of the line or plane"},
			{name: "velocity", kind: aVector, unit: "m/s", only: moved, fallback: "[0, 0, 0]", doc: "along the path"},
			{name: "amplitude", kind: aVector, unit: "m", only: moved, fallback: "[0, 0, 0]", doc: "of the wave"},
			{name: "wave", kind: aWord, only: moved, fallback: "sine", words: []string{"sine", "table"}, doc: "shape of the wave"},
			{name: "frequency", kind: aNumber, unit: "Hz", only: moved, bound: notNegative, fallback: "0", doc: "cycles a second"},
			{name: "phase", kind: aNumber, unit: "rad", only: moved, fallback: "0", doc: "lead"},
			{name: "cycle", kind: curve, only: moved, doc: "of wave table: from −1 to 1 over a cycle from 0 to 1, which ends where it begins"},
			{name: "table", kind: path, unit: "s, m", only: moved, doc: "offsets over time, straight between points"},
		}}
}

func windSpec() tableSpec {
	return tableSpec{name: "wind", doc: "Air that blows on triangles of cloth.", keys: []keySpec{
		{name: "velocity", kind: aVector, unit: "m/s", required: true, doc: "mean"},
		{name: "drag", kind: aNumber, bound: notNegative, fallback: "1", doc: "CD"},
		{name: "lift", kind: aNumber, bound: notNegative, fallback: "0", doc: "CL"},
		{name: "gust", kind: aNumber, bound: share, fallback: "0", doc: "strength of gusts as a share of the velocity"},
		{name: "gust_time", kind: aNumber, unit: "s", bound: positive, fallback: "1", doc: "from one independent strength to the next"},
		{name: "air_density", kind: aNumber, unit: "kg/m³", bound: positive, fallback: "1.2", doc: "ρ"},
		{name: "seed", kind: aWhole, bound: notNegative, fallback: "that of [run]", doc: "of the gusts"},
	}}
}

func joinSpec() tableSpec {
	connect := []string{"connect"}
	return tableSpec{name: "join", many: true, variant: []string{"how"},
		doc: "Joins two bodies, which share nothing before: masses that rest near each other become one, or springs connect them. It acts before pins and materials, in the order of the file.",
		keys: []keySpec{
			{name: "how", kind: aWord, required: true, words: []string{"weld", "connect"}, doc: "weld: nearest masses become one; connect: springs between all near ones"},
			{name: "a", kind: aText, required: true, doc: "group of one body"},
			{name: "b", kind: aText, required: true, doc: "group of the other body"},
			{name: "distance", kind: aNumber, unit: "m", required: true, bound: notNegative, doc: "up to which masses are near, at rest"},
			{name: "stiffness", kind: aNumber, unit: "N/m", only: connect, bound: positive, doc: "k of the springs; or a material"},
			{name: "damping", kind: aNumber, unit: "N·s/m", only: connect, bound: notNegative, fallback: "0", doc: "c of the springs"},
			{name: "material", kind: aText, only: connect, doc: "of the springs, instead of stiffness"},
		}}
}
