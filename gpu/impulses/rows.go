package impulses

import (
	"math"

	"hooke/model"
	"hooke/shaders"
)

// These are the rows of the uniform block for passes of masses. Those for springs follow, of
// each kind of visit one for each color, and one for springs without a color.
const (
	rowPlain = iota
	rowStarts
	rowEnds
	rowTouch // contacts, the only visit
	rowTouchFirst
	rowTouchAgain
	rowRest     // masses with springs without a color
	rowAttached // attachments, which have no residual
	rowLinks    // springs whose forces are shown
	massRows
)

// visit is a kind of visit to the springs of a color.
type visit int

const (
	visitOnce  visit = iota // the only one of a substep
	visitFirst              // of several
	visitWarm               // the first, after a warm start
	visitAgain
	visitLast // of several
	visits
)

// rowCount is how many rows there are.
func (s *Sweeps) rowCount() int { return s.blockRow(visits, 0) }

// springRow returns the row for a visit to a color; the one behind the last is that of springs without.
func (s *Sweeps) springRow(v visit, color int) int {
	return massRows + int(v)*(s.springs.Colors.Count()+1) + color
}

// blockRow is the row for a visit to the springs of a phase.
func (s *Sweeps) blockRow(v visit, phase int) int {
	return s.springRow(visits, 0) + int(v)*s.blocks.phases() + phase
}

// writeRows writes all rows.
func (s *Sweeps) writeRows() {
	rows, colors := make([]shaders.Sweep, s.rowCount()), &s.springs.Colors
	rows[rowStarts].Begins = 1
	rows[rowEnds].Ends = uint32(s.params.Substeps)
	rows[rowTouch] = shaders.Sweep{Begins: 1}
	rows[rowTouchFirst] = shaders.Sweep{Begins: 1, Keeps: 1}
	rows[rowTouchAgain] = shaders.Sweep{Keeps: 1}
	rows[rowLinks].Count = uint32(s.model.StructuralCount())
	rows[rowRest].Count = uint32(s.rest.masses)
	if colors.Rounds > 0 {
		rows[rowAttached].First, rows[rowAttached].Count = uint32(colors.First[colors.Structural()]), uint32(s.model.Attachments)
	}
	for c := range colors.Count() + 1 {
		of := shaders.Sweep{Count: uint32(s.rest.springs), Warm: float32(s.params.Warm)}
		if colors.First != nil {
			of.First = uint32(colors.First[c])
		}
		if c < colors.Count() {
			of.Count = uint32(len(colors.Color(c)))
		}
		for v := range visits {
			row := of
			row.Keeps = 1 // springs' impulses are their force
			if v == visitOnce || v == visitFirst {
				row.Begins = 1
			}
			if v != visitAgain && v != visitLast {
				row.Looks = 1
			}
			rows[s.springRow(v, c)] = row
		}
	}
	for v := range visits {
		for k := range s.blocks.phases() {
			rows[s.blockRow(v, k)] = s.blocks.row(rows[s.springRow(v, 0)], k, colors)
		}
	}
	s.rows.Write(rows)
}

// touches returns how often a substep visits contacts.
func touches(p model.Params) int {
	if p.Forward {
		return p.Sweeps()
	}
	return p.Sweeps() + 1
}

// strainOf returns the strain in a record.
func strainOf(c shaders.Converged) float64 { return float64(math.Float32frombits(c.Strain)) }
