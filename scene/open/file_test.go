package open

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/mesh/fill"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/meshfile"
)

const (
	cubeFaces  = "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 7 8\n"
	cubePoints = "v 0 0 10\nv 1 0 10\nv 1 2 10\nv 0 2 10\nv 0 0 13\nv 1 0 13\nv 1 2 13\nv 0 2 13\n"
	squareFile = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\nf 1 3 4\n"
	linesFile  = "v 0 0 0\nv 1 0 1\nv 2 0 0\nl 1 2 3 1\n"
)

// write makes a file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFiles(t *testing.T) {
	soup := "" // the cube, every polygon with vertices of its own
	points := strings.Split(strings.TrimSpace(cubePoints), "\n")
	for _, face := range strings.Split(strings.TrimSpace(cubeFaces), "\n") {
		var a, b, c, d int
		if _, err := fmt.Sscanf(face, "f %d %d %d %d", &a, &b, &c, &d); err != nil {
			t.Fatal(err)
		}
		soup += strings.Join([]string{points[a-1], points[b-1], points[c-1], points[d-1], "f -4 -3 -2 -1", ""}, "\n")
	}
	for _, c := range []struct {
		name, text string
		o          scene.Options
		as         string
		masses     int
		notes      []string
	}{
		{"closed", cubePoints + cubeFaces, scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, nil},
		{"closed, by count", cubePoints + cubeFaces, scene.Options{Springs: 5000, Fill: "lattice"}, "fill", -1, nil},
		{"closed, as cloth", cubePoints + cubeFaces, scene.Options{As: "cloth"}, "cloth", 8, nil},
		{"soup", soup, scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, []string{"16 vertices were joined"}},
		{"scaled", cubePoints + cubeFaces, scene.Options{Pitch: 0.024, Scale: 0.1}, "fill", 5 * 9 * 13, nil},
		{"with lines", cubePoints + cubeFaces + "l 1 7\n", scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, []string{"1 lines were not used"}},
		{"open", squareFile, scene.Options{}, "cloth", 4, []string{"1 vertices belong to nothing"}},
		{"degenerate", squareFile + "f 1 1 2\n", scene.Options{}, "cloth", 4, []string{"1 degenerate", "1 vertices belong to nothing"}},
		{"inside out in parts", strings.Replace(cubePoints+cubeFaces, "f 5 6 7 8\nf", "f", 1), scene.Options{Pitch: 0.24}, "fill", 5 * 9 * 13, nil},
		{"lines", linesFile, scene.Options{}, "lines", 3, nil},
		{"lines of a mesh", squareFile + "l 1 3\n", scene.Options{As: "lines"}, "lines", 2, []string{"2 polygons were not used", "3 vertices belong"}},
	} {
		s, err := Scene(write(t, "mesh.obj", c.text), c.o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		sound(t, s)
		if s.Report.As != c.as || (c.masses >= 0 && s.Model.MassCount() != c.masses) || s.Name != "mesh.obj" {
			t.Errorf("%s: %q became %s with %d masses, want %s with %d", c.name, s.Name, s.Report.As, s.Model.MassCount(), c.as, c.masses)
		}
		for _, note := range c.notes {
			if !slices.ContainsFunc(s.Report.Notes, func(n string) bool { return strings.Contains(n, note) }) {
				t.Errorf("%s: notes %q, want %q", c.name, s.Report.Notes, note)
			}
		}
		if len(s.Report.Notes) != len(c.notes) {
			t.Errorf("%s: notes %q, want %d", c.name, s.Report.Notes, len(c.notes))
		}
		// The ground is just beneath, and nothing has been moved sideways or up.
		lo, hi := s.Model.Bounds()
		ground, ok := s.Params.GroundHeight()
		if !ok {
			t.Fatalf("%s: there is no ground", c.name)
		}
		if gap := (lo[2] - ground) / largest(hi.Sub(lo)); !part(gap, meshDrop, 1e-6) {
			t.Errorf("%s: the ground is %g sizes below", c.name, gap)
		}
	}
}

func TestFileReport(t *testing.T) {
	s, err := Scene(write(t, "mesh.obj", cubePoints+cubeFaces+"v 5 5 5\nf 1 1 2\nl 1 2\n"), scene.Options{Pitch: 0.24})
	if err != nil {
		t.Fatal(err)
	}
	r := s.Report
	if r.Vertices != 9 || r.Polygons != 6 || r.Triangles != 12 || r.Lines != 1 || r.Elements() != 7 || r.Degenerate != 1 ||
		r.Topology.Boundary != 0 || r.Topology.Isolated != 1 || r.Fill.Pitch != 0.24 || r.Fill.Dropped != 0 {
		t.Errorf("report %+v", r)
	}
}

func TestUpAndPin(t *testing.T) {
	path := write(t, "mesh.obj", cubePoints+cubeFaces)
	for up, size := range map[string]model.Vec3{"": {1, 2, 3}, "z": {1, 2, 3}, "y": {1, 3, 2}, "x": {3, 2, 1}} {
		s, err := Scene(path, scene.Options{As: "cloth", Up: up})
		if err != nil {
			t.Fatal(err)
		}
		if lo, hi := s.Model.Bounds(); hi.Sub(lo) != size {
			t.Errorf("up %q: size %v, want %v", up, hi.Sub(lo), size)
		}
	}
	for pin, want := range map[string]int{"": 0, "none": 0, "top": 4, "bottom": 4} {
		s, err := Scene(path, scene.Options{As: "cloth", Pin: pin})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for i, p := range s.Model.RestPosition {
			if s.Model.PinOf(i) == model.PinAll {
				count++
				if (pin == "top") != (p[2] == 13) {
					t.Errorf("pin %s holds a mass at %v", pin, p)
				}
			}
		}
		if count != want {
			t.Errorf("pin %q holds %d masses, want %d", pin, count, want)
		}
	}
}

// A mesh behaves alike at any scale: lengths 1,000 times larger make steps
// √1,000 times longer, all else equal.
func TestScaleOfMesh(t *testing.T) {
	path := write(t, "mesh.obj", cubePoints+cubeFaces)
	a, errA := Scene(path, scene.Options{Pitch: 0.24})
	b, errB := Scene(path, scene.Options{Pitch: 240, Scale: 1000})
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	const root = 31.6227766 // √1000
	if !part(b.Params.DT/a.Params.DT, root, 1e-6) || !part(b.Duration/a.Duration, root, 1e-6) {
		t.Errorf("steps %g and %g s, durations %g and %g s", a.Params.DT, b.Params.DT, a.Duration, b.Duration)
	}
}

func TestFileErrors(t *testing.T) {
	const sheet = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n"
	for _, c := range []struct {
		file, text string
		o          scene.Options
		want       string
	}{
		{"a.obj", "", scene.Options{}, "a.obj:1: no vertices"},
		{"a.obj", "v 0 0 0\nf 1 9 2\n", scene.Options{}, "a.obj:2: vertex 9 does not exist"},
		{"a.obj", "v 0 0 nan\n", scene.Options{}, "a.obj:1: vertex: \"nan\" is not a finite number"},
		{"a.obj", "#usda 1.0\n", scene.Options{}, "a.obj:1: this is a USD file, which is not read"},
		{"a.ply", "ISO-10303-21;\n", scene.Options{}, "a.ply:1: this is a STEP file"},
		{"a.gz", "\x1f\x8b\x08", scene.Options{}, "a.gz: broken gzip data"},
		{"a.xyz", "# points\n\n1 2 3\n", scene.Options{}, "a.xyz:3: unknown format"},
		{"a.txt", "", scene.Options{}, "a.txt:1: unknown format"},
		{"a.obj", "v 0 0 0\nv 1 0 0\n", scene.Options{}, "2 vertices but no polygons and no lines"},
		{"a.obj", "v 1 1 1\nv 1 1 1\nl 1 2\n", scene.Options{}, "the mesh spans 0 m"},
		{"a.obj", sheet, scene.Options{Scale: 1e12}, "the mesh spans 1e+12 m"},
		{"a.obj", sheet, scene.Options{Fill: "lattice"}, "encloses no volume: 1 polygons with 4 boundary edges"},
		{"a.obj", sheet, scene.Options{Springs: 100}, "option springs: it belongs to a fill, and"},
		{"a.obj", sheet, scene.Options{As: "lines"}, "it has no lines"},
		{"a.obj", linesFile, scene.Options{As: "cloth"}, "it has no polygons"},
		{"a.obj", linesFile, scene.Options{Fill: "lattice"}, "0 polygons with 0 boundary edges"},
		{"a.obj", linesFile, scene.Options{Size: [3]int{4}}, "option masses"},
		{"a.obj", cubePoints + cubeFaces, scene.Options{Pitch: 5}, "leaves no springs"},
	} {
		path := write(t, c.file, c.text)
		_, err := Scene(path, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s %q: error %v, want one with %q and the path", c.file, c.text, err, c.want)
		}
	}
	_, err := Scene(write(t, "a.obj", sheet), scene.Options{Fill: "lattice"})
	if !errors.Is(err, fill.ErrNotClosed) {
		t.Errorf("error %v, want one that wraps mesh.ErrNotClosed", err)
	}
}

// Every format comes through Open: the same square, the same cloth.
func TestOtherFormats(t *testing.T) {
	for name, text := range map[string]string{
		"a.off": "OFF 4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
		"a.ply": "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 2\n" +
			"property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
		"a.stl": "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n" +
			"facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
	} {
		s, err := Scene(write(t, name, text), scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sound(t, s)
		if s.Report.As != "cloth" || s.Model.MassCount() != 4 || s.Report.Polygons != 2 || s.Name != name {
			t.Errorf("%s: %s of %d masses, %+v", name, s.Report.As, s.Model.MassCount(), s.Report)
		}
	}
	if formats := meshfile.Formats(); len(formats) < 5 || !slices.Contains(formats, "STL (.stl)") {
		t.Errorf("formats %q", formats)
	}
}

// Content decides: an OBJ file under another name is read.
func TestOtherExtension(t *testing.T) {
	s, err := Scene(write(t, "mesh.txt", "# made by hand\n\n"+squareFile), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, s)
}

// The bunny, when it is there: holes and stray vertices and all.
func TestBunny(t *testing.T) {
	const path = "../../../shared/meshes/stanford-bunny.obj"
	if _, err := os.Stat(path); err != nil {
		t.Skip("the bunny is not here")
	}
	fill, err := Scene(path, scene.Options{Up: "y", Springs: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, fill)
	cloth, err := Scene(path, scene.Options{Up: "y", As: "cloth"})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, cloth)
	if fill.Report.As != "fill" || !part(float64(fill.Model.SpringCount()), 20_000, 0.02) ||
		cloth.Model.MassCount() != 35947-1113 || cloth.Report.Surface.Isolated != 1113 {
		t.Errorf("fill: %d springs; cloth: %d masses, %+v", fill.Model.SpringCount(), cloth.Model.MassCount(), cloth.Report.Surface)
	}
}

// A pipe gives its bytes once: none may be lost to finding out what they are. The
// lines have 8 bytes, so that a file without its first 4,096 would be a mesh, too.
func TestMeshFromAPipe(t *testing.T) {
	const rows = 1000 // 16,000 bytes: more than is looked at
	text := strings.Repeat("v 0 0 1\nv 1 0 1\n", rows/2) + "v 0 1 1\nf 1 2 " + strconv.Itoa(rows+1) + "\n"
	out, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	failed := make(chan error, 1)
	go func() {
		_, err := pipe.WriteString(text)
		failed <- errors.Join(err, pipe.Close())
	}()
	path := fmt.Sprintf("/dev/fd/%d", out.Fd()) // as of <(program) in a shell
	s, err := Scene(path, scene.Options{As: "cloth", KeepDuplicates: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	if s.Report.Vertices != rows+1 {
		t.Errorf("%d vertices came through the pipe, want %d", s.Report.Vertices, rows+1)
	}
}

// glTF has y up by itself, which is told; up changes nothing about what it says.
func TestGLTFHasYUp(t *testing.T) {
	const path = "../../mesh/testdata/spot.glb"
	size := func(up string) (size model.Vec3, notes string) {
		s := open(t, path, scene.Options{Up: up, Springs: 2000})
		lo, hi := s.Start.Bounds()
		return hi.Sub(lo), strings.Join(s.Report.Notes, "\n")
	}
	itself, told := size("")
	y, quiet := size("y")
	z, _ := size("z")
	if itself != y || math.Abs(z[1]-y[2]) > 1e-12 || !strings.Contains(told, "y is up in it") || strings.Contains(told, "z is taken as up") || strings.Contains(quiet, "is up") {
		t.Errorf("sizes %v, %v with up y, %v with up z; notes\n%s\nand\n%s", itself, y, z, told, quiet)
	}
}
