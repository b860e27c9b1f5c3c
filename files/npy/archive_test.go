package npy

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/files/safefile"
	"hooke/files/safefile/filetest"
	"hooke/must"
)

// samples has every element type and every kind of shape.
func samples() []Array {
	long := make([]float32, safefile.BlockBytes/2+5)
	for i := range long {
		long[i] = float32(i) / 3
	}
	return []Array{
		{Name: "f4", Shape: []int{2, 3}, Data: []float32{0, -1.5, math.MaxFloat32, math.SmallestNonzeroFloat32, float32(math.Inf(1)), 0.1}},
		{Name: "f8", Shape: []int{2}, Data: []float64{math.Pi, -math.MaxFloat64}},
		{Name: "i8", Data: []int64{math.MinInt64}},
		{Name: "u4", Shape: []int{1, 1, 3}, Data: []uint32{0, 1, math.MaxUint32}},
		{Name: "empty", Shape: []int{0, 3}, Data: []float32{}},
		{Name: "long", Shape: []int{len(long)}, Data: long},
	}
}

func TestNPZRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npz")
	want := samples()
	must.Do(t, WriteArchive(path, want...))
	got := must.Get(ReadArchive(path))(t)
	must.Be(t, cmp.Diff(want, got), "", "read back (-wrote +read)")
}

// Vectors go out block by block; the seams must not show.
func TestVectorsAcrossBlocks(t *testing.T) {
	vectors := make([][3]float32, safefile.BlockBytes/6+1)
	flat := make([]float32, 0, 3*len(vectors))
	for i := range vectors {
		vectors[i] = [3]float32{float32(i), float32(i) + 0.25, -float32(i)}
		flat = append(flat, vectors[i][:]...)
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	must.Do(t, WriteArchive(path, Vectors("v", vectors)))
	got := must.Get(ReadArchive(path))(t)
	want := []Array{{Name: "v", Shape: []int{len(vectors), 3}, Data: flat}}
	must.Be(t, cmp.Diff(want, got), "", "read back (-wrote +read)")
}

// The bytes of one array, written out by hand from the format's description: NumPy does not depend on our own
// reader.
func TestNPYBytes(t *testing.T) {
	for _, c := range []struct {
		array  Array
		header string // without the padding
		data   string
	}{
		{Array{Name: "a", Shape: []int{2, 3}, Data: [][3]float32{{1, 2, -2}, {0, 0.5, 1}}},
			"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
			"\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x80\x3f"},
		{Array{Name: "a", Data: []float64{1}},
			"{'descr': '<f8', 'fortran_order': False, 'shape': (), }", "\x00\x00\x00\x00\x00\x00\xf0\x3f"},
		{Array{Name: "a", Data: []int64{-2}},
			"{'descr': '<i8', 'fortran_order': False, 'shape': (), }", "\xfe\xff\xff\xff\xff\xff\xff\xff"},
		{Array{Name: "a", Shape: []int{1}, Data: []uint32{0x04030201}},
			"{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }", "\x01\x02\x03\x04"},
	} {
		path := filepath.Join(t.TempDir(), "a.npz")
		must.Do(t, WriteArchive(path, c.array))
		archive := must.Get(zip.OpenReader(path))(t)
		defer archive.Close()
		if len(archive.File) != 1 || archive.File[0].Name != "a.npy" || archive.File[0].Method != zip.Store {
			t.Fatalf("want one stored entry a.npy, got %d: %+v", len(archive.File), archive.File[0].FileHeader)
		}
		entry := must.Get(archive.File[0].Open())(t)
		got := must.Get(io.ReadAll(entry))(t)
		// 10 bytes, then 118 = 0x76 of text with its spaces and newline: the
		// numbers start at byte 128, the next multiple of 64 for each of these.
		want := "\x93NUMPY\x01\x00\x76\x00" + c.header + strings.Repeat(" ", 117-len(c.header)) + "\n" + c.data
		must.Be(t, cmp.Diff([]byte(want), got), "", "%s (-want +got)", c.header)
	}
}

func TestWriteArchiveRefuses(t *testing.T) {
	for _, c := range []struct {
		want   string
		arrays []Array
	}{
		{"has no name", []Array{{Data: []float32{1}}}},
		{`array "a": []string cannot be written; use []float32`, []Array{{Name: "a", Data: []string{"x"}}}},
		{`array "a": <nil> cannot be written`, []Array{{Name: "a"}}},
		{`array "a": 2 numbers do not fill the shape []`, []Array{{Name: "a", Data: []float32{1, 2}}}},
		{`array "a": 2 numbers do not fill the shape [3]`, []Array{{Name: "a", Shape: []int{3}, Data: []float32{1, 2}}}},
		{`array "a": 2 numbers do not fill the shape [-1 -2]`, []Array{{Name: "a", Shape: []int{-1, -2}, Data: []float32{1, 2}}}},
		{`array "a": 0 numbers do not fill the shape [4294967296 4294967296]`,
			[]Array{{Name: "a", Shape: []int{1 << 32, 1 << 32}, Data: []float32{}}}},
		{`two arrays are called "a"`, []Array{{Name: "a", Data: []int64{1}}, {Name: "a", Data: []int64{2}}}},
	} {
		folder := t.TempDir()
		must.Say(t, "", WriteArchive(filepath.Join(folder, "a.npz"), c.arrays...), c.want)
		if got := filetest.Names(t, folder); got != "" {
			t.Errorf("%s: the folder holds %q, want nothing", c.want, got)
		}
	}
}

// stored makes an NPZ file of one entry with any bytes and any claimed size.
func stored(t *testing.T, name string, data []byte, claimed uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	entry := must.Get(archive.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, CRC32: crc32.ChecksumIEEE(data),
		CompressedSize64: uint64(len(data)), UncompressedSize64: claimed}))(t)
	must.Do(t, must.Err(entry.Write(data)))
	must.Do(t, archive.Close())
	return out.Bytes()
}

// Broken and hostile files end in an error, in memory bounded by their size.
func TestReadArchiveRefuses(t *testing.T) {
	array := func(dtype string, shape []int, data string) []byte {
		return append(AppendHeader(nil, dtype, shape), data...)
	}
	entry := func(data []byte) []byte { return stored(t, "a.npy", data, uint64(len(data))) }
	good := entry(array("<f4", []int{1}, "\x00\x00\x80\x3f"))
	flipped := bytes.Replace(good, []byte("\x00\x00\x80\x3f"), []byte("\x00\x00\x80\x40"), 1)
	fortran := bytes.Replace(array("<f4", []int{1, 1}, "1234"), []byte("False, 'shape': (1, 1), } "), []byte("True, 'shape': (1, 1), }  "), 1)
	wide := bytes.Replace(array("<f4", []int{1}, "1234"), []byte("(1,), }"+strings.Repeat(" ", 30)),
		[]byte("("+strings.Repeat("9", 30)+",), }"+" "), 1)

	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "is not an NPZ file"},
		{"text", []byte("hello"), "is not an NPZ file"},
		{"truncated", good[:len(good)-5], "is not an NPZ file"},
		{"flipped bit", flipped, `array "a" is damaged`},
		{"other entry", stored(t, "a.txt", nil, 0), `entry "a.txt" is not a .npy file`},
		{"no header", entry(nil), "is cut off in its header"},
		{"short header", entry([]byte("\x93NUMPY\x01\x00\xff\xff{")), "is cut off in its header"},
		{"not NumPy", entry([]byte("0123456789abcdef")), "is not in NumPy's format"},
		{"version 4", entry([]byte("\x93NUMPY\x04\x00\x10\x00\x00\x00")), "has format version 4"},
		{"strange header", entry([]byte("\x93NUMPY\x01\x00\x03\x00{}\n")), `not understood: "{}\n"`},
		{"column-major", entry(fortran), "is in column-major order"},
		{"type", entry(array("<c8", []int{1}, "12345678")), `numbers of type "<c8"`},
		{"too few numbers", entry(array("<f4", []int{2}, "1234")), "has the shape [2] of 4-byte numbers, but 4 bytes"},
		{"odd bytes", entry(array("<f4", []int{1}, "12345")), "but 5 bytes"},
		{"huge shape", entry(array("<f4", []int{1 << 38, 1 << 38}, "1234")), "more than any file holds"},
		{"axis past 64 bits", entry(wide), "more than is read"},
		{"huge claim", stored(t, "a.npy", array("<f4", []int{1}, "1234"), 1<<40), "claims 1099511627776 bytes"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := DecodeArchive(bytes.NewReader(c.file), int64(len(c.file)))
		runtime.ReadMemStats(&after)
		must.Say(t, c.name, err, c.want)
		// The files are a few hundred bytes; the readers' own buffers are the rest.
		const allowed = 1 << 20
		if used := after.TotalAlloc - before.TotalAlloc; used > allowed {
			t.Errorf("%s: allocated %d bytes, at most %d expected", c.name, used, allowed)
		}
	}
	must.Be(t, must.Err(DecodeArchive(bytes.NewReader(good), int64(len(good)))), nil, "the file that the broken ones were made from")
}

func FuzzReadArchive(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.npz")
	must.Do(f, WriteArchive(path, samples()[:5]...))
	seed := must.Get(os.ReadFile(path))(f)
	f.Add(seed)
	f.Fuzz(func(t *testing.T, data []byte) {
		arrays, err := DecodeArchive(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, a := range arrays {
			_, numbers, ok := describe(a.Data)
			if count, fits := product(a.Shape); !ok || !fits || count != numbers {
				t.Errorf("array %q: shape %v and %d numbers", a.Name, a.Shape, numbers)
			}
		}
	})
}
