package mesh

import "hooke/mesh/scan"

// Format is a format of mesh files as its room declares it: how it is told, read and
// written, and what its files hold. The table of all is in mesh/format; whoever wants to
// know what a format can asks that table.
type Format struct {
	Name       string   // such as "STL"
	Extensions []string // that are read, in lower case with the point, the usual one first

	// Recognize judges by the first scan.HeadSize bytes of a file, after gzip, and its
	// size, −1 where that is not known. nil where a file has no mark of its own, so that
	// its extension must tell.
	Recognize func(head []byte, size int64) bool

	// Read reads a whole file from its first byte. Its errors begin with the name of the
	// source and a line or byte. It may leave Name and Format of the File empty.
	Read func(in *scan.Source) (*File, error)

	// Soup says that vertices at exactly the same place are one unless asked otherwise:
	// the format cannot share them, or splits them for other reasons.
	Soup bool

	Holds Holds

	// Write writes what a file has and the format holds to a path with one of the
	// extensions Written, and what belongs to it beside it. Wrote are the files, whole
	// ones, with an error too. nil: nothing is written.
	Write   func(path string, f *File) (wrote []string, err error)
	Written []string // extensions that are written, in lower case with the point, the usual one first

	Structures *StructureFormat // what is told of structures; nil unless Holds.Structures
}

// Holds is what files of a format that is written can have in them. The zero value is that
// of polygons alone.
type Holds struct {
	Structures bool // masses and springs themselves, with what they need to be stepped
	NoMesh     bool // nothing but structures
	Lines      bool
	Tets       bool
	Labels     bool // numbers of groups of whatever elements there are, vertices too
	LabelNames bool // what labels are called
	Up         bool // which axis points up, so that it is turned to that
}

// StructureFormat is how a format tells people of the structures that it writes.
type StructureFormat struct {
	// Left says what of a structure is left out or changed, as sentences without a period.
	Left func(f *File) []string

	Masses  string // what masses are called there, such as "atoms"
	Springs string // what springs are called there; empty: they are not counted

	// Who and Instead tell why a mesh is not written, where the format holds none: such as
	// "LAMMPS data files hold masses and springs" and "make springs of it".
	Who, Instead string
}

// Mixed says whether one file can hold lines, polygons and tetrahedra together, with their
// labels.
func (h Holds) Mixed() bool { return h.Lines && h.Labels }
