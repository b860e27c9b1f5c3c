package spec

import "hooke/model"

func forceSpec() Table {
	return Table{Name: "force", Many: true, doc: "A force on each mass of a group.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups"},
		{Name: "force", Kind: Vector, Unit: "N", Required: true, Doc: "on each mass"},
		{Name: "table", Kind: Curve, Unit: "s", fallback: "1 always", Doc: "factor over time"},
	}}
}

func motorSpec() Table {
	return Table{Name: "motor", Many: true, doc: "Drives masses to a speed: F = damping (speed − v·axis), at most limit.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups"},
		{Name: "axis", Kind: Direction, Required: true, Doc: "direction, any length"},
		{Name: "speed", Kind: Number, Unit: "m/s", Required: true, Doc: "along the axis"},
		{Name: "damping", Kind: Number, Unit: "N·s/m", Required: true, Bound: positive, Doc: "of each mass"},
		{Name: "limit", Kind: Number, Unit: "N", Bound: positive, fallback: "none", Doc: "largest force on each mass"},
		{Name: "table", Kind: Curve, Unit: "s", fallback: "1 always", Doc: "factor of the speed over time"},
	}}
}

func handleSpec() Table {
	return Table{Name: "handle", Many: true, Variant: []string{"mass", "near"}, doc: "A damped spring of rest length 0 from one mass to a target.", Keys: []Key{
		{Name: "mass", Kind: Whole, Bound: notNegative, Doc: "number of the mass"},
		{Name: "near", Kind: Vector, Unit: "m", Doc: "mass that rests nearest to this point"},
		{Name: "target", Kind: Vector, Unit: "m", Required: true, Doc: "position of the target"},
		{Name: "velocity", Kind: Vector, Unit: "m/s", With: []string{"damping", "damping_ratio"}, fallback: "[0, 0, 0]", Doc: "of the target, for the damper"},
		{Name: "stiffness", Kind: Number, Unit: "N/m", Required: true, Bound: positive, Doc: "k"},
		{Name: "damping", Kind: Number, Unit: "N·s/m", Bound: notNegative, fallback: "0", Doc: "c"},
		{Name: "damping_ratio", Kind: Number, Bound: notNegative, fallback: "0", Doc: "ζ of the mass, instead of damping"},
	}}
}

func clampSpec() Table {
	return Table{Name: "clamp", Many: true, doc: "Holds the start orientations of rod segments with an end in a group, turned by an angle over time. [[pin]] holds the masses.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups with an end of each segment"},
		{Name: "axis", Kind: Direction, With: []string{"angle"}, fallback: "none", Doc: "axis of the rotation, any length"},
		{Name: "angle", Kind: Number, Unit: "rad", With: []string{"axis"}, fallback: "0", Doc: "angle of the rotation"},
		{Name: "table", Kind: Curve, With: []string{"angle"}, Unit: "s", fallback: "1 always", Doc: "factor of the angle over time"},
	}}
}

func guideSpec() Table {
	free, moved := []string{"line", "plane"}, []string{"path"}
	return Table{Name: "guide", Many: true, Variant: []string{"kind"},
		doc: "Holds unpinned masses on a line or plane, along which they move freely; or moves pinned masses along a path, velocity t + amplitude wave(frequency t + phase/2π) + table from their rest positions.",
		Keys: []Key{
			{Name: "name", Kind: Text, Doc: "name"},
			{Name: "kind", Kind: Word, Required: true, Words: names(model.GuideKinds()), Doc: "constraint"},
			{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups"},
			{Name: "direction", Kind: Direction, Only: free, Required: true, Doc: "of the line, or normal of the plane, any length"},
			{Name: "point", Kind: Vector, Unit: "m", Only: free, fallback: "each mass's rest position", Doc: "of the line or plane"},
			{Name: "velocity", Kind: Vector, Unit: "m/s", Only: moved, fallback: "[0, 0, 0]", Doc: "along the path"},
			{Name: "amplitude", Kind: Vector, Unit: "m", Only: moved, With: []string{"frequency", "phase"}, fallback: "[0, 0, 0]", Doc: "of the wave"},
			{Name: "wave", Kind: Word, Only: moved, With: []string{"amplitude"}, fallback: "sine", Words: []string{"sine", "table"}, Doc: "shape of the wave"},
			{Name: "frequency", Kind: Number, Unit: "Hz", Only: moved, With: []string{"amplitude"}, Bound: notNegative, fallback: "0", Doc: "cycles per second"},
			{Name: "phase", Kind: Number, Unit: "rad", Only: moved, With: []string{"amplitude"}, fallback: "0", Doc: "lead"},
			{Name: "cycle", Kind: Curve, Only: moved, With: []string{"amplitude"}, Doc: "wave table: from −1 to 1 over a cycle from 0 to 1, periodic"},
			{Name: "table", Kind: Path, Unit: "s, m", Only: moved, Doc: "offsets over time, linear between points"},
		}}
}

func windSpec() Table {
	return Table{Name: "wind", doc: "Moving air, which acts on triangles of cloth.", Keys: []Key{
		{Name: "velocity", Kind: Vector, Unit: "m/s", Required: true, Doc: "mean"},
		{Name: "drag", Kind: Number, Bound: notNegative, fallback: "1", Doc: "CD"},
		{Name: "lift", Kind: Number, Bound: notNegative, fallback: "0", Doc: "CL"},
		{Name: "gust", Kind: Number, Bound: share, fallback: "0", Doc: "relative strength of gusts"},
		{Name: "gust_time", Kind: Number, Unit: "s", With: []string{"gust"}, Bound: positive, fallback: "1", Doc: "correlation time of gusts"},
		{Name: "air_density", Kind: Number, Unit: "kg/m³", Bound: positive, fallback: "1.2", Doc: "ρ"},
		{Name: "seed", Kind: Whole, With: []string{"gust"}, Bound: notNegative, fallback: "that of [run]", Doc: "of the gusts"},
	}}
}
