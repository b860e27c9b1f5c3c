package format

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// fuzzReader feeds one reader, with its size known and not: it must return a sound
// surface or an error that begins with the name, and allocate in proportion.
func fuzzReader(f *testing.F, name string, read func(in *scan.Source) (*mesh.File, error)) {
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, size := range []int64{int64(len(data)), -1} {
			in, err := scan.New(bytes.NewReader(data), size, name)
			if err != nil {
				return // gzip
			}
			if in.Size != size {
				return // gzip: data may be larger than what lies here
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			file, err := read(in)
			runtime.ReadMemStats(&after)
			// Readers, small first blocks and growing tables: a small multiple of the file.
			const fixed, multiple = 1 << 20, 200
			if allocated := after.TotalAlloc - before.TotalAlloc; allocated > uint64(fixed+multiple*len(data)) {
				t.Fatalf("%d bytes allocated for a file of %d", allocated, len(data))
			}
			if err != nil {
				if file != nil || !strings.HasPrefix(err.Error(), name+":") {
					t.Fatalf("error %v with file %v", err, file)
				}
				continue
			}
			checkTables(t, file.Surface)
			checkLabels(t, file)
			file.WeldWithin(0.01)
			file.DropRepeated()
			checkTables(t, file.Surface)
			checkLabels(t, file)
			file.Surface.Topology() // must not panic
		}
	})
}

// checkLabels fails when labels are not in step with what they label.
func checkLabels(t *testing.T, f *mesh.File) {
	t.Helper()
	s := f.Surface
	for _, l := range []struct {
		labels []int32
		count  int
	}{{f.TetLabels, len(f.Tets)}, {f.FaceLabels, s.FaceCount()}, {f.LineLabels, len(s.Lines)}, {f.VertexLabels, len(s.Vertices)}} {
		if l.labels != nil && len(l.labels) != l.count {
			t.Fatalf("%d labels of %d", len(l.labels), l.count)
		}
	}
	groups, _ := f.LabelGroups()
	for _, g := range groups {
		for _, v := range g.Vertices {
			if int(v) >= len(s.Vertices) {
				t.Fatalf("group %q has vertex %d of %d", g.Name, v, len(s.Vertices))
			}
		}
	}
}

// FuzzRead feeds everything to whatever format it looks like.
func FuzzRead(f *testing.F) {
	for _, text := range []string{squareOBJ, squareOFF, squarePLY, squareSTL, squareOBJ + "g a b\no c\nusemtl d\nf 2 1 3\nl 1 2\n", "glTF", `{"asset"`, instancedSquare(`"TRANSLATION":2`, `,{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}`, make([]byte, 24)), "\x1f\x8b\x08", "solid\x00"} {
		f.Add([]byte(text), "a.obj")
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		file, err := (ReadOptions{Weld: 0.01}).ReadStream(bytes.NewReader(data), int64(len(data)), name)
		if err == nil && file.Surface != nil {
			checkTables(t, file.Surface)
			checkLabels(t, file)
		}
	})
}

// Lists of numbers, as text or NumPy arrays, end in finite numbers or an error.
func FuzzReadNumbers(f *testing.F) {
	f.Add([]byte("1, 2.5 # kg\n-3e2"))
	f.Add([]byte("\x93NUMPY\x01\x00\x38\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}\n\x00\x00\x80\x3f"))
	path := filepath.Join(f.TempDir(), "numbers")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		numbers, err := ReadNumbers(path)
		if err != nil {
			return
		}
		if len(numbers) > len(data) {
			t.Errorf("%d numbers in %d bytes", len(numbers), len(data))
		}
		for _, x := range numbers {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%g", x)
			}
		}
	})
}
