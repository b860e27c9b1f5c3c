package table

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// Slot is one neighbor of up to 16 masses of a slice at once: each mass has its neighbor at
// the same distance in the order, over a spring of the same class. A slot takes 8 bytes.
type Slot struct {
	Offset int32  // from a mass to its neighbor [lanes]
	Class  uint16 // offset of the record of its class, see RecordPlaces
	Lanes  uint16 // a bit for each mass that has this neighbor
}

// SliceEnd describes where the slots and columns of a slice end; they begin where those of the
// slice before end. It takes 8 bytes.
type SliceEnd struct{ Slot, Column uint32 }

// Format describes the entries of a column. It is chosen once for a model. A column has one
// entry for each of 16 masses. The first word of an entry is 16 times the distance from the
// first lane of the slice to the neighbor, plus the class, law or kind.
type Format int

const (
	ByClass Format = iota // an entry has 4 bytes: one of 16 classes says everything
	ByLaw                 // an entry has 8 bytes, or 12 with float64: one of 16 laws, and the rest length
	Own                   // an entry has 16 bytes, or 28 with float64: one of 16 kinds, the rest length, k and c
)

// numbers returns how many numbers an entry has beside its first word.
func (f Format) numbers() int { return [...]int{0, 1, 3}[f] }

// Words returns the size of an entry of the table in words of 4 bytes.
func (t *Table[T]) Words() int { return entryWords[T](t.Format) }

func (l *layout[T]) words() int { return entryWords[T](l.format) }

func entryWords[T Real](f Format) int { return 1 + f.numbers()*int(SizeOf[T]()/4) }

// String returns the name that users see: class, law or own.
func (f Format) String() string { return [...]string{"class", "law", "own"}[f] }

// Hub is a mass with very many springs. They are spread over the 16 lanes of a slice of its
// own, and the results of the lanes are added up.
type Hub struct {
	Lane  int // lane of the mass
	Slice int // number of its own slice, past the slices of the masses
}

// Table is the structure as kernels read it: for each slice of 16 masses its slots and
// then its columns. On a lattice of 13 springs per mass it takes 1 byte per spring. Where
// nothing is regular it takes 8, 16 or 32 bytes per spring, for two entries each, and the
// bytes that pad the columns.
type Table[T Real] struct {
	Order  LaneOrder
	Format Format

	Ends    []SliceEnd // ends of each slice, after a first {0, 0}
	Slots   []Slot
	Columns []uint32 // 16·Words() words to a column: first the neighbors, then each further number

	Records []Record[T]  // record of each class, at least one
	Lanes   LaneTable[T] // numbers of the first 16 classes, laws or kinds, see LaneStiffness
	Driven  []Driven[T]  // entries whose rest lengths actuators write anew; nil where kinds name the actuators
	Hubs    []Hub
	Chains  []Chain // slices that are links
	Pattern Pattern // the springs that are evaluated once; no members: none
	Pairs   []Pair  // Pattern.Members pairs for each slice
	Spans   []Span  // a span for each run, slice by slice

	Regular, Irregular int64 // number of incidences in slots or pairs, and in columns
	Paired             int64 // number of incidences in pairs
	Band               int   // distance of the farthest neighbor of any slice, without those of hubs [slices]
	Reach              int64 // how far ahead of a slice to fetch positions, so that its neighbors are in cache [bytes]; 0: do not fetch
}

// maxLanes is the largest number of lanes of a model: an entry has 27 bits for a neighbor.
const maxLanes = 1 << 27

// chooseFormat returns the format with the smallest entries that can hold the springs of
// the model.
func (c *Classes[T]) chooseFormat() Format {
	switch {
	case len(c.All) <= maxNarrow && !c.some:
		return ByClass
	case c.Laws != nil:
		return ByLaw
	}
	return Own
}

// New lays a model out for kernels, for steps of dt [s], with that many goroutines. An
// error wraps model.ErrUnsupported and says how many lanes the entries cannot name.
func New[T Real](m *model.Model, dt float64, threads int) (*Table[T], *Classes[T], error) {
	if t, c := byFormula[T](m, dt, threads); t != nil {
		return t, c, nil
	}
	if m.Pattern != nil { // of which no table is made by formula
		written := *m
		written.InArrays()
		m = &written
	}
	resolver := physics.NewResolver(m, dt)
	c := classify[T](m, resolver, threads)
	if c.chooseFormat() == Own && len(c.Kinds) > maxNarrow {
		c.Kinds = plainKinds[T]()
	}
	in := incidencesOf(m, c.Of, threads)
	l := layout[T]{model: m, resolver: resolver, lawOf: newLawFinder[T](m, resolver), classes: c, in: in, format: c.chooseFormat(), hubDegree: hubDegree(len(in.entry), m.MassCount())}
	l.order = l.chooseOrder()
	if l.hubless() {
		if l.pattern = l.findPattern(); l.pattern.Members == 0 {
			l.tryGrid()
		}
	}

	t := &Table[T]{Order: l.order, Format: l.format}
	l.findHubs(t)
	if lanes := len(l.order.MassOf) + Width*len(t.Hubs); lanes > maxLanes {
		return nil, nil, fmt.Errorf("cpu: a model of %d masses, %d of them with very many springs, in %d lanes is %w of the cpu engine, whose entries have 27 bits for a neighbor, for %d lanes; use the engine gpu or cpuref",
			m.MassCount(), len(t.Hubs), lanes, model.ErrUnsupported, maxLanes)
	}
	l.complete(t, threads)
	return t, c, nil
}

// complete builds pairs, slots and columns, and the data derived from them.
func (l *layout[T]) complete(t *Table[T], threads int) {
	l.pairUp(t, threads)
	if l.by != nil {
		l.by.pairUp(t.Pattern, t.Pairs)
	}
	l.fill(t, threads)
	t.Reach = t.findReach()
	t.Chains = t.findChains()
	t.setNumbers(l.classes, nil)
}

// byFormula returns New for a model by a pattern, without an array for each spring; nil where the
// table needs another order than that of the masses, or has no pattern: arrays find those.
func byFormula[T Real](m *model.Model, dt float64, threads int) (*Table[T], *Classes[T]) {
	resolver := physics.NewResolver(m, dt)
	lawOf := newLawFinder[T](m, resolver)
	by, c := formulaOf(m, lawOf)
	if by == nil || m.MassCount() > maxLanes-Width {
		return nil, nil
	}
	l := layout[T]{model: m, resolver: resolver, lawOf: lawOf, classes: c, by: by, format: ByClass, hubDegree: hubDegree(by.count, m.MassCount())}
	if l.order = l.chooseOrder(); l.order.MassOf == nil {
		return nil, nil
	}
	if l.pattern = l.findPattern(); l.pattern.Members == 0 {
		return nil, nil
	}
	t := &Table[T]{Order: l.order, Format: l.format}
	l.complete(t, threads)
	return t, c
}

// findReach returns the reach of the table: a few slices beyond the farthest neighbor in
// the slots of a typical slice, which is one layer ahead in a lattice. Without slots, it is
// just the next slices.
func (t *Table[T]) findReach() int64 {
	const samples, ahead = 64, 4 * Width
	if t.Pattern.History > 0 {
		return SizeOf[T]() * int64(t.Pattern.History*Width+ahead)
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
	return SizeOf[T]() * (int64(farthest[len(farthest)/2]) + ahead)
}

// LaneCount returns the number of lanes: those of the masses and those in the slices of hubs.
func (t *Table[T]) LaneCount() int { return len(t.Order.MassOf) + Width*len(t.Hubs) }

// Bytes returns the memory of the table, with the order.
func (t *Table[T]) Bytes() int64 {
	return 8*int64(len(t.Order.LaneOf)) + 8*int64(len(t.Ends)) + 8*int64(len(t.Slots)) + 4*int64(len(t.Pairs)) + SpanBytes*int64(len(t.Spans)) + 4*int64(len(t.Columns)) + (8+SizeOf[T]())*int64(len(t.Driven)) +
		t.recordBytes()
}

// StepBytes returns the number of bytes of the table that a step reads: all but the order.
func (t *Table[T]) StepBytes() int64 { return t.Bytes() - 8*int64(len(t.Order.LaneOf)) }

// recordBytes returns the memory of the records of all classes.
func (t *Table[T]) recordBytes() int64 { return 8 * SizeOf[T]() * int64(len(t.Records)) }

// Streamed returns StepBytes without records, which stay in the nearest cache.
func (t *Table[T]) Streamed() int64 { return t.StepBytes() - t.recordBytes() }

// leastPacked is the least mean number of columns of a slice with which a packed copy is
// worth it: to write a slice into the copy takes about half of the time that a column
// saves.
const leastPacked = 1

// Packs reports whether a packed copy of positions and velocities is worth it.
func (t *Table[T]) Packs() bool {
	columns, slices := len(t.Columns)/(Width*t.Words()), len(t.Ends)-1
	return columns > 0 && columns >= leastPacked*slices
}
