package mesh

import "bytes"

// volumeFormats are the formats of volume meshes.
func volumeFormats() []format {
	return []format{
		{name: "Gmsh", extensions: []string{".msh"}, recognize: startsWith("$MeshFormat"), read: readGmsh},
		{name: "MEDIT", extensions: []string{".mesh"}, recognize: startsWith("MeshVersionFormatted"), read: readMEDIT},
		{name: "MEDIT binary", extensions: []string{".meshb"}, recognize: looksLikeMeshb, read: readMEDITBinary},
		{name: "VTK", extensions: []string{".vtk"}, recognize: startsWith("# vtk DataFile"), read: readVTK},
		{name: "VTU", extensions: []string{".vtu", ".vtp"}, recognize: looksLikeVTU, read: readVTU},
		{name: "TetGen", extensions: []string{".node", ".ele", ".face"}, read: readTetGen},
	}
}

// startsWith recognizes files by their first word, after blank lines.
func startsWith(mark string) func(head []byte, size int64) bool {
	return func(head []byte, _ int64) bool {
		text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
		return bytes.HasPrefix(text, []byte(mark))
	}
}

// looksLikeMeshb recognizes the number 1, a version from 1 to 4 and the keyword
// for the dimension, in either byte order.
func looksLikeMeshb(head []byte, _ int64) bool {
	if len(head) < 12 {
		return false
	}
	little := head[0] == 1 && head[3] == 0 && head[4] >= 1 && head[4] <= 4 && head[8] == 3 && head[11] == 0
	big := head[3] == 1 && head[0] == 0 && head[7] >= 1 && head[7] <= 4 && head[11] == 3 && head[8] == 0
	return little || big
}
