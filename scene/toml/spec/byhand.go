package spec

// MostByHand is the largest number of [[mass]], and of [[spring]], of a scene file.
const MostByHand = 10_000

func massSpec() Table {
	return Table{Name: "mass", Many: true,
		doc: "One mass. These masses follow those of the meshes, in file order; [[spring]] connects them. At most 10,000; use files for larger structures.",
		Keys: []Key{
			{Name: "name", Kind: Text, fallback: "none", Doc: "name, for [[spring]] and as a group"},
			{Name: "group", Kind: Texts, fallback: "none", Doc: "its groups"},
			{Name: "position", Kind: Vector, Unit: "m", Required: true, Doc: "rest and start position"},
			{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "at the start"},
			{Name: "mass", Kind: Number, Unit: "kg", Bound: positive, fallback: "required; of a pinned mass the mean of the others", Doc: "m"},
			{Name: "radius", Kind: Number, Unit: "m", Bound: positive, fallback: "that of [collision]", Doc: "r of its collisions; requires [collision]"},
			{Name: "pinned", Kind: Flag, fallback: "false", Doc: "fixed; [[pin]] holds single axes"},
		}}
}

func springSpec() Table {
	return Table{Name: "spring", Many: true,
		doc: "One spring between two masses, of [[mass]] or of meshes, which become one body. At most 10,000.",
		Keys: []Key{
			{Name: "a", Kind: OneMass, Required: true, Doc: "one end: a [[mass]], a group of one mass, or a mass number"},
			{Name: "b", Kind: OneMass, Required: true, Doc: "the other end"},
			{Name: "length", Kind: Number, Unit: "m", Bound: notNegative, fallback: "distance of the ends at rest", Doc: "L0"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Bound: positive, Doc: "k; or give material or rigid"},
			{Name: "damping", Kind: Number, Unit: "N·s/m", With: []string{"stiffness"}, Bound: notNegative, fallback: "0", Doc: "c, along the spring"},
			{Name: "damping_ratio", Kind: Number, With: []string{"stiffness"}, Bound: notNegative, fallback: "0", Doc: "ζ of the two free ends, instead of damping"},
			{Name: "rigid", Kind: Flag, fallback: "false", Doc: "keeps its length (solver impulses); instead of stiffness"},
			{Name: "tension_only", Kind: Flag, fallback: "false", Doc: "a cable: pulls, never pushes"},
			{Name: "material", Kind: Text, Doc: "instead of all of these"},
		}}
}
