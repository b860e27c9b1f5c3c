package format

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"hooke/memory/memorytest"
	"hooke/mesh"
	"hooke/mesh/format/obj"
	"hooke/must"
)

// Reading allocates per array, not per line.
func TestReadOBJAllocations(t *testing.T) {
	text := gridOBJ(100)
	count := memorytest.Allocations(3, func() {
		if _, err := obj.Read(strings.NewReader(text), "grid.obj"); err != nil {
			t.Fatal(err)
		}
	})
	// 30,000 lines; four arrays that grow by a quarter at least, and the reader.
	const growths = 4*40 + 10
	if count > growths {
		t.Errorf("%g allocations for 30,000 lines, want at most %d", count, growths)
	}
}

// gridOBJ is an n × n grid of vertices with two triangles per cell.
func gridOBJ(n int) string {
	var b strings.Builder
	for i := range n * n {
		fmt.Fprintf(&b, "v %.6f %.6f %.6f\n", float64(i%n)/7, float64(i/n)/7, math.Sin(float64(i)))
	}
	for y := range n - 1 {
		for x := range n - 1 {
			i := x + n*y + 1
			fmt.Fprintf(&b, "f %d %d %d\nf %d/%d %d/%d %d/%d\n", i, i+1, i+n, i+1, i+1, i+n+1, i+n+1, i+n, i+n)
		}
	}
	return b.String()
}

func TestSpot(t *testing.T) {
	s := must.Get(Spot())(t)
	if len(s.Vertices) != 2930 || s.FaceCount() != 5856 || s.TriangleCount() != 5856 || s.Degenerate != 0 {
		t.Errorf("%d vertices, %d polygons", len(s.Vertices), s.FaceCount())
	}
	want := mesh.Topology{Edges: 8784, Components: 1}
	if got := s.Topology(); got != want {
		t.Errorf("topology %+v, want %+v", got, want)
	}
}

// bunny reads the Stanford bunny when it is there; it is not part of the project.
func bunny(tb testing.TB) *mesh.Surface {
	file, err := os.Open("../../../shared/meshes/stanford-bunny.obj")
	if err != nil {
		tb.Skip("the bunny is not here")
	}
	defer file.Close()
	s := must.Get(obj.Read(file, "stanford-bunny.obj"))(tb)
	return s
}

func TestBunny(t *testing.T) {
	s := bunny(t)
	got := s.Topology()
	if s.FaceCount() != 69451 || len(s.Vertices) != 35947 || got.Boundary != 223 || got.NonManifold != 0 ||
		got.Components != 1 || got.Isolated != 1113 || got.Gap > 0.05 {
		t.Errorf("%d polygons, %+v", s.FaceCount(), got)
	}
}

func BenchmarkReadOBJ(b *testing.B) {
	text := gridOBJ(708) // a million triangles
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := obj.Read(strings.NewReader(text), "grid.obj"); err != nil {
			b.Fatal(err)
		}
	}
}
