package format

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"hooke/mesh/format/stl"
	"hooke/mesh/scan"
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

// A VTU file whose blocks of zeros grow beyond the limit ends there, and not when the
// 2 GB that its header announces are there.
func TestVTUBomb(t *testing.T) {
	const block, blocks = 8 << 20, 8
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(make([]byte, block)) // to memory
	_ = z.Close()
	header := binary.LittleEndian.AppendUint32(nil, blocks)
	header = binary.LittleEndian.AppendUint32(header, block)
	header = binary.LittleEndian.AppendUint32(header, 0)
	for range blocks {
		header = binary.LittleEndian.AppendUint32(header, uint32(packed.Len()))
	}
	text := `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" compressor="vtkZLibDataCompressor"><UnstructuredGrid>` +
		`<Piece NumberOfPoints="2000000000" NumberOfCells="1"><Points><DataArray type="Float32" NumberOfComponents="3" format="binary">` +
		base64.StdEncoding.EncodeToString(header) + base64.StdEncoding.EncodeToString(bytes.Repeat(packed.Bytes(), blocks)) + `</DataArray></Points></Piece></UnstructuredGrid></VTKFile>`
	_, err := readText(t, text, "x.vtu")
	if err == nil || !strings.Contains(err.Error(), "grows more than 200 times") {
		t.Errorf("error %v", err)
	}
	var told int // bytes so far, in the message
	if _, after, found := strings.Cut(fmt.Sprint(err), "times ("); !found {
		t.Error("no number of bytes")
	} else if _, err := fmt.Sscan(after, &told); err != nil || told > 2*scan.GraceBytes {
		t.Errorf("given up after %d bytes, %v; the limit is %d", told, err, scan.GraceBytes)
	}
}
