package format

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"testing"

	"hooke/mesh/format/surface"
	"hooke/mesh/join"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// gridSTL is a binary STL file of 2(n−1)² triangles on a wavy grid.
func gridSTL(n int) []byte {
	var b bytes.Buffer
	b.Write(make([]byte, surface.STLHeaderBytes))
	binary.Write(&b, binary.LittleEndian, uint32(2*(n-1)*(n-1)))
	corner := func(record []byte, i int) {
		for axis, x := range []float64{float64(i%n) / 7, float64(i/n) / 7, math.Sin(float64(i))} {
			binary.LittleEndian.PutUint32(record[4*axis:], math.Float32bits(float32(x)))
		}
	}
	for y := range n - 1 {
		for x := range n - 1 {
			i := x + n*y
			for _, t := range [][3]int{{i, i + 1, i + n}, {i + 1, i + n + 1, i + n}} {
				var record [surface.STLTriangleBytes]byte
				for c, v := range t {
					corner(record[12+12*c:], v)
				}
				b.Write(record[:])
			}
		}
	}
	return b.Bytes()
}

// gridPLY is the same grid as a binary PLY file.
func gridPLY(n int, order binary.ByteOrder) []byte {
	var b bytes.Buffer
	name := map[bool]string{true: "little", false: "big"}[order == binary.LittleEndian]
	fmt.Fprintf(&b, "ply\nformat binary_%s_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"+
		"element face %d\nproperty list uchar int vertex_indices\nend_header\n", name, n*n, 2*(n-1)*(n-1))
	var record [13]byte
	for i := range n * n {
		for axis, x := range []float64{float64(i%n) / 7, float64(i/n) / 7, math.Sin(float64(i))} {
			order.PutUint32(record[4*axis:], math.Float32bits(float32(x)))
		}
		b.Write(record[:12])
	}
	for y := range n - 1 {
		for x := range n - 1 {
			i := x + n*y
			for _, t := range [][3]int{{i, i + 1, i + n}, {i + 1, i + n + 1, i + n}} {
				record[0] = 3
				for c, v := range t {
					order.PutUint32(record[1+4*c:], uint32(v))
				}
				b.Write(record[:])
			}
		}
	}
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	const n = 708 // a million triangles
	for name, data := range map[string][]byte{
		"grid.obj": []byte(gridOBJ(n)), "grid.stl": gridSTL(n), "grid.ply": gridPLY(n, binary.LittleEndian),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				must.Do(b, must.Err((ReadOptions{}).ReadStream(bytes.NewReader(data), int64(len(data)), name)))
			}
		})
	}
}

// Reading allocates in all at most three times the tables it returns. The memory in use at any moment is
// less.
func TestReadMemory(t *testing.T) {
	const (
		n       = 142 // 40,000 triangles
		most    = 3.0
		buffers = 1 << 18 // readers, the first small blocks [bytes]
	)
	for name, data := range map[string][]byte{
		"grid.obj": []byte(gridOBJ(n)), "grid.stl": gridSTL(n), "grid.ply": gridPLY(n, binary.LittleEndian),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		file, err := (ReadOptions{}).ReadStream(bytes.NewReader(data), int64(len(data)), name)
		runtime.ReadMemStats(&after)
		must.Do(t, err)
		s := file.Surface
		if s.FaceCount() != 2*(n-1)*(n-1) || len(s.Vertices) != n*n {
			t.Fatalf("%s: %d polygons of %d vertices", name, s.FaceCount(), len(s.Vertices))
		}
		tables := float64(24*len(s.Vertices) + 4*len(s.Corners) + 4*len(s.FaceStart))
		if ratio := (float64(after.TotalAlloc-before.TotalAlloc) - buffers) / tables; ratio > most {
			t.Errorf("%s: %.2f times the tables were allocated, want at most %g", name, ratio, most)
		} else {
			t.Logf("%s: %.2f times the tables", name, ratio)
		}
	}
}

// npzOf makes an NPZ file of one long chain, as numpy.savez writes it.
func npzOf(tb testing.TB, springs, different int) []byte {
	tb.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	add := func(name, descr, shape string, fill func(b []byte) []byte) {
		w := must.Get(archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store}))(tb)
		header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape)
		data := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
		must.Do(tb, must.Err(w.Write(fill(append(data, header...)))))
	}
	reals := func(count int, at func(i int) float64) func(b []byte) []byte {
		return func(b []byte) []byte {
			for i := range count {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(at(i)))
			}
			return b
		}
	}
	masses := springs/13 + 2
	add("positions", "<f8", fmt.Sprintf("%d, 3", masses), reals(3*masses, func(i int) float64 { return float64(i) }))
	add("masses", "<f8", fmt.Sprintf("%d,", masses), reals(masses, func(int) float64 { return 1 }))
	add("ends", "<i8", fmt.Sprintf("%d, 2", springs), func(b []byte) []byte {
		for i := range springs {
			b = binary.LittleEndian.AppendUint64(b, uint64(i%(masses-1)))
			b = binary.LittleEndian.AppendUint64(b, uint64(i%(masses-1)+1))
		}
		return b
	})
	add("rest_length", "<f8", fmt.Sprintf("%d,", springs), reals(springs, func(int) float64 { return 5 }))
	add("stiffness", "<f8", fmt.Sprintf("%d,", springs), reals(springs, func(i int) float64 { return float64(100 + i%different) }))
	must.Do(tb, archive.Close())
	return file.Bytes()
}

// BenchmarkReadNPZ reads 1 M springs, 34 MB, with a thousand different stiffnesses.
func BenchmarkReadNPZ(b *testing.B) {
	data := npzOf(b, 1_000_000, 1000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := ReadOptions{}.ReadStream(bytes.NewReader(data), int64(len(data)), "x.npz")
		if err != nil || f.Structure.SpringCount() != 1_000_000 {
			b.Fatal(err)
		}
	}
}

// A structure with more different springs than a palette holds is refused in
// words, and one that just fits is read.
func TestNPZPaletteLimit(t *testing.T) {
	p := materials.NewPairs("x")
	for k := range materials.Most {
		if _, ok := p.Material(float64(k), 1); !ok {
			t.Fatal(k)
		}
	}
	if entry, ok := p.Material(5, 1); !ok || entry != 6 {
		t.Errorf("a pair that is there gives %d, %v; want 6", entry, ok)
	}
	if _, ok := p.Material(-1, 1); ok {
		t.Error("pair 65,536 was accepted")
	}
}

// A structure whose springs differ more than a palette holds keeps k and c of each
// spring, and they come out as they went in.
func TestNPZOfDifferentSprings(t *testing.T) {
	const springs = materials.Most + 5
	f := must.Get(ReadOptions{}.ReadStream(bytes.NewReader(npzOf(t, springs, springs)), -1, "x.npz"))(t)
	m := f.Structure
	must.Do(t, m.Validate())
	if len(m.Own) != springs || len(m.Materials) != 2 || len(f.Notes) != 1 {
		t.Fatalf("%d springs with k and c of their own, %d materials, notes %q", len(m.Own), len(m.Materials), f.Notes)
	}
	r := physics.NewResolver(m, 0)
	for _, s := range []int{0, 1, materials.Most - 1, materials.Most, springs - 1} {
		must.Be(t, r.Spring(s), (model.Coefficients{Stiffness: float64(100 + s)}), "spring %d", s)
	}
	// They go with their springs into other models.
	plain := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 1, 1, 7, 0)
	both := must.Get(join.Merge("both", join.Part{Model: plain}, join.Part{Model: m, Move: model.Vec3{1e6}}))(t)
	must.Do(t, both.Validate())
	r = physics.NewResolver(both, 0)
	at := plain.SpringCount()
	if r.Spring(0).Stiffness != 7 || r.Spring(at).Stiffness != 100 || r.Spring(at+springs-1).Stiffness != 100+springs-1 {
		t.Errorf("merged: %v, %v, %v", r.Spring(0), r.Spring(at), r.Spring(at+springs-1))
	}
}
