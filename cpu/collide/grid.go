package collide

import (
	"math"
	"math/bits"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// MostInCell is the largest number of masses in a bucket of the grid.
const MostInCell = 256

// grid is the masses that take part, sorted by the cells that they are in. The bucket of a
// cell is the hash of its row plus its index in the row, so that there is no bound of the
// world. Cells of several rows may share a bucket.
type grid[T table.Real] struct {
	edge    float64 // of a cell [m], no less than the longest distance of a pair
	inverse float64 // 1/edge [1/m]
	rows    [5]int  // the rows that a search goes through, as indices in stencil

	buckets, parts uint32 // powers of two
	shift          uint   // from a bucket to its part

	keyOf  []key    // masses by chunk; then sorted they are in keys
	begun  []int    // of each chunk, its masses in keyOf
	counts []uint32 // masses of each chunk in each part; then where they begin in keys
	bounds []uint32 // where each part begins
	keys   []key
	ends   []uint32 // where the masses of each bucket end in at, after a first 0
	at     []sorted[T]
	most   []uint32 // the most masses in a bucket of each part
}

// key is a mass and its bucket.
type key struct{ bucket, lane uint32 }

// sorted is a mass as the search reads it. 16 bytes.
type sorted[T table.Real] struct {
	x    [3]T
	lane uint32
}

// stencil is the rows of cells next to a cell that a search goes through, along y and z;
// the other half of its neighbors search for it. Of its own row it takes half.
var stencil = [5][2]int32{{0, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}

const (
	leastBuckets = 1 << 8
	spread       = 4 // buckets of a mass, at least: with fewer, more stretches hold masses of other rows
	mostParts    = 1 << 8
	chunkLanes   = chunkSlices * 16
)

func newGrid[T table.Real](masses, chunks int, longest float64) grid[T] {
	g := grid[T]{buckets: leastBuckets, rows: [5]int{0, 1, 2, 3, 4}}
	g.edge = longest * (1 + 1e-5) // rounding must not put a pair two cells apart
	g.inverse = 1 / g.edge
	for int(g.buckets) < spread*masses {
		g.buckets *= 2
	}
	g.parts = min(mostParts, g.buckets/16)
	g.shift = uint(bits.TrailingZeros32(g.buckets / g.parts))
	g.keyOf, g.keys, g.at = make([]key, chunks*chunkLanes), make([]key, masses), make([]sorted[T], masses)
	g.begun = make([]int, chunks)
	g.counts, g.bounds, g.most = make([]uint32, chunks*int(g.parts)), make([]uint32, g.parts+1), make([]uint32, g.parts)
	g.ends = make([]uint32, g.buckets+1)
	return g
}

// cellOf returns the cell of a coordinate [m]. Places beyond 2³⁰ cells share the last one.
func (g *grid[T]) cellOf(x T) int32 {
	const far = 1 << 30
	return int32(max(-far, min(far, math.Floor(float64(x)*g.inverse))))
}

// bucketOf returns the bucket of a cell.
func (g *grid[T]) bucketOf(x, y, z int32) uint32 {
	h := uint32(y)*19349663 ^ uint32(z)*83492791
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return (h + uint32(x)) & (g.buckets - 1)
}

// bin finds the buckets of the lanes of a chunk that take part, and counts those of each
// part. A mass whose position is not a finite number touches none.
func (g *grid[T]) bin(chunk, first int, takes []bool, position kernels.Motion[T]) {
	counts := g.counts[chunk*int(g.parts) : (chunk+1)*int(g.parts)]
	clear(counts)
	out := g.keyOf[chunk*chunkLanes:][:0]
	for i, part := range takes {
		if !part {
			continue
		}
		x := position.Get(kernels.ArrayX, first+i)
		if kernels.Dot(x, [3]T{}) != 0 {
			continue
		}
		b := g.bucketOf(g.cellOf(x[0]), g.cellOf(x[1]), g.cellOf(x[2]))
		counts[b>>g.shift]++
		out = append(out, key{b, uint32(first + i)})
	}
	g.begun[chunk] = len(out)
}

// scan turns the counts of chunks and parts into offsets: parts one after the other, and in
// each the chunks in order.
func (g *grid[T]) scan() {
	at := uint32(0)
	for part := range g.bounds[:g.parts] {
		g.bounds[part] = at
		for chunk := range g.begun {
			c := &g.counts[chunk*int(g.parts)+part]
			at, *c = at+*c, at
		}
	}
	g.bounds[g.parts] = at
}

// scatter puts the masses of a chunk into their parts.
func (g *grid[T]) scatter(chunk int) {
	places := g.counts[chunk*int(g.parts) : (chunk+1)*int(g.parts)]
	for _, k := range g.keyOf[chunk*chunkLanes:][:g.begun[chunk]] {
		to := &places[k.bucket>>g.shift]
		g.keys[*to] = k
		*to++
	}
}

// arrange sorts the masses of a part by buckets; those of a bucket stay in the order of
// lanes.
func (g *grid[T]) arrange(part int, position kernels.Motion[T]) {
	keys := g.keys[g.bounds[part]:g.bounds[part+1]]
	first := uint32(part) << g.shift
	ends := g.ends[first+1 : first+1+1<<g.shift] // a bucket's end; the part before writes the end at first
	clear(ends)
	for _, k := range keys {
		ends[k.bucket-first]++
	}
	at, most := g.bounds[part], uint32(0)
	for b, count := range ends {
		ends[b], most = at, max(most, count)
		at += count
	}
	g.most[part] = most
	for _, k := range keys {
		to := &ends[k.bucket-first]
		g.at[*to] = sorted[T]{position.Get(kernels.ArrayX, int(k.lane)), k.lane}
		*to++
	}
}

// mostInBucket returns the largest number of masses in a bucket.
func (g *grid[T]) mostInBucket() uint32 {
	most := uint32(0)
	for _, m := range g.most {
		most = max(most, m)
	}
	return most
}

// inBuckets returns the masses in some buckets from first on, which wrap: two stretches of at.
func (g *grid[T]) inBuckets(first, count uint32) (one, other [2]uint32) {
	first &= g.buckets - 1
	if over := first + count; over > g.buckets {
		return [2]uint32{g.ends[first], g.ends[g.buckets]}, [2]uint32{0, g.ends[over-g.buckets]}
	}
	return [2]uint32{g.ends[first], g.ends[first+count]}, [2]uint32{}
}

func (g *grid[T]) bytes() int64 {
	return 8*int64(len(g.keyOf)+len(g.keys)) + 4*(table.SizeOf[T]())*int64(len(g.at)) + 4*int64(len(g.ends)+len(g.counts))
}
