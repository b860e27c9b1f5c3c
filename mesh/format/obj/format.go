package obj

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format returns the entry of Wavefront OBJ in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "OBJ", Extensions: []string{".obj"}, Recognize: Recognize, Read: ReadFile,
		Holds: mesh.Holds{Lines: true}, Written: []string{".obj"}, Write: emit.SurfaceToFile(Write),
	}
}
