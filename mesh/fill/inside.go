package fill

import (
	"fmt"
	"math"
	"runtime"
	"sync/atomic"

	"hooke/machine/panics"
	"hooke/mesh"
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

// maxMarks is the greatest number of tests whether a block is near a triangle: a few
// seconds. Ten million triangles smaller than a block take 3e8.
const maxMarks = 1 << 30

// maxQueries is the greatest number of winding numbers in a fill: some minutes. A ball in
// a box of the most points takes about a tenth.
const maxQueries = 1 << 29

// classify sets the bit of every point inside the surface or on it. It uses all cores. Too
// many triangles that span too many blocks, or too many points near triangles,
// are an error.
func (v *voxels) classify(s *mesh.Surface, w *mesh.Winding) error {
	blocks := newBlocks(v)
	triangles, marks := s.Triangles(), 0.0
	for _, t := range triangles {
		first, last := blocks.around(s.Places(t))
		marks += float64(last[0]-first[0]+1) * float64(last[1]-first[1]+1) * float64(last[2]-first[2]+1)
	}
	if marks > maxMarks {
		return fmt.Errorf("mesh: fill %s: a pitch of %.4g m means testing %.3g blocks of points around %d triangles; "+
			"at most %d are possible: choose a larger pitch, fewer springs, or a mesh with fewer large triangles",
			s.Name, v.pitch, marks, len(triangles), maxMarks)
	}
	for _, t := range triangles {
		blocks.markNear(s.Places(t))
	}
	queries := len(blocks.near)
	for _, near := range blocks.near {
		if near {
			queries += blockSide*blockSide*blockSide - 1
		}
	}
	if queries > maxQueries {
		return fmt.Errorf("mesh: fill %s: a pitch of %.4g m means %d points to be tested one by one; at most %d are possible: "+
			"choose a larger pitch, fewer springs, or a mesh with less inside", s.Name, v.pitch, queries, maxQueries)
	}
	v.setTouching(s)
	// A goroutine takes a layer of blocks at a time, so that no two write the same row.
	var next, points, turns atomic.Int64
	var wait panics.Group
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			var count winds
			for bz := int(next.Add(1)) - 1; bz < blocks.nz; bz = int(next.Add(1)) - 1 {
				for by := range blocks.ny {
					for bx := range blocks.nx {
						v.classifyBlock(w, bx, by, bz, blocks.near[blocks.index(bx, by, bz)], &count)
					}
				}
			}
			points.Add(count.points)
			turns.Add(count.turns)
		})
	}
	wait.Wait()
	v.winds = winds{points.Load(), turns.Load()}
	return nil
}

// winds counts points inside the surface, but not on it, and how often the surface winds
// around them. A surface whose parts neither overlap nor face different ways winds once
// around each, or −1 times.
type winds struct{ points, turns int64 }

func (v *voxels) classifyBlock(w *mesh.Winding, bx, by, bz int, near bool, count *winds) {
	all, turns := false, 0.0
	if !near {
		turns = w.At(v.blockCenter(bx, by, bz))
		if math.Abs(turns) < blockSure {
			return
		}
		all = math.Abs(1-math.Abs(turns)) < blockSure
	}
	for z := bz * blockSide; z < min(v.nz, (bz+1)*blockSide); z++ {
		for y := by * blockSide; y < min(v.ny, (by+1)*blockSide); y++ {
			for x := bx * blockSide; x < min(v.nx, (bx+1)*blockSide); x++ {
				if v.has(x, y, z) {
					continue // it is on the surface
				}
				if !all {
					turns = w.At(v.aside(x, y, z))
				}
				if math.Abs(turns) > 0.5 {
					v.set(x, y, z)
					count.points++
					count.turns += int64(math.Round(turns))
				}
			}
		}
	}
}

// aside returns a position next to a point that is not on the surface, on the same side of it. The
// point itself may be in the plane of a concave polygon, outside its sides, where
// triangles of its fan cancel: in their plane winding numbers do not.
func (v *voxels) aside(x, y, z int) model.Vec3 {
	return v.at(x, y, z).Add(model.Vec3{0.2, 0.3, 0.25}.Mul(v.reach))
}

// blockCenter returns the middle of a block's points.
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
	radius     float64 // R: the distance from a block's center within which triangles count [m]
}

func newBlocks(v *voxels) *blocks {
	up := func(n int) int { return (n + blockSide - 1) / blockSide }
	b := &blocks{voxels: v, nx: up(v.nx), ny: up(v.ny), nz: up(v.nz)}
	b.near = make([]bool, b.nx*b.ny*b.nz)
	b.radius = blockFar * math.Sqrt(3) * (blockSide - 1) / 2 * v.pitch
	return b
}

func (b *blocks) index(x, y, z int) int { return x + b.nx*(y+b.ny*z) }

// around returns the box of blocks, first to last, whose centers may be within the
// radius of the triangle.
func (b *blocks) around(p, q, r model.Vec3) (first, last [3]int) {
	side := blockSide * b.voxels.pitch
	zero := b.voxels.blockCenter(0, 0, 0)
	for axis, n := range [3]int{b.nx, b.ny, b.nz} {
		low := min(p[axis], q[axis], r[axis]) - b.radius
		high := max(p[axis], q[axis], r[axis]) + b.radius
		first[axis] = max(0, int(math.Ceil((low-zero[axis])/side)))
		last[axis] = min(n-1, int(math.Floor((high-zero[axis])/side)))
	}
	return first, last
}

// markNear marks every block whose center may be within the radius of the triangle: the
// blocks of around, without those far from its plane.
func (b *blocks) markNear(p, q, r model.Vec3) {
	first, last := b.around(p, q, r)
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
