// Package format reads and writes mesh files of every format that hooke knows.
//
// Read recognizes the format of a file by its content and reads it; WrittenAs finds the format
// that writes a file. Both look at one table, Formats and Written: each entry says how a format
// is recognized, read and written, and which elements it holds. The formats themselves are in
// the packages below: surface (glTF, OBJ, OFF, PLY, STL), volume (Gmsh, MEDIT, TetGen), usd, vtk, and
// structure (NPZ, VoxCAD, LAMMPS), for masses and springs themselves.
package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"hooke/mesh"
	"hooke/mesh/format/structure"
	"hooke/mesh/format/surface"
	"hooke/mesh/format/usd"
	"hooke/mesh/format/volume"
	"hooke/mesh/format/vtk"
	"hooke/mesh/scan"
)

// Formats lists the formats that Read reads, in the order of docs/meshes.md: the clearest
// marks come first.
func Formats() []mesh.Format {
	return []mesh.Format{
		// Volumes.
		volume.Gmsh(), volume.MEDIT(), volume.BinaryMEDIT(), vtk.Format(), vtk.XMLFormat(), vtk.HDFFormat(), volume.TetGen(),
		// Masses and springs themselves.
		structure.NPZ(), structure.VoxCAD(), structure.LAMMPS(),
		// Surfaces.
		surface.GLTF(), surface.PLY(), surface.STL(), surface.OFF(), surface.OBJ(), usd.Format(),
	}
}

// Written lists the formats that are written, in the order of messages: surfaces,
// volumes, structures.
func Written() []mesh.Format {
	return []mesh.Format{
		surface.OBJ(), surface.OFF(), surface.PLY(), surface.STL(), surface.GLTF(), usd.Format(),
		vtk.XMLFormat(), vtk.Format(), volume.Gmsh(), volume.MEDIT(), volume.TetGen(),
		structure.NPZ(), structure.LAMMPS(), structure.VoxCAD(),
	}
}

// WrittenAs returns the format that is written to files of an extension, in lower case
// with the point, or false for an extension that no format writes.
func WrittenAs(extension string) (mesh.Format, bool) {
	for _, f := range Written() {
		if slices.Contains(f.Written, extension) {
			return f, true
		}
	}
	return mesh.Format{}, false
}

// recognize finds the format of a source by its content, and then by its extension.
func recognize(in *scan.Source) (mesh.Format, error) {
	head, err := in.Peek(scan.HeadSize)
	if len(head) == 0 && err != nil && !scan.EndOfFile(err) {
		return mesh.Format{}, fmt.Errorf("%s: cannot read: %w", in.Name, err)
	}
	table := Formats()
	for _, f := range table {
		if f.Recognize != nil && f.Recognize(head, in.Size) {
			return f, nil
		}
	}
	if what := foreign(head); what != "" {
		return mesh.Format{}, fmt.Errorf("%s:1: this is %s, which is not read; read are %s: convert it to one of them", in.Name, what, names(table))
	}
	extension := in.Extension()
	for _, f := range table {
		if slices.Contains(f.Extensions, extension) {
			return f, nil
		}
	}
	return mesh.Format{}, fmt.Errorf("%s:%d: unknown format; read are %s", in.Name, firstStatement(head), names(table))
}

// foreign names a common format that is not read, or "" for an unknown one.
func foreign(head []byte) string {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, f := range []struct{ mark, name string }{
		{"\x1f\x8b", "a file compressed twice (gzip in gzip)"}, {"PK\x03\x04", "a zip file"}, {"BZh", "a bzip2 file"},
		{"\xfd7zXZ", "an xz file"}, {"\x28\xb5\x2f\xfd", "a zstd file"}, {"7z\xbc\xaf", "a 7-Zip file"},
		{"\x7fELF", "a program"}, {"MZ", "a program"}, {"\x89PNG", "a PNG picture"}, {"\xff\xd8\xff", "a JPEG picture"},
		{"%PDF", "a PDF document"}, {"Kaydara FBX", "an FBX file"}, {"BLENDER", "a Blender file"}, {"PXR-USDC", "a binary USD file (usdcat turns it into .usda)"},
		{"ISO-10303-21", "a STEP file"}, {"#VRML", "a VRML file"},
		{"\x93NUMPY", "one NumPy array"}, {"<?xml", "an XML file of an unknown kind"}, {"<", "an XML file of an unknown kind"},
		{"{", "a JSON file of an unknown kind"},
	} {
		if bytes.HasPrefix(text, []byte(f.mark)) {
			return f.name
		}
	}
	return ""
}

// firstStatement returns the number of the first line that is not empty or a comment, from 1.
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
func names(table []mesh.Format) string {
	var list []string
	for _, f := range table {
		list = append(list, f.Name)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
