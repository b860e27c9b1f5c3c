package mesh_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

// cubes is a surface of cubes, each a part of its own: {size, corner, 1 to face inward}.
func cubes(t *testing.T, list ...[3]float64) *mesh.Surface {
	s := &mesh.Surface{Name: "cubes.obj"}
	for _, c := range list {
		one, from := meshtest.Parse(t, meshtest.CubeOBJ), uint32(len(s.Vertices))
		for _, v := range one.Vertices {
			s.Vertices = append(s.Vertices, v.Mul(c[0]).Add(model.Vec3{c[1], c[1], c[1]}))
		}
		for i := range one.FaceCount() {
			face := slices.Clone(one.Face(i))
			for k := range face {
				face[k] += from
			}
			if c[2] == 1 {
				slices.Reverse(face)
			}
			s.AddFace(face)
		}
	}
	return s
}

// turnFaces turns some polygons.
func turnFaces(s *mesh.Surface, faces ...int) {
	for _, i := range faces {
		slices.Reverse(s.Face(i))
	}
}

// A part with a disagreement is turned to face outward, or inward where it is in another
// part; others stay as they are.
func TestTurn(t *testing.T) {
	for _, c := range []struct {
		name   string
		cubes  [][3]float64
		wrong  []int   // polygons turned beforehand
		turned int     // polygons that Turn turns
		volume float64 // afterwards [m³]
	}{
		{"nothing wrong", [][3]float64{{1, 0, 0}}, nil, 0, 1},
		{"one", [][3]float64{{1, 0, 0}}, []int{3}, 1, 1},
		{"the first", [][3]float64{{1, 0, 0}}, []int{0}, 1, 1},
		{"most", [][3]float64{{1, 0, 0}}, []int{0, 1, 2, 4, 5}, 5, 1},
		{"all: consistent", [][3]float64{{1, 0, 0}}, []int{0, 1, 2, 3, 4, 5}, 0, -1},
		{"a cavity stays", [][3]float64{{1, 0, 0}, {0.5, 0.25, 1}}, []int{2}, 1, 0.875},
		{"a body in a body stays", [][3]float64{{1, 0, 0}, {0.5, 0.25, 0}}, []int{2}, 1, 1.125},
		{"a cavity with one", [][3]float64{{1, 0, 0}, {0.5, 0.25, 1}}, []int{7}, 1, 0.875},
		{"both", [][3]float64{{1, 0, 0}, {0.5, 0.25, 1}}, []int{1, 7, 9}, 3, 0.875},
		{"a core in a cavity", [][3]float64{{1, 0, 0}, {0.5, 0.25, 1}, {0.2, 0.4, 0}}, []int{13, 14}, 2, 0.883},
		{"beside", [][3]float64{{1, 0, 0}, {1, 3, 0}}, []int{8}, 1, 2},
		{"a cavity of a body that faces inward", [][3]float64{{1, 0, 1}, {0.5, 0.25, 0}}, []int{8}, 1, -0.875},
	} {
		s := cubes(t, c.cubes...)
		turnFaces(s, c.wrong...)
		turned, err := s.Turn()
		if err != nil || turned != c.turned || !meshtest.Near(s.Volume(), c.volume, 1e-12) {
			t.Errorf("%s: %d polygons turned, volume %g m³, %v; want %d and %g", c.name, turned, s.Volume(), err, c.turned, c.volume)
		}
		must.Be(t, s.Topology().Disagreeing, 0, "%s: edges disagree afterwards", c.name)
	}
}

// Any polygons of a sphere may be turned: it ends as it was.
func TestTurnAnyOfASphere(t *testing.T) {
	text := meshtest.SphereOBJ(1, 20)
	want := meshtest.Parse(t, text).Volume()
	random := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		s := meshtest.Parse(t, text)
		count := 0
		for i, part := 0, random.Float64(); i < s.FaceCount(); i++ {
			if random.Float64() < part {
				turnFaces(s, i)
				count++
			}
		}
		if count == s.FaceCount() {
			continue
		}
		if turned, err := s.Turn(); err != nil || turned != count || !meshtest.Near(s.Volume(), want, 1e-9) {
			t.Errorf("%d of %d polygons turned, volume %g m³, %v", turned, count, s.Volume(), err)
		}
	}
}

// A surface with one side is refused with the polygons where it shows, and stays as it is.
// Edges of three polygons, and sheets without a volume, are no fault.
func TestTurnRefusesOneSide(t *testing.T) {
	var b strings.Builder
	const n = 12
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		up, out := math.Cos(math.Pi*float64(i)/n), math.Sin(math.Pi*float64(i)/n)
		for _, side := range []float64{-0.3, 0.3} {
			fmt.Fprintf(&b, "v %g %g %g\n", (1+side*out)*cos, (1+side*out)*sin, side*up)
		}
	}
	for i := range n - 1 {
		fmt.Fprintf(&b, "f %d %d %d %d\n", 2*i+1, 2*i+3, 2*i+4, 2*i+2)
	}
	fmt.Fprintf(&b, "f %d %d %d %d\n", 2*n-1, 2, 1, 2*n)
	s := meshtest.Parse(t, b.String())
	before := slices.Clone(s.Corners)
	if _, err := s.Turn(); err == nil || !strings.Contains(err.Error(), "polygons ") || !slices.Equal(s.Corners, before) {
		t.Errorf("a Möbius strip: %v, want an error with polygons and the surface as it was", err)
	}
	for name, text := range map[string]string{
		"three polygons at an edge": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n",
		"a sheet":                   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n",
	} {
		if turned, err := meshtest.Parse(t, text).Turn(); turned != 0 || err != nil {
			t.Errorf("%s: %d polygons turned, %v", name, turned, err)
		}
	}
	sheet := meshtest.Parse(t, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nf 1 4 3\nf 1 2 3\nf 2 5 3\n")
	if turned, err := sheet.Turn(); turned != 1 || err != nil || sheet.Face(0)[1] != 2 {
		t.Errorf("a sheet with one polygon of three the other way: %d turned, %v", turned, err)
	}
}

// The nearest place is that of a search through all.
func TestPlaceTree(t *testing.T) {
	places := meshtest.Parse(t, meshtest.SphereOBJ(1, 9)).Vertices
	places = append(places, places[:7]...) // the lowest number of several counts
	tree := mesh.NewPlaceTree(places)
	for _, x := range []model.Vec3{{}, {0.3, 0.4, 0.5}, {-2, 0, 1}, places[3], {1e9, 0, 0}} {
		want, least := 0, math.Inf(1)
		for i, p := range places {
			if d := p.Sub(x); d.Dot(d) < least {
				want, least = i, d.Dot(d)
			}
		}
		if got := tree.Nearest(x); int(got) != want {
			t.Errorf("nearest to %v is %d, want %d", x, got, want)
		}
	}
}
