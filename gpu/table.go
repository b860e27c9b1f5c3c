package gpu

import (
	"math"

	"hooke/model"
)

// sliceMasses is how many neighboring masses share a slice of the table, whose
// entries are interleaved so that neighboring invocations read consecutive words:
// the wave width of most devices.
const sliceMasses = 32

// tailCost is what an entry in a tail costs, in entries of a slice: it is read
// alone.
const tailCost = 2

// table says which springs each mass has, in words:
//
//	masks    masses × pattern.words: which regular pairs the mass has
//	slices   2 for each slice, where there are entries at all: where its entries
//	         begin; how many there are of each mass, with the highest bit set where
//	         masses have tails
//	entries  of each slice: entry by entry, word by word, mass by mass; of class 0
//	         where a mass has fewer. Where masses have tails, the words where each
//	         one's begins follow, then the words where each one's ends
//	tails    entries of masses that have more than their slice has room for: entry
//	         by entry, word by word
//
// A word of an entry is the neighbor in its low bits, the class above. With rest
// lengths of their own the bits of that follow, then those of its second word;
// with k and c of their own those of both, then those of their second words.
type table struct {
	words      []uint32
	slices     int // word where those begin
	entryWords int
	entries    int64 // with a class; those without are room
	width      []uint32
}

// hasTail is the flag of a slice.
const hasTail = 1 << 31

// entryWords is the length of an entry.
func entryWords(c *classes, precision Precision) int {
	words := 1
	rest, other := 1, 2
	if precision != Single {
		rest = 2
	}
	if precision == Double {
		other = 4
	}
	if c.rests {
		words += rest
	}
	if c.own {
		words += other
	}
	return words
}

// newTable lays the springs of a model out, those of each mass in ascending
// order, in three passes over them. k and c of entries are left zero; see
// coefficients.
func newTable(m *model.Model, c *classes, p *pattern, precision Precision) *table {
	masses := m.MassCount()
	t := &table{entryWords: entryWords(c, precision), slices: masses * p.words()}
	masks := make([]uint32, t.slices)
	degree := make([]uint32, masses)
	irregular := newBits(m.SpringCount())
	for s, e := range m.Ends {
		if c.of[s] == 0 {
			continue
		}
		if !p.claim(masks, masses, e, c.of[s]) {
			irregular.set(s)
			degree[e[0]]++
			degree[e[1]]++
			t.entries += 2
		}
	}
	if t.entries == 0 {
		t.words = masks
		return t
	}

	starts := t.layOut(masks, degree)
	next := degree // how many entries each mass has so far
	clear(next)
	low := massBits(masses)
	for s, e := range m.Ends {
		if !irregular.has(s) {
			continue
		}
		for end, i := range e {
			at, stride := t.place(starts, i, next[i])
			t.words[at] = uint32(c.of[s])<<low | e[1-end]
			if c.rests {
				high, second := twoWords(m.RestLength[s])
				t.words[at+stride] = math.Float32bits(high)
				if precision != Single {
					t.words[at+2*stride] = math.Float32bits(second)
				}
			}
			next[i]++
		}
	}
	return t
}

// claim sets the bits of a spring in the masks of its ends; false when it is not
// regular, or when another spring has them.
func (p *pattern) claim(masks []uint32, masses int, e model.Ends, class uint16) bool {
	n := p.number(pairOf(e, class))
	if n < 0 {
		return false
	}
	word, bit := n/pairsPerWord*masses, 2*(n%pairsPerWord)
	lower, higher := &masks[word+int(min(e[0], e[1]))], &masks[word+int(max(e[0], e[1]))]
	if *lower>>bit&1 != 0 { // then the other one, too: of the same pair of masses
		return false
	}
	*lower |= 1 << bit
	*higher |= 2 << bit
	return true
}

// layOut makes room for the entries, and writes masks, slices and tails. It
// returns where the entries of each slice begin, then where the tail of each mass
// does.
func (t *table) layOut(masks, degree []uint32) (starts []uint64) {
	masses := len(degree)
	slices := (masses + sliceMasses - 1) / sliceMasses
	t.width = make([]uint32, slices)
	starts = make([]uint64, slices+masses)
	at := uint64(len(masks) + 2*slices)
	tails := uint64(0)
	for k := range slices {
		of := degree[k*sliceMasses : min(masses, (k+1)*sliceMasses)]
		t.width[k] = widthOf(of)
		starts[k] = at
		at += uint64(t.width[k]) * uint64(t.entryWords) * sliceMasses
		over := uint64(0)
		for _, n := range of {
			over += uint64(max(n, t.width[k]) - t.width[k])
		}
		if over > 0 {
			at += 2 * sliceMasses
			tails += over * uint64(t.entryWords)
		}
	}
	t.words = make([]uint32, at+tails)
	copy(t.words, masks)
	tail := at
	for k := range slices {
		header := t.slices + 2*k
		t.words[header], t.words[header+1] = uint32(starts[k]), t.width[k]
		for lane, i := 0, k*sliceMasses; lane < sliceMasses && i < masses; lane, i = lane+1, i+1 {
			begin := tail
			if degree[i] > t.width[k] {
				tail += uint64(degree[i]-t.width[k]) * uint64(t.entryWords)
				t.words[header+1] |= hasTail
			}
			starts[slices+i] = begin
		}
		if t.words[header+1]&hasTail == 0 {
			continue
		}
		ends := int(starts[k]) + int(t.width[k])*t.entryWords*sliceMasses
		for lane, i := 0, k*sliceMasses; lane < sliceMasses && i < masses; lane, i = lane+1, i+1 {
			t.words[ends+lane] = uint32(starts[slices+i])
			length := uint64(max(degree[i], t.width[k])-t.width[k]) * uint64(t.entryWords)
			t.words[ends+sliceMasses+lane] = uint32(starts[slices+i] + length)
		}
	}
	return starts
}

// widthOf is the width of a slice that makes it cheapest: what is beyond it goes
// into tails, so that a hub does not make room at its neighbors.
func widthOf(degree []uint32) uint32 {
	best, least := uint32(0), uint64(math.MaxUint64)
	for _, width := range degree {
		cost := uint64(width) * sliceMasses
		for _, n := range degree {
			cost += tailCost * uint64(max(n, width)-width)
		}
		if cost < least || cost == least && width > best {
			best, least = width, cost
		}
	}
	return best
}

// place is where entry k of mass i begins, and how far apart its words are.
func (t *table) place(starts []uint64, i, k uint32) (at, stride uint64) {
	slice, lane := i/sliceMasses, uint64(i%sliceMasses)
	if width := t.width[slice]; k >= width {
		return starts[len(t.width)+int(i)] + uint64(k-width)*uint64(t.entryWords), 1
	}
	return starts[slice] + uint64(k)*uint64(t.entryWords)*sliceMasses + lane, sliceMasses
}

// bitSet is a set of small numbers: a bit for each.
type bitSet []uint64

func newBits(count int) bitSet { return make(bitSet, (count+63)/64) }

func (b bitSet) set(k int)      { b[k/64] |= 1 << (k % 64) }
func (b bitSet) has(k int) bool { return b[k/64]>>(k%64)&1 != 0 }
