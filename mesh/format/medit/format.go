package medit

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/mesh/scan"
)

// Format returns the entry of MEDIT's text files in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "MEDIT", Extensions: []string{".mesh"}, Recognize: scan.StartsWith("MeshVersionFormatted"), Read: Read,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true},
		Written: []string{".mesh"}, Write: emit.ToFile(Write),
	}
}

// BinaryFormat returns the entry of MEDIT's binary files, which are read but not written.
func BinaryFormat() mesh.Format {
	return mesh.Format{Name: "MEDIT binary", Extensions: []string{".meshb"}, Recognize: RecognizeBinary, Read: ReadBinary}
}
