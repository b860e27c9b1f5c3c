package mesh

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/model"
)

// A unit cube of quads that face outward, and parts of it.
const cubeOBJ = `v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 4 3 2
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
f 5 6 7 8
`

// sphereOBJ is a sphere of radius r around the origin, of quads and, at the
// poles, triangles.
func sphereOBJ(r float64, n int) string {
	var b strings.Builder
	ring := func(i, j int) int { return 2 + (i-1)*2*n + j%(2*n) }
	fmt.Fprintf(&b, "v 0 0 %g\n", r)
	for i := 1; i < n; i++ {
		for j := range 2 * n {
			theta, phi := math.Pi*float64(i)/float64(n), math.Pi*float64(j)/float64(n)
			fmt.Fprintf(&b, "v %.17g %.17g %.17g\n", r*math.Sin(theta)*math.Cos(phi), r*math.Sin(theta)*math.Sin(phi), r*math.Cos(theta))
		}
	}
	fmt.Fprintf(&b, "v 0 0 %g\n", -r)
	last := 2 + (n-1)*2*n
	for j := range 2 * n {
		fmt.Fprintf(&b, "f 1 %d %d\n", ring(1, j), ring(1, j+1))
		for i := 1; i < n-1; i++ {
			fmt.Fprintf(&b, "f %d %d %d %d\n", ring(i, j), ring(i+1, j), ring(i+1, j+1), ring(i, j+1))
		}
		fmt.Fprintf(&b, "f %d %d %d\n", ring(n-1, j), last, ring(n-1, j+1))
	}
	return b.String()
}

func TestSurfaceNumbers(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(cubeOBJ), "\n")
	open := strings.Join(lines[:13], "\n")                          // without the top
	tube := strings.Join(append(lines[:8:8], lines[9:13]...), "\n") // without top and bottom
	flipped := strings.NewReplacer("f 1 4 3 2", "f 2 3 4 1", "f 1 2 6 5", "f 5 6 2 1", "f 2 3 7 6", "f 6 7 3 2",
		"f 3 4 8 7", "f 7 8 4 3", "f 4 1 5 8", "f 8 5 1 4", "f 5 6 7 8", "f 8 7 6 5").Replace(cubeOBJ)
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
		want         Topology
	}{
		{"cube", cubeOBJ, 1, 6, Topology{Edges: 12, Components: 1}},
		{"flipped", flipped, -1, 6, Topology{Edges: 12, Components: 1}},
		{"open", open, 1, 5, Topology{Edges: 12, Boundary: 4, Components: 1, Gap: gap(5, 4)}},
		{"tube", tube, 1, 4, Topology{Edges: 12, Boundary: 8, Components: 1, Gap: gap(4, 4, 4)}},
		{"square", square, 0, 1, Topology{Edges: 4, Boundary: 4, Components: 1, Gap: gap(1, 4)}},
		{"fan of three", square + "v 0 0 1\nv 0 0 2\nf 1 2 5\nf 2 1 6\n", math.NaN(), 2.5,
			Topology{Edges: 8, Boundary: 7, NonManifold: 1, Components: 1, Gap: math.NaN()}},
		{"two parts, a line and a stray", cubeOBJ + "v 5 5 5\nv 6 5 5\nv 5 6 5\nv 7 7 7\nv 8 8 8\nv 9 9 9\nf 9 10 11\nl 12 13\n",
			math.NaN(), 6.5, Topology{Edges: 15, Boundary: 3, Components: 3, Isolated: 1, Gap: gap(6.5, 2+math.Sqrt2)}},
		{"no polygons", "v 0 0 0\nv 1 0 0\nl 1 2\n", 0, 0, Topology{Components: 1}},
	} {
		s := parsed(t, c.text)
		if got := s.Volume(); !math.IsNaN(c.volume) && !near(got, c.volume, rounding) {
			t.Errorf("%s: volume %g, want %g", c.name, got, c.volume)
		}
		if got := s.Area(); !near(got, c.area, rounding) {
			t.Errorf("%s: area %g, want %g", c.name, got, c.area)
		}
		got := s.Topology()
		if math.IsNaN(c.want.Gap) || near(got.Gap, c.want.Gap, rounding) {
			c.want.Gap = got.Gap
		}
		if got != c.want {
			t.Errorf("%s: topology %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestTriangles(t *testing.T) {
	s := parsed(t, "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nf 1 2 3 4 5\nf 1 2 3\n")
	want := [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 1, 2}}
	if diff := cmp.Diff(want, s.Triangles()); diff != "" || s.TriangleCount() != 4 {
		t.Errorf("%d triangles: %s", s.TriangleCount(), diff)
	}
}

func TestTurnUpAndScale(t *testing.T) {
	for up, want := range map[byte]model.Vec3{'x': {-6, 4, 2}, 'y': {2, -6, 4}, 'z': {2, 4, 6}} {
		s := parsed(t, cubeOBJ+"v 1 2 3\n")
		s.Scale(2)
		s.TurnUp(up)
		if got := s.Vertices[8]; got != want {
			t.Errorf("%c up: %v, want %v", up, got, want)
		}
		if got := s.Volume(); !near(got, 8, 1e-9) { // turned, not mirrored
			t.Errorf("%c up: volume %g, want 8", up, got)
		}
	}
}

func TestWeld(t *testing.T) {
	// Two triangles with vertices of their own; −0 is 0. The third becomes
	// degenerate, and so does one of the lines.
	s := parsed(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv -0 1 0\nf 1 2 3\nf 4 5 6\nf 2 4 5\nl 3 6\nl 1 5\n")
	if removed := s.Weld(); removed != 2 {
		t.Errorf("%d removed, want 2", removed)
	}
	want := &Surface{Name: "test.obj", Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
		Corners: []uint32{0, 1, 2, 1, 3, 2}, FaceStart: []uint32{0, 3, 6}, Lines: [][2]uint32{{0, 3}}, Degenerate: 2}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	if removed := s.Weld(); removed != 0 {
		t.Errorf("welding again removed %d", removed)
	}
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
		{"inside", cubeOBJ, model.Vec3{0.3, 0.4, 0.9}, 1, 1e-9},
		{"outside", cubeOBJ, model.Vec3{0.3, 0.4, 1.1}, 0, 1e-9},
		{"far", cubeOBJ, model.Vec3{30, 40, 50}, 0, 1e-4},
		{"one face of six", strings.Join(strings.Split(cubeOBJ, "\n")[:9], "\n"), model.Vec3{0.5, 0.5, 0.5}, 1. / 6, 1e-9},
		{"sphere inside", sphereOBJ(1, 40), model.Vec3{0.1, 0.6, 0.7}, 1, dipoles},
		{"sphere center", sphereOBJ(1, 40), model.Vec3{}, 1, dipoles},
		{"sphere outside", sphereOBJ(1, 40), model.Vec3{0.1, 0.7, 0.8}, 0, dipoles},
		{"nothing", "v 0 0 0\n", model.Vec3{1, 2, 3}, 0, 0},
	} {
		if got := NewWinding(parsed(t, c.text)).At(c.p); !near(got, c.want, c.tolerance) {
			t.Errorf("%s: winding number %g, want %g", c.name, got, c.want)
		}
	}
	// The tree against the sum over all triangles, on a real mesh.
	s := spot(t)
	w := NewWinding(s)
	v := newVoxels(model.Vec3{-1, -1, -1}, model.Vec3{1, 1, 1.2}, 0.25)
	for z := range v.nz {
		for y := range v.ny {
			for x := range v.nx {
				exact := 0.0
				for i := range w.triangles {
					re, im := w.triangles[i].halfAngle(v.at(x, y, z))
					exact += math.Atan2(im, re) / (2 * math.Pi)
				}
				if got := w.At(v.at(x, y, z)); !near(got, exact, dipoles) {
					t.Errorf("at %v: %g, the exact sum is %g", v.at(x, y, z), got, exact)
				}
			}
		}
	}
}
