package meshfile_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/mesh/fill"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/meshfile"
	"hooke/scene/scenetest"
)

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
		{"a.obj", "PXR-USDC\x00", scene.Options{}, "a.obj:1: this is a binary USD file (usdcat turns it into .usda), which is not read"},
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
		{"a.obj", scenetest.CubePoints + scenetest.CubeFaces, scene.Options{Pitch: 5}, "leaves no springs"},
	} {
		path := scenetest.Write(t, c.file, c.text)
		must.Say(t, fmt.Sprintf("%s %q", c.file, c.text), must.Err(ready(path, c.o)), c.want, path)
	}
	_, err := ready(scenetest.Write(t, "a.obj", sheet), scene.Options{Fill: "lattice"})
	must.Hold(t, errors.Is(err, fill.ErrNotClosed), "error %v, want one that wraps mesh.ErrNotClosed", err)
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
		s, err := ready(scenetest.Write(t, name, text), scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		scenetest.Sound(t, s)
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
	s := must.Get(ready(scenetest.Write(t, "mesh.txt", "# made by hand\n\n"+squareFile), scene.Options{}))(t)
	scenetest.Sound(t, s)
}

// The bunny, when it is there: holes and stray vertices and all.
func TestBunny(t *testing.T) {
	const path = "../../../shared/meshes/stanford-bunny.obj"
	if _, err := os.Stat(path); err != nil {
		t.Skip("the bunny is not here")
	}
	fill := must.Get(ready(path, scene.Options{Up: "y", Springs: 20_000}))(t)
	scenetest.Sound(t, fill)
	cloth := must.Get(ready(path, scene.Options{Up: "y", As: "cloth"}))(t)
	scenetest.Sound(t, cloth)
	if fill.Report.As != "fill" || !scenetest.Within(float64(fill.Model.SpringCount()), 20_000, 0.02) ||
		cloth.Model.MassCount() != 35947-1113 || cloth.Report.Surface.Isolated != 1113 {
		t.Errorf("fill: %d springs; cloth: %d masses, %+v", fill.Model.SpringCount(), cloth.Model.MassCount(), cloth.Report.Surface)
	}
}

// A pipe gives its bytes once: none may be lost to finding out their format. The lines have 8 bytes, so that
// a file without its first 4,096 would be a mesh, too.
func TestMeshFromAPipe(t *testing.T) {
	const rows = 1000 // 16,000 bytes: more than is looked at
	text := strings.Repeat("v 0 0 1\nv 1 0 1\n", rows/2) + "v 0 1 1\nf 1 2 " + strconv.Itoa(rows+1) + "\n"
	out, pipe, err := os.Pipe()
	must.Do(t, err)
	defer out.Close()
	failed := make(chan error, 1)
	go func() {
		_, err := pipe.WriteString(text)
		failed <- errors.Join(err, pipe.Close())
	}()
	path := fmt.Sprintf("/dev/fd/%d", out.Fd()) // as of <(program) in a shell
	s := must.Get(ready(path, scene.Options{As: "cloth", KeepDuplicates: true}))(t)
	must.Do(t, <-failed)
	must.Be(t, s.Report.Vertices, rows+1, "vertices came through the pipe")
}

// glTF has y up by itself, and a note says so. up does not change the content.
func TestGLTFHasYUp(t *testing.T) {
	const path = "../../mesh/testdata/spot.glb"
	size := func(up string) (size model.Vec3, notes string) {
		s := must.Get(ready(path, scene.Options{Up: up, Springs: 2000}))(t)
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
