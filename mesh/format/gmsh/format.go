package gmsh

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/mesh/scan"
)

// Format is what the table of formats says of Gmsh.
func Format() mesh.Format {
	return mesh.Format{
		Name: "Gmsh", Extensions: []string{".msh"}, Recognize: scan.StartsWith("$MeshFormat"), Read: Read,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true, LabelNames: true},
		Written: []string{".msh"}, Write: emit.ToFile(Write),
	}
}
