package tetgen

import (
	"hooke/mesh"
)

// Format returns the entry of TetGen in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "TetGen", Extensions: []string{".node", ".ele", ".face"}, Read: Read,
		Holds:   mesh.Holds{Tets: true, Labels: true},
		Written: []string{".node", ".ele", ".face"}, Write: Write,
	}
}
