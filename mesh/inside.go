package mesh

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"hooke/model"
)

// Points are classified in blocks of blockSide³. Away from triangles the winding
// number is a harmonic function, and by Harnack's inequality a positive harmonic
// function in a ball of radius R changes at distance r = R/2 of its center by a
// factor of at most (1 + r/R)/(1 − r/R)² = 6. So where no triangle is within
// R = 2r of a block's center and the winding number w there is below
// 1/12 (or 1 − w is), the whole block of radius r is on the center's side of 1/2.
// blockSure is stricter by the error of the dipoles, 0.03. Blocks near
// triangles or holes are classified point by point.
const (
	blockSide = 4
	blockFar  = 2 // R / r
	blockSure = 0.05
)

// classify sets the bit of every point inside the surface. It uses all cores.
func (v *voxels) classify(s *Surface, w *Winding) {
	blocks := newBlocks(v)
	for _, t := range s.Triangles() {
		a, b, c := s.corners(t)
		blocks.markNear(a, b, c)
	}
	// A goroutine takes a layer of blocks at a time: no two write the same row.
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for bz := int(next.Add(1)) - 1; bz < blocks.nz; bz = int(next.Add(1)) - 1 {
				for by := range blocks.ny {
					for bx := range blocks.nx {
						v.classifyBlock(w, bx, by, bz, blocks.near[blocks.index(bx, by, bz)])
					}
				}
			}
		})
	}
	wait.Wait()
}

func (v *voxels) classifyBlock(w *Winding, bx, by, bz int, near bool) {
	all := false
	if !near {
		value := math.Abs(w.At(v.blockCenter(bx, by, bz)))
		if value < blockSure {
			return
		}
		all = math.Abs(1-value) < blockSure
	}
	for z := bz * blockSide; z < min(v.nz, (bz+1)*blockSide); z++ {
		for y := by * blockSide; y < min(v.ny, (by+1)*blockSide); y++ {
			for x := bx * blockSide; x < min(v.nx, (bx+1)*blockSide); x++ {
				if all || math.Abs(w.At(v.at(x, y, z))) > 0.5 {
					v.set(x, y, z)
				}
			}
		}
	}
}

// blockCenter is the middle of a block's points.
func (v *voxels) blockCenter(bx, by, bz int) model.Vec3 {
	const half = (blockSide - 1) / 2.
	return v.origin.Add(model.Vec3{
		float64(bx*blockSide) + half, float64(by*blockSide) + half, float64(bz*blockSide) + half}.Mul(v.pitch))
}

// blocks says which blocks have a triangle nearby. 1 byte a block.
type blocks struct {
	voxels     *voxels
	nx, ny, nz int
	near       []bool
	radius     float64 // R: how far from a block's center triangles count [m]
}

func newBlocks(v *voxels) *blocks {
	up := func(n int) int { return (n + blockSide - 1) / blockSide }
	b := &blocks{voxels: v, nx: up(v.nx), ny: up(v.ny), nz: up(v.nz)}
	b.near = make([]bool, b.nx*b.ny*b.nz)
	b.radius = blockFar * math.Sqrt(3) * (blockSide - 1) / 2 * v.pitch
	return b
}

func (b *blocks) index(x, y, z int) int { return x + b.nx*(y+b.ny*z) }

// markNear marks every block whose center may be within the radius of the
// triangle: those in its box, less those far from its plane.
func (b *blocks) markNear(p, q, r model.Vec3) {
	var first, last [3]int
	side := blockSide * b.voxels.pitch
	zero := b.voxels.blockCenter(0, 0, 0)
	for axis, n := range [3]int{b.nx, b.ny, b.nz} {
		low := min(p[axis], q[axis], r[axis]) - b.radius
		high := max(p[axis], q[axis], r[axis]) + b.radius
		first[axis] = max(0, int(math.Ceil((low-zero[axis])/side)))
		last[axis] = min(n-1, int(math.Floor((high-zero[axis])/side)))
	}
	normal := q.Sub(p).Cross(r.Sub(p))
	limit := b.radius * normal.Len()
	for z := first[2]; z <= last[2]; z++ {
		for y := first[1]; y <= last[1]; y++ {
			for x := first[0]; x <= last[0]; x++ {
				if math.Abs(normal.Dot(b.voxels.blockCenter(x, y, z).Sub(p))) <= limit {
					b.near[b.index(x, y, z)] = true
				}
			}
		}
	}
}
