package cpu

import (
	"hooke/cpu/table"
)

// tiling divides the slices into tiles, each of which takes several steps while
// it is in a near cache, so that a mass comes from memory once for all of them.
// This is the trapezoidal tiling of stencils (Frigo and Strumpen, "Cache
// oblivious stencil computations", ICS 2005) with one cut in space.
//
// A step of a slice needs the step before of the slices that its neighbors are
// in, at most band away. So a tile loses band slices at each inner end with
// every step; what it loses, the seams between tiles, makes up for after all
// tiles are done, step by step as well. Each slice takes each step once, from
// the same numbers as without tiles: results are the same, bit for bit. Two
// buffers are enough, since who overwrites a state of two steps ago needs the
// same neighbors as who reads it.
type tiling struct {
	slices int
	band   int  // how far the farthest neighbor is [slices]
	count  int  // tiles; 0: not worth it
	levels int  // most steps that a tile takes at once
	near   bool // a tile is in the near cache
}

// Sizes of tiles [bytes]. What all threads hold in their near caches needs none,
// and what a wide band forbids there may do in the far cache that they share.
const (
	nearTile = 448 << 10
	farTile  = 8 << 20
	farLeast = 24 << 20 // models below that are in the far cache as they are

	farLevels  = 4  // fewer do not pay for the seams there
	mostLevels = 64 // by then what a rope's tile brings from memory hardly counts
)

// newTiling divides so many slices, of that many bytes each, for some threads. A
// tile goes over a history again at every level, see pattern, which near tiles are
// too small for unless it is short.
func newTiling(slices, band, history, sliceBytes, threads int) tiling {
	all := slices * sliceBytes
	if all <= threads*nearTile {
		return tiling{}
	}
	const short = 32 // histories make a tile
	if t := divide(slices, band, nearTile/sliceBytes, threads); t.levels > 1 && short*history*t.count <= slices {
		t.near = true
		return t
	}
	if t := divide(slices, band, farTile/sliceBytes/threads*2, threads); t.levels >= farLevels && all >= farLeast {
		return t
	}
	return tiling{}
}

// divide makes tiles of about that many slices, at least two for each thread,
// and as many levels as leave half of a tile.
func divide(slices, band, tile, threads int) tiling {
	count := max((slices+tile-1)/tile, 2*threads)
	least := slices / count
	return tiling{slices: slices, band: band, count: count, levels: min(mostLevels, 1+least/(4*max(1, band)))}
}

// share is how much of what a step reads and writes comes from beyond the cache
// that a tile is in: once for all levels, and once more for the seams.
func (t *tiling) share() float64 {
	if t.levels < 2 {
		return 1
	}
	seams := float64(2*(t.levels-1)*t.band*(t.count-1)) / float64(t.slices)
	return (1 + seams) / float64(t.levels)
}

// first is the first slice of tile i.
func (t *tiling) first(i int) int { return i * t.slices / t.count }

// inner is what tile i does of a level: slices from to to−1.
func (t *tiling) inner(i, level int) (from, to int) {
	from, to = t.first(i), t.first(i+1)
	if i > 0 {
		from += level * t.band
	}
	if i < t.count-1 {
		to -= level * t.band
	}
	return from, to
}

// seam is what is left of a level between tiles i and i+1.
func (t *tiling) seam(i, level int) (from, to int) {
	at := t.first(i + 1)
	return at - level*t.band, at + level*t.band
}

// tilingOf divides the slices of a table, if that is worth it: not with hubs,
// whose neighbors are anywhere. bytes is the memory of the state.
func tilingOf(t *table.Table, slices int, bytes int64, threads int) tiling {
	if len(t.Hubs) > 0 || slices == 0 {
		return tiling{}
	}
	return newTiling(slices, t.Band, t.Pattern.History, int((t.Bytes()+bytes)/int64(slices)), threads)
}

// tile divides the slices of the engine, and tells kernels whether a tile is
// near.
func (e *Engine) tile() {
	slices := len(e.run.integration.Masses.Movable)
	e.tiling = tilingOf(e.table, slices, e.stateBytes(), e.threadCount)
	if e.tiling.count > 0 && e.tiling.near {
		e.table.Reach = 0
	}
}
