package mesh_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

func TestSurfaceNumbers(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(meshtest.CubeOBJ), "\n")
	open := strings.Join(lines[:13], "\n")                          // without the top
	tube := strings.Join(append(lines[:8:8], lines[9:13]...), "\n") // without top and bottom
	flipped := strings.NewReplacer("f 1 4 3 2", "f 2 3 4 1", "f 1 2 6 5", "f 5 6 2 1", "f 2 3 7 6", "f 6 7 3 2",
		"f 3 4 8 7", "f 7 8 4 3", "f 4 1 5 8", "f 8 5 1 4", "f 5 6 7 8", "f 8 7 6 5").Replace(meshtest.CubeOBJ)
	square := "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"
	gap := func(area float64, rims ...float64) float64 {
		disks := 0.0
		for _, l := range rims {
			disks += l * l / (4 * math.Pi)
		}
		return disks / (disks + area)
	}
	for _, c := range []struct {
		name, text   string
		volume, area float64
		want         mesh.Topology
	}{
		{"cube", meshtest.CubeOBJ, 1, 6, mesh.Topology{Edges: 12, Components: 1}},
		{"flipped", flipped, -1, 6, mesh.Topology{Edges: 12, Components: 1}},
		{"open", open, 1, 5, mesh.Topology{Edges: 12, Boundary: 4, Components: 1, Gap: gap(5, 4)}},
		{"tube", tube, 1, 4, mesh.Topology{Edges: 12, Boundary: 8, Components: 1, Gap: gap(4, 4, 4)}},
		{"square", square, 0, 1, mesh.Topology{Edges: 4, Boundary: 4, Components: 1, Gap: gap(1, 4)}},
		{"fan of three", square + "v 0 0 1\nv 0 0 2\nf 1 2 5\nf 2 1 6\n", math.NaN(), 2.5,
			mesh.Topology{Edges: 8, Boundary: 7, NonManifold: 1, Components: 1, Gap: math.NaN()}},
		{"two parts, a line and a stray", meshtest.CubeOBJ + "v 5 5 5\nv 6 5 5\nv 5 6 5\nv 7 7 7\nv 8 8 8\nv 9 9 9\nf 9 10 11\nl 12 13\n",
			math.NaN(), 6.5, mesh.Topology{Edges: 15, Boundary: 3, Components: 3, Isolated: 1, Gap: gap(6.5, 2+math.Sqrt2)}},
		{"no polygons", "v 0 0 0\nv 1 0 0\nl 1 2\n", 0, 0, mesh.Topology{Components: 1}},
	} {
		s := meshtest.Parse(t, c.text)
		if got := s.Volume(); !math.IsNaN(c.volume) && !meshtest.Near(got, c.volume, meshtest.Rounding) {
			t.Errorf("%s: volume %g, want %g", c.name, got, c.volume)
		}
		if got := s.Area(); !meshtest.Near(got, c.area, meshtest.Rounding) {
			t.Errorf("%s: area %g, want %g", c.name, got, c.area)
		}
		got := s.Topology()
		if math.IsNaN(c.want.Gap) || meshtest.Near(got.Gap, c.want.Gap, meshtest.Rounding) {
			c.want.Gap = got.Gap
		}
		must.Be(t, got, c.want, "%s: topology", c.name)
	}
}

func TestTriangles(t *testing.T) {
	s := meshtest.Parse(t, "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nf 1 2 3 4 5\nf 1 2 3\n")
	want := [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 1, 2}}
	if diff := cmp.Diff(want, s.Triangles()); diff != "" || s.TriangleCount() != 4 {
		t.Errorf("%d triangles: %s", s.TriangleCount(), diff)
	}
}

func TestTurnUpAndScale(t *testing.T) {
	for up, want := range map[byte]model.Vec3{'x': {-6, 4, 2}, 'y': {2, -6, 4}, 'z': {2, 4, 6}} {
		s := meshtest.Parse(t, meshtest.CubeOBJ+"v 1 2 3\n")
		s.Scale(2)
		s.TurnUp(up)
		must.Be(t, s.Vertices[8], want, "%c up", up)
		if got := s.Volume(); !meshtest.Near(got, 8, 1e-9) { // turned, not mirrored
			t.Errorf("%c up: volume %g, want 8", up, got)
		}
	}
}

func TestWeld(t *testing.T) {
	// Two triangles with vertices of their own; −0 is 0. The third becomes
	// degenerate, and so does one of the lines.
	s := meshtest.Parse(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv -0 1 0\nf 1 2 3\nf 4 5 6\nf 2 4 5\nl 3 6\nl 1 5\n")
	must.Be(t, s.Weld(), 2, "removed")
	want := &mesh.Surface{Name: "test.obj", Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
		Corners: []uint32{0, 1, 2, 1, 3, 2}, FaceStart: []uint32{0, 3, 6}, Lines: [][2]uint32{{0, 3}}, Degenerate: 2}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	must.Be(t, s.Weld(), 0, "welding again removed")
}

func TestWinding(t *testing.T) {
	// Dipoles may be off by this (see windingFar); a few triangles are exact.
	const dipoles = 0.03
	for _, c := range []struct {
		name, text string
		p          model.Vec3
		want       float64
		tolerance  float64
	}{
		{"inside", meshtest.CubeOBJ, model.Vec3{0.3, 0.4, 0.9}, 1, 1e-9},
		{"outside", meshtest.CubeOBJ, model.Vec3{0.3, 0.4, 1.1}, 0, 1e-9},
		{"far", meshtest.CubeOBJ, model.Vec3{30, 40, 50}, 0, 1e-4},
		{"one face of six", strings.Join(strings.Split(meshtest.CubeOBJ, "\n")[:9], "\n"), model.Vec3{0.5, 0.5, 0.5}, 1. / 6, 1e-9},
		{"sphere inside", meshtest.SphereOBJ(1, 40), model.Vec3{0.1, 0.6, 0.7}, 1, dipoles},
		{"sphere center", meshtest.SphereOBJ(1, 40), model.Vec3{}, 1, dipoles},
		{"sphere outside", meshtest.SphereOBJ(1, 40), model.Vec3{0.1, 0.7, 0.8}, 0, dipoles},
		{"nothing", "v 0 0 0\n", model.Vec3{1, 2, 3}, 0, 0},
	} {
		if got := mesh.NewWinding(meshtest.Parse(t, c.text)).At(c.p); !meshtest.Near(got, c.want, c.tolerance) {
			t.Errorf("%s: winding number %g, want %g", c.name, got, c.want)
		}
	}
	// The tree against the sum over all triangles, on a real mesh.
	w := mesh.NewWinding(meshtest.Spot(t))
	for z := -1.0; z <= 1.2; z += 0.25 {
		for y := -1.0; y <= 1; y += 0.25 {
			for x := -1.0; x <= 1; x += 0.25 {
				p := model.Vec3{x, y, z}
				if got, exact := w.At(p), w.Exact(p); !meshtest.Near(got, exact, dipoles) {
					t.Errorf("at %v: %g, the exact sum is %g", p, got, exact)
				}
			}
		}
	}
}
