// Package format reads mesh files: Read finds out by its content which format a file has, and
// gives it to the room of that format, which bears its name. The table of formats is here.
package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"hooke/mesh"
	"hooke/mesh/format/gltf"
	"hooke/mesh/format/gmsh"
	"hooke/mesh/format/lammps"
	"hooke/mesh/format/medit"
	"hooke/mesh/format/npz"
	"hooke/mesh/format/obj"
	"hooke/mesh/format/off"
	"hooke/mesh/format/ply"
	"hooke/mesh/format/stl"
	"hooke/mesh/format/tetgen"
	"hooke/mesh/format/voxcad"
	"hooke/mesh/format/vtk"
	"hooke/mesh/scan"
)

// FormatInfo names a format that Read knows.
type FormatInfo struct {
	Name       string   // such as "STL"
	Extensions []string // in lower case with the point, the usual one first
}

// Formats lists what Read reads, in the order of docs/meshes.md.
func Formats() []FormatInfo {
	var list []FormatInfo
	for _, f := range formats() {
		list = append(list, FormatInfo{f.name, f.extensions})
	}
	return list
}

// format is one entry of the table that Read looks into.
type format struct {
	name       string
	extensions []string // in lower case with the point

	// recognize judges by the first scan.HeadSize bytes of the file, after gzip, and
	// its size, −1 where that is not known. nil where a file has no mark of its own, so
	// that its extension must tell.
	recognize func(head []byte, size int64) bool

	// read reads the whole file from its first byte. Its errors begin with
	// in.name and a line or byte. It may leave Name and Format of the File empty.
	read func(in *scan.Source) (*mesh.File, error)

	// soup says that vertices at exactly the same place are one unless asked
	// otherwise: the format cannot share them, or splits them for other reasons.
	soup bool
}

// formats is the table of all formats, most telling marks first.
func formats() []format {
	return []format{
		// Volumes.
		{name: "Gmsh", extensions: []string{".msh"}, recognize: scan.StartsWith("$MeshFormat"), read: gmsh.Read},
		{name: "MEDIT", extensions: []string{".mesh"}, recognize: scan.StartsWith("MeshVersionFormatted"), read: medit.Read},
		{name: "MEDIT binary", extensions: []string{".meshb"}, recognize: medit.RecognizeBinary, read: medit.ReadBinary},
		{name: "VTK", extensions: []string{".vtk"}, recognize: scan.StartsWith("# vtk DataFile"), read: vtk.Read},
		{name: "VTU", extensions: []string{".vtu", ".vtp"}, recognize: vtk.RecognizeXML, read: vtk.ReadXML},
		{name: "TetGen", extensions: []string{".node", ".ele", ".face"}, read: tetgen.Read},
		// Masses and springs themselves.
		{name: "NPZ", extensions: []string{".npz"}, recognize: npz.Recognize, read: npz.Read},
		{name: "VoxCAD", extensions: []string{".vxa", ".vxd"}, recognize: voxcad.Recognize, read: voxcad.Read},
		{name: "LAMMPS data", extensions: []string{".data", ".lmp", ".lammps"}, recognize: lammps.Recognize, read: lammps.Read},
		// Surfaces.
		{name: "glTF", extensions: []string{".glb", ".gltf"}, recognize: gltf.Recognize, read: gltf.Read, soup: true},
		{name: "PLY", extensions: []string{".ply"}, recognize: ply.Recognize, read: ply.Read, soup: true},
		{name: "STL", extensions: []string{".stl"}, recognize: stl.Recognize, read: stl.Read},
		{name: "OFF", extensions: []string{".off"}, recognize: off.Recognize, read: off.Read},
		{name: "OBJ", extensions: []string{".obj"}, recognize: obj.Recognize, read: obj.ReadFile},
	}
}

// recognize finds the format of what in will give, by content, then by extension.
func recognize(in *scan.Source) (format, error) {
	head, err := in.Peek(scan.HeadSize)
	if len(head) == 0 && err != nil && !scan.EndOfFile(err) {
		return format{}, fmt.Errorf("%s: cannot read: %w", in.Name, err)
	}
	table := formats()
	for _, f := range table {
		if f.recognize != nil && f.recognize(head, in.Size) {
			return f, nil
		}
	}
	if what := foreign(head); what != "" {
		return format{}, fmt.Errorf("%s:1: this is %s, which is not read; read are %s: convert it to one of them", in.Name, what, names(table))
	}
	extension := in.Extension()
	for _, f := range table {
		if slices.Contains(f.extensions, extension) {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("%s:%d: unknown format; read are %s", in.Name, firstStatement(head), names(table))
}

// foreign names formats that people have and that are not read, "" where nothing
// is recognized.
func foreign(head []byte) string {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, f := range []struct{ mark, name string }{
		{"\x1f\x8b", "a file compressed twice (gzip in gzip)"}, {"PK\x03\x04", "a zip file"}, {"BZh", "a bzip2 file"},
		{"\xfd7zXZ", "an xz file"}, {"\x28\xb5\x2f\xfd", "a zstd file"}, {"7z\xbc\xaf", "a 7-Zip file"},
		{"\x7fELF", "a program"}, {"MZ", "a program"}, {"\x89PNG", "a PNG picture"}, {"\xff\xd8\xff", "a JPEG picture"},
		{"%PDF", "a PDF document"}, {"Kaydara FBX", "an FBX file"}, {"BLENDER", "a Blender file"}, {"PXR-USDC", "a USD file"},
		{"#usda", "a USD file"}, {"ISO-10303-21", "a STEP file"}, {"#VRML", "a VRML file"}, {"\x89HDF", "an HDF5 file"},
		{"\x93NUMPY", "one NumPy array"}, {"<?xml", "an XML file of an unknown kind"}, {"<", "an XML file of an unknown kind"},
		{"{", "a JSON file of an unknown kind"},
	} {
		if bytes.HasPrefix(text, []byte(f.mark)) {
			return f.name
		}
	}
	return ""
}

// firstStatement is the line on which a text says something, from 1.
func firstStatement(head []byte) int {
	number := 0
	for line := range bytes.Lines(head) {
		number++
		if words := bytes.TrimSpace(line); len(words) > 0 && words[0] != '#' {
			break
		}
	}
	return max(1, number)
}

// names lists formats for a message.
func names(table []format) string {
	var list []string
	for _, f := range table {
		list = append(list, f.name)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
