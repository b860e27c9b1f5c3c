package mesh

// structureFormats are the formats that hold masses and springs themselves.
func structureFormats() []format {
	return []format{
		{name: "NPZ", extensions: []string{".npz"}, recognize: looksLikeNPZ, read: readNPZ},
		{name: "VoxCAD", extensions: []string{".vxa", ".vxd"}, recognize: looksLikeVoxCAD, read: readVoxCAD},
		{name: "LAMMPS data", extensions: []string{".data", ".lmp", ".lammps"}, recognize: looksLikeLAMMPS, read: readLAMMPS},
	}
}
