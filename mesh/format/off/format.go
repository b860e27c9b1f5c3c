package off

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format is what the table of formats says of OFF.
func Format() mesh.Format {
	return mesh.Format{
		Name: "OFF", Extensions: []string{".off"}, Recognize: Recognize, Read: Read,
		Holds: mesh.Holds{Lines: true}, Written: []string{".off"}, Write: emit.SurfaceToFile(Write),
	}
}
