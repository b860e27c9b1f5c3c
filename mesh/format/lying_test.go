package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"hooke/mesh/format/stl"
)

// Headers that announce a hundred million of everything cost no memory, whether
// the size of the file is known or not.
func TestLyingHeaders(t *testing.T) {
	const claimed = 100_000_000
	triangles := binarySTL("", squareTriangles()...)
	binary.LittleEndian.PutUint32(triangles[stl.HeaderBytes:], claimed)
	text, buffer := gltfSquare()
	chunk := glb(text, buffer)
	binary.LittleEndian.PutUint32(chunk[8:], claimed) // the length of the whole
	binary.LittleEndian.PutUint32(chunk[20+len(text)+(4-len(text)%4)%4:], claimed-1000)
	claims := strings.NewReplacer("vertex 4", fmt.Sprint("vertex ", claimed), "face 2", fmt.Sprint("face ", claimed))
	for name, data := range map[string][]byte{
		"a.stl":         triangles,
		"a.ply":         []byte(claims.Replace(squarePLY)),
		"binary.ply":    []byte(claims.Replace(strings.Replace(squarePLY, "ascii", littlePLY, 1))),
		"faces.ply":     []byte(strings.Replace(squarePLY, "face 2", fmt.Sprint("face ", claimed), 1)),
		"edges.ply":     []byte(plyFile("ascii", fmt.Sprint("element edge ", claimed, "\nproperty int vertex1\nproperty int vertex2\n")+plyVertices, plyCorners)),
		"a.off":         []byte(strings.Replace(squareOFF, "4 2 0", fmt.Sprint(claimed, claimed, 0), 1)),
		"faces.off":     []byte(strings.Replace(squareOFF, "4 2 0", fmt.Sprint("4 ", claimed, " 0"), 1)),
		"a.glb":         chunk,
		"accessor.glb":  glb(strings.Replace(text, `"count":4`, fmt.Sprintf(`"count":%d`, claimed), 1), buffer),
		"buffer.glb":    glb(strings.Replace(text, `"byteLength":60`, fmt.Sprintf(`"byteLength":%d`, claimed), 1), buffer),
		"list.ply":      []byte(strings.Replace(squarePLY, "3 0 2 3", fmt.Sprint(claimed, " 0 2 3"), 1)),
		"long face.off": []byte(strings.Replace(squareOFF, "3 0 2 3", fmt.Sprint(claimed, " 0 2 3"), 1)),
	} {
		for _, size := range []int64{int64(len(data)), -1} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := (ReadOptions{}).ReadStream(bytes.NewReader(data), size, name)
			runtime.ReadMemStats(&after)
			const most = 1 << 20 // buffers; claims would take a hundred times more
			if allocated := after.TotalAlloc - before.TotalAlloc; allocated > most || err == nil {
				t.Errorf("%s, size %d: %d bytes allocated, error %v", name, size, allocated, err)
			}
		}
	}
}
