package stl

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format returns the entry of STL in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "STL", Extensions: []string{".stl"}, Recognize: Recognize, Read: Read,
		Written: []string{".stl"}, Write: emit.SurfaceToFile(Write),
	}
}
