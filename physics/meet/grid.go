package meet

import (
	"math"
	"math/bits"
	"slices"

	"hooke/model"
)

// box is the space [m] that a part takes, with a margin.
type box struct{ low, high model.Vec3 }

// boxOf returns the box of some points with a margin; false: a point is not finite.
func boxOf(margin float64, points ...model.Vec3) (b box, ok bool) {
	b.low, b.high = points[0], points[0]
	for _, x := range points {
		if !isPlace(x) {
			return box{}, false
		}
		for axis := range 3 {
			b.low[axis], b.high[axis] = min(b.low[axis], x[axis]), max(b.high[axis], x[axis])
		}
	}
	for axis := range 3 {
		b.low[axis], b.high[axis] = b.low[axis]-margin, b.high[axis]+margin
	}
	return b, true
}

// meets reports whether two boxes have a point in common.
func (b *box) meets(o *box) bool {
	return b.low[0] <= o.high[0] && o.low[0] <= b.high[0] && b.low[1] <= o.high[1] && o.low[1] <= b.high[1] && b.low[2] <= o.high[2] && o.low[2] <= b.high[2]
}

// grid is boxes in the cells of a lattice that they are in. Several cells share a bucket.
type grid struct {
	boxes  []box
	out    []bool // of boxes that are nowhere; nil: none
	edge   float64
	first  []int32 // where each bucket begins in at, and the end
	at     []int32 // boxes, those of a bucket in their order
	mask   uint32
	origin model.Vec3
}

// cellsOfBox is how many cells a box is in, in the mean, at most.
const cellsOfBox = 12

// cell is a cell of the lattice.
type cell [3]int32

// newGrid puts boxes into cells about as large as they are.
func newGrid(boxes []box, out []bool) *grid {
	g := &grid{boxes: boxes, out: out}
	low, high, size := model.Vec3{}, model.Vec3{}, 0.0
	first := true
	for i := range boxes {
		if g.isOut(i) {
			continue
		}
		b := &boxes[i]
		if first {
			low, high, first = b.low, b.high, false
		}
		for axis := range 3 {
			low[axis], high[axis] = min(low[axis], b.low[axis]), max(high[axis], b.high[axis])
		}
		size += b.high.Sub(b.low).Len()
	}
	g.origin = low
	g.edge = max(size/float64(len(boxes)), high.Sub(low).Len()/(1<<20), math.SmallestNonzeroFloat32)
	count := g.entries()
	for ; count > cellsOfBox*len(boxes)+1000; count = g.entries() {
		g.edge *= 2
	}
	buckets := 1 << bits.Len(uint(max(63, count)))
	g.mask, g.first, g.at = uint32(buckets-1), make([]int32, buckets+1), make([]int32, count)
	g.each(func(_ int, c cell) { g.first[g.bucket(c)+1]++ })
	for b := range buckets {
		g.first[b+1] += g.first[b]
	}
	next := slices.Clone(g.first)
	g.each(func(i int, c cell) {
		b := g.bucket(c)
		g.at[next[b]] = int32(i)
		next[b]++
	})
	return g
}

func (g *grid) isOut(i int) bool { return g.out != nil && g.out[i] }

// cellOf returns the cell of a point.
func (g *grid) cellOf(x model.Vec3) (c cell) {
	for axis := range 3 {
		c[axis] = int32((x[axis] - g.origin[axis]) / g.edge) // not below 0
	}
	return c
}

// entries returns how many cells all boxes are in, or a large number.
func (g *grid) entries() (count int) {
	for i := range g.boxes {
		if g.isOut(i) {
			continue
		}
		low, high := g.cellOf(g.boxes[i].low), g.cellOf(g.boxes[i].high)
		cells := 1.0
		for axis := range 3 {
			cells *= float64(high[axis]-low[axis]) + 1
		}
		if count += int(min(cells, 1<<30)); count > 1<<30 {
			break
		}
	}
	return count
}

// each calls do with every box and each cell that it is in.
func (g *grid) each(do func(i int, c cell)) {
	for i := range g.boxes {
		if g.isOut(i) {
			continue
		}
		low, high := g.cellOf(g.boxes[i].low), g.cellOf(g.boxes[i].high)
		for z := low[2]; z <= high[2]; z++ {
			for y := low[1]; y <= high[1]; y++ {
				for x := low[0]; x <= high[0]; x++ {
					do(i, cell{x, y, z})
				}
			}
		}
	}
}

func (g *grid) bucket(c cell) uint32 {
	h := uint32(c[0])*73856093 ^ uint32(c[1])*19349663 ^ uint32(c[2])*83492791
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return (h ^ h>>13) & g.mask
}

// around calls do once with every box of a greater number that has a point in common with box i.
func (g *grid) around(i int, do func(j int)) {
	if g.isOut(i) {
		return
	}
	own := &g.boxes[i]
	low, high := g.cellOf(own.low), g.cellOf(own.high)
	for z := low[2]; z <= high[2]; z++ {
		for y := low[1]; y <= high[1]; y++ {
			for x := low[0]; x <= high[0]; x++ {
				here := cell{x, y, z}
				b, before := g.bucket(here), int32(-1)
				for _, j := range g.at[g.first[b]:g.first[b+1]] {
					again := j == before // it is in another cell of this bucket, too
					before = j
					if again || int(j) <= i || !own.meets(&g.boxes[j]) {
						continue
					}
					// Both are in several cells: the first of those that they share counts.
					from, shared := g.cellOf(g.boxes[j].low), cell{}
					for axis := range 3 {
						shared[axis] = max(low[axis], from[axis])
					}
					if shared == here {
						do(int(j))
					}
				}
			}
		}
	}
}
