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

func waterSpec() Table {
	return Table{Name: "water", doc: "Water below a level, in which masses float: each displaces the volume of its material, as a cube does.", Keys: []Key{
		{Name: "level", Kind: Number, Unit: "m", fallback: "0", Doc: "height of the surface at rest"},
		{Name: "density", Kind: Number, Unit: "kg/m³", Bound: positive, fallback: "1000", Doc: "ρ"},
		{Name: "body_density", Kind: Number, Unit: "kg/m³", Bound: positive, fallback: "that of each mesh, else a cube of the shortest spring at each mass", Doc: "of the material that displaces water: V = m/body_density"},
		{Name: "drag", Kind: Number, Bound: notNegative, fallback: "1", Doc: "CD, of each mass on the side of its cube"},
		{Name: "damping", Kind: Number, Unit: "1/s", Bound: notNegative, fallback: "0", Doc: "linear drag by the mass of the displaced water"},
		{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "of the current"},
		{Name: "wave", Kind: Number, Unit: "m", With: []string{"wave_length"}, Bound: notNegative, fallback: "0", Doc: "amplitude of a wave on deep water"},
		{Name: "wave_length", Kind: Number, Unit: "m", With: []string{"wave"}, Bound: positive, Doc: "from crest to crest"},
		{Name: "wave_direction", Kind: Direction, With: []string{"wave"}, fallback: "[1, 0, 0]", Doc: "in which it runs, horizontal, any length"},
	}}
}

func pressureSpec() Table {
	return Table{Name: "pressure", Many: true, doc: "The pressure in a closed skin: the triangles of a cloth whose corners are all in a group. Alone it is constant.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups with the corners of the skin"},
		{Name: "pressure", Kind: Number, Unit: "Pa", fallback: "0", Doc: "beyond that of the air, at the volume at rest"},
		{Name: "gas", Kind: Number, Doc: "exponent κ of a gas, 1 or more: (pressure + 101325) (V0/V)^κ − 101325"},
		{Name: "bulk", Kind: Number, Unit: "Pa", Bound: positive, Doc: "modulus K of a liquid: pressure + K (V0 − V)/V0"},
	}}
}

func areaSpec() Table {
	return Table{Name: "area", Many: true, doc: "Springs of areas: each triangle of a cloth or skin whose corners are all in a group resists a change of its area by a tension stiffness (a − a0)/a0 + damping (da/dt)/a0.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "name"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups with the corners of the triangles"},
		{Name: "stiffness", Kind: Number, Unit: "N/m", Required: true, Bound: positive, Doc: "k: tension per relative growth of the area"},
		{Name: "damping", Kind: Number, Unit: "N·s/m", fallback: "0", Bound: notNegative, Doc: "c: tension per rate of that"},
	}}
}

func limitSpec() Table {
	const point = "a [[mass]], a group, which stands for its center of mass, or a mass number"
	return Table{Name: "limit", Many: true, doc: "Keeps the angle of a joint between min and max: beyond, a torque stiffness (θ − max) + damping dθ/dt turns it back. Between, nothing acts. With d, the joint is a hinge.", Keys: []Key{
		{Name: "name", Kind: Text, Doc: "name"},
		{Name: "a", Kind: OneMass, Required: true, Doc: point},
		{Name: "b", Kind: OneMass, Required: true, Doc: "point of the angle between a and c, 0 to 180°; likewise"},
		{Name: "c", Kind: OneMass, Required: true, Doc: "likewise"},
		{Name: "d", Kind: OneMass, Doc: "likewise: the angle is −180 to 180° between triangles a, b, c and b, c, d about their edge, 0 where they lie in one plane"},
		{Name: "min", Kind: Number, Unit: "°", fallback: "0; −180 with d", Doc: "smallest angle"},
		{Name: "max", Kind: Number, Unit: "°", fallback: "180", Doc: "largest angle"},
		{Name: "stiffness", Kind: Number, Unit: "N·m/rad", Required: true, Bound: positive, Doc: "k beyond a bound"},
		{Name: "damping", Kind: Number, Unit: "N·m·s/rad", fallback: "0", Bound: notNegative, Doc: "c beyond a bound; it never pulls outward"},
	}}
}
