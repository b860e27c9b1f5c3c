package mesh

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

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
	s, err := ReadOBJ(strings.NewReader(gridOBJ(708)), "grid.obj") // a million triangles
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		samePlace(s.Vertices)
	}
}
