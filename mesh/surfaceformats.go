package mesh

import (
	"bytes"

	"hooke/mesh/scan"
)

// surfaceFormats are the formats of surface meshes.
func surfaceFormats() []format {
	return []format{
		{name: "glTF", extensions: []string{".glb", ".gltf"}, recognize: looksLikeGLTF, read: readGLTF, soup: true},
		{name: "PLY", extensions: []string{".ply"}, recognize: looksLikePLY, read: readPLY, soup: true},
		{name: "STL", extensions: []string{".stl"}, recognize: looksLikeSTL, read: readSTL},
		{name: "OFF", extensions: []string{".off"}, recognize: looksLikeOFF, read: readOFF},
		{name: "OBJ", extensions: []string{".obj"}, recognize: looksLikeOBJ, read: readOBJ},
	}
}

// looksLikeOBJ says whether the first line that is neither empty nor a comment
// is a statement of an OBJ file.
func looksLikeOBJ(head []byte, _ int64) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(head) {
		f := scan.Fields{Rest: bytes.TrimRight(line, "\n")}
		switch string(f.Next()) {
		case "":
			continue
		case "v", "vt", "vn", "vp", "f", "l", "o", "g", "s", "mtllib", "usemtl":
			return true
		}
		return false
	}
	return false
}
