package collide

import (
	"fmt"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Lists are the pairs of masses that may touch, and their forces. They take 70 to 85 bytes
// per mass, and 80 bytes per column of a slice, with 384 for the law of columns that share
// none; with friction 192 more, and 16 to 28 per mass.
type Lists[T table.Real] struct {
	law   law
	order table.LaneOrder
	skin  float64 // in use [m]
	part  []bool  // whether the mass of a lane takes part; by lane

	building stage
	now      kernels.Motions[T] // the state that lists are made of
	grid     grid[T]
	found    [][]found // pairs, by part of the grid

	counts  []uint32   // entries of each lane
	indexOf []int32    // index in Slices of each slice, or -1: it has no pairs
	ends    []chunkEnd // of each chunk
	kernels.Pairs[T]

	Push     []T // forces of pairs [N], 48 for each of Slices
	friction friction[T]
	Motion   Motion[T]

	refused error // why lists could not be made
}

// found is a pair of lanes.
type found struct{ a, b uint32 }

// chunkEnd is how many slices with pairs, and columns, a chunk has, and then where they
// begin.
type chunkEnd struct{ slices, columns uint32 }

// stage is a part of making lists that threads do together.
type stage int

const (
	built   stage = iota
	bin           // find the cells of masses, and count those of each part of the grid
	scatter       // sort masses into the parts
	arrange       // sort the masses of a part by cells
	search        // find pairs
	shape         // count the columns of each slice
	lay           // say where they are
	place         // put pairs into columns
	sorting       // sort the entries of each mass, and evaluate constants
)

// mostSkin is the largest skin, in sums of the largest radii: wider lists cost more than
// they last.
const mostSkin = 0.5

// chunkSlices is the number of slices that are treated at once.
const chunkSlices = 256

// New prepares lists for a model whose masses collide, in an order of lanes; lanes is how
// many there are with those of hubs. It returns nil where no mass takes part.
func New[T table.Real](m *model.Model, p model.Params, order table.LaneOrder, lanes int) *Lists[T] {
	largest := m.LargestRadius()
	if !p.Collision.Masses() || largest == 0 {
		return nil
	}
	l := &Lists[T]{
		law: law{model: m, collision: p.Collision}, order: order, part: make([]bool, len(order.MassOf)),
		skin:   min(p.Collision.Skin, 2*mostSkin*largest),
		counts: make([]uint32, len(order.MassOf)), indexOf: make([]int32, lanes/table.Width),
	}
	taking := 0
	for lane, mass := range order.MassOf {
		if mass != table.NoMass && l.law.takesPart(mass) {
			l.part[lane] = true
			taking++
		}
	}
	for i := range l.indexOf {
		l.indexOf[i] = -1
	}
	l.grid = newGrid[T](taking, l.chunks(), 2*largest+l.skin)
	l.found = make([][]found, l.grid.parts)
	l.ends = make([]chunkEnd, l.chunks())
	l.friction = newFriction[T](p, lanes)
	if l.friction.passes > 0 {
		l.Counts = make([]uint32, lanes)
	}
	l.Motion = newMotion[T](&l.law, order, l.part, lanes, l.skin, l.grid.edge)
	return l
}

// chunks returns the number of chunks of masses.
func (l *Lists[T]) chunks() int {
	return (len(l.part) + chunkSlices*table.Width - 1) / (chunkSlices * table.Width)
}

// lanesOf returns the lanes of a chunk.
func (l *Lists[T]) lanesOf(chunk int) (first, end int) {
	first = chunk * chunkSlices * table.Width
	return first, min(len(l.part), first+chunkSlices*table.Width)
}

// Begin starts to make lists of a state.
func (l *Lists[T]) Begin(now kernels.Motions[T]) {
	l.building, l.now = built, now
}

// Next ends a stage of making lists and begins the next one. It says how many blocks that
// has; none when lists are made, or could not be.
func (l *Lists[T]) Next() (blocks int) {
	switch l.building {
	case bin:
		l.grid.scan()
	case arrange:
		if most := l.grid.mostInBucket(); most > MostInCell {
			l.refused = fmt.Errorf("cpu: collision: %d masses are in one cell of a grid of %.3g m, the largest sum of two radii and the skin; it holds %d; give a smaller radius, or find why so many masses meet there",
				most, l.grid.edge, MostInCell)
		}
	case search:
		if l.none() {
			l.forget()
			l.building = sorting
		}
	case shape:
		l.lengthen()
	}
	l.building++
	if l.building > sorting || l.refused != nil {
		l.building = built
		l.Motion.listed(l.now.Position)
		return 0
	}
	switch l.building {
	case arrange, search, place:
		return int(l.grid.parts)
	}
	return l.chunks()
}

// Refused returns the reason why lists could not be made, once; nil: they were.
func (l *Lists[T]) Refused() error {
	err := l.refused
	l.refused = nil
	return err
}

// Block does a block of the stage at hand.
func (l *Lists[T]) Block(block int) {
	switch l.building {
	case bin:
		l.bin(block)
	case scatter:
		l.grid.scatter(block)
	case arrange:
		l.grid.arrange(block, l.now.Position)
	case search:
		l.search(block)
	case shape:
		l.shape(block)
	case lay:
		l.lay(block)
	case place:
		l.place(block)
	case sorting:
		l.sort(block)
	}
}

// bin finds the cells of the masses of a chunk, and keeps where they are.
func (l *Lists[T]) bin(chunk int) {
	first, end := l.lanesOf(chunk)
	clear(l.counts[first:end])
	l.grid.bin(chunk, first, l.part[first:end], l.now.Position)
	l.Motion.keep(l.now.Position, first/table.Width, (end-first)/table.Width)
}

// none reports whether the search found no pair.
func (l *Lists[T]) none() bool {
	for _, f := range l.found {
		if len(f) > 0 {
			return false
		}
	}
	return true
}

// forget empties the lists.
func (l *Lists[T]) forget() {
	for _, s := range l.Slices {
		l.indexOf[s.Slice] = -1
	}
	l.Slices, l.Columns, l.Others, l.Laws = l.Slices[:0], l.Columns[:0], l.Others[:0], l.Laws[:0]
}

// Of returns the index in Slices of a slice; false: it has no pairs.
func (l *Lists[T]) Of(slice int) (int, bool) {
	i := l.indexOf[slice]
	return int(i), i >= 0
}

// Bytes returns the memory of the lists [bytes].
func (l *Lists[T]) Bytes() int64 {
	pairs, size := 0, table.SizeOf[T]()
	for _, f := range l.found {
		pairs += cap(f)
	}
	return int64(len(l.part)) + 4*int64(len(l.counts)+len(l.indexOf)) + size*int64(cap(l.Push)) + 8*int64(pairs) +
		16*int64(cap(l.Slices)+cap(l.Columns)) + 64*int64(cap(l.Others)) + size*table.Width*int64(6*cap(l.Laws)+3*cap(l.Touches)) + 4*int64(len(l.Counts)) + l.grid.bytes() + l.friction.bytes() + l.Motion.bytes()
}
