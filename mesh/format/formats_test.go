package format

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/must"
)

// triangleSet is the set of triangles of a surface by coordinates: every triangle
// begins at its smallest corner and keeps its direction; triangles are sorted.
// Coordinates are rounded to millionths. Those of Spot have six digits, tenths of a
// millionth at most where they are not tiny; a quarter is added so that none lies
// within float32's rounding (0.03 millionths at 0.5 to 1) of where rounding tips.
func triangleSet(s *mesh.Surface) [][3][3]int64 {
	const units, shift = 1e6, 0.25
	set := make([][3][3]int64, 0, s.TriangleCount())
	for _, t := range s.Triangles() {
		var corners [3][3]int64
		for c, v := range t {
			for axis := range 3 {
				corners[c][axis] = int64(math.Round(s.Vertices[v][axis]*units + shift))
			}
		}
		first := 0
		for c := range 3 {
			if slices.Compare(corners[c][:], corners[first][:]) < 0 {
				first = c
			}
		}
		set = append(set, [3][3]int64{corners[first], corners[(first+1)%3], corners[(first+2)%3]})
	}
	slices.SortFunc(set, func(a, b [3][3]int64) int {
		for c := range 3 {
			if order := slices.Compare(a[c][:], b[c][:]); order != 0 {
				return order
			}
		}
		return 0
	})
	return set
}

// All files of Spot hold the same vertices and the same triangles, facing the
// same way, whatever the format and its precision.
func TestSpotInEveryFormat(t *testing.T) {
	spot := must.Get(Spot())(t)
	want := triangleSet(spot)
	files := map[string]string{}
	for _, name := range []string{"spot.obj", "spot-binary.ply", "spot-binary.stl", "spot.glb", "spot.gltf", "spot.off.gz", "spot-ascii.ply.gz"} {
		files[filepath.Join("../testdata", name)] = ""
	}
	for _, pattern := range []string{"*.obj", "*.ply", "*.stl", "*.off", "*.glb", "*.gltf"} {
		found := must.Get(filepath.Glob(filepath.Join("../../../shared/meshes/spot", pattern)))(t)
		for _, path := range found {
			files[path] = ""
		}
	}
	for path := range files {
		file, err := ReadOptions{KeepUp: true}.Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		checkFile(t, file)
		s := file.Surface
		if len(s.Vertices) != len(spot.Vertices) || s.FaceCount() != spot.FaceCount() || s.Degenerate != 0 || s.Topology() != spot.Topology() {
			t.Errorf("%s: %d vertices, %d polygons, %d degenerate, %+v", path, len(s.Vertices), s.FaceCount(), s.Degenerate, s.Topology())
			continue
		}
		if !slices.Equal(triangleSet(s), want) {
			t.Errorf("%s: other triangles", path)
		}
	}

	// What is compared can differ: a moved vertex, a triangle turned over.
	moved, _ := Spot()
	moved.Vertices[7] = moved.Vertices[7].Add(model.Vec3{0, 2e-6, 0})
	turned, _ := Spot()
	turned.Corners[0], turned.Corners[1] = turned.Corners[1], turned.Corners[0]
	for name, s := range map[string]*mesh.Surface{"moved": moved, "turned": turned} {
		if slices.Equal(triangleSet(s), want) {
			t.Errorf("%s: not noticed", name)
		}
	}
}

// Every other surface that lies beside the project is read, too.
func TestOtherSharedSurfaces(t *testing.T) {
	const path = "../../../shared/meshes/stanford-bunny.obj"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no meshes beside the project")
	}
	file := must.Get(Read(path))(t)
	checkFile(t, file)
	if s := file.Surface; s.FaceCount() != 69451 || len(s.Vertices) != 35947 {
		t.Errorf("%d vertices, %d polygons", len(s.Vertices), s.FaceCount())
	}
}
