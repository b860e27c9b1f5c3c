// Package surface reads and writes five formats of surfaces, which hold polygons and lines:
//
//   - glTF 2.0: .glb files, and .gltf files with their buffers,
//   - OBJ, Wavefront's text format,
//   - OFF and its variants with normals, colors and texture coordinates,
//   - PLY, in text and in binary of both byte orders,
//   - STL, in text and in binary.
//
// Each format has a function that returns its entry in the table of package mesh/format, such as
// OBJ, and files named after it, such as objread.go and objwrite.go.
package surface

import (
	"path/filepath"
	"strings"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// GLTF returns the entry of glTF in the table of formats.
func GLTF() mesh.Format {
	return mesh.Format{
		Name: "glTF", Extensions: []string{".glb", ".gltf"}, Recognize: recognizeGLTF, Read: ReadGLTF, Soup: true,
		Holds: mesh.Holds{Lines: true, Up: true}, Written: []string{".glb", ".gltf"}, Write: writeGLTFFile,
	}
}

// writeGLTFFile writes a text file where the path ends in .gltf, otherwise a binary file.
func writeGLTFFile(path string, f *mesh.File) ([]string, error) {
	if strings.EqualFold(filepath.Ext(path), ".gltf") {
		return emit.SurfaceToFile(WriteGLTF)(path, f)
	}
	return emit.SurfaceToFile(WriteGLB)(path, f)
}

// OBJ returns the entry of Wavefront OBJ in the table of formats.
func OBJ() mesh.Format {
	return mesh.Format{
		Name: "OBJ", Extensions: []string{".obj"}, Recognize: recognizeOBJ, Read: readOBJ,
		Holds: mesh.Holds{Lines: true}, Written: []string{".obj"}, Write: emit.SurfaceToFile(WriteOBJ),
	}
}

// OFF returns the entry of OFF in the table of formats.
func OFF() mesh.Format {
	return mesh.Format{
		Name: "OFF", Extensions: []string{".off"}, Recognize: recognizeOFF, Read: ReadOFF,
		Holds: mesh.Holds{Lines: true}, Written: []string{".off"}, Write: emit.SurfaceToFile(WriteOFF),
	}
}

// PLY returns the entry of PLY in the table of formats.
func PLY() mesh.Format {
	return mesh.Format{
		Name: "PLY", Extensions: []string{".ply"}, Recognize: recognizePLY, Read: ReadPLY, Soup: true,
		Holds: mesh.Holds{Lines: true}, Written: []string{".ply"}, Write: emit.SurfaceToFile(WritePLY),
	}
}

// STL returns the entry of STL in the table of formats.
func STL() mesh.Format {
	return mesh.Format{
		Name: "STL", Extensions: []string{".stl"}, Recognize: recognizeSTL, Read: ReadSTL,
		Written: []string{".stl"}, Write: emit.SurfaceToFile(WriteSTL),
	}
}
