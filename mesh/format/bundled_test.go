package format

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/machine/memory/memorytest"
	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/must"
)

// Reading allocates per array, not per line.
func TestReadOBJAllocations(t *testing.T) {
	text := gridOBJ(100)
	count := memorytest.Allocations(3, func() {
		must.Do(t, must.Err(surface.ReadOBJ(strings.NewReader(text), "grid.obj")))
	})
	// 30,000 lines; four arrays that grow by a quarter at least, and the reader.
	const growths = 4*40 + 10
	must.Hold(t, count <= growths, "%g allocations for 30,000 lines, want at most %d", count, growths)
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
	must.Be(t, s.Topology(), want, "topology")
}

// bunny reads the Stanford bunny when it is there; it is not part of the project.
func bunny(tb testing.TB) *mesh.Surface {
	file, err := os.Open("../../../shared/meshes/stanford-bunny.obj")
	if err != nil {
		tb.Skip("the bunny is not here")
	}
	defer file.Close()
	return must.Get(surface.ReadOBJ(file, "stanford-bunny.obj"))(tb)
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
		must.Do(b, must.Err(surface.ReadOBJ(strings.NewReader(text), "grid.obj")))
	}
}

// spotFolder has the same tetrahedra in every format. It lies beside the project
// on some machines only; the project's own cube covers the formats without it.
const spotFolder = "../../../shared/meshes/spot"

// textDigits is the rounding error of the file with the fewest digits, 12, for a length of 1.
const textDigits = 1e-11

// Every volume file of the folder gives the same vertices and tetrahedra.
func TestSpotVolumesAgree(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(spotFolder, "spot-tet*"))
	if len(files) == 0 {
		t.Skip(spotFolder + " is not there")
	}
	sortedTets := func(f *mesh.File) [][4]uint32 {
		tets := slices.Clone(f.Tets)
		for i := range tets {
			slices.Sort(tets[i][:])
		}
		return tets
	}
	var want *mesh.File
	for _, path := range files {
		f, err := Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(f.Surface.Vertices) != 3588 || len(f.Tets) != 12206 || f.Surface.FaceCount() != 5856 || f.Surface.Degenerate != 0 {
			t.Errorf("%s: %d vertices, %d tetrahedra, %d faces, %d degenerate; want 3588, 12206, 5856, 0",
				path, len(f.Surface.Vertices), len(f.Tets), f.Surface.FaceCount(), f.Surface.Degenerate)
			continue
		}
		if want == nil {
			want = f
			continue
		}
		for i, p := range f.Surface.Vertices {
			if d := p.Sub(want.Surface.Vertices[i]).Len(); d > textDigits {
				t.Errorf("%s: vertex %d is %v, in %s %v", path, i, p, want.Name, want.Surface.Vertices[i])
				break
			}
		}
		if !slices.Equal(sortedTets(f), sortedTets(want)) {
			t.Errorf("%s: tetrahedra differ from those of %s", path, want.Name)
		}
	}
}
