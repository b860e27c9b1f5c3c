package mesh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
					angle -= 2 * math.Pi // the angle of an arc tangent
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
		must.Near(t, sum.turns(), c.want, rounding, "%s: turns", c.name)
	}
}

// The tree is the same to the last bit with any number of threads, and each
// node says where the next one follows.
func TestWindingIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s := wavySheet(90, 80)
	want := NewWinding(s)
	must.Hold(t, len(want.triangles) >= 3<<12, "%d triangles are not worth goroutines", len(want.triangles))
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
			must.Be(t, want.nodes[n].next, int32(n+1), "leaf %d is followed", n)
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
	must.Hold(t, told == "tets/1 [0] tets/2 [1] tets/3 [0] tets/4 [1] ", "groups are %s; each of the two tetrahedra is in two", told)
}

// flooded are positions that a fixed hash, invertible as multiply-and-shift
// hashes are, sends to one slot of any table below 2³² slots: anyone who knows
// the hash can compute such a file.
func flooded(n int) []model.Vec3 {
	const factor = 0x9e3779b97f4a7c15
	inverse := uint64(factor) // by Newton's iteration: each step doubles the bits that are right
	for range 6 {
		inverse *= 2 - factor*inverse
	}
	mix := func(h, bits uint64) uint64 {
		h = (h ^ bits) * factor
		return h ^ h>>29
	}
	vertices := make([]model.Vec3, 0, n)
	for high := uint64(1); len(vertices) < n; high++ {
		wanted := high << 32
		before := wanted ^ wanted>>29 ^ wanted>>58 // undoes the shift
		z := math.Float64frombits(before*inverse ^ mix(mix(0, 0), 0))
		if !math.IsNaN(z) && !math.IsInf(z, 0) {
			vertices = append(vertices, model.Vec3{0, 0, z})
		}
	}
	return vertices
}

// A file made to collide welds as fast as any other.
func TestWeldFlooded(t *testing.T) {
	if os.Getenv("HOOKE_LONG") == "" {
		t.Skip("it compares times: with HOOKE_LONG alone")
	}
	const (
		n = 40_000
		// Chance makes probes of a few slots; n²/2 probes take thousands of times longer.
		slower = 50
	)
	random := rand.New(rand.NewPCG(3, 4))
	usual := make([]model.Vec3, n)
	for i := range usual {
		usual[i] = model.Vec3{0, 0, random.Float64()}
	}
	weld := func(vertices []model.Vec3) time.Duration {
		start := time.Now()
		samePlace(vertices)
		return time.Since(start)
	}
	limit := slower * (weld(usual) + weld(usual))
	if took := weld(flooded(n)); took > limit {
		t.Errorf("%v to weld %d vertices made to collide, limit %v", took, n, limit)
	}
}

// The pairs of welded vertices do not depend on the hash's random seed: the first vertex of each place stays,
// and −0 is 0.
func TestWeldFirst(t *testing.T) {
	negative := math.Copysign(0, -1)
	vertices := []model.Vec3{{1, 0, 0}, {0, 0, 0}, {negative, 0, negative}, {1, negative, 0}, {0, 1, 0}, {1, 0, 0}}
	want := []uint32{0, 1, 1, 0, 4, 0}
	for range 20 {
		for i, target := range samePlace(vertices) {
			if target != want[i] {
				t.Fatalf("vertex %d at %v goes to %d, want %d", i, vertices[i], target, want[i])
			}
		}
	}
}

func BenchmarkWeld(b *testing.B) {
	const side = 708 // a million triangles
	vertices := make([]model.Vec3, side*side)
	for i := range vertices {
		vertices[i] = model.Vec3{float64(i%side) / 7, float64(i/side) / 7, math.Sin(float64(i))}
	}
	for b.Loop() {
		samePlace(vertices)
	}
}

// Within a distance every vertex goes to the first standing one it can reach,
// and no two that stand are that near; labels and tetrahedra follow.
func TestWeldWithin(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const distance = 0.05
	vertices := make([]model.Vec3, 2000)
	for i := range vertices {
		vertices[i] = model.Vec3{random.Float64() - 0.5, random.Float64() - 0.5, 0.1 * random.Float64()}
	}
	got := nearPlace(vertices, distance)
	var standing []int
	for i, v := range vertices {
		want := i // by comparing with all that stand
		for _, at := range standing {
			if vertices[at].Sub(v).Len() <= distance {
				want = at
				break
			}
		}
		if want == i {
			standing = append(standing, i)
		}
		if int(got[i]) != want {
			t.Fatalf("vertex %d goes to %d, want %d", i, got[i], want)
		}
	}
	must.Hold(t, len(standing) >= 100 && len(standing) <= 1000, "%d of %d stand: the distance tests little", len(standing), len(vertices))

	f := File{
		Surface: &Surface{
			Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.001, 0, 0}, {2, 0, 0}},
			Corners:  []uint32{4, 1, 2, 0, 1, 4, 5, 1, 2}, FaceStart: []uint32{0, 3, 6, 9}, Lines: [][2]uint32{{0, 4}, {4, 5}},
		},
		Tets: [][4]uint32{{4, 1, 2, 3}, {0, 4, 1, 2}, {5, 1, 2, 3}}, TetLabels: []int32{7, 8, 9},
		FaceLabels: []int32{1, 2, 3}, VertexLabels: []int32{10, 11, 12, 13, 14, 15},
	}
	f.WeldWithin(0.01)
	want := File{
		Surface: &Surface{
			Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}},
			Corners:  []uint32{0, 1, 2, 4, 1, 2}, FaceStart: []uint32{0, 3, 6}, Lines: [][2]uint32{{0, 4}}, Degenerate: 3,
		},
		Tets: [][4]uint32{{0, 1, 2, 3}, {4, 1, 2, 3}}, TetLabels: []int32{7, 9},
		FaceLabels: []int32{1, 3}, VertexLabels: []int32{10, 11, 12, 13, 15}, Welded: 1,
	}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error(diff)
	}
}

// Far from the origin a distance below the spacing of numbers is no distance, and
// one that is larger than the mesh joins all.
func TestWeldExtremes(t *testing.T) {
	for distance, removed := range map[float64]int{1e-300: 1, 1e-9: 1, 1e9: 1, 3e150: 3} {
		s := Surface{Vertices: []model.Vec3{{1e150, 0, 0}, {1e150, 0, 0}, {-1e150, 0, 0}, {0, 1e150, 0}}}
		must.Be(t, s.WeldWithin(distance), removed, "within %g: removed", distance)
	}
}
