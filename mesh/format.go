package mesh

import "hooke/mesh/scan"

// Format describes a format of mesh files: how to recognize, read and write it, and the content
// that its files can have. The package of each format declares one. Package mesh/format has the table of
// all formats.
type Format struct {
	Name       string   // such as "STL"
	Extensions []string // extensions of files that are read, in lower case with the point, the usual one first

	// Recognize judges by the first scan.HeadSize bytes of a file, after gzip, and by its
	// size, which is −1 if unknown. It is nil for a format that only the extension
	// identifies.
	Recognize func(head []byte, size int64) bool

	// Read reads a whole file from its first byte. Its errors begin with the name of the
	// source and a line or byte. It may leave Name and Format of the File empty.
	Read func(in *scan.Source) (*File, error)

	// Soup joins vertices at exactly the same position by default, because the format cannot
	// share vertices or splits them for other reasons.
	Soup bool

	Holds Holds

	// Write writes the parts of a file that the format can hold to a path with one of the
	// extensions Written, and further files next to it if the format needs them. wrote lists
	// the complete files, also after an error. nil: the format is not written.
	Write   func(path string, f *File) (wrote []string, err error)
	Written []string // extensions of files that are written, in lower case with the point, the usual one first

	Structures *StructureFormat // words for structures in this format; nil unless Holds.Structures
}

// Holds describes the content that files of a written format can have. The zero value is
// polygons alone.
type Holds struct {
	Structures bool // masses and springs themselves, ready to be stepped
	NoMesh     bool // no meshes, only structures
	Lines      bool
	Tets       bool
	Labels     bool // numbers of groups, for vertices and all elements that it holds
	LabelNames bool // names of labels
	Up         bool // which axis points up; the writer rotates the content to it
}

// StructureFormat holds the words in which messages describe structures in a format.
type StructureFormat struct {
	// Left returns the losses and changes of a structure in the format, as sentences without a period.
	Left func(f *File) []string

	Masses  string // the word for masses, such as "atoms"
	Springs string // word for springs; empty: they are not counted

	// Who and Instead explain why a format that holds no meshes does not write one, such as
	// "LAMMPS data files hold masses and springs" and "make springs of it".
	Who, Instead string
}

// Mixed reports whether one file can hold lines, polygons and tetrahedra together, with their
// labels.
func (h Holds) Mixed() bool { return h.Lines && h.Labels }
