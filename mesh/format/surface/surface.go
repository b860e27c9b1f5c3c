// Package surface reads and writes four formats of surfaces, which hold polygons and lines:
//
//   - OBJ, Wavefront's text format,
//   - OFF and its variants with normals, colors and texture coordinates,
//   - PLY, in text and in binary of both byte orders,
//   - STL, in text and in binary.
//
// Each format has a function that returns its entry in the table of package mesh/format, such as
// OBJ, and files named after it, such as objread.go and objwrite.go.
package surface

import (
	"hooke/mesh"
	"hooke/mesh/emit"
)

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
