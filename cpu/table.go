package cpu

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// slot is one neighbor of up to 16 masses of a slice at once: the neighbor of
// each lies at one and the same distance in the order, over a spring of one
// class. 8 bytes.
type slot struct {
	offset int32  // from a mass to its neighbor, in lanes
	class  uint16 // its record's place, see recordPlaces
	lanes  uint16 // the masses that have this neighbor, a bit each
}

// sliceEnd says where the slots and columns of a slice end; they begin where
// those of the slice before end. 8 bytes.
type sliceEnd struct{ slot, column uint32 }

// format is what the entries of a column hold, chosen once per model. A column
// has one entry for each of 16 masses. Its first word is the neighbor, in lanes
// from the first of the slice, times 16, plus the class or law.
type format int

const (
	byClass format = iota // 4 bytes: the class, one of 16, says everything
	byLaw                 // 8 bytes: one of 16 laws, and the rest length
	own                   // 16 bytes: a law for its kind alone, rest length, k and c
)

// words is the size of an entry in words of 4 bytes.
func (f format) words() int { return [...]int{1, 2, 4}[f] }

func (f format) String() string { return [...]string{"class", "law", "own"}[f] }

// hub is a mass with so many springs that they are spread over the 16 lanes of
// a slice of its own, whose results are added up.
type hub struct {
	lane  int // of the mass
	slice int // its own, past those of the masses
}

// table is the structure as kernels read it: for each slice of 16 masses its
// slots and then its columns. On a lattice of 13 springs per mass it takes 1
// byte per spring; where nothing is regular, 8, 16 or 32 bytes per spring (two
// entries each), and what pads the columns.
type table struct {
	order  order
	format format

	ends    []sliceEnd // of each slice, after a first {0, 0}
	slots   []slot
	columns []uint32 // 16·words to a column: neighbors first, then each further number

	records []record  // of each class
	lanes   laneTable // of the 16 first classes or laws, see laneRow
	hubs    []hub
	chains  []chain // slices that are links
	pattern pattern // of the springs that are evaluated once; without members: there are none
	pairs   []pair  // of each slice, pattern.members
	spans   []span  // of each slice, one for each run

	regular, irregular int64 // incidences in slots or pairs, and in columns
	paired             int64 // of them in pairs
	band               int   // how far the farthest neighbor of a slice is, that of hubs apart [slices]
	reach              int64 // how far ahead of a slice to fetch positions, so that its neighbors are there [bytes]; 0: all is near
}

// maxLanes bounds the masses of a model: a neighbor is at most 2^27 lanes off.
const maxLanes = 1 << 27

// chooseFormat takes the smallest entries that can hold the model's springs.
func (c *classes) chooseFormat() format {
	switch {
	case len(c.all) <= maxNarrow && !c.some:
		return byClass
	case c.laws != nil:
		return byLaw
	}
	return own
}

// newTable lays a model out for kernels, with that many goroutines.
func newTable(m *model.Model, dt float64, threads int) (*table, *classes, error) {
	resolver := physics.NewResolver(m, dt)
	c := classify(m, resolver, threads)
	if c.chooseFormat() == own && len(c.kinds) > maxNarrow {
		return nil, nil, fmt.Errorf("cpu: a model whose springs with k, c and rest lengths of their own are of more than %d kinds (tension-only or not, and actuator) is %w of the cpu engine, whose entries cannot name them; use the engine gpu or cpuref",
			maxNarrow, model.ErrRefused)
	}
	in := incidencesOf(m, c.of, threads)
	l := layout{model: m, resolver: resolver, lawOf: newLawyer(m, resolver), classes: c, in: in, format: c.chooseFormat(), hubDegree: hubDegree(m, in)}
	l.order = l.chooseOrder()
	if l.hubless() {
		if l.pattern = l.findPattern(); l.pattern.members == 0 {
			l.tryGrid()
		}
	}

	t := &table{order: l.order, format: l.format}
	l.findHubs(t)
	if lanes := len(l.order.massOf) + width*len(t.hubs); lanes > maxLanes {
		return nil, nil, fmt.Errorf("cpu: a model of %d masses, %d of them with very many springs, in %d lanes is %w of the cpu engine, whose entries have 27 bits for a neighbor, for %d lanes; use the engine gpu or cpuref",
			m.MassCount(), len(t.hubs), lanes, model.ErrRefused, maxLanes)
	}
	l.pairUp(t, threads)
	l.fill(t, threads)
	t.reach = t.findReach()
	t.chains = t.findChains()
	t.setNumbers(c, nil)
	return t, c, nil
}

// findReach is a few slices beyond the farthest neighbor in most slots lists: of
// a lattice, one layer ahead. Without slots, that is just the next slices.
func (t *table) findReach() int64 {
	const samples, ahead = 64, 4 * width
	if t.pattern.history > 0 {
		return 4 * int64(t.pattern.history*width+ahead)
	}
	var farthest []int32
	for s := 0; s < len(t.ends)-1; s += max(1, len(t.ends)/samples) {
		most := int32(0)
		for _, slot := range t.slots[t.ends[s].slot:t.ends[s+1].slot] {
			most = max(most, slot.offset)
		}
		farthest = append(farthest, most)
	}
	if len(farthest) == 0 {
		return 0
	}
	slices.Sort(farthest)
	return 4 * (int64(farthest[len(farthest)/2]) + ahead)
}

// laneCount is those of the masses and of the hubs' own slices.
func (t *table) laneCount() int { return len(t.order.massOf) + width*len(t.hubs) }

// bytes is the memory of the table.
func (t *table) bytes() int64 {
	return 8*int64(len(t.order.laneOf)) + 8*int64(len(t.ends)) + 8*int64(len(t.slots)) + 4*int64(len(t.pairs)) + spanBytes*int64(len(t.spans)) + 4*int64(len(t.columns)) +
		recordBytes*int64(len(t.records))
}

// stepBytes is what a step reads of it: all but the order.
func (t *table) stepBytes() int64 { return t.bytes() - 8*int64(len(t.order.laneOf)) }
