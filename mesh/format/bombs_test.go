package format

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"hooke/mesh/scan"
)

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
