package table

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/order"
)

// GridRows returns the order of a filled mesh, along the rows of its grid. Each row begins
// with a slice of its own, and empty slices are left out. So the neighbors of a slice in
// another row are all at one distance, however long the rows are, and their springs go
// into pairs. A lane without a mass stands for a cell without a mass, or lies behind the
// end of a row. Of the three directions of rows, GridRows takes the one with the fewest
// slices. c holds the cells of all masses. ok is false when there is no such grid.
func GridRows(m *model.Model) (o LaneOrder, c cells, ok bool) {
	g, ok := gridOf(m)
	if !ok {
		return LaneOrder{}, cells{}, false
	}
	for range 3 {
		g.axes[0], g.axes[1], g.axes[2] = g.axes[1], g.axes[2], g.axes[0]
		keys, ok := g.keys(m)
		if !ok {
			return LaneOrder{}, cells{}, false
		}
		trial := cells{keys, uint32(g.cells[g.axes[0]])}
		sequence, ok := trial.inSlices()
		if !ok {
			return LaneOrder{}, cells{}, false
		}
		if o.MassOf == nil || len(sequence) < len(o.MassOf) {
			o, c = LaneOrder{Name: "grid", MassOf: sequence}, trial
		}
	}
	o.LaneOf = make([]uint32, len(c.Keys))
	for lane, mass := range o.MassOf {
		if mass != NoMass {
			o.LaneOf[mass] = uint32(lane)
		}
	}
	return o, c, true
}

// cells are the cells of a grid in which masses are, numbered along its rows.
type cells struct {
	Keys   []uint32 // cell of each mass
	PerRow uint32   // cells in a row
}

// inSlices returns the mass of each lane, or NoMass; false when two masses are in one
// cell.
func (c *cells) inSlices() (massOf []uint32, ok bool) {
	massOf = make([]uint32, 0, 2*len(c.Keys))
	last, first := uint32(math.MaxUint32), uint32(0) // cell of the mass before, and of the first mass in the row
	for _, mass := range order.Sort(c.Keys) {
		key := c.Keys[mass]
		switch {
		case key == last:
			return nil, false
		case len(massOf) == 0 || key/c.PerRow != last/c.PerRow:
			first = key
			massOf = append(massOf, emptySlice()...)
		case (key-first)/Width != (last-first)/Width:
			massOf = append(massOf, emptySlice()...)
		}
		massOf[len(massOf)-Width+int(key-first)%Width] = mass
		last = key
	}
	return massOf, true
}

// emptySlice returns a slice without masses.
func emptySlice() []uint32 { return slices.Repeat([]uint32{NoMass}, Width) }

// tryGrid takes the order of a grid, with a pattern by rows, where that is likely to cost
// less than the order at hand without a pattern.
func (l *layout[T]) tryGrid() {
	const clearly = 0.95
	trial := *l
	var ok bool
	if trial.order, trial.cells, ok = GridRows(l.model); !ok {
		return
	}
	trial.pattern = trial.findRows()
	cost := pairCost * float64(trial.pattern.Members) * float64(len(trial.order.MassOf)/Width)
	if trial.pattern.Members > 0 && cost < clearly*l.sampleCost(l.order) {
		*l = trial
	}
}

// findRows returns the pattern of the rows in which a sample of masses most often has
// neighbors that come later in the order. The pattern is empty where it is not worth its
// cost. It counts neighbors that are in the same cell of their row, or in the cell before
// or after.
func (l *layout[T]) findRows() Pattern {
	const samples, common = 1 << 14, 4
	seen := map[int]int{}
	count, ends, within, farthest := 0, 0, 0, 0
	for mass := 0; mass < len(l.cells.Keys); mass += max(1, len(l.cells.Keys)/samples) {
		count++
		for _, entry := range l.in.at(uint32(mass)) {
			ends++
			offset, ok := l.ahead(int(l.order.LaneOf[mass]), entry)
			if rows, cells := l.step(entry); ok && cells >= -1 && cells <= 1 {
				seen[rows]++
				farthest = max(farthest, offset)
			}
		}
	}
	p := Pattern{Rows: true}
	for rows, n := range seen {
		if rows >= 0 && common*n >= count {
			r := Run{Count: 3, row: rows}
			if rows == 0 {
				r = Run{Base: 1, Count: 1}
			}
			p.Runs = append(p.Runs, r)
			p.Members += r.Count
			within += 2 * n
		}
	}
	slices.SortFunc(p.Runs, func(a, b Run) int { return a.row - b.row })
	if float64(within) < leastPaired*float64(ends) || len(p.Runs) < 2 || len(l.order.MassOf) < leastHistories*farthest {
		return Pattern{}
	}
	return p
}

// step returns the distance to the other end of an incidence, in rows and in cells of a row.
func (l *layout[T]) step(entry uint32) (rows, cells int) {
	here, there := l.cells.Keys[l.model.Ends[entry>>1][entry&1]], l.cells.Keys[l.model.Ends[entry>>1][^entry&1]]
	return int(there/l.cells.PerRow) - int(here/l.cells.PerRow), int(there%l.cells.PerRow) - int(here%l.cells.PerRow)
}

// rowPlace returns the run and member of an incidence; the run is −1 where it is in none.
func (p *pairing[T]) rowPlace(entry uint32) (run, member int) {
	rows, cells := p.step(entry)
	for run, r := range p.t.Pattern.Runs {
		if r.row == rows {
			member = r.Count/2 - cells
			if rows == 0 {
				member = 1 - cells
			}
			if member < 0 || member >= r.Count {
				return -1, 0
			}
			return run, member
		}
	}
	return -1, 0
}
