package tetgen

import (
	"hooke/mesh"
)

// Format is what the table of formats says of TetGen.
func Format() mesh.Format {
	return mesh.Format{
		Name: "TetGen", Extensions: []string{".node", ".ele", ".face"}, Read: Read,
		Holds:   mesh.Holds{Tets: true, Labels: true},
		Written: []string{".node", ".ele", ".face"}, Write: Write,
	}
}
