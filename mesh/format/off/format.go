package off

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format returns the entry of OFF in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "OFF", Extensions: []string{".off"}, Recognize: Recognize, Read: Read,
		Holds: mesh.Holds{Lines: true}, Written: []string{".off"}, Write: emit.SurfaceToFile(Write),
	}
}
