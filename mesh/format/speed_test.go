package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"testing"

	"hooke/mesh/format/stl"
	"hooke/must"
)

// gridSTL is a binary STL file of 2(n−1)² triangles on a wavy grid.
func gridSTL(n int) []byte {
	var b bytes.Buffer
	b.Write(make([]byte, stl.HeaderBytes))
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
				var record [stl.TriangleBytes]byte
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
				if _, err := (ReadOptions{}).ReadStream(bytes.NewReader(data), int64(len(data)), name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Reading allocates at most three times the tables that come out, in all: what
// is held at any moment is less.
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
