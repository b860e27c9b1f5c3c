package mesh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"hooke/model"
	"hooke/must"
)

// A product of complex numbers has the sum of their angles, to rounding, however
// often it goes round and wherever it passes π.
func TestAngleSum(t *testing.T) {
	const rounding = 1e-13 // of some hundred products, in turns
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []float64{math.Pi, 1, 1e-3} {
		for range 200 {
			sum, exact := noAngle(), 0.0
			for i := range 300 {
				angle, length := (2*random.Float64()-0.8)*most, math.Exp(20*random.Float64()-10)
				if angle > math.Pi {
					angle -= 2 * math.Pi // what an arc tangent would say
				}
				sum.add(length*math.Cos(angle), length*math.Sin(angle))
				exact += angle / (2 * math.Pi)
				if i%8 == 7 {
					sum.shorten()
				}
			}
			if got := sum.turns(); math.Abs(got-exact) > rounding {
				t.Fatalf("%g turns, want %g", got, exact)
			}
		}
	}
	minus := math.Copysign(0, -1)
	for _, c := range []struct {
		name    string
		numbers [][2]float64
		want    float64 // turns
	}{
		{"nothing", nil, 0},
		{"zeros", [][2]float64{{0, 0}, {minus, 0}}, 0},
		{"π", [][2]float64{{-1, 0}}, 0.5},
		{"π twice", [][2]float64{{-1, 0}, {-1, 0}}, 1},
		{"π four times", [][2]float64{{-1, 0}, {-1, 0}, {-1, 0}, {-1, 0}}, 2},
		{"to π exactly", [][2]float64{{0, 1}, {0, 1}}, 0.5},
		{"to −π exactly", [][2]float64{{0, -1}, {0, -1}}, -0.5},
		{"there and back", [][2]float64{{0, 1}, {0, 1}, {0, -1}, {0, -1}}, 0},
		{"round backward", [][2]float64{{0, -1}, {0, -1}, {0, -1}, {0, -1}}, -1},
		{"nearly 2π", [][2]float64{{-1, 1e-18}, {-1, 1e-18}}, 1},
		{"nearly −2π", [][2]float64{{-1, -1e-18}, {-1, -1e-18}}, -1},
	} {
		sum := noAngle()
		for _, z := range c.numbers {
			sum.add(z[0], z[1])
		}
		if got := sum.turns(); math.Abs(got-c.want) > rounding {
			t.Errorf("%s: %g turns, want %g", c.name, got, c.want)
		}
	}
}

// The tree is the same to the last bit with any number of threads, and each
// node says where the next one follows.
func TestWindingIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s := wavySheet(90, 80)
	want := NewWinding(s)
	if len(want.triangles) < 3<<12 {
		t.Errorf("%d triangles are not worth goroutines", len(want.triangles))
	}
	for _, threads := range []int{2, 5} {
		runtime.GOMAXPROCS(threads)
		if got := NewWinding(s); !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: another tree", threads)
		}
	}
	leaves := 0
	for n := range want.nodes {
		if want.nodes[n].count > 0 {
			leaves += int(want.nodes[n].count)
			if want.nodes[n].next != int32(n+1) {
				t.Errorf("leaf %d is followed by %d", n, want.nodes[n].next)
			}
		}
	}
	if leaves != len(want.triangles) || int(want.nodes[0].next) != len(want.nodes) {
		t.Errorf("%d triangles in leaves of %d; %d nodes, and the root ends at %d", leaves, len(want.triangles), len(want.nodes), want.nodes[0].next)
	}
}

// wavySheet is a sheet of nx × ny quads, not flat anywhere.
func wavySheet(nx, ny int) *Surface {
	s := &Surface{}
	for i := range (nx + 1) * (ny + 1) {
		x, y := float64(i%(nx+1)), float64(i/(nx+1))
		s.Vertices = append(s.Vertices, model.Vec3{x, y, 3 * math.Sin(x/5) * math.Cos(y/7)})
	}
	for i := range nx * ny {
		a := uint32(i%nx + i/nx*(nx+1))
		b := a + uint32(nx) + 1
		s.AddFace([]uint32{a, a + 1, b + 1, b})
	}
	return s
}

// Flat tetrahedra are left out and counted, inside-out ones are turned.
func TestOrientTets(t *testing.T) {
	f := &File{
		Surface:   &Surface{Vertices: []model.Vec3{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}}},
		Tets:      [][4]uint32{{0, 1, 2, 4}, {0, 2, 1, 3}, {1, 4, 2, 3}},
		TetLabels: []int32{7, 8, 9},
	}
	f.orientTets()
	if len(f.Tets) != 2 || f.Surface.Degenerate != 1 || f.TetLabels[0] != 8 || f.TetLabels[1] != 9 {
		t.Errorf("%v with labels %v, %d degenerate; want two, 8 and 9, one", f.Tets, f.TetLabels, f.Surface.Degenerate)
	}
	for _, tet := range f.Tets {
		if v := TetVolume(f.Surface.Vertices, tet); !(v > 0) {
			t.Errorf("%v has the volume %g", tet, v)
		}
	}
}

// A tetrahedron given twice, in any order of its corners, counts once.
func TestRepeatedTetsAreLeftOut(t *testing.T) {
	var v Cells
	for _, p := range []model.Vec3{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}} {
		must.Do(t, v.Vertex(p))
	}
	for i, tet := range [][]uint32{{1, 2, 3, 4}, {0, 1, 2, 3}, {3, 2, 4, 1}, {1, 2, 3, 0}} {
		must.Do(t, v.Element(CellTet, tet, 5, int64(i+1)))
	}
	f := must.Get(v.File("x"))(t)
	if len(f.Tets) != 2 || f.Surface.FaceCount() != 6 || f.Surface.Degenerate != 2 {
		t.Errorf("tetrahedra %v with labels %v, %d faces, %d left out; want 2, 6, 2", f.Tets, f.TetLabels, f.Surface.FaceCount(), f.Surface.Degenerate)
	}
	groups := must.Get(f.LabelGroups())(t)
	told := ""
	for _, g := range groups {
		told += fmt.Sprintf("%s %v ", g.Name, g.Tets)
	}
	if told != "tets/1 [0] tets/2 [1] tets/3 [0] tets/4 [1] " {
		t.Errorf("groups are %s; each of the two tetrahedra is in two", told)
	}
}
