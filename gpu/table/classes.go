package table

import (
	"math"
	"math/bits"

	"hooke/gpu/options"
	"hooke/laws"
	"hooke/laws/material"
	"hooke/model"
	"hooke/order"
	"hooke/physics"
	"hooke/shaders"
)

// Classes group equal springs, so that the pipeline fused stores their common data only once.
// Each class is an entry of the uniform block Palette; class 0 means a removed spring.
// Entries of the table carry data that the classes leave out; see Rests and Own.
type Classes struct {
	Of      []uint16 // class of each spring; it takes 2 bytes per spring while the table is made
	live    int64    // springs that are not removed
	example []int32  // a spring of each class, from which k, c and the rest length are taken; −1 for class 0
	Rests   bool     // whether entries carry the rest lengths of their springs
	Own     bool     // whether entries carry the numbers of the laws of their springs
	numbers int      // of the law of each spring, see material.Numbers
}

// classKey is the common data of springs of a class. Unused parts are zero.
type classKey struct {
	material uint16 // where entries carry the numbers of laws, the flags of the material instead
	actuator uint16
	rest     uint64                     // bits of the rest length, as the precision keeps it
	numbers  [laws.SpringNumbers]uint64 // bits of the numbers of the law, where they do not follow from the material
}

// RegularPairs is where the pairs of the pattern begin in the palette.
const RegularPairs = shaders.PaletteCount - 2*mostPairs

// PaletteEntries returns the number of classes of a model that fit the uniform block in a precision. A class
// takes a vector for each of its records in single precision and two above it.
func PaletteEntries(m *model.Model, precision options.Precision) int {
	return RegularPairs / (LawRecords(m) * vectorWords(precision))
}

// vectorWords returns how many vectors a record of a class takes.
func vectorWords(precision options.Precision) int {
	if precision == options.Single {
		return 1
	}
	return 2
}

// Classify finds the classes of a model. A class has rest length and the numbers of the law when there are
// few enough classes; otherwise entries carry rest lengths, and if that does not suffice,
// those numbers too. ok is false when even then there are too many classes for an entry's upper
// bits or for the palette.
func Classify(r *Response, precision options.Precision) (c *Classes, ok bool) {
	most := PaletteEntries(r.Model, precision)
	if upper := 32 - MassBits(r.Model.MassCount()); upper < 16 {
		most = min(most, 1<<upper)
	}
	for _, c := range []*Classes{{}, {Rests: true}, {Rests: true, Own: true}} {
		c.numbers = material.Numbers(r.Model)
		if c.find(r, precision, most) {
			return c, true
		}
	}
	return nil, false
}

// MassBits returns the number of low bits of an entry that hold the number of a mass.
func MassBits(masses int) int { return bits.Len(uint(max(masses, 2) - 1)) }

// classSlots is the size of the hash table of classes: at least four times their
// number.
const classSlots = 4096

// find numbers the classes in the order of their first springs, at most most classes
// including class 0; it returns false when there are more.
func (c *Classes) find(r *Response, precision options.Precision, most int) bool {
	m := r.Model
	var resolver *physics.Resolver
	if m.PerSpring() && !c.Own {
		resolver = r.resolver
	}
	c.example = append(c.example, -1)
	c.Of = make([]uint16, m.SpringCount())
	all, fits := newClassTable(), true
	order.InChunks(m.SpringCount(), order.ChunkSprings, func(first, end int) *classTable {
		return c.findChunk(m, precision, resolver, most, first, end)
	}, func(found *classTable) {
		if !fits || found == nil {
			fits = false
			return
		}
		// The classes of the chunk become classes of the whole.
		numbers := make([]uint16, len(found.keys))
		same := true
		for k, key := range found.keys[1:] {
			n, isNew := all.number(key)
			if isNew {
				if int(n) == most {
					fits = false
					return
				}
				c.example = append(c.example, found.example[k+1])
			}
			numbers[k+1] = n
			same = same && int(n) == k+1
		}
		if !same {
			for s := found.first; s < found.end; s++ {
				c.Of[s] = numbers[c.Of[s]]
			}
		}
		c.live += found.live
	})
	return fits
}

// findChunk numbers the classes of some springs; nil when there are too many.
func (c *Classes) findChunk(m *model.Model, precision options.Precision, r *physics.Resolver, most, first, end int) *classTable {
	found := newClassTable()
	found.first, found.end = first, end
	var last classKey
	var lastNumber uint16 // neighbors in the list are often of one class
	for s := first; s < end; s++ {
		if m.MaterialOf[s] == model.Removed {
			continue
		}
		found.live++
		key := c.key(m, precision, r, s)
		if lastNumber == 0 || key != last {
			n, isNew := found.number(key)
			if isNew {
				if int(n) == most {
					return nil
				}
				found.example = append(found.example, int32(s))
			}
			last, lastNumber = key, n
		}
		c.Of[s] = lastNumber
	}
	return found
}

// classTable is a hash table of classes.
type classTable struct {
	slots      [classSlots]uint16
	keys       []classKey // from class 1 on
	example    []int32
	first, end int // the range of springs that it covers
	live       int64
}

func newClassTable() *classTable { return &classTable{keys: make([]classKey, 1), example: []int32{-1}} }

// number returns the number of a class; a new class gets the next number.
func (t *classTable) number(key classKey) (n uint16, isNew bool) {
	at := key.hash()
	for t.slots[at] != 0 && t.keys[t.slots[at]] != key {
		at = (at + 1) % classSlots
	}
	if t.slots[at] == 0 {
		t.slots[at] = uint16(len(t.keys))
		t.keys = append(t.keys, key)
		return t.slots[at], true
	}
	return t.slots[at], false
}

func (c *Classes) key(m *model.Model, precision options.Precision, r *physics.Resolver, s int) classKey {
	k := classKey{material: m.MaterialOf[s]}
	if m.ActuatorOf != nil {
		k.actuator = m.ActuatorOf[s]
	}
	if c.Own {
		k.material = uint16(FlagsOf(&m.Materials[k.material]))
	}
	if !c.Rests {
		k.rest = bitsOf(m.RestLength[s], precision)
	}
	if r != nil {
		for n, x := range material.Law(&m.Materials[m.MaterialOf[s]], r.Spring(s), 0).Numbers() {
			k.numbers[n] = bitsOf(x, precision)
		}
	}
	return k
}

// bitsOf returns the bits of a number that a precision keeps.
func bitsOf(x float64, precision options.Precision) uint64 {
	high, low := options.TwoWords(x)
	if precision == options.Single {
		low = 0
	}
	return uint64(math.Float32bits(high))<<32 | uint64(math.Float32bits(low))
}

func (k classKey) hash() uint64 {
	h := k.rest ^ uint64(k.material)<<16 ^ uint64(k.actuator)
	for n, x := range k.numbers {
		h ^= bits.RotateLeft64(x, 21*(n+1))
	}
	h *= 0x9e3779b97f4a7c15
	return h >> 40 % classSlots
}

// Palette returns the records of the classes.
func (c *Classes) Palette(r *Response, precision options.Precision) (out shaders.Palette, err error) {
	m, stride := r.Model, PaletteEntries(r.Model, precision)
	for k, s := range c.example {
		if k == 0 {
			continue
		}
		high, low, err := r.Spring(int(s))
		if err != nil {
			return out, err
		}
		flags := FlagsOf(&m.Materials[m.MaterialOf[s]])
		if m.ActuatorOf != nil {
			flags |= uint32(m.ActuatorOf[s]) << 16
		}
		rest, restLow := options.TwoWords(m.RestLength[s])
		for n := range LawRecords(m) {
			at := n*vectorWords(precision)*stride + k
			out.Kind[at] = high.vector(n, rest, flags)
			if precision != options.Single {
				out.Kind[at+stride] = low.vector(n, restLow, 0)
			}
		}
	}
	return out, nil
}
