package mesh

import "hooke/mesh/scan"

// Format is a format of mesh files, as the package of the format declares it: how to
// recognize, read and write it, and what its files hold. Package mesh/format has the
// table of all formats; ask that table what a format can do.
type Format struct {
	Name       string   // such as "STL"
	Extensions []string // extensions of files that are read, in lower case with the point, the usual one first

	// Recognize judges by the first scan.HeadSize bytes of a file, after gzip, and by
	// its size, which is −1 where it is not known. It is nil for a format that only the
	// extension tells.
	Recognize func(head []byte, size int64) bool

	// Read reads a whole file from its first byte. Its errors begin with the name of the
	// source and a line or byte. It may leave Name and Format of the File empty.
	Read func(in *scan.Source) (*File, error)

	// Soup says that vertices at exactly the same place are joined by default: the
	// format cannot share vertices, or splits them for other reasons.
	Soup bool

	Holds Holds

	// Write writes what a file has and the format can hold to a path with one of the
	// extensions Written, and further files next to it if the format needs them. wrote
	// are the complete files, also after an error. nil: the format is not written.
	Write   func(path string, f *File) (wrote []string, err error)
	Written []string // extensions of files that are written, in lower case with the point, the usual one first

	Structures *StructureFormat // how structures are described to people; nil unless Holds.Structures
}

// Holds says what files of a written format can hold. The zero value holds polygons
// alone.
type Holds struct {
	Structures bool // masses and springs themselves, with what they need to be stepped
	NoMesh     bool // no meshes, only structures
	Lines      bool
	Tets       bool
	Labels     bool // numbers of groups, for all elements that it holds and for vertices
	LabelNames bool // names of labels
	Up         bool // which axis points up; the content is turned to it
}

// StructureFormat is how a format describes to people the structures that it writes.
type StructureFormat struct {
	// Left says what of a structure is lost or changed, as sentences without a period.
	Left func(f *File) []string

	Masses  string // the word for masses, such as "atoms"
	Springs string // the word for springs; empty: they are not counted

	// Who and Instead explain why a mesh is not written, in a format that holds none:
	// such as "LAMMPS data files hold masses and springs" and "make springs of it".
	Who, Instead string
}

// Mixed reports whether one file can hold lines, polygons and tetrahedra together, with their
// labels.
func (h Holds) Mixed() bool { return h.Lines && h.Labels }
