package pbd

import "hooke/shaders"

// These are the rows of the uniform block for passes of masses. Those for springs follow: one
// for each visit of the first sweep of a substep, and then of the other sweeps.
const (
	rowPlain = iota
	rowStarts
	rowEnds
	rowPushFirst
	rowPushAgain
	massRows
)

// restAtOnce is how many springs without a color one dispatch visits: one invocation goes through
// them, and a driver may give up on one that takes long.
const restAtOnce = 1024

// visits is how many dispatches a sweep over the springs has: one for each color, and then those
// for springs without one.
func (s *Positions) visits() int {
	return s.springs.Colors.Count() + (len(s.springs.Colors.Rest())+restAtOnce-1)/restAtOnce
}

// visit is the first spring of a visit of a sweep, and how many it visits.
func (s *Positions) visit(k int) (first, count int) {
	colors := &s.springs.Colors
	if k < colors.Count() {
		return colors.First[k], len(colors.Color(k))
	}
	done := restAtOnce * (k - colors.Count())
	return colors.First[colors.Count()] + done, min(restAtOnce, len(colors.Rest())-done)
}

// rowCount is how many rows there are.
func (s *Positions) rowCount() int { return massRows + 2*s.visits() }

// springRow is the row for a visit of a sweep that is the first of its substep, or another one.
func (s *Positions) springRow(first bool, visit int) int {
	if first {
		return massRows + visit
	}
	return massRows + s.visits() + visit
}

// writeRows writes all rows.
func (s *Positions) writeRows() {
	rows := make([]shaders.Sweep, s.rowCount())
	rows[rowStarts].Begins = 1
	rows[rowEnds].Ends = uint32(s.params.Substeps)
	if rubs(s.params) {
		rows[rowPushAgain].Keeps = 1
	}
	rows[rowPushFirst] = rows[rowPushAgain]
	rows[rowPushFirst].Begins = 1
	for k := range s.visits() {
		first, count := s.visit(k)
		row := shaders.Sweep{First: uint32(first), Count: uint32(count)}
		rows[s.springRow(false, k)] = row
		row.Looks = 1
		rows[s.springRow(true, k)] = row
	}
	s.rows.Write(rows)
}
