package cpu

import (
	"hooke/cpu/table"
	"hooke/cpu/threads"
	"hooke/model"
)

// tiling divides the slices into tiles. Each tile takes several steps while it is in a
// near cache, so that a mass comes from memory once for all of them. This is the
// trapezoidal tiling of stencils (Frigo and Strumpen, "Cache oblivious stencil
// computations", ICS 2005) with one cut in space.
//
// A step of a slice needs the step before of the slices that its neighbors are in, at
// most band away. So a tile loses band slices at each inner end with every step. After
// all tiles are done, the seams between them take these steps, one after the other as
// well. Each slice takes each step once, from the same numbers as without tiles, so
// results are the same, bit for bit. Two buffers are enough: a slice that overwrites a
// state of two steps ago needs the same neighbors as one that reads it.
type tiling struct {
	slices int
	band   int  // distance of the farthest neighbor [slices]
	count  int  // number of tiles; 0: tiling is not worth it
	levels int  // most steps that a tile takes at once
	near   bool // whether a tile fits a near cache
}

// Sizes of tiles [bytes]. Models that the near caches of all threads hold need no
// tiles; a band that is too wide for tiles in near caches may allow them in the far
// cache that the threads share.
const (
	nearTile = 448 << 10
	farTile  = 8 << 20
	farLeast = 24 << 20 // smaller models stay in the far cache anyway

	farLevels  = 4  // with fewer levels the seams cost more than they save
	mostLevels = 64 // with more, what a rope's tile reads from memory hardly counts any more
)

// newTiling divides so many slices, of that many bytes each, for some threads. A tile
// goes over a history again at every level, see pattern; near tiles are too small for
// that unless the history is short.
func newTiling(slices, band, history, sliceBytes, threads int) tiling {
	all := slices * sliceBytes
	if all <= threads*nearTile {
		return tiling{}
	}
	const short = 32 // a tile must hold so many histories
	if t := divide(slices, band, nearTile/sliceBytes, threads); t.levels > 1 && short*history*t.count <= slices {
		t.near = true
		return t
	}
	if t := divide(slices, band, farTile/sliceBytes/threads*2, threads); t.levels >= farLevels && all >= farLeast {
		return t
	}
	return tiling{}
}

// divide makes tiles of about that many slices, at least two for each thread, and as
// many levels as leave half of a tile.
func divide(slices, band, tile, threads int) tiling {
	count := max((slices+tile-1)/tile, 2*threads)
	least := slices / count
	return tiling{slices: slices, band: band, count: count, levels: min(mostLevels, 1+least/(4*max(1, band)))}
}

// share is the part of what a step reads and writes that comes from beyond the cache of
// a tile: once for all levels, and once more for the seams.
func (t *tiling) share() float64 {
	if t.levels < 2 {
		return 1
	}
	seams := float64(2*(t.levels-1)*t.band*(t.count-1)) / float64(t.slices)
	return (1 + seams) / float64(t.levels)
}

// first is the first slice of tile i.
func (t *tiling) first(i int) int { return i * t.slices / t.count }

// inner is the part of a level that tile i steps: slices from to to−1.
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

// seam is the rest of a level between tiles i and i+1: slices from to to−1.
func (t *tiling) seam(i, level int) (from, to int) {
	at := t.first(i + 1)
	return at - level*t.band, at + level*t.band
}

// tilingOf divides the slices of a table if that is worth it. It does not with hubs,
// whose neighbors are anywhere. bytes is the memory of the state.
func tilingOf[T table.Real](t *table.Table[T], slices int, bytes int64, threads int) tiling {
	if len(t.Hubs) > 0 || slices == 0 {
		return tiling{}
	}
	return newTiling(slices, t.Band, t.Pattern.History, int((t.Bytes()+bytes)/int64(slices)), threads)
}

// tile divides the slices of the engine, and tells kernels whether a tile fits a near
// cache.
func (e *engine[T]) tile() {
	slices := len(e.run.integration.Masses.Movable)
	e.tiling = tilingOf(e.table, slices, e.stateBytes(), e.threadCount)
	if e.tiling.count > 0 && e.tiling.near {
		e.table.Reach = 0
	}
}

// tilesOf says how many steps tiles may take at once in a run, as threads.Worth asks.
func tilesOf[T table.Real](t *table.Table[T], p model.Params, stateBytes int64) func(threads int) int {
	return func(threads int) int {
		if p.Driven() || p.Integrator == model.RK4 || p.Ledger {
			return 1
		}
		return tilingOf(t, len(t.Order.MassOf)/table.Width, stateBytes, threads).levels
	}
}

// enlist has as many threads step as were asked for, or else as are worth it in the run.
func (e *engine[T]) enlist() {
	wanted := e.asked
	if wanted == 0 {
		wanted = threads.Worth(e.table.SweepTime(e.run.params, e.kernel.Name), e.most(), tilesOf(e.table, e.run.params, e.stateBytes()))
	}
	if wanted == e.threadCount {
		return
	}
	e.threadCount = wanted
	e.threads.Close()
	e.tile()
	e.hire()
}
