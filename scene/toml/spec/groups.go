package spec

func spinSpec() Table {
	return Table{Name: "spin", Many: true, doc: "An angular motor: drives a group to an angular speed about an axis through its center of mass by a torque of damping (speed − ω·axis), at most limit.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups, which turn as one body"},
		{Name: "axis", Kind: Direction, Required: true, Doc: "direction, any length"},
		{Name: "speed", Kind: Number, Unit: "rad/s", Required: true, Doc: "about the axis"},
		{Name: "damping", Kind: Number, Unit: "N·m·s", Required: true, Bound: positive, Doc: "torque per difference of speeds"},
		{Name: "limit", Kind: Number, Unit: "N·m", Bound: positive, fallback: "none", Doc: "largest torque"},
		{Name: "table", Kind: Curve, Unit: "s", fallback: "1 always", Doc: "factor of the speed over time"},
	}}
}
