package cpu

import (
	"math"
	"slices"

	"hooke/model"
)

// gridRows is the order of a filled mesh: along the rows of its grid, each from a
// slice of its own on, empty slices left out. So the neighbors of a slice in another
// row are all at one distance, however long the rows are: their springs go into
// pairs. A lane without a mass is a cell without, or behind the end of a row. Of the
// three directions of rows, that with the fewest slices is taken. cells are those of
// all masses; false when there is no such grid.
func gridRows(m *model.Model) (o order, c cells, ok bool) {
	g, ok := gridOf(m)
	if !ok {
		return order{}, cells{}, false
	}
	for range 3 {
		g.axes[0], g.axes[1], g.axes[2] = g.axes[1], g.axes[2], g.axes[0]
		keys, ok := g.keys(m)
		if !ok {
			return order{}, cells{}, false
		}
		trial := cells{keys, uint32(g.cells[g.axes[0]])}
		sequence, ok := trial.inSlices()
		if !ok {
			return order{}, cells{}, false
		}
		if o.massOf == nil || len(sequence) < len(o.massOf) {
			o, c = order{name: "grid", massOf: sequence}, trial
		}
	}
	o.laneOf = make([]uint32, len(c.keys))
	for lane, mass := range o.massOf {
		if mass != nobody {
			o.laneOf[mass] = uint32(lane)
		}
	}
	return o, c, true
}

// cells are those of a grid that masses are in, numbered along its rows.
type cells struct {
	keys   []uint32 // of each mass
	perRow uint32
}

// inSlices are the masses of all lanes; false when two are in a cell.
func (c *cells) inSlices() (massOf []uint32, ok bool) {
	massOf = make([]uint32, 0, 2*len(c.keys))
	last, first := uint32(math.MaxUint32), uint32(0) // cell of the mass before, and of the first one in the row
	for _, mass := range sorted(c.keys) {
		key := c.keys[mass]
		switch {
		case key == last:
			return nil, false
		case len(massOf) == 0 || key/c.perRow != last/c.perRow:
			first = key
			massOf = append(massOf, emptySlice()...)
		case (key-first)/width != (last-first)/width:
			massOf = append(massOf, emptySlice()...)
		}
		massOf[len(massOf)-width+int(key-first)%width] = mass
		last = key
	}
	return massOf, true
}

// emptySlice is one without masses.
func emptySlice() []uint32 { return slices.Repeat([]uint32{nobody}, width) }

// tryGrid takes the order of a grid, with a pattern by rows, where that is likely
// to cost less than an order without pattern.
func (l *layout) tryGrid() {
	const clearly = 0.95
	trial := *l
	var ok bool
	if trial.order, trial.cells, ok = gridRows(l.model); !ok {
		return
	}
	trial.pattern = trial.findRows()
	cost := pairCost * float64(trial.pattern.members) * float64(len(trial.order.massOf)/width)
	if trial.pattern.members > 0 && cost < clearly*l.sampleCost(l.order) {
		*l = trial
	}
}

// findRows takes the rows in which a sample of masses most often has neighbors that
// come later, or none where that is not worth it. A neighbor is in the same cell of
// its row, or in the one before or after.
func (l *layout) findRows() pattern {
	const samples, common = 1 << 14, 4
	seen := map[int]int{}
	count, ends, within, farthest := 0, 0, 0, 0
	for mass := 0; mass < len(l.cells.keys); mass += max(1, len(l.cells.keys)/samples) {
		count++
		for _, entry := range l.in.at(uint32(mass)) {
			ends++
			offset, ok := l.ahead(int(l.order.laneOf[mass]), entry)
			if rows, cells := l.step(entry); ok && cells >= -1 && cells <= 1 {
				seen[rows]++
				farthest = max(farthest, offset)
			}
		}
	}
	p := pattern{rows: true}
	for rows, n := range seen {
		if rows >= 0 && common*n >= count {
			r := run{count: 3, row: rows}
			if rows == 0 {
				r = run{base: 1, count: 1}
			}
			p.runs = append(p.runs, r)
			p.members += r.count
			within += 2 * n
		}
	}
	slices.SortFunc(p.runs, func(a, b run) int { return a.row - b.row })
	if float64(within) < leastPaired*float64(ends) || len(p.runs) < 2 || len(l.order.massOf) < leastHistories*farthest {
		return pattern{}
	}
	return p
}

// step is how many rows, and cells of a row, the other end of an incidence is away.
func (l *layout) step(entry uint32) (rows, cells int) {
	here, there := l.cells.keys[l.model.Ends[entry>>1][entry&1]], l.cells.keys[neighbor(l.model, entry)]
	return int(there/l.cells.perRow) - int(here/l.cells.perRow), int(there%l.cells.perRow) - int(here%l.cells.perRow)
}

// rowPlace is the run and member of an incidence; −1 where it is in none.
func (p *pairing) rowPlace(entry uint32) (run, member int) {
	rows, cells := p.step(entry)
	for run, r := range p.t.pattern.runs {
		if r.row == rows {
			member = r.count/2 - cells
			if rows == 0 {
				member = 1 - cells
			}
			if member < 0 || member >= r.count {
				return -1, 0
			}
			return run, member
		}
	}
	return -1, 0
}
