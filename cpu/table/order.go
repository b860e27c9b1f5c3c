package table

import (
	"math"
	"slices"

	"hooke/machine/memory"
	"hooke/model"
	"hooke/order"
)

// Width is the number of masses of a slice, which is the number of lanes that a kernel
// treats at once.
const Width = 16

// NoMass stands for the mass of a lane without a mass.
const NoMass = math.MaxUint32

// LaneOrder describes which mass each lane holds. It takes about 8 bytes per mass.
type LaneOrder struct {
	Name   string
	LaneOf []uint32 // lane of each mass
	MassOf []uint32 // mass of each lane, or NoMass; its length is a multiple of Width
}

// newOrder returns the order of the masses in the given sequence.
func newOrder(name string, sequence []uint32) LaneOrder {
	o := LaneOrder{Name: name, LaneOf: memory.InLargePages(make([]uint32, len(sequence))), MassOf: sequence}
	model.InBlocks(len(sequence), func(_, first, last int) {
		for lane := first; lane < last; lane++ {
			o.LaneOf[sequence[lane]] = uint32(lane)
		}
	})
	for len(o.MassOf)%Width != 0 {
		o.MassOf = append(o.MassOf, NoMass)
	}
	return o
}

// Each calls do for every lane that holds a mass, on all cores. It calls do for the lanes
// of a slice one after the other.
func (o LaneOrder) Each(do func(lane, mass int)) {
	model.InBlocks(len(o.MassOf), func(_, first, last int) { // of whole slices
		for lane := first; lane < last; lane++ {
			if mass := o.MassOf[lane]; mass != NoMass {
				do(lane, int(mass))
			}
		}
	})
}

// sequence returns 0, 1, 2, ... with capacity for padding.
func sequence(count int) []uint32 {
	s := memory.InLargePages(make([]uint32, count+Width))[:count]
	model.InBlocks(count, func(_, first, last int) {
		for i := first; i < last; i++ {
			s[i] = uint32(i)
		}
	})
	return s
}

// given returns the model's own order.
func given(m *model.Model) LaneOrder { return newOrder("given", sequence(m.MassCount())) }

// grid is a grid as fine as the shortest spring, with the masses in its cells.
type grid struct {
	axes     [3]int     // rows go along the first axis, rows follow each other along the second, layers along the third; gridOf puts the longest first
	cells    [3]int     // number of cells along x, y and z
	low      model.Vec3 // lowest corner of the model [m]
	shortest float64    // side of a cell [m]
}

// gridOf returns the grid of a model; false when too few of its cells would have masses.
func gridOf(m *model.Model) (grid, bool) {
	g := grid{axes: [3]int{0, 1, 2}, shortest: order.Shortest(m)}
	lo, hi := m.Bounds()
	g.low = lo
	size := hi.Sub(lo)
	slices.SortStableFunc(g.axes[:], func(a, b int) int { return int(math.Copysign(1, size[b]-size[a])) })
	all := 1.0
	for axis := range 3 {
		cells := math.Floor(size[axis]/g.shortest+0.5) + 1
		if all *= cells; !(cells < math.MaxInt32) {
			return grid{}, false
		}
		g.cells[axis] = int(cells)
	}
	const sparse = 64 // cells per mass
	return g, all <= sparse*float64(m.MassCount()+1)
}

// keys returns the cells of all masses, numbered along the rows; false when there are too many
// cells for 32 bits.
func (g *grid) keys(m *model.Model) ([]uint32, bool) {
	if float64(g.cells[0])*float64(g.cells[1])*float64(g.cells[2]) > math.MaxUint32 {
		return nil, false
	}
	keys := make([]uint32, m.MassCount())
	for i, x := range m.RestPosition {
		var cell [3]uint64
		for axis := range 3 {
			cell[axis] = uint64((x[axis]-g.low[axis])/g.shortest + 0.5)
		}
		keys[i] = uint32((cell[g.axes[2]]*uint64(g.cells[g.axes[1]])+cell[g.axes[1]])*uint64(g.cells[g.axes[0]]) + cell[g.axes[0]])
	}
	return keys, true
}

// rows returns the order along the rows of the model's grid, which go along the longest side of
// the model; false when it has no grid.
func rows(m *model.Model) (LaneOrder, bool) {
	g, ok := gridOf(m)
	if !ok {
		return LaneOrder{}, false
	}
	keys, ok := g.keys(m)
	if !ok {
		return LaneOrder{}, false
	}
	return newOrder("rows", order.Sort(keys)), true
}

// curve returns the order along Morton's curve through the rest positions. The masses of each
// stretch of the curve are sorted by how many springs act on them, so that the lanes of a
// slice end together. The curve has 2^10 cells a side, not the 2^21 of order.CurveKeys:
// other cells make another order, and another table.
func curve(m *model.Model, in incidences) LaneOrder {
	const bits, stretch = 10, 64 * Width
	lo, hi := m.Bounds()
	size := hi.Sub(lo)
	scale := 0.0
	if longest := max(size[0], size[1], size[2]); longest > 0 {
		scale = (1<<bits - 1) / longest
	}
	keys := make([]uint32, m.MassCount())
	for i, x := range m.RestPosition {
		var cell [3]uint64
		for axis := range 3 {
			cell[axis] = uint64((x[axis] - lo[axis]) * scale)
		}
		keys[i] = uint32(order.Morton(cell))
	}
	s := order.Sort(keys)
	for part := range slices.Chunk(s, stretch) {
		slices.SortStableFunc(part, func(a, b uint32) int { return len(in.at(b)) - len(in.at(a)) })
	}
	return newOrder("curve", s)
}
