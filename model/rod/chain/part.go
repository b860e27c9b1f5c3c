package chain

import (
	"github.com/go-gl/mathgl/mgl64"
)

// Part is a set of rods that are joined to each other by masses or joints. Its bodies, masses and segments, are in
// an order and have three rows each. A solution calls Clear, Add and AddSide, Factor, and Solve.
type Part struct {
	Segments, Joints, Masses []uint32 // in ascending order

	massRow, segmentRow map[uint32]int // the first row of each
	moves               []float64      // of each row: 1, or 0 for held ones
	matrix              Skyline
	side                []float64
}

// bodies are numbered by a walk: masses by their numbers, and segments behind them.
type walk struct {
	set  *Set
	next map[uint32][]uint32 // neighbors of each body: masses before segments
	from uint32              // number of the first segment
}

// NewParts returns the parts of the rods of a model with that number of masses, in the order of their first segments.
func NewParts(set *Set, masses int) (parts []*Part) {
	w := walk{set: set, next: map[uint32][]uint32{}, from: uint32(masses)}
	join := func(a, b uint32) { w.next[a], w.next[b] = append(w.next[a], b), append(w.next[b], a) }
	for k := range set.Segments {
		for _, end := range set.Segments[k].Ends {
			join(end, w.from+uint32(k))
		}
	}
	for _, j := range set.Joints {
		join(w.from+j.From, w.from+j.To)
	}
	seen, partOf := map[uint32]bool{}, make([]int, len(set.Segments))
	for k := range set.Segments {
		if !seen[w.from+uint32(k)] {
			parts = append(parts, w.part(w.order(w.tip(w.from+uint32(k)), seen)))
			for segment := range parts[len(parts)-1].segmentRow {
				partOf[segment] = len(parts) - 1
			}
		}
		p := parts[partOf[k]]
		p.Segments = append(p.Segments, uint32(k))
	}
	for k, j := range set.Joints {
		p := parts[partOf[j.From]]
		p.Joints = append(p.Joints, uint32(k))
	}
	return parts
}

// tip returns a body at an end of the rod of a segment: the last one that a walk by breadth reaches.
func (w *walk) tip(from uint32) uint32 {
	seen, line := map[uint32]bool{from: true}, []uint32{from}
	for k := 0; k < len(line); k++ {
		for _, body := range w.next[line[k]] {
			if !seen[body] {
				seen[body], line = true, append(line, body)
			}
		}
	}
	return line[len(line)-1]
}

// order returns the bodies that a walk by depth leaves, in that order.
func (w *walk) order(from uint32, seen map[uint32]bool) (left []uint32) {
	type place struct {
		body uint32
		at   int
	}
	seen[from] = true
	for line := []place{{body: from}}; len(line) > 0; {
		here := &line[len(line)-1]
		if neighbors := w.next[here.body]; here.at < len(neighbors) {
			body := neighbors[here.at]
			if here.at++; !seen[body] {
				seen[body] = true
				line = append(line, place{body: body})
			}
			continue
		}
		left, line = append(left, here.body), line[:len(line)-1]
	}
	return left
}

// part is that of some bodies in an order.
func (w *walk) part(order []uint32) *Part {
	p := &Part{massRow: map[uint32]int{}, segmentRow: map[uint32]int{}, moves: make([]float64, 3*len(order)), side: make([]float64, 3*len(order))}
	row, first := map[uint32]int{}, make([]int, 3*len(order))
	for at, body := range order {
		if row[body] = 3 * at; body < w.from {
			p.massRow[body] = 3 * at
			p.Masses = append(p.Masses, body)
		} else {
			p.segmentRow[body-w.from] = 3 * at
		}
	}
	for at, body := range order {
		least := 3 * at
		for _, other := range w.next[body] {
			least = min(least, row[other])
			for _, third := range w.next[other] { // a segment couples the masses at its ends
				if other >= w.from && third < w.from && body < w.from {
					least = min(least, row[third])
				}
			}
		}
		for axis := range 3 {
			first[3*at+axis] = least
		}
	}
	p.matrix = NewSkyline(first)
	return p
}

// Mass and Segment are the first rows of a mass and of a segment.
func (p *Part) Mass(i uint32) int    { return p.massRow[i] }
func (p *Part) Segment(k uint32) int { return p.segmentRow[k] }

// Rows returns the number of rows.
func (p *Part) Rows() int { return len(p.side) }

// Clear begins a system.
func (p *Part) Clear() {
	p.matrix.Clear()
	clear(p.side)
	for i := range p.moves {
		p.moves[i] = 1
	}
}

// Hold takes a row out of the system: its unknown is 0. It comes before the Adds.
func (p *Part) Hold(row int) {
	p.moves[row] = 0
	p.matrix.Add(row, row, 1)
}

// Add adds a block, and its transpose where it is not on the diagonal, from two first rows.
func (p *Part) Add(i, j int, block mgl64.Mat3) {
	for a := range 3 {
		for b := range 3 {
			if i != j || b <= a {
				p.matrix.Add(i+a, j+b, block.At(a, b)*p.moves[i+a]*p.moves[j+b])
			}
		}
	}
}

// AddSide adds to the right side.
func (p *Part) AddSide(i int, side mgl64.Vec3) {
	for a := range 3 {
		p.side[i+a] += side[a] * p.moves[i+a]
	}
}

// Factor eliminates; the blocks are gone then. Solve may be called again with another right side.
func (p *Part) Factor() { p.matrix.Factor() }

// Solve solves the system.
func (p *Part) Solve() { p.matrix.Solve(p.side) }

// At returns the solution of three rows.
func (p *Part) At(i int) mgl64.Vec3 { return mgl64.Vec3{p.side[i], p.side[i+1], p.side[i+2]} }

// ClearSide begins another right side for the same matrix.
func (p *Part) ClearSide() { clear(p.side) }
