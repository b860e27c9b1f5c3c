// Package volume reads and writes three formats of tetrahedral meshes with numbered groups:
//
//   - Gmsh, versions 2.2 and 4.1, in text and in binary,
//   - MEDIT, in text (.mesh); its binary files (.meshb) are only read,
//   - TetGen, a .node file with an .ele or a .face file.
//
// Each format has a function that returns its entry in the table of package mesh/format, such as
// Gmsh, and files named after it, such as gmshread.go and gmshwrite.go.
package volume

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/mesh/scan"
)

// Gmsh returns the entry of Gmsh in the table of formats.
func Gmsh() mesh.Format {
	return mesh.Format{
		Name: "Gmsh", Extensions: []string{".msh"}, Recognize: scan.StartsWith("$MeshFormat"), Read: ReadGmsh,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true, LabelNames: true},
		Written: []string{".msh"}, Write: emit.ToFile(WriteGmsh),
	}
}

// MEDIT returns the entry of MEDIT's text files in the table of formats.
func MEDIT() mesh.Format {
	return mesh.Format{
		Name: "MEDIT", Extensions: []string{".mesh"}, Recognize: scan.StartsWith("MeshVersionFormatted"), Read: ReadMEDIT,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true},
		Written: []string{".mesh"}, Write: emit.ToFile(WriteMEDIT),
	}
}

// BinaryMEDIT returns the entry of MEDIT's binary files, which are read but not written.
func BinaryMEDIT() mesh.Format {
	return mesh.Format{Name: "MEDIT binary", Extensions: []string{".meshb"}, Recognize: recognizeBinaryMEDIT, Read: ReadBinaryMEDIT}
}

// TetGen returns the entry of TetGen in the table of formats.
func TetGen() mesh.Format {
	return mesh.Format{
		Name: "TetGen", Extensions: []string{".node", ".ele", ".face"}, Read: ReadTetGen,
		Holds:   mesh.Holds{Tets: true, Labels: true},
		Written: []string{".node", ".ele", ".face"}, Write: WriteTetGen,
	}
}
