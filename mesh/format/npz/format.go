package npz

import "hooke/mesh"

// Format returns the entry of NPZ files in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "NPZ", Extensions: []string{".npz"}, Recognize: Recognize, Read: Read,
		Holds:   mesh.Holds{Structures: true, Lines: true, Tets: true},
		Written: []string{".npz"}, Write: Write,
		Structures: &mesh.StructureFormat{Left: left, Masses: "masses", Springs: "springs"},
	}
}

// left names the parts that NPZ structures do not hold.
func left(f *mesh.File) []string {
	if f.Structure.ActuatorOf != nil {
		return []string{"actuators are left out: .npz has none"}
	}
	return nil
}
