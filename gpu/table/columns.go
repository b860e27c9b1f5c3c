package table

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// Columns say where the pipeline two-pass keeps the forces of springs of a regular structure: in
// a column for each regular pair, which has an entry for each mass, for the force on it by the neighbor
// of the higher number. Both passes then go through memory in order, and need neither the ends of
// springs nor a list of the springs at a mass. An entry without a spring holds no force.
//
// Each column begins with holes, at least as many as its pair reaches, so that a mass finds a
// hole where the neighbor of the lower number would be that it lacks.
type Columns struct {
	Masks  []uint32 // of each mass, a bit for each column in which it has a spring
	Length int64    // entries in a column
	holes  int64    // entries in front of mass 0

	pattern  *Pattern
	classes  *Classes
	ends     []model.Ends
	visits   []int // of a mass, in the order in which it sums them: column · 2, plus 1 where the mass has the higher number
	bits     int   // of the number of a column in the device's reports
	examples []int32
}

// columnAlign is the number of entries of which columns and their holes have a multiple: 128 bytes of a
// component.
const columnAlign = 32

// FindColumns finds the columns of a model; nil where some spring is not regular, where the holes
// would take more memory than lists of springs, or where no order of columns visits the springs of
// every mass in ascending order.
func FindColumns(r *Response, precision options.Precision) *Columns {
	m := r.Model
	classes, ok := Classify(r, precision)
	if !ok || classes.live == 0 {
		return nil
	}
	counted, _ := countPairs(m.Ends, nil, classes)
	pattern, regular := findPattern(counted, m.MassCount(), classes)
	if regular < classes.live {
		return nil
	}
	c := &Columns{pattern: pattern, classes: classes, ends: m.Ends, bits: bits.Len(uint(len(pattern.Pairs) - 1)), examples: classes.example}
	for _, pair := range pattern.Pairs {
		c.holes = max(c.holes, aligned(int64(pair.Offset)))
	}
	c.Length = c.holes + aligned(int64(m.MassCount()))
	if 3*c.Places() > 5*classes.live || MassBits(m.MassCount())+c.bits > 32 { // 12 bytes an entry, or 12 a spring with 8 of its two ends in lists
		return nil
	}
	if c.Masks = make([]uint32, m.MassCount()); !c.claim() {
		return nil
	}
	return c
}

func aligned(places int64) int64 { return (places + columnAlign - 1) / columnAlign * columnAlign }

// Places is the number of entries of all columns.
func (c *Columns) Places() int64 { return int64(len(c.pattern.Pairs)) * c.Length }

// before says of each visit which come directly behind it at some mass, a bit each.
type before [2 * mostPairs]uint64

// claim marks the springs of each mass and orders the visits. It returns false where two springs would have
// the same entry, or without such an order.
func (c *Columns) claim() bool {
	var lock sync.Mutex
	var all before
	free := true
	order.InParallel(len(c.Masks), 1, func(first, end int) {
		var found before
		seen, last, fits := make([]uint64, end-first), make([]uint8, end-first), true
		for s, e := range c.ends {
			a, b := int(e[0])-first, int(e[1])-first
			if uint(a) >= uint(len(seen)) && uint(b) >= uint(len(seen)) || c.classes.Of[s] == 0 {
				continue
			}
			column := c.pattern.number(pairOf(e, c.classes.Of[s]))
			for which, i := range []int{a, b} {
				if uint(i) >= uint(len(seen)) {
					continue
				}
				visit := 2 * column
				if e[which] > e[1-which] {
					visit++
				} else {
					c.Masks[first+i] |= 1 << column
				}
				fits = fits && seen[i]>>visit&1 == 0
				if seen[i] != 0 {
					found[last[i]] |= 1 << visit
				}
				seen[i] |= 1 << visit
				last[i] = uint8(visit)
			}
		}
		lock.Lock()
		defer lock.Unlock()
		free = free && fits
		for v := range all {
			all[v] |= found[v]
		}
	})
	return free && c.sort(all)
}

// sort puts the visits into an order that agrees with that of the springs at each mass; false if they have no
// such order.
func (c *Columns) sort(next before) bool {
	count := 2 * len(c.pattern.Pairs)
	for done := uint64(0); len(c.visits) < count; {
		waits := uint64(0) // those that come behind one which is not in the order yet
		for v := range count {
			if done>>v&1 == 0 {
				waits |= next[v]
			}
		}
		v := bits.TrailingZeros64(^(waits | done))
		if v >= count {
			return false
		}
		done |= 1 << v
		c.visits = append(c.visits, v)
	}
	return true
}

// Each calls do for the force of each of the first springs on end A, with the index of its entry, and the
// sign that it has there. A removed spring has no entry.
func (c *Columns) Each(forces [][3]float32, do func(f *[3]float32, at int64, sign float32)) {
	for s := range forces {
		at := c.place(s)
		switch e := c.ends[s]; {
		case at < 0:
		case e[0] < e[1]:
			do(&forces[s], at, 1)
		default:
			do(&forces[s], at, -1)
		}
	}
}

// place is the index of the force of a spring; −1 for one that is removed.
func (c *Columns) place(s int) int64 {
	class := c.classes.Of[s]
	if class == 0 {
		return -1
	}
	e := c.ends[s]
	return int64(c.pattern.number(pairOf(e, class)))*c.Length + c.holes + int64(min(e[0], e[1]))
}

// SpringAt is the spring that the device reports, as the number of the lower mass and, in the low bits, that
// of the column; −1 without such a spring.
func (c *Columns) SpringAt(sent uint32) int {
	want := int64(sent&(1<<c.bits-1))*c.Length + c.holes + int64(sent>>c.bits)
	for s := range c.ends {
		if c.place(s) == want {
			return s
		}
	}
	return -1
}

// Defines are the constants that are compiled into the passes, and the texts that make the forces of a mass
// and add them up; see columns.glsl. They are empty for nil.
func (c *Columns) Defines() []shaders.Define {
	if c == nil {
		return nil
	}
	var springs, sum strings.Builder
	for _, v := range c.visits {
		column, offset := v/2, int64(c.pattern.Pairs[v/2].Offset)
		at := int64(column)*c.Length + c.holes
		if v%2 == 1 {
			fmt.Fprintf(&sum, "ON_HIGHER(%du) ", at-offset)
			continue
		}
		fmt.Fprintf(&sum, "ON_LOWER(%du) ", at)
		fmt.Fprintf(&springs, "SPRING(%du, %du, %du) ", column, offset, c.examples[c.pattern.Pairs[column].Class])
	}
	number := func(name string, value int64) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("%du", value)}
	}
	return []shaders.Define{number("COLUMN_LENGTH", c.Length), number("COLUMN_HOLES", c.holes), number("COLUMN_PLACES", c.Places()), number("COLUMN_BITS", int64(c.bits)),
		{Name: "COLUMN_SPRINGS", Value: springs.String()}, {Name: "COLUMN_SUM", Value: sum.String()}}
}
