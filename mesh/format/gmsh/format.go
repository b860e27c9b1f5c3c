package gmsh

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/mesh/scan"
)

// Format returns the entry of Gmsh in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "Gmsh", Extensions: []string{".msh"}, Recognize: scan.StartsWith("$MeshFormat"), Read: Read,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true, LabelNames: true},
		Written: []string{".msh"}, Write: emit.ToFile(Write),
	}
}
