package gltf

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"path/filepath"
	"strings"
)

// Format returns the entry of glTF in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "glTF", Extensions: []string{".glb", ".gltf"}, Recognize: Recognize, Read: Read, Soup: true,
		Holds: mesh.Holds{Lines: true, Up: true}, Written: []string{".glb", ".gltf"}, Write: write,
	}
}

// write writes a text file where the path ends in .gltf, otherwise a binary file.
func write(path string, f *mesh.File) ([]string, error) {
	if strings.EqualFold(filepath.Ext(path), ".gltf") {
		return emit.SurfaceToFile(WriteGLTF)(path, f)
	}
	return emit.SurfaceToFile(WriteGLB)(path, f)
}
