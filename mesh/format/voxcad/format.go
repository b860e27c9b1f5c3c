package voxcad

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format returns the entry of voxel robots in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "VoxCAD", Extensions: []string{".vxa", ".vxd"}, Recognize: Recognize, Read: Read,
		Holds:   mesh.Holds{Structures: true, NoMesh: true},
		Written: []string{".vxa"}, Write: emit.ToFile(Write),
		Structures: &mesh.StructureFormat{Left: left, Masses: "voxels",
			Who: ".vxa files hold robots of voxels", Instead: "fill it with --fill lattice"},
	}
}

// left describes the parts of a structure that a robot cannot hold.
func left(f *mesh.File) (notes []string) {
	if f.Voxels == nil && f.Structure.ActuatorOf != nil {
		notes = append(notes, "actuators are left out: those of a .vxa file belong to voxels, not to springs")
	}
	if f.Velocity != nil {
		notes = append(notes, "velocities are left out")
	}
	return notes
}
