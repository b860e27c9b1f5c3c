package lammps

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format returns the entry of LAMMPS data files in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "LAMMPS data", Extensions: []string{".data", ".lmp", ".lammps"}, Recognize: Recognize, Read: Read,
		Holds:   mesh.Holds{Structures: true, NoMesh: true},
		Written: []string{".data"}, Write: emit.ToFile(Write),
		Structures: &mesh.StructureFormat{Left: left, Masses: "atoms", Springs: "bonds",
			Who: "LAMMPS data files hold masses and springs", Instead: "make springs of it with --as or --fill"},
	}
}

// left describes the parts of a structure that data files cannot hold.
func left(f *mesh.File) (notes []string) {
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
