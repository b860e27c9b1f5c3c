package spec

// perMassKeys are the keys of a spring on a group as a whole.
func perMassKeys() []Key {
	return []Key{
		{Name: "frequency", Kind: Number, Unit: "Hz", Bound: positive, fallback: "that of half_life", Doc: "of its oscillation without damping"},
		{Name: "damping_ratio", Kind: Number, Bound: notNegative, With: []string{"frequency"}, fallback: "1", Doc: "ζ, instead of half_life"},
		{Name: "half_life", Kind: Number, Unit: "s", Bound: positive, Doc: "4 ln 2/d; critical without frequency"},
	}
}

func orientSpec() Table {
	up, turned := []string{"up"}, []string{"turn"}
	keys := []Key{
		{Name: "name", Kind: Text, fallback: "its groups", Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups, which turn as one body"},
		{Name: "up", Kind: Direction, Doc: "direction to which axis is turned, any length; the group may turn about it"},
		{Name: "axis", Kind: Direction, Only: up, fallback: "up", Doc: "direction of the group at rest, any length"},
		{Name: "turn", Kind: Vector, Unit: "°", Doc: "rotation from rest about x, then y, then z"},
		{Name: "table", Kind: Curve, Only: turned, Unit: "s", fallback: "1 always", Doc: "factor of the angle of turn over time"},
	}
	keys = append(keys, perMassKeys()...)
	return Table{Name: "orient", Many: true, Variant: []string{"up", "turn"}, doc: "A torsion spring that turns a group to an orientation, the short way round: an upright spring, or one to a rotation from rest. Give frequency, half_life or stiffness.", Keys: append(keys,
		Key{Name: "stiffness", Kind: Number, Unit: "N·m/rad", Bound: positive, Doc: "torque per angle, whatever the group's inertia"},
		Key{Name: "damping", Kind: Number, Unit: "N·m·s/rad", Bound: notNegative, With: []string{"stiffness"}, fallback: "0", Doc: "torque per difference of angular speeds"},
		Key{Name: "limit", Kind: Number, Unit: "N·m", Bound: positive, fallback: "none", Doc: "largest torque"})}
}

func trackSpec() Table {
	keys := []Key{
		{Name: "name", Kind: Text, fallback: "its groups", Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups, whose center is pulled"},
		{Name: "target", Kind: Vector, Unit: "m", fallback: "the center at rest", Doc: "point, from which the path leads"},
		{Name: "follow", Kind: OneMass, Doc: "mass instead of a target, not of the group: a [[mass]], a group of one mass, or a mass number; it feels nothing"},
		{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "along the path"},
		{Name: "amplitude", Kind: Vector, Unit: "m", With: []string{"wave_frequency", "phase"}, fallback: "[0, 0, 0]", Doc: "of the wave"},
		{Name: "wave", Kind: Word, With: []string{"amplitude"}, fallback: "sine", Words: []string{"sine", "table"}, Doc: "shape of the wave"},
		{Name: "wave_frequency", Kind: Number, Unit: "Hz", With: []string{"amplitude"}, Bound: notNegative, fallback: "0", Doc: "cycles per second"},
		{Name: "phase", Kind: Number, Unit: "rad", With: []string{"amplitude"}, fallback: "0", Doc: "lead"},
		{Name: "cycle", Kind: Curve, With: []string{"amplitude"}, Doc: "wave table: from −1 to 1 over a cycle from 0 to 1, periodic"},
		{Name: "table", Kind: Path, Unit: "s, m", Doc: "offsets over time, linear between points"},
		{Name: "lag", Kind: Flag, fallback: "false", Doc: "whether the damper takes the point as at rest: the group lags d/s · velocity behind"},
	}
	keys = append(keys, perMassKeys()...)
	return Table{Name: "track", Many: true, doc: "A damped spring from the center of a group to a point that may move, shared by mass. Give frequency or half_life.",
		Keys: append(keys, Key{Name: "limit", Kind: Number, Unit: "N", Bound: positive, fallback: "none", Doc: "largest force on the group"})}
}

func shapeSpec() Table {
	keys := []Key{
		{Name: "name", Kind: Text, fallback: "its groups", Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups, which keep their shape as one body"},
	}
	return Table{Name: "shape", Many: true, doc: "Shape matching: pulls each mass to its position in the rest shape of its group, which moves and turns freely. Give frequency or half_life.", Keys: append(keys, perMassKeys()...)}
}
