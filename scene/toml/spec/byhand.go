package spec

// MostByHand is the largest number of [[mass]], and of [[spring]], of a scene file.
const MostByHand = 10_000

func massSpec() Table {
	return Table{Name: "mass", Many: true,
		doc: "One mass, written by hand. These masses come behind those of the meshes, in the order of the file; [[spring]] joins them. At most 10,000; larger structures are files.",
		Keys: []Key{
			{Name: "name", Kind: Text, fallback: "none", Doc: "to name it by in [[spring]], and as a group of this one mass"},
			{Name: "group", Kind: Texts, fallback: "none", Doc: "groups that it belongs to"},
			{Name: "position", Kind: Vector, Unit: "m", Required: true, Doc: "where it rests and starts"},
			{Name: "velocity", Kind: Vector, Unit: "m/s", fallback: "[0, 0, 0]", Doc: "it starts with"},
			{Name: "mass", Kind: Number, Unit: "kg", Bound: positive, fallback: "required; of a pinned one the mean of the others", Doc: "m"},
			{Name: "radius", Kind: Number, Unit: "m", Bound: positive, fallback: "as [collision] has it", Doc: "r of its collisions, with a table [collision]"},
			{Name: "pinned", Kind: Flag, fallback: "false", Doc: "it does not move; [[pin]] holds single axes"},
		}}
}

func springSpec() Table {
	return Table{Name: "spring", Many: true,
		doc: "One spring between two masses, of [[mass]] or of meshes. It joins what it connects into one body. At most 10,000.",
		Keys: []Key{
			{Name: "a", Kind: OneMass, Required: true, Doc: "one end: the name of a [[mass]], a group of one mass, or the number of a mass"},
			{Name: "b", Kind: OneMass, Required: true, Doc: "the other end"},
			{Name: "length", Kind: Number, Unit: "m", Bound: notNegative, fallback: "distance of the ends at rest", Doc: "L0"},
			{Name: "stiffness", Kind: Number, Unit: "N/m", Bound: positive, Doc: "k; or a material, or rigid"},
			{Name: "damping", Kind: Number, Unit: "N·s/m", With: []string{"stiffness"}, Bound: notNegative, fallback: "0", Doc: "c, along the spring"},
			{Name: "damping_ratio", Kind: Number, With: []string{"stiffness"}, Bound: notNegative, fallback: "0", Doc: "ζ of the two ends alone, instead of damping"},
			{Name: "rigid", Kind: Flag, fallback: "false", Doc: "keeps its length, with the solver impulses; instead of a stiffness"},
			{Name: "tension_only", Kind: Flag, fallback: "false", Doc: "pulls and never pushes: a cable"},
			{Name: "material", Kind: Text, Doc: "material, instead of all of these"},
		}}
}
