package format

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/model"
	"hooke/must"
)

// surfaceWriters are all writers of surfaces with the content that their formats can hold.
func surfaceWriters() []struct {
	name                   string
	write                  func(io.Writer, *mesh.Surface) error
	single, polygons, line bool // float32 only; polygons stay; lines stay
} {
	return []struct {
		name                   string
		write                  func(io.Writer, *mesh.Surface) error
		single, polygons, line bool
	}{
		{"a.obj", surface.WriteOBJ, false, true, true},
		{"a.off", surface.WriteOFF, false, true, true},
		{"a.ply", surface.WritePLY, false, true, true},
		{"a.stl", surface.WriteSTL, true, false, false},
		{"a.glb", surface.WriteGLB, true, false, true},
	}
}

// readBack writes a surface and reads it with vertices joined or not.
func readBack(t *testing.T, name string, write func(io.Writer, *mesh.Surface) error, s *mesh.Surface, o ReadOptions) *mesh.File {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, s); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	file := must.Get(o.ReadStream(bytes.NewReader(b.Bytes()), int64(b.Len()), name))(t)
	turned := strings.HasPrefix(file.Format, "glTF") && len(file.Notes) == 1 && strings.HasPrefix(file.Notes[0], "y is up in it")
	if len(file.Notes) > 0 && !turned {
		t.Errorf("%s: notes %q", name, file.Notes)
	}
	return file
}

// Meshes read back as they were written: to the last bit, or to float32.
func TestSurfaceRoundTrip(t *testing.T) {
	s := mesh.Surface{
		Vertices:  []model.Vec3{{0.1, 1. / 3, -1e-30}, {1, 0, 0}, {1, 1, 1e5}, {-2.5e-7, 1, 0}, {7, 7, 7}, {0, 0, 0}},
		Corners:   []uint32{0, 1, 2, 3, 1, 2, 4, 0, 1, 5, 4, 2},
		FaceStart: []uint32{0, 4, 7, 12},
		Lines:     [][2]uint32{{0, 4}, {3, 1}},
	}
	fans := []uint32{0, 1, 2, 0, 2, 3, 1, 2, 4, 0, 1, 5, 0, 5, 4, 0, 4, 2}
	for _, w := range surfaceWriters() {
		given := s
		if !w.line {
			if err := w.write(io.Discard, &s); err == nil || err.Error() != "export: STL has no lines, the surface has 2; write PLY, OBJ, OFF or GLB" {
				t.Errorf("%s with lines: error %v", w.name, err)
			}
			given.Lines = nil
		}
		want := mesh.Surface{Name: w.name, Corners: given.Corners, FaceStart: given.FaceStart, Lines: given.Lines}
		if !w.polygons {
			want.Corners, want.FaceStart = fans, []uint32{0, 3, 6, 9, 12, 15, 18}
		}
		for _, v := range given.Vertices {
			if w.single {
				v = model.Vec3{float64(float32(v[0])), float64(float32(v[1])), float64(float32(v[2]))}
			}
			want.Vertices = append(want.Vertices, v)
		}
		o := ReadOptions{KeepDuplicates: true}
		if w.name == "a.stl" {
			// Corners come joined in the order in which they appear.
			o.KeepDuplicates = false
			order := []uint32{0, 1, 2, 3, 4, 5}
			for i, v := range order {
				want.Vertices[i] = model.Vec3{float64(float32(s.Vertices[v][0])), float64(float32(s.Vertices[v][1])), float64(float32(s.Vertices[v][2]))}
			}
		}
		must.Be(t, cmp.Diff(&want, readBack(t, w.name, w.write, &given, o).Surface), "", "%s", w.name)
	}
}

// Spot, points alone, lines alone, a polygon of 300 corners, a million of digits.
func TestSurfaceKinds(t *testing.T) {
	spot := must.Get(Spot())(t)
	circle := mesh.Surface{FaceStart: []uint32{0, 300}}
	for i := range 300 {
		sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 300)
		circle.Vertices = append(circle.Vertices, model.Vec3{cos, sin, 0})
		circle.Corners = append(circle.Corners, uint32(i))
	}
	for _, w := range surfaceWriters() {
		for name, s := range map[string]*mesh.Surface{
			"spot": spot, "circle": &circle,
			"points": {Vertices: []model.Vec3{{1, 2, 3}, {4, 5, 6}}},
			"lines":  {Vertices: []model.Vec3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, Lines: [][2]uint32{{0, 1}, {2, 1}}},
		} {
			if (name == "lines" || name == "points") && w.name == "a.stl" || name == "points" && w.name == "a.glb" {
				continue // read as nothing: STL has triangles only, points of glTF are passed over
			}
			got := readBack(t, w.name, w.write, s, ReadOptions{}).Surface
			triangles := len(s.Corners) - 2*s.FaceCount()
			if len(got.Vertices) != len(s.Vertices) || got.TriangleCount() != triangles || len(got.Lines) != len(s.Lines) || got.Degenerate != 0 {
				t.Errorf("%s to %s: %d vertices, %d triangles, %d lines", name, w.name, len(got.Vertices), got.TriangleCount(), len(got.Lines))
			}
			// Shapes agree to float32's rounding of coordinates up to 1.
			const rounding = 1e-6
			source := mesh.Surface{Vertices: s.Vertices, Corners: s.Corners, FaceStart: s.FaceStart}
			if a, b := got.Area(), source.Area(); math.Abs(a-b) > rounding*b {
				t.Errorf("%s to %s: area %g, was %g", name, w.name, a, b)
			}
		}
	}
}

func TestSurfaceErrors(t *testing.T) {
	good := func() mesh.Surface {
		return mesh.Surface{Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Corners: []uint32{0, 1, 2}, FaceStart: []uint32{0, 3}}
	}
	for _, w := range surfaceWriters() {
		for want, change := range map[string]func(s *mesh.Surface){
			"export: a surface without vertices; there is nothing to write": func(s *mesh.Surface) { *s = mesh.Surface{} },
			"export: vertex 1 is at [NaN 0 0], which is not finite":         func(s *mesh.Surface) { s.Vertices[1][0] = math.NaN() },
			"export: the polygons do not cover the 3 corners":               func(s *mesh.Surface) { s.FaceStart = nil },
			"export: polygon 0 has fewer than three corners":                func(s *mesh.Surface) { s.FaceStart = []uint32{0, 1, 3} },
			"export: corner 2 names vertex 3 of 3":                          func(s *mesh.Surface) { s.Corners[2] = 3 },
			"export: line 0 joins vertices 0 and 3 of 3":                    func(s *mesh.Surface) { s.Lines = [][2]uint32{{0, 3}} },
		} {
			s := good()
			change(&s)
			if err := w.write(io.Discard, &s); err == nil || err.Error() != want {
				t.Errorf("%s: error %v, want %s", w.name, err, want)
			}
		}
		s := good()
		s.Vertices[2][1] = 1e39
		if err := w.write(io.Discard, &s); w.single != (err != nil && strings.Contains(err.Error(), "beyond float32")) {
			t.Errorf("%s: 1e39: error %v", w.name, err)
		}
		s = good()
		if err := w.write(fullDisk{}, &s); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want the writer's own", w.name, err)
		}
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// z up in a model is y up in a glTF file, whose node says so: that is how others show it.
func TestGLTFStandsUpright(t *testing.T) {
	s := mesh.Surface{Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0.5, 0.25, 3}}, Corners: []uint32{0, 2, 1, 0, 1, 3}, FaceStart: []uint32{0, 3, 6}}
	for name, write := range map[string]func(io.Writer, *mesh.Surface) error{"a.glb": surface.WriteGLB, "a.gltf": surface.WriteGLTF} {
		var b bytes.Buffer
		must.Do(t, write(&b, &s))
		for keep, want := range map[bool]model.Vec3{false: {0.5, 0.25, 3}, true: {0.5, 3, -0.25}} {
			file := must.Get(ReadOptions{KeepUp: keep}.ReadStream(bytes.NewReader(b.Bytes()), int64(b.Len()), name))(t)
			if got := file.Surface.Vertices[3]; got != want || len(file.Notes) != 1 && !keep || len(file.Notes) != 0 && keep {
				t.Errorf("%s, keep %v: the tip is at %v, want %v; notes %q", name, keep, got, want, file.Notes)
			}
		}
	}
}
