package format

import (
	"path/filepath"
	"slices"
	"testing"

	"hooke/mesh"
)

// spotFolder has the same tetrahedra in every format. It lies beside the project
// on some machines only; the project's own cube covers the formats without it.
const spotFolder = "../../../shared/meshes/spot"

// textDigits is what the file with the fewest digits, 12, leaves of a length of 1.
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
