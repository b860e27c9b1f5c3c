package format

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/mesh/scan"
	"hooke/must"
)

// Headers that announce a hundred million of everything cost no memory, whether
// the size of the file is known or not.
func TestLyingHeaders(t *testing.T) {
	const claimed = 100_000_000
	triangles := binarySTL("", squareTriangles()...)
	binary.LittleEndian.PutUint32(triangles[surface.STLHeaderBytes:], claimed)
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
	must.Say(t, "", err, "grows more than 200 times")
	var told int // bytes so far, in the message
	if _, after, found := strings.Cut(fmt.Sprint(err), "times ("); !found {
		t.Error("no number of bytes")
	} else if _, err := fmt.Sscan(after, &told); err != nil || told > 2*scan.GraceBytes {
		t.Errorf("given up after %d bytes, %v; the limit is %d", told, err, scan.GraceBytes)
	}
}

// Damaged, lying and swollen archives are refused.
func TestHostileNPZ(t *testing.T) {
	archive := func(method uint16, arrays ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(arrays); i += 2 {
			w := must.Get(z.CreateHeader(&zip.FileHeader{Name: arrays[i] + ".npy", Method: method}))(t)
			must.Do(t, must.Err(w.Write([]byte(arrays[i+1]))))
		}
		must.Do(t, z.Close())
		return b.String()
	}
	npy := func(descr, shape, data string) string {
		header := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }"
		return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header + data
	}
	two := npy("|u1", "2, 3", "\x00\x00\x00\x01\x00\x00")
	ends := npy("|u1", "1, 2", "\x00\x01")
	one := npy("|u1", "", "\x01")
	good := archive(zip.Store, "positions", two, "ends", ends, "masses", one, "stiffness", one)
	if f, err := readText(t, good, "x.npz"); err != nil || f.Structure.SpringCount() != 1 || f.Structure.RestLength[0] != 1 {
		t.Fatalf("the good one: %v", err)
	}
	flipped := []byte(good)
	flipped[strings.Index(good, "\x00\x00\x00\x01\x00\x00")+1] ^= 1
	for _, c := range []struct{ what, file, want string }{
		{"flipped bit", string(flipped), "checksum"},
		{"bomb", archive(zip.Deflate, "positions", npy("|u1", "8000000, 3", strings.Repeat("\x00", 24_000_000))), "grows more than"},
		{"claim", archive(zip.Store, "positions", npy("<f8", "99999999, 3", "")), "bytes are there"},
		{"overflow", archive(zip.Store, "positions", npy("<f8", "500000000000, 500000000000", "")), "more than any file holds"},
		{"no positions", archive(zip.Store, "x", two), `no array "positions"`},
		{"no ends", archive(zip.Store, "positions", two), `no array "ends"`},
		{"no masses", archive(zip.Store, "positions", two, "ends", ends, "stiffness", one), "give masses"},
		{"no stiffness", archive(zip.Store, "positions", two, "ends", ends, "masses", one), "give stiffness"},
		{"shape", archive(zip.Store, "positions", two, "ends", ends, "masses", npy("|u1", "3", "\x01\x01\x01"), "stiffness", one), "it must be [2] or one number"},
		{"index", archive(zip.Store, "positions", two, "ends", npy("|i1", "1, 2", "\x00\xff"), "masses", one, "stiffness", one), "has -1 at [0, 1]"},
		{"half index", archive(zip.Store, "positions", two, "ends", npy("<f2", "1, 2", "\x00\x00\x00\x38"), "masses", one, "stiffness", one), "has 0.5"},
		{"NaN", archive(zip.Store, "positions", npy("<f2", "1, 3", "\x00\x7e\x00\x00\x00\x00"), "ends", ends), "NaN"},
		{"pickle", archive(zip.Store, "positions", npy("|O", "2, 3", "cos\nsystem\n")), "numbers of type"},
		{"zero mass", archive(zip.Store, "positions", two, "ends", ends, "masses", npy("|u1", "", "\x00"), "stiffness", one), "mass is 0 kg"},
		{"not a zip", "PK\x03\x04 x.npy", "not an NPZ file"},
	} {
		checkRead(t, len(c.file), func() (*mesh.File, error) {
			f, err := readText(t, c.file, "x.npz")
			must.Say(t, c.what, err, c.want)
			return f, err
		})
	}
}

// Entries that share their bytes get the file's size together, not each.
func TestNPZEntriesMayNotOverlap(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w := must.Get(z.CreateHeader(&zip.FileHeader{Name: "a.npy", Method: zip.Store}))(t)
	header := "{'descr': '|u1', 'fortran_order': False, 'shape': (100000,), }"
	must.Do(t, must.Err(w.Write([]byte("\x93NUMPY\x01\x00"+string([]byte{byte(len(header)), 0})+header+strings.Repeat("\x01", 100_000)))))
	must.Do(t, z.Close())
	// The directory's one record, again under other names.
	data := b.String()
	directory, end := strings.Index(data, "PK\x01\x02"), strings.Index(data, "PK\x05\x06")
	records := ""
	for _, name := range []string{"a.npy", "b.npy", "c.npy"} {
		records += strings.Replace(data[directory:end], "a.npy", name, 1)
	}
	tail := []byte(data[end:])
	tail[8], tail[10] = 3, 3
	tail[12], tail[13] = byte(len(records)), byte(len(records)>>8)
	file := data[:directory] + records + string(tail)
	must.Say(t, "three entries of the same bytes", must.Err(readText(t, file, "x.npz")), `array "b" claims`)
}

func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Do(t, must.Err(w.Write(data)))
	must.Do(t, w.Close())
	return b.Bytes()
}

// Compressed bombs end early; broken compression is an error; twice is refused.
func TestGzip(t *testing.T) {
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	line := bytes.Repeat([]byte("#"), 1<<16-1)
	line = append(line, '\n')
	for range 1 << 10 { // 64 MiB
		must.Do(t, must.Err(w.Write(line)))
	}
	must.Do(t, w.Close())
	whole := zipped(t, []byte(squareOBJ))
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"bomb.obj.gz", bomb.Bytes(), "gzip data that grows more than 200 times"},
		{"cut.obj.gz", whole[:len(whole)-9], "cannot read: broken gzip data: unexpected EOF"},
		{"flipped.obj.gz", flipped, "cannot read: broken gzip data: gzip: invalid checksum"},
		{"twice.obj.gz", zipped(t, whole), "twice.obj.gz:1: this is a file compressed twice (gzip in gzip)"},
		{"head.obj.gz", whole[:5], "head.obj.gz: broken gzip data: unexpected EOF"},
	} {
		_, err := (ReadOptions{}).ReadStream(bytes.NewReader(c.data), int64(len(c.data)), c.name)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), c.name) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

// FuzzGzip reads the same bytes plain and compressed: both must give the same file or
// both be refused, and a compressed file that was changed or cut must never be taken
// for a shorter one.
func FuzzGzip(f *testing.F) {
	for _, text := range []string{squareOBJ, squareOFF, squarePLY, squareSTL, labeledVTK, lammpsChain, vxaRobot, squareOBJ + "l 1 2\n# the end"} {
		f.Add([]byte(text), uint16(0), byte(0))
		f.Add([]byte(text), uint16(30), byte(1))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint16, flip byte) {
		if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
			return // compressed twice is refused
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		must.Do(t, must.Err(w.Write(data)))
		must.Do(t, w.Close())
		plain, plainErr := ReadOptions{}.ReadStream(bytes.NewReader(data), int64(len(data)), "a.obj")
		zipped, zippedErr := ReadOptions{}.ReadStream(bytes.NewReader(packed.Bytes()), int64(packed.Len()), "a.obj")
		if (plainErr == nil) != (zippedErr == nil) {
			t.Fatalf("plain: %v; compressed: %v", plainErr, zippedErr)
		}
		if plainErr == nil && !sameFile(plain, zipped) {
			t.Fatalf("plain %+v and compressed %+v differ", plain, zipped)
		}

		cut := packed.Bytes()[:packed.Len()-1-int(at)%packed.Len()]
		if file, err := (ReadOptions{}).ReadStream(bytes.NewReader(cut), int64(len(cut)), "a.obj"); err == nil {
			t.Fatalf("a file cut to %d of %d compressed bytes was taken: %+v", len(cut), packed.Len(), file)
		}
		if flip == 0 {
			return
		}
		// The last eight bytes are the sum and the length of the uncompressed data.
		changed := bytes.Clone(packed.Bytes())
		changed[len(changed)-8+int(at)%8] ^= flip
		if file, err := (ReadOptions{}).ReadStream(bytes.NewReader(changed), int64(len(changed)), "a.obj"); err == nil {
			t.Fatalf("a wrong sum was taken: %+v", file)
		}
	})
}

// sameFile says whether two files hold the same mesh or structure.
func sameFile(a, b *mesh.File) bool {
	return reflect.DeepEqual(a.Surface, b.Surface) && reflect.DeepEqual(a.Structure, b.Structure) &&
		reflect.DeepEqual(a.Tets, b.Tets) && reflect.DeepEqual(a.Velocity, b.Velocity)
}
