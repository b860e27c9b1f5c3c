package vtk

import (
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/mesh/scan"
)

// Format returns the entry of VTK's legacy files in the table of formats.
func Format() mesh.Format {
	return mesh.Format{
		Name: "VTK", Extensions: []string{".vtk"}, Recognize: scan.StartsWith("# vtk DataFile"), Read: Read,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true},
		Written: []string{".vtk"}, Write: emit.ToFile(Write),
	}
}

// XMLFormat returns the entry of VTK's XML files in the table of formats.
func XMLFormat() mesh.Format {
	return mesh.Format{
		Name: "VTU", Extensions: []string{".vtu", ".vtp"}, Recognize: RecognizeXML, Read: ReadXML,
		Holds:   mesh.Holds{Lines: true, Tets: true, Labels: true},
		Written: []string{".vtu"}, Write: emit.ToFile(WriteXML),
	}
}
