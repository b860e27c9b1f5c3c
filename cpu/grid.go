package cpu

import (
	"slices"

	"hooke/model"
)

// gridRows is the order of a filled mesh: along the rows of its grid, each from a
// multiple of 16 cells on, empty slices left out. So the neighbors of a slice in
// another row are all at one distance, however long the rows are, and one slice
// after the other: their springs go into pairs. A lane without a mass is a cell
// without. keys are the cell of each mass: row and place in it; false when there is
// no such grid.
func gridRows(m *model.Model) (o order, keys []uint32, perRow uint32, ok bool) {
	g, ok := gridOf(m)
	if !ok {
		return order{}, nil, 0, false
	}
	g.cells[g.axes[0]] = (g.cells[g.axes[0]] + width - 1) / width * width
	keys, ok = g.keys(m)
	if !ok {
		return order{}, nil, 0, false
	}
	sequence := make([]uint32, 0, 2*len(keys))
	laneOf := make([]uint32, len(keys))
	last := uint32(nobody)
	for _, mass := range sorted(keys) {
		switch key := keys[mass]; {
		case key == last:
			return order{}, nil, 0, false // two masses in a cell
		case len(sequence) == 0 || key/width != last/width:
			sequence = append(sequence, slices.Repeat([]uint32{nobody}, width)...)
		}
		last = keys[mass]
		lane := len(sequence) - width + int(last%width)
		sequence[lane], laneOf[mass] = mass, uint32(lane)
	}
	return order{name: "grid", laneOf: laneOf, massOf: sequence}, keys, uint32(g.cells[g.axes[0]]), true
}

// tryGrid takes the order of a grid, with a pattern by rows, where that is likely
// to cost less than an order without pattern.
func (l *layout) tryGrid() {
	const clearly = 0.95
	trial := *l
	var ok bool
	if trial.order, trial.keys, trial.perRow, ok = gridRows(l.model); !ok {
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
	count, ends, within := 0, 0, 0
	for mass := 0; mass < len(l.keys); mass += max(1, len(l.keys)/samples) {
		count++
		for _, entry := range l.in.at(uint32(mass)) {
			ends++
			if _, ok := l.ahead(int(l.order.laneOf[mass]), entry); !ok {
				continue
			}
			if rows, cells := l.step(entry); cells >= -1 && cells <= 1 {
				seen[rows]++
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
	if float64(within) < leastPaired*float64(ends) || len(p.runs) < 2 {
		return pattern{}
	}
	return p
}

// step is how many rows, and cells of a row, the other end of an incidence is away.
func (l *layout) step(entry uint32) (rows, cells int) {
	here, there := l.keys[l.model.Ends[entry>>1][entry&1]], l.keys[neighbor(l.model, entry)]
	return int(there/l.perRow) - int(here/l.perRow), int(there%l.perRow) - int(here%l.perRow)
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
