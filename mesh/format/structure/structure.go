// Package structure reads and writes three formats that hold masses and springs themselves:
//
//   - NPZ, archives of NumPy arrays: structures, meshes and states,
//   - VoxCAD, the voxel robots of VoxCAD and voxcraft-sim (.vxa, .vxd),
//   - LAMMPS data files: atoms and bonds as masses and springs.
//
// Each format has a function that returns its entry in the table of package mesh/format, such as
// NPZ, and files named after it, such as npzread.go and npzwrite.go.
package structure

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// NPZ returns the entry of NPZ files in the table of formats.
func NPZ() mesh.Format {
	return mesh.Format{
		Name: "NPZ", Extensions: []string{".npz"}, Recognize: recognizeNPZ, Read: ReadNPZ,
		Holds:   mesh.Holds{Structures: true, Lines: true, Tets: true},
		Written: []string{".npz"}, Write: WriteNPZ,
		Structures: &mesh.StructureFormat{Left: npzLeft, Masses: "masses", Springs: "springs"},
	}
}

// npzLeft names the parts that NPZ structures do not hold.
func npzLeft(f *mesh.File) []string {
	if f.Structure.ActuatorOf != nil {
		return []string{"actuators are left out: .npz has none"}
	}
	return nil
}

// VoxCAD returns the entry of voxel robots in the table of formats.
func VoxCAD() mesh.Format {
	return mesh.Format{
		Name: "VoxCAD", Extensions: []string{".vxa", ".vxd"}, Recognize: recognizeVoxCAD, Read: ReadVoxCAD,
		Holds:   mesh.Holds{Structures: true, NoMesh: true},
		Written: []string{".vxa"}, Write: emit.ToFile(WriteVoxCAD),
		Structures: &mesh.StructureFormat{Left: voxcadLeft, Masses: "voxels",
			Who: ".vxa files hold robots of voxels", Instead: "fill it with --fill lattice"},
	}
}

// voxcadLeft describes the parts of a structure that a robot cannot hold.
func voxcadLeft(f *mesh.File) (notes []string) {
	if f.Voxels == nil && f.Structure.ActuatorOf != nil {
		notes = append(notes, "actuators are left out: those of a .vxa file belong to voxels, not to springs")
	}
	if f.Velocity != nil {
		notes = append(notes, "velocities are left out")
	}
	return notes
}

// LAMMPS returns the entry of LAMMPS data files in the table of formats.
func LAMMPS() mesh.Format {
	return mesh.Format{
		Name: "LAMMPS data", Extensions: []string{".data", ".lmp", ".lammps"}, Recognize: recognizeLAMMPS, Read: ReadLAMMPS,
		Holds:   mesh.Holds{Structures: true, NoMesh: true},
		Written: []string{".data"}, Write: emit.ToFile(WriteLAMMPS),
		Structures: &mesh.StructureFormat{Left: lammpsLeft, Masses: "atoms", Springs: "bonds",
			Who: "LAMMPS data files hold masses and springs", Instead: "make springs of it with --as or --fill"},
	}
}

// lammpsLeft describes the parts of a structure that data files cannot hold.
func lammpsLeft(f *mesh.File) (notes []string) {
	m := f.Structure
	for _, lost := range []struct {
		there bool
		text  string
	}{
		{m.Damps(), "dampers are left out: LAMMPS' harmonic bonds have none"},
		{m.Pin != nil, "pins are comments of atom types of their own, which hooke reads again; LAMMPS needs a fix for these types (fix setforce 0 0 0)"},
		{m.ActuatorOf != nil, "actuators are left out"},
	} {
		if lost.there {
			notes = append(notes, lost.text)
		}
	}
	return notes
}
