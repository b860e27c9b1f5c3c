package obj

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format is what the table of formats says of Wavefront OBJ.
func Format() mesh.Format {
	return mesh.Format{
		Name: "OBJ", Extensions: []string{".obj"}, Recognize: Recognize, Read: ReadFile,
		Holds: mesh.Holds{Lines: true}, Written: []string{".obj"}, Write: emit.SurfaceToFile(Write),
	}
}
