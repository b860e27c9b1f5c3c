package spec

// voxelKeys returns the keys of a mesh that voxels have alone.
func voxelKeys() []Key {
	only := []string{"voxels"}
	return []Key{
		{Name: "voxels", Kind: Text, Lines: true, Only: only, Required: true, Doc: "the robot as lines of letters of [[voxel]]; . - 0 and blanks are empty; an empty line begins the next layer"},
		{Name: "seen_from", Kind: Word, Only: only, Words: []string{"above", "front"}, fallback: "above", Doc: "above: layers from the lowest up, first line the farthest (largest y); front: layers from the nearest (least y), first line the highest; lines run along x"},
		{Name: "depth", Kind: Whole, Only: only, Bound: positive, fallback: "1", Doc: "repeats of each layer"},
		{Name: "frequency", Kind: Number, Unit: "Hz", Only: only, Bound: positive, fallback: "1", Doc: "of its muscles"},
		{Name: "phases", Kind: Text, Lines: true, Only: only, Unit: "rad", fallback: "none", Doc: "numbers in the layout of voxels, separated by blanks, added to the phases of [[voxel]]"},
	}
}

func voxelSpec() Table {
	return Table{Name: "voxel", Many: true,
		doc: "A kind of voxel for meshes with make = \"voxels\": a mass at its center with springs to up to 26 neighbors, of the moduli of both kinds in series. With an amplitude it is a muscle, L0 (1 + amplitude · sin(2π frequency t + phase)); a spring takes the mean of its two voxels.",
		Keys: []Key{
			{Name: "letter", Kind: Text, Required: true, Doc: "its character"},
			{Name: "name", Kind: Text, fallback: "the letter", Doc: "its group"},
			{Name: "modulus", Kind: Number, Unit: "Pa", Required: true, Bound: positive, Doc: "Young's modulus"},
			{Name: "density", Kind: Number, Unit: "kg/m³", Bound: positive, fallback: "1000", Doc: "a mass is density · spacing³"},
			{Name: "amplitude", Kind: Number, Bound: belowOne, fallback: "0", Doc: "relative change of lengths of a muscle"},
			{Name: "phase", Kind: Number, Unit: "rad", fallback: "0", With: []string{"amplitude"}, Doc: "lead"},
			{Name: "along", Kind: Word, Words: []string{"all", "x", "y", "z"}, fallback: "all", With: []string{"amplitude"}, Doc: "axis of the mesh along which the muscle acts, before turn"},
			{Name: "fixed", Kind: Flag, fallback: "false", Doc: "pinned"},
		}}
}
