package mesh

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hooke/model"
)

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

// What is welded to what does not depend on the hash's random seed: the first
// vertex of each place stays, and −0 is 0.
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
	if len(standing) < 100 || len(standing) > 1000 {
		t.Errorf("%d of %d stand: the distance tests little", len(standing), len(vertices))
	}

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
		if got := s.WeldWithin(distance); got != removed {
			t.Errorf("within %g: %d removed, want %d", distance, got, removed)
		}
	}
}
