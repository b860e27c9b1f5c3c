package spec

// voxelKeys are the keys of a mesh that voxels have alone.
func voxelKeys() []Key {
	only := []string{"voxels"}
	return []Key{
		{Name: "voxels", Kind: Text, Lines: true, Only: only, Required: true, Doc: "the robot: lines of characters, each a voxel of the [[voxel]] with that letter; . - 0 and blanks are empty; an empty line begins the next layer"},
		{Name: "seen_from", Kind: Word, Only: only, Words: []string{"above", "front"}, fallback: "above", Doc: "above: layers are floors, the lowest first, and the first line is the farthest (largest y); front: layers are walls, the nearest first (least y), and the first line is the highest; lines run along x"},
		{Name: "depth", Kind: Whole, Only: only, Bound: positive, fallback: "1", Doc: "how often each layer is repeated"},
		{Name: "frequency", Kind: Number, Unit: "Hz", Only: only, Bound: positive, fallback: "1", Doc: "of its muscles, voxels with an amplitude"},
		{Name: "phases", Kind: Text, Lines: true, Only: only, Unit: "rad", fallback: "none", Doc: "a number for each place, laid out as voxels are, with blanks between: it is added to the phase of the voxel"},
	}
}

func voxelSpec() Table {
	return Table{Name: "voxel", Many: true,
		doc: "A kind of voxels, of meshes with make = \"voxels\": a mass in the middle of each, with springs to its up to 26 neighbors, that have the modulus of both kinds one behind the other. A voxel with an amplitude is a muscle: its lengths are L0 (1 + amplitude · sin(2π frequency t + phase)), and a spring swings by the mean of its two voxels.",
		Keys: []Key{
			{Name: "letter", Kind: Text, Required: true, Doc: "the character of these voxels"},
			{Name: "name", Kind: Text, fallback: "the letter", Doc: "of their group"},
			{Name: "modulus", Kind: Number, Unit: "Pa", Required: true, Bound: positive, Doc: "Young's modulus"},
			{Name: "density", Kind: Number, Unit: "kg/m³", Bound: positive, fallback: "1000", Doc: "a mass is density times spacing³"},
			{Name: "amplitude", Kind: Number, Bound: belowOne, fallback: "0", Doc: "share of its lengths by which a muscle swings"},
			{Name: "phase", Kind: Number, Unit: "rad", fallback: "0", With: []string{"amplitude"}, Doc: "lead of a muscle"},
			{Name: "along", Kind: Word, Words: []string{"all", "x", "y", "z"}, fallback: "all", With: []string{"amplitude"}, Doc: "the one axis of the mesh along which a muscle swings, before it is turned"},
			{Name: "fixed", Kind: Flag, fallback: "false", Doc: "its masses are held where they are"},
		}}
}
