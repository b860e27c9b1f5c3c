package medit

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/mesh/scan"
)

// Format is what the table of formats says of MEDIT's text files.
func Format() mesh.Format {
	return mesh.Format{
		Name: "MEDIT", Extensions: []string{".mesh"}, Recognize: scan.StartsWith("MeshVersionFormatted"), Read: Read,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true},
		Written: []string{".mesh"}, Write: emit.ToFile(Write),
	}
}

// BinaryFormat is what it says of MEDIT's binary files, which are read alone.
func BinaryFormat() mesh.Format {
	return mesh.Format{Name: "MEDIT binary", Extensions: []string{".meshb"}, Recognize: RecognizeBinary, Read: ReadBinary}
}
