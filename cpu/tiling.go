package cpu

import (
	"hooke/cpu/ledger"
	"hooke/cpu/table"
	"hooke/machine"
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
	grain  int  // slices of a chunk of the ledger's powers, which tiles evaluate, too; 0: they do not
}

// Sizes of tiles [bytes]. Models that the near caches of all threads hold need no
// tiles; a band that is too wide for tiles in near caches may allow them in the far
// cache that the threads share.
const (
	nearTile = 448 << 10
	farTile  = 8 << 20
	farLeast = 24 << 20 // smaller models stay in the far cache anyway

	farLevels  = 4  // with fewer levels the seams cost more than they save
	mostLevels = 64 // with more, the reads of a rope's tile from memory hardly count
)

// newTiling divides the given number of slices, of that many bytes each, for some threads. A tile
// goes over a history again at every level, see pattern; near tiles are too small for
// that unless the history is short.
func newTiling(slices, band, grain, history, sliceBytes, threads int) tiling {
	all := slices * sliceBytes
	if all <= threads*nearTile {
		return tiling{}
	}
	const short = 32 // a tile must hold this number of histories
	if t := divide(slices, band, grain, nearTile/sliceBytes, threads); t.levels > 1 && short*history*t.count <= slices {
		t.near = true
		return t
	}
	if t := divide(slices, band, grain, farTile/sliceBytes/threads*2, threads); t.levels >= farLevels && all >= farLeast {
		return t
	}
	return tiling{}
}

// divide makes tiles of about that many slices, at least two for each thread, and as
// many levels as leave half of a tile.
func divide(slices, band, grain, tile, threads int) tiling {
	count := max((slices+tile-1)/tile, 2*threads)
	t := tiling{slices: slices, band: band, count: count, grain: grain}
	left := slices / count / 4
	if grain > 0 {
		left = max(0, left-2*band-grain)
	}
	t.levels = min(mostLevels, 1+left/t.lost())
	return t
}

// lost returns how many slices a tile loses at each inner end with every step. Powers at a state read the
// velocities after the step, so that they lack another band, and they go by whole chunks.
func (t *tiling) lost() int {
	if t.grain > 0 {
		return max(1, (2*t.band+t.grain-1)/t.grain) * t.grain
	}
	return max(1, t.band)
}

// share returns the part of a step's reads and writes that comes from beyond the cache of a
// tile: once for all levels, and once more for the seams.
func (t *tiling) share() float64 {
	if t.levels < 2 {
		return 1
	}
	seams := float64(2*(t.levels-1)*t.lost()*(t.count-1)) / float64(t.slices)
	return (1 + seams) / float64(t.levels)
}

// first returns the first slice of tile i.
func (t *tiling) first(i int) int { return i * t.slices / t.count }

// inner returns the part of a level that tile i steps: slices from to to−1.
func (t *tiling) inner(i, level int) (from, to int) {
	from, to = t.first(i), t.first(i+1)
	band := level * t.band
	if t.grain > 0 && level > 0 {
		from, to = t.booked(i, level-1)
		band = t.band
	}
	if i > 0 {
		from += band
	}
	if i < t.count-1 {
		to -= band
	}
	return from, to
}

// seam returns the rest of a level between tiles i and i+1: slices from to to−1.
func (t *tiling) seam(i, level int) (from, to int) {
	_, from = t.inner(i, level)
	to, _ = t.inner(i+1, level)
	return from, to
}

// booked returns the part of a level whose powers tile i evaluates: slices from to to−1, whole chunks but
// at the end of all. Their neighbors have been stepped, and not again.
func (t *tiling) booked(i, level int) (from, to int) {
	from, to = t.first(i), t.first(i+1)
	if t.grain == 0 {
		return from, from
	}
	if i > 0 {
		from = (from+t.band+t.grain-1)/t.grain*t.grain + level*t.lost()
	}
	if i < t.count-1 {
		to = (to-t.band)/t.grain*t.grain - level*t.lost()
	}
	return from, to
}

// seamBooked returns the rest of it between tiles i and i+1: slices from to to−1.
func (t *tiling) seamBooked(i, level int) (from, to int) {
	if t.grain > 0 {
		_, from = t.booked(i, level)
		to, _ = t.booked(i+1, level)
	}
	return from, to
}

// tilingOf divides the slices of a table if that is worth it. It does not with hubs,
// whose neighbors are anywhere. bytes is the memory of the state.
func tilingOf[T table.Real](t *table.Table[T], slices, grain int, bytes int64, threads int) tiling {
	if len(t.Hubs) > 0 || slices == 0 {
		return tiling{}
	}
	return newTiling(slices, t.Band, grain, t.Pattern.History, int((t.Bytes()+bytes)/int64(slices)), threads)
}

// tile divides the slices of the engine, and tells kernels whether a tile fits a near
// cache.
func (e *engine[T]) tile() {
	slices, grain := len(e.run.integration.Masses.Movable), 0
	if e.accounts() {
		grain = grainOf(e.table, e.run.params)
	}
	e.tiling = tilingOf(e.table, slices, grain, e.stateBytes(), e.threadCount)
	if e.tiling.count > 0 && e.tiling.near {
		e.table.Reach = 0
	}
}

// tilesOf returns how many steps tiles may take at once in a run, as machine.ThreadsWorth asks.
func tilesOf[T table.Real](t *table.Table[T], p model.Params, stateBytes int64) func(threads int) int {
	return func(threads int) int {
		if p.Driven() || p.Integrator == model.RK4 || p.Ledger && !ledger.Batches(p) {
			return 1
		}
		return tilingOf(t, len(t.Order.MassOf)/table.Width, grainOf(t, p), stateBytes, threads).levels
	}
}

// grainOf returns the grain of tiles in a run.
func grainOf[T table.Real](t *table.Table[T], p model.Params) int {
	if !p.Ledger || !ledger.Batches(p) {
		return 0
	}
	return ledger.Grain(t, p)
}

// beginBatch makes powers ready for the steps that tiles take next.
func (e *engine[T]) beginBatch(levels int) {
	if !e.accounts() {
		return
	}
	var steps [2]ledger.Step[T]
	for i := range steps {
		s := &steps[i]
		s.From, s.Later, s.Time = e.buffers.of(e.buffers.current^i), e.buffers.of(1-e.buffers.current^i), e.time()+float64(i)*e.run.params.DT
	}
	e.books.powers.BeginBatch(steps, levels)
}

// passBatch enters the powers of the steps that tiles have taken; false: tiles took none.
func (e *engine[T]) passBatch() bool {
	if e.progress.schedule.levels > 1 && e.progress.diverged == nil {
		e.books.powers.Passed()
	}
	return e.progress.schedule.levels > 1
}

// nearSlices is a number of slices whose state, before a step and after it, stays in the nearest cache until powers
// are evaluated.
const nearSlices = 512

// slicesOf are slices from to to−1.
type slicesOf struct{ from, to int }

func part(from, to int) slicesOf { return slicesOf{from, to} }

// stretchBooked takes one step for some slices, and evaluates the powers of others at the state before it
// as soon as their neighbors have taken it.
func (e *engine[T]) stretchBooked(thread int, swept, booked slicesOf, level int) {
	w := &e.workers[thread]
	if !e.accounts() {
		e.stretch(w, swept.from, swept.to, level)
		return
	}
	grain, at := e.tiling.grain, booked.from
	book := func(upTo int) {
		if upTo > at {
			e.books.powers.Do(e.books.rooms[thread], level, at/grain, (upTo+grain-1)/grain)
			at = upTo
		}
	}
	for first := swept.from; first < swept.to; first += nearSlices {
		end := min(first+nearSlices, swept.to)
		e.stretch(w, first, end, level)
		book(min(booked.to, (end-e.tiling.band)/grain*grain))
	}
	book(booked.to)
}

// enlist has as many threads step as were asked for, or else as are worth it in the run.
func (e *engine[T]) enlist() {
	wanted := e.asked
	if wanted == 0 {
		wanted = machine.ThreadsWorth(e.table.SweepTime(e.run.params, e.kernel.Name), e.most(), tilesOf(e.table, e.run.params, e.stateBytes()))
	}
	if wanted == e.threadCount {
		return
	}
	e.threadCount = wanted
	e.threads.Close()
	e.tile()
	e.hire()
}
