package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/scene"
)

// A surface goes through every format and comes back with the same triangles;
// tetrahedra through those that hold them.
func TestConvert(t *testing.T) {
	folder := t.TempDir()
	in := write(t, "pyramid.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 0.75\nf 1 4 3 2\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n")
	for _, extension := range convertTo() {
		if extension == ".data" {
			continue // no mesh
		}
		out := filepath.Join(folder, "a"+extension)
		hooke(t, "convert", in, out).worked(t)
		file, err := mesh.Read(out)
		if err != nil {
			t.Errorf("%s: %v", extension, err)
			continue
		}
		s := file.Surface
		if s == nil || len(s.Vertices) != 5 || s.TriangleCount() != 6 {
			t.Errorf("%s: read back as %d vertices and %d triangles, want 5 and 6", extension, len(s.Vertices), s.TriangleCount())
			continue
		}
		if !slices.Contains(s.Vertices, model.Vec3{0.5, 0.5, 0.75}) && extension != ".glb" { // which may turn axes
			t.Errorf("%s: vertices are %v", extension, s.Vertices)
		}
	}
	tets := write(t, "two.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\nTetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n")
	for _, extension := range []string{".vtu", ".npz"} {
		out := filepath.Join(folder, "tets"+extension)
		hooke(t, "convert", tets, out).worked(t)
		if file, err := mesh.Read(out); err != nil || len(file.Tets) != 2 || len(file.Surface.Vertices) != 5 {
			t.Errorf("%s: %v, %+v", extension, err, file)
		}
	}
	if r := hooke(t, "convert", tets, filepath.Join(folder, "tets.stl")).worked(t); !strings.Contains(r.stderr, "only the surface of the 2 tetrahedra") {
		t.Errorf("what STL loses is not told: %q", r.stderr)
	}
}

// A structure comes back from NPZ as it was, to the last bit.
func TestConvertStructure(t *testing.T) {
	folder := t.TempDir()
	for _, extension := range []string{".npz", ".data"} {
		comesBack(t, filepath.Join(folder, "cloth"+extension), extension == ".npz")
	}
	out := filepath.Join(folder, "cloth.npz")
	if r := hooke(t, "convert", out, filepath.Join(folder, "cloth.ply")).worked(t); !strings.Contains(r.stderr, "holds no masses") {
		t.Errorf("what PLY loses is not told: %q", r.stderr)
	}
}

// comesBack converts a cloth and compares it with what is read again; whole says
// that the format holds dampers and pins.
func comesBack(t *testing.T, out string, whole bool) {
	t.Helper()
	if r := hooke(t, "convert", "cloth", out, "--masses", "5x5").worked(t); !whole && (!strings.Contains(r.stderr, "dampers are left out") || !strings.Contains(r.stderr, "pins are left out")) {
		t.Errorf("%s: what is lost is not told: %q", out, r.stderr)
	}
	s, err := scene.Open("cloth", scene.Options{Size: [3]int{5, 5}})
	if err != nil {
		t.Fatal(err)
	}
	file, err := mesh.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	m, got := s.Model, file.Structure
	if !slices.Equal(got.RestPosition, m.RestPosition) || !slices.Equal(got.Mass, m.Mass) || !slices.Equal(got.Ends, m.Ends) || !slices.Equal(got.RestLength, m.RestLength) {
		t.Error("positions, masses, ends or rest lengths differ")
	}
	theirs, ours := model.NewResolver(got, 1), model.NewResolver(m, 1)
	for i := range m.Ends {
		want := ours.Spring(i)
		if !whole {
			want.Damping = 0
		}
		if theirs.Spring(i) != want {
			t.Fatalf("spring %d: %v, was %v", i, theirs.Spring(i), want)
		}
	}
	for i := range m.Mass {
		if whole && got.PinOf(i) != m.PinOf(i) {
			t.Fatalf("mass %d is pinned %v, was %v", i, got.PinOf(i), m.PinOf(i))
		}
	}
}

func TestConvertRefuses(t *testing.T) {
	in := write(t, "line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n")
	for args, want := range map[string]string{
		"convert":                             "0 arguments given; name the file to read",
		"convert " + in + " out.docx":         "out.docx: formats that are written: .obj, .off",
		"convert missing.obj out.ply":         "missing.obj",
		"convert " + in + " " + in + "/x.stl": "x.stl",
	} {
		if r := hooke(t, strings.Fields(args)...); r.code == exitOK || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d, %q", args, r.code, r.stderr)
		}
	}
	out := filepath.Join(t.TempDir(), "x.stl")
	if r := hooke(t, "convert", in, out); r.code != exitFailed || !strings.Contains(r.stderr, "STL has no lines") {
		t.Errorf("lines in STL: exit code %d, %q", r.code, r.stderr)
	}
	if r := hooke(t, "convert", "tensegrity", filepath.Join(t.TempDir(), "x.npz")); r.code != exitFailed || !strings.Contains(r.stderr, "pulls only") {
		t.Errorf("cables in NPZ: exit code %d, %q", r.code, r.stderr)
	}
}
