package npy

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hooke/must"
)

// stored makes an NPZ file of one entry with any bytes and any claimed size.
func stored(t *testing.T, name string, data []byte, claimed uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	entry := must.Get(archive.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, CRC32: crc32.ChecksumIEEE(data),
		CompressedSize64: uint64(len(data)), UncompressedSize64: claimed}))(t)
	if _, err := entry.Write(data); err != nil {
		t.Fatal(err)
	}
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
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %q in it", c.name, err, c.want)
		}
		// The files are a few hundred bytes; the readers' own buffers are the rest.
		const allowed = 1 << 20
		if used := after.TotalAlloc - before.TotalAlloc; used > allowed {
			t.Errorf("%s: allocated %d bytes, at most %d expected", c.name, used, allowed)
		}
	}
	if _, err := DecodeArchive(bytes.NewReader(good), int64(len(good))); err != nil {
		t.Errorf("the file that the broken ones were made from: %v", err)
	}
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
