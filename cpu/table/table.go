package table

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// Slot is one neighbor of up to 16 masses of a slice at once: the neighbor of
// each lies at one and the same distance in the order, over a spring of one
// class. 8 bytes.
type Slot struct {
	Offset int32  // from a mass to its neighbor, in lanes
	Class  uint16 // its record's place, see RecordPlaces
	Lanes  uint16 // the masses that have this neighbor, a bit each
}

// SliceEnd says where the slots and columns of a slice end; they begin where
// those of the slice before end. 8 bytes.
type SliceEnd struct{ Slot, Column uint32 }

// Format is what the entries of a column hold, chosen once per model. A column
// has one entry for each of 16 masses. Its first word is the neighbor, in lanes
// from the first of the slice, times 16, plus the class or law.
type Format int

const (
	ByClass Format = iota // 4 bytes: the class, one of 16, says everything
	ByLaw                 // 8 bytes: one of 16 laws, and the rest length
	Own                   // 16 bytes: a law for its kind alone, rest length, k and c
)

// Words is the size of an entry in words of 4 bytes.
func (f Format) Words() int { return [...]int{1, 2, 4}[f] }

// String is the name that Figures has.
func (f Format) String() string { return [...]string{"class", "law", "own"}[f] }

// Hub is a mass with so many springs that they are spread over the 16 lanes of
// a slice of its own, whose results are added up.
type Hub struct {
	Lane  int // of the mass
	Slice int // its own, past those of the masses
}

// Table is the structure as kernels read it: for each slice of 16 masses its
// slots and then its columns. On a lattice of 13 springs per mass it takes 1
// byte per spring; where nothing is regular, 8, 16 or 32 bytes per spring (two
// entries each), and what pads the columns.
type Table struct {
	Order  LaneOrder
	Format Format

	Ends    []SliceEnd // of each slice, after a first {0, 0}
	Slots   []Slot
	Columns []uint32 // 16·words to a column: neighbors first, then each further number

	Records []Record  // of each class
	Lanes   LaneTable // of the 16 first classes or laws, see laneRow
	Hubs    []Hub
	Chains  []Chain // slices that are links
	Pattern Pattern // of the springs that are evaluated once; without members: there are none
	Pairs   []Pair  // of each slice, pattern.members
	Spans   []Span  // of each slice, one for each run

	Regular, Irregular int64 // incidences in slots or pairs, and in columns
	Paired             int64 // of them in pairs
	Band               int   // how far the farthest neighbor of a slice is, that of hubs apart [slices]
	Reach              int64 // how far ahead of a slice to fetch positions, so that its neighbors are there [bytes]; 0: all is near
}

// maxLanes bounds the masses of a model: a neighbor is at most 2^27 lanes off.
const maxLanes = 1 << 27

// chooseFormat takes the smallest entries that can hold the model's springs.
func (c *Classes) chooseFormat() Format {
	switch {
	case len(c.All) <= maxNarrow && !c.some:
		return ByClass
	case c.Laws != nil:
		return ByLaw
	}
	return Own
}

// New lays a model out for kernels, with that many goroutines.
func New(m *model.Model, dt float64, threads int) (*Table, *Classes, error) {
	resolver := physics.NewResolver(m, dt)
	c := classify(m, resolver, threads)
	if c.chooseFormat() == Own && len(c.Kinds) > maxNarrow {
		return nil, nil, fmt.Errorf("cpu: a model whose springs with k, c and rest lengths of their own are of more than %d kinds (tension-only or not, and actuator) is %w of the cpu engine, whose entries cannot name them; use the engine gpu or cpuref",
			maxNarrow, model.ErrRefused)
	}
	in := incidencesOf(m, c.Of, threads)
	l := layout{model: m, resolver: resolver, lawOf: newLawFinder(m, resolver), classes: c, in: in, format: c.chooseFormat(), hubDegree: hubDegree(m, in)}
	l.order = l.chooseOrder()
	if l.hubless() {
		if l.pattern = l.findPattern(); l.pattern.Members == 0 {
			l.tryGrid()
		}
	}

	t := &Table{Order: l.order, Format: l.format}
	l.findHubs(t)
	if lanes := len(l.order.MassOf) + Width*len(t.Hubs); lanes > maxLanes {
		return nil, nil, fmt.Errorf("cpu: a model of %d masses, %d of them with very many springs, in %d lanes is %w of the cpu engine, whose entries have 27 bits for a neighbor, for %d lanes; use the engine gpu or cpuref",
			m.MassCount(), len(t.Hubs), lanes, model.ErrRefused, maxLanes)
	}
	l.pairUp(t, threads)
	l.fill(t, threads)
	t.Reach = t.findReach()
	t.Chains = t.findChains()
	t.setNumbers(c, nil)
	return t, c, nil
}

// findReach is a few slices beyond the farthest neighbor in most slots lists: of
// a lattice, one layer ahead. Without slots, that is just the next slices.
func (t *Table) findReach() int64 {
	const samples, ahead = 64, 4 * Width
	if t.Pattern.History > 0 {
		return 4 * int64(t.Pattern.History*Width+ahead)
	}
	var farthest []int32
	for s := 0; s < len(t.Ends)-1; s += max(1, len(t.Ends)/samples) {
		most := int32(0)
		for _, slot := range t.Slots[t.Ends[s].Slot:t.Ends[s+1].Slot] {
			most = max(most, slot.Offset)
		}
		farthest = append(farthest, most)
	}
	if len(farthest) == 0 {
		return 0
	}
	slices.Sort(farthest)
	return 4 * (int64(farthest[len(farthest)/2]) + ahead)
}

// LaneCount is those of the masses and of the hubs' own slices.
func (t *Table) LaneCount() int { return len(t.Order.MassOf) + Width*len(t.Hubs) }

// Bytes is the memory of the table.
func (t *Table) Bytes() int64 {
	return 8*int64(len(t.Order.LaneOf)) + 8*int64(len(t.Ends)) + 8*int64(len(t.Slots)) + 4*int64(len(t.Pairs)) + SpanBytes*int64(len(t.Spans)) + 4*int64(len(t.Columns)) +
		RecordBytes*int64(len(t.Records))
}

// StepBytes is what a step reads of it: all but the order.
func (t *Table) StepBytes() int64 { return t.Bytes() - 8*int64(len(t.Order.LaneOf)) }

// leastPacked is how many columns a slice has, on average, in a table for which
// there is a packed copy: to write a slice takes about half of what is saved
// by a column.
const leastPacked = 1

// Packs says whether a packed copy is worth it.
func (t *Table) Packs() bool {
	columns, slices := len(t.Columns)/(Width*t.Format.Words()), len(t.Ends)-1
	return columns > 0 && columns >= leastPacked*slices
}
