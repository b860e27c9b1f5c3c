package stl

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format is what the table of formats says of STL.
func Format() mesh.Format {
	return mesh.Format{
		Name: "STL", Extensions: []string{".stl"}, Recognize: Recognize, Read: Read,
		Written: []string{".stl"}, Write: emit.SurfaceToFile(Write),
	}
}
