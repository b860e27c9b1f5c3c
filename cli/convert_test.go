package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
)

// A surface goes through every format and comes back with the same triangles;
// tetrahedra through those that hold them.
func TestConvert(t *testing.T) {
	folder := t.TempDir()
	in := write(t, "pyramid.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 0.75\nf 1 4 3 2\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n")
	for _, extension := range convertedExtensions() {
		if slices.Contains([]string{".data", ".vxa", ".ele"}, extension) {
			continue // no mesh, no surface
		}
		out := filepath.Join(folder, "a"+extension)
		hooke(t, "convert", in, out).worked(t)
		file, err := format.Read(out)
		if err != nil {
			t.Errorf("%s: %v", extension, err)
			continue
		}
		s := file.Surface
		if s == nil || len(s.Vertices) != 5 || s.TriangleCount() != 6 {
			t.Errorf("%s: read back as %d vertices and %d triangles, want 5 and 6", extension, len(s.Vertices), s.TriangleCount())
			continue
		}
		must.Hold(t, slices.Contains(s.Vertices, model.Vec3{0.5, 0.5, 0.75}), "%s: vertices are %v", extension, s.Vertices)
	}
	tets := write(t, "two.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\nTetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n")
	for _, extension := range []string{".vtu", ".vtk", ".msh", ".mesh", ".npz", ".ele"} {
		out := filepath.Join(folder, "tets"+extension)
		hooke(t, "convert", tets, out).worked(t)
		if file, err := format.Read(out); err != nil || len(file.Tets) != 2 || len(file.Surface.Vertices) != 5 {
			t.Errorf("%s: %v, %+v", extension, err, file)
		}
	}
	if r := hooke(t, "convert", tets, filepath.Join(folder, "tets.stl")).worked(t); !strings.Contains(r.stderr, "only the surface of the 2 tetrahedra") {
		t.Errorf("what STL loses is not told: %q", r.stderr)
	}
}

// Labels go through the formats that have them: of tetrahedra, of their outside
// of lines and of vertices; names through Gmsh. The rest is told.
func TestConvertLabels(t *testing.T) {
	folder := t.TempDir()
	tets := write(t, "two.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 7\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n"+
		"Edges\n1\n1 2 6\nTriangles\n1\n1 3 2 5\nTetrahedra\n2\n1 2 3 4 3\n2 3 4 5 4\nEnd\n")
	cells := []string{"faces/5", "lines/6", "tets/3", "tets/4"}
	for extension, want := range map[string]struct {
		groups []string
		told   string
	}{
		".vtu": {append(slices.Clone(cells), "vertices/7"), ""}, ".vtk": {append(slices.Clone(cells), "vertices/7"), ""}, ".msh": {append(slices.Clone(cells), "vertices/7"), ""},
		".mesh": {append(slices.Clone(cells), "vertices/7"), ""}, ".node": {[]string{"faces/5", "tets/3", "tets/4", "vertices/7"}, "1 lines are left out"}, ".ply": {nil, "note: labels are left out"},
	} {
		out := filepath.Join(folder, "labels"+extension)
		r := hooke(t, "convert", tets, out).worked(t)
		if !strings.Contains(r.stderr, want.told) || want.told == "" && strings.Contains(r.stderr, "labels") {
			t.Errorf("%s: told %q, want %q", extension, r.stderr, want.told)
		}
		file, err := format.Read(out)
		if err != nil {
			t.Errorf("%s: %v", extension, err)
			continue
		}
		must.BeAll(t, labelNames(t, file), want.groups, "%s: groups", extension)
	}
	named := write(t, "named.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\ng fore paw\nf 1 2 3 4\ng tail\nf 2 5 3\n")
	for extension, want := range map[string][]string{".msh": {"fore", "paw", "tail"}, ".vtu": {"faces/1", "faces/2"}} {
		out := filepath.Join(folder, "named"+extension)
		r := hooke(t, "convert", named, out).worked(t)
		file, err := format.Read(out)
		if err != nil || !slices.Equal(labelNames(t, file), want) || strings.Contains(r.stderr, "names of labels") != (extension == ".vtu") {
			t.Errorf("%s: %v, %+v, %s", extension, err, file, r.stderr)
		}
	}
}

// labelNames are the names of the groups that labels of a file make.
func labelNames(t *testing.T, file *mesh.File) (names []string) {
	t.Helper()
	groups := must.Get(file.LabelGroups())(t)
	for _, g := range groups {
		names = append(names, g.Name)
	}
	return names
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

// comesBack converts a cloth and compares it with the converted file. whole says that the format holds
// dampers and pins.
func comesBack(t *testing.T, out string, whole bool) {
	t.Helper()
	if r := hooke(t, "convert", "cloth", out, "--masses", "5x5").worked(t); !whole && (!strings.Contains(r.stderr, "dampers are left out") || !strings.Contains(r.stderr, "pins are comments of atom types")) {
		t.Errorf("%s: what is lost is not told: %q", out, r.stderr)
	}
	s := must.Get(open.Scene("cloth", scene.Options{Size: [3]int{5, 5}}))(t)
	file := must.Get(format.Read(out))(t)
	m, got := s.Model, file.Structure
	if !slices.Equal(got.RestPosition, m.RestPosition) || !slices.Equal(got.Mass, m.Mass) || !slices.Equal(got.Ends, m.Ends) || !slices.Equal(got.RestLength, m.RestLength) {
		t.Error("positions, masses, ends or rest lengths differ")
	}
	theirs, ours := physics.NewResolver(got, 1), physics.NewResolver(m, 1)
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

// A model with a surface is written as that surface in formats without springs.
func TestConvertSurface(t *testing.T) {
	folder := t.TempDir()
	for _, extension := range []string{".stl", ".ply", ".glb"} {
		out := filepath.Join(folder, "cloth"+extension)
		r := hooke(t, "convert", "cloth", out, "--masses", "5x5").worked(t)
		if file, err := format.Read(out); err != nil || file.Surface.TriangleCount() != 32 || len(file.Surface.Vertices) != 25 || !strings.Contains(r.stderr, "only the surface is written") {
			t.Errorf("%s: %v, %s", extension, err, r.stderr)
		}
	}
}

// A filled model has its skin beside masses and springs where a format holds lines:
// behind the masses, where the skin is. A cloth's triangles join its masses.
func TestConvertSkin(t *testing.T) {
	folder := t.TempDir()
	s := must.Get(open.Scene("spot", scene.Options{Springs: 2000}))(t)
	m := s.Model
	for _, extension := range []string{".vtu", ".vtk", ".msh", ".mesh"} {
		out := filepath.Join(folder, "spot"+extension)
		hooke(t, "convert", "spot", out, "--springs", "2k").worked(t)
		file := must.Get(format.Read(out))(t)
		got, want := file.Surface, slices.Concat(s.Start.Position, m.Skin.Positions(nil, s.Start.Position))
		if !slices.Equal(got.Vertices, want) {
			t.Fatalf("%s: %d vertices, want %d masses and %d of the skin, or others", extension, len(got.Vertices), m.MassCount(), m.Skin.VertexCount())
		}
		if len(got.Lines) != m.SpringCount() || got.FaceCount() != len(m.Skin.Triangles) || got.Face(7)[1] != m.Skin.Triangles[7][1]+uint32(m.MassCount()) {
			t.Errorf("%s: %d lines and %d triangles, want %d and %d", extension, len(got.Lines), got.FaceCount(), m.SpringCount(), len(m.Skin.Triangles))
		}
	}
	out := filepath.Join(folder, "cloth.vtu")
	hooke(t, "convert", "cloth", out, "--masses", "5x5").worked(t)
	if file, err := format.Read(out); err != nil || len(file.Surface.Vertices) != 25 || file.Surface.TriangleCount() != 32 || len(file.Surface.Lines) == 0 {
		t.Errorf("cloth: %v, %+v", err, file)
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
	hooke(t, "convert", in, out).failed(t, "lines in STL", exitFailed, "STL has no lines")
	hooke(t, "convert", "tensegrity", filepath.Join(t.TempDir(), "x.npz")).failed(t, "cables in NPZ", exitFailed, "pulls only")
	for _, name := range []string{"x.npz", "x.data"} { // segments of rods would become springs without a stiffness
		hooke(t, "convert", "helix", filepath.Join(t.TempDir(), name)).failed(t, name, exitFailed, "is a rod")
	}
}

// A trajectory goes from NPZ to a dump and back, and with its structure to VTU and
// a table, as the run writes them.
func TestConvertTrajectory(t *testing.T) {
	folder := t.TempDir()
	hooke(t, "run", "walker", "--engine", "cpuref", "--steps", "40", "--save", "npz,vtu,vtkhdf,csv", "--every", "10", "--out", folder).worked(t)
	in := func(name string) string { return filepath.Join(folder, name) }
	hooke(t, "convert", in("trajectory.npz"), in("b.dump")).worked(t)
	hooke(t, "convert", in("b.dump"), in("c.npz")).worked(t)
	was, is := arrays(t, in("trajectory.npz")), arrays(t, in("c.npz"))
	for _, name := range []string{"positions", "velocities"} {
		if !slices.Equal(is[name].Shape, was[name].Shape) || !slices.Equal(is[name].Data.([]float32), was[name].Data.([]float32)) {
			t.Errorf("%s of shape %v came back as %v, or with other numbers", name, was[name].Shape, is[name].Shape)
		}
	}
	must.Hold(t, slices.Equal(is["step"].Data.([]int64), []int64{0, 10, 20, 30, 40}), "steps %v", is["step"].Data)
	hooke(t, "convert", in("trajectory.npz"), in("d.pvd"), "--of", "walker").worked(t)
	hooke(t, "convert", in("trajectory.npz"), in("d.vtkhdf"), "--of", "walker").worked(t)
	hooke(t, "convert", in("trajectory.npz"), in("d.csv"), "--of", "walker").worked(t)
	for _, pair := range [][2]string{{"vtu/frame-000000030.vtu", "d/frame-000000030.vtu"}, {"probes.csv", "d.csv"}, {"frames.vtkhdf", "d.vtkhdf"}} {
		must.Hold(t, bytes.Equal(bytesOf(t, folder, pair[0]), bytesOf(t, folder, pair[1])), "%s is not what the run wrote, %s", pair[1], pair[0])
	}
	for text, want := range map[string]string{
		"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: ATOMS id x y z\n1 0 0 0\n":          "line 6: the file ends in the middle of a frame",
		"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n99999999\nITEM: ATOMS id x y z\n":            "line 4: 99999999 atoms in a file that holds at most 8",
		"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS id xs ys zs\n1 0 0 0\n":       "line 5: positions need the box, which must precede the atoms",
		"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: ATOMS id x y z\n1 0 0 0\n1 0 0 0\n": "line 7: atom \"1\": identifiers are those from 1 to 2, each once",
		"ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS id x y z\n1 0 nan 0\n":        "line 6: \"nan\" is no number",
	} {
		r := hooke(t, "convert", write(t, "bad.dump", text), in("bad.npz"))
		r.failed(t, text, exitFailed, want)
	}
	hooke(t, "convert", in("c.npz"), in("x.stl")).failed(t, "", exitUsage, "trajectories are written in: .npz, .dump, .pvd, .vtkhdf, .csv")
}

// The upward axis of a mesh without springs is reported, and the mesh is turned. glTF, which has y up, comes
// back as it was.
func TestConvertTurnsUp(t *testing.T) {
	folder := t.TempDir()
	in := write(t, "tip.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0.5 3.1 0.25\nf 1 2 3\nf 1 2 4\n")
	to := func(from, name string, flags ...string) (*mesh.File, result) {
		out := filepath.Join(folder, name)
		r := hooke(t, append([]string{"convert", from, out}, flags...)...).worked(t)
		file, err := format.ReadOptions{KeepUp: true}.Read(out)
		if err != nil || len(file.Surface.Vertices) != 4 {
			t.Fatalf("%s: %v", name, err)
		}
		return file, r
	}
	single := func(x float64) float64 { return float64(float32(x)) }
	kept := model.Vec3{0.5, single(3.1), 0.25}
	for _, c := range []struct {
		from, name, up string
		want           model.Vec3 // as it is in the file
		note           string
	}{
		{in, "a.glb", "", model.Vec3{0.5, 0.25, -single(3.1)}, "if y is up in " + in + ", give --up y"},
		{filepath.Join(folder, "a.glb"), "a.obj", "", kept, "y is up in it, as in all glTF"},
		{filepath.Join(folder, "a.glb"), "as-it-is.obj", "z", model.Vec3{0.5, 0.25, -single(3.1)}, ""},
		{in, "b.gltf", "y", kept, ""},
		{filepath.Join(folder, "b.gltf"), "b.obj", "", model.Vec3{0.5, -0.25, single(3.1)}, "y is up in it"},
		{filepath.Join(folder, "b.gltf"), "c.gltf", "", kept, "y is up in it"},
	} {
		flags := []string{"--up", c.up}[:2*min(1, len(c.up))]
		file, r := to(c.from, c.name, flags...)
		if got := file.Surface.Vertices[3]; got != c.want || !strings.Contains(r.stderr, c.note) || c.note == "" && r.stderr != "" {
			t.Errorf("%s to %s, up %q: the tip is at %v, want %v; told\n%s", c.from, c.name, c.up, got, c.want, r.stderr)
		}
	}
}
