package spec

import "hooke/model"

func forceSpec() Table {
	return Table{Name: "force", Many: true, doc: "The same force on each of some masses.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "for people"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups it acts on"},
		{Name: "force", Kind: Vector, Unit: "N", Required: true, Doc: "on each mass"},
		{Name: "table", Kind: Curve, Unit: "s", fallback: "1 always", Doc: "factor over time"},
	}}
}

func motorSpec() Table {
	return Table{Name: "motor", Many: true, doc: "Drives each of some masses to a velocity: F = damping (speed − v·axis), at most limit.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "for people"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups it drives"},
		{Name: "axis", Kind: Direction, Required: true, Doc: "direction, of any length"},
		{Name: "speed", Kind: Number, Unit: "m/s", Required: true, Doc: "along the axis"},
		{Name: "damping", Kind: Number, Unit: "N·s/m", Required: true, Bound: positive, Doc: "of each mass"},
		{Name: "limit", Kind: Number, Unit: "N", Bound: positive, fallback: "none", Doc: "largest force on each mass"},
		{Name: "table", Kind: Curve, Unit: "s", fallback: "1 always", Doc: "factor of the speed over time"},
	}}
}

func handleSpec() Table {
	return Table{Name: "handle", Many: true, Variant: []string{"mass", "near"}, doc: "A grip on one mass: a damped spring of rest length 0 to a target.", Keys: []Key{
		{Name: "mass", Kind: Whole, Bound: notNegative, Doc: "number of the mass"},
		{Name: "near", Kind: Vector, Unit: "m", Doc: "grips the mass that rests nearest to it"},
		{Name: "target", Kind: Vector, Unit: "m", Required: true, Doc: "where it pulls to"},
		{Name: "velocity", Kind: Vector, Unit: "m/s", With: []string{"damping", "damping_ratio"}, fallback: "[0, 0, 0]", Doc: "of the target, felt by the damper"},
		{Name: "stiffness", Kind: Number, Unit: "N/m", Required: true, Bound: positive, Doc: "k"},
		{Name: "damping", Kind: Number, Unit: "N·s/m", Bound: notNegative, fallback: "0", Doc: "c"},
		{Name: "damping_ratio", Kind: Number, Bound: notNegative, fallback: "0", Doc: "ζ of the mass on the grip, instead of damping"},
	}}
}

func clampSpec() Table {
	return Table{Name: "clamp", Many: true, doc: "Holds the orientations of segments of rods: of those with an end at one of some masses. They stay as they start, turned by an angle over time. [[pin]] holds the masses.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "for people"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups with an end of each segment"},
		{Name: "axis", Kind: Direction, With: []string{"angle"}, fallback: "none", Doc: "about which it turns, of any length"},
		{Name: "angle", Kind: Number, Unit: "rad", With: []string{"axis"}, fallback: "0", Doc: "by which it is turned"},
		{Name: "table", Kind: Curve, With: []string{"angle"}, Unit: "s", fallback: "1 always", Doc: "factor of the angle over time"},
	}}
}

func guideSpec() Table {
	free, moved := []string{"line", "plane"}, []string{"path"}
	return Table{Name: "guide", Many: true, Variant: []string{"kind"},
		doc: "Holds masses to a line or a plane, on which they move freely and which they must not be pinned for; or moves pinned masses along a path, velocity t + amplitude wave(frequency t + phase/2π) + table from where they rest.",
		Keys: []Key{
			{Name: "name", Kind: Text, Doc: "for people"},
			{Name: "kind", Kind: Word, Required: true, Words: names(model.GuideKinds()), Doc: "what it holds masses to"},
			{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups it holds"},
			{Name: "direction", Kind: Direction, Only: free, Required: true, Doc: "of the line, or across the plane, of any length"},
			{Name: "point", Kind: Vector, Unit: "m", Only: free, fallback: "where each mass rests", Doc: "of the line or plane"},
			{Name: "velocity", Kind: Vector, Unit: "m/s", Only: moved, fallback: "[0, 0, 0]", Doc: "along the path"},
			{Name: "amplitude", Kind: Vector, Unit: "m", Only: moved, With: []string{"frequency", "phase"}, fallback: "[0, 0, 0]", Doc: "of the wave"},
			{Name: "wave", Kind: Word, Only: moved, With: []string{"amplitude"}, fallback: "sine", Words: []string{"sine", "table"}, Doc: "shape of the wave"},
			{Name: "frequency", Kind: Number, Unit: "Hz", Only: moved, With: []string{"amplitude"}, Bound: notNegative, fallback: "0", Doc: "cycles a second"},
			{Name: "phase", Kind: Number, Unit: "rad", Only: moved, With: []string{"amplitude"}, fallback: "0", Doc: "lead"},
			{Name: "cycle", Kind: Curve, Only: moved, With: []string{"amplitude"}, Doc: "of wave table: from −1 to 1 over a cycle from 0 to 1, which ends where it begins"},
			{Name: "table", Kind: Path, Unit: "s, m", Only: moved, Doc: "offsets over time, straight between points"},
		}}
}

func windSpec() Table {
	return Table{Name: "wind", doc: "Air that blows on triangles of cloth.", Keys: []Key{
		{Name: "velocity", Kind: Vector, Unit: "m/s", Required: true, Doc: "mean"},
		{Name: "drag", Kind: Number, Bound: notNegative, fallback: "1", Doc: "CD"},
		{Name: "lift", Kind: Number, Bound: notNegative, fallback: "0", Doc: "CL"},
		{Name: "gust", Kind: Number, Bound: share, fallback: "0", Doc: "strength of gusts as a share of the velocity"},
		{Name: "gust_time", Kind: Number, Unit: "s", With: []string{"gust"}, Bound: positive, fallback: "1", Doc: "from one independent strength to the next"},
		{Name: "air_density", Kind: Number, Unit: "kg/m³", Bound: positive, fallback: "1.2", Doc: "ρ"},
		{Name: "seed", Kind: Whole, With: []string{"gust"}, Bound: notNegative, fallback: "that of [run]", Doc: "of the gusts"},
	}}
}
