package ply

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

// Format returns the entry of PLY in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "PLY", Extensions: []string{".ply"}, Recognize: Recognize, Read: Read, Soup: true,
		Holds: mesh.Holds{Lines: true}, Written: []string{".ply"}, Write: emit.SurfaceToFile(Write),
	}
}
