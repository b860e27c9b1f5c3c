package table

import (
	"hash/crc32"
	"math"
	"unsafe"

	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/order"
)

// SliceMasses is the number of neighboring masses that share a slice of the table. The
// entries of a slice are interleaved, so that neighboring invocations read consecutive
// words. The number is the wave width of most devices.
const SliceMasses = 32

// tailCost is the cost of an entry in a tail, as a number of entries of a slice: an entry
// in a tail is read alone.
const tailCost = 2

// Table describes which springs each mass has, in words, one range of masses after the other.
// All offsets in it are counted in words from the begin of the range. A range has, in this
// order:
//
//	masks    pattern.words for each mass: which regular pairs the mass has
//	slices   2 words for each slice: the place where its entries begin, and the number
//	         of entries of each mass, with the highest bit set where masses have tails.
//	         With groups there are 2 more: the place where the groups of the slice
//	         begin, counted in groups, and the number of these groups. A table without
//	         entries and groups has no slices
//	groups   the groups of each slice, see Group
//	entries  the entries of each slice, entry by entry, word by word, mass by mass;
//	         where a mass has fewer, entries of class 0 fill its room. Where masses have
//	         tails, the place follows where the tail of each mass begins, then the
//	         place where the tail of each mass ends
//	tails    the entries of masses that have more of them than their slice has room
//	         for, entry by entry, word by word
//	contacts ContactWords for each contact of the run
//
// The first word of an entry holds the neighbor in its low bits and the class above. Where
// entries carry rest lengths, the bits of the first word of the rest length follow, then
// those of its second word, if the precision has one. Where entries carry the numbers of laws, the
// bits of their first words follow, then those of their second words in double.
type Table struct {
	lastSum    uint32   // checksum of the last words, which may be released
	Words      []uint32 // nil before build, and after Release
	EntryWords int
	Entries    int64 // entries with a class; entries without one only fill up slices
	Contacts   int64 // words of contacts

	pattern   *Pattern
	masks     []uint32 // masks of all masses, word by word
	irregular []bool   // springs that are entries; nil: all springs are
	degree    []uint32 // number of entries of each mass; nil: there are no entries
	width     []uint32 // entries that each slice can hold, for each of its masses
	over      []uint32 // entries of each slice in tails
	Grouped   *Grouped // nil: there are no groups

	Masses ranges.Ranges
	Parts  []Part // the offsets in each range
}

// Part holds the offsets of the parts of a range [words].
type Part struct {
	Begin                    int64 // of the range, from the start of the table
	Slices, groups           int64 // from the start of the range, as all that follow
	entries, tails, Contacts int64
	Length                   int64 // of the range, at least 1
}

// HasTail is the flag of a slice whose masses have tails.
const HasTail = 1 << 31

// entryWords is the length of an entry [words].
func entryWords(c *Classes, precision options.Precision) int {
	words := 1
	rest, other := 1, c.numbers
	if precision != options.Single {
		rest = 2
	}
	if precision == options.Double {
		other *= 2
	}
	if c.Rests {
		words += rest
	}
	if c.Own {
		words += other
	}
	return words
}

// measureTable finds which springs are regular and how long the table is; build makes the
// table.
func measureTable(m *model.Model, c *Classes, p *Pattern, g *Grouped, precision options.Precision) *Table {
	masses := m.MassCount()
	t := &Table{EntryWords: entryWords(c, precision), pattern: p, masks: make([]uint32, masses*p.words()), Masses: ranges.Ranges{All: int64(masses)}}
	t.degree, t.Grouped = make([]uint32, masses), g
	if len(p.Pairs) > 0 {
		t.irregular = make([]bool, m.SpringCount())
	}
	if g != nil {
		for i := range t.degree {
			t.degree[i] = uint32(g.First[i+1] - g.First[i])
		}
	} else {
		order.InParallel(masses, SliceMasses, func(first, end int) { t.count(m, c, uint32(first), uint32(end)) })
	}
	slices := (masses + SliceMasses - 1) / SliceMasses
	t.width, t.over = make([]uint32, slices), make([]uint32, slices)
	order.InParallel(slices, 1, func(first, end int) {
		for k := first; k < end; k++ {
			of := t.degree[k*SliceMasses : min(masses, (k+1)*SliceMasses)]
			t.width[k] = widthOf(of)
			for _, n := range of {
				t.over[k] += max(n, t.width[k]) - t.width[k]
			}
		}
	})
	for _, n := range t.degree {
		t.Entries += int64(n)
	}
	if t.Entries == 0 && g == nil {
		t.degree, t.irregular = nil, nil
	}
	t.Divide(t.Masses)
	return t
}

// count claims the regular pairs of the masses from first to before end, and counts
// their entries. It sees every spring, in ascending order.
func (t *Table) count(m *model.Model, c *Classes, first, end uint32) {
	masses := m.MassCount()
	for s, e := range m.Ends {
		a, b := e[0]-first < end-first, e[1]-first < end-first
		if c.Of[s] == 0 || !a && !b {
			continue
		}
		if t.irregular != nil && t.pattern.claim(t.masks, masses, e, c.Of[s], first, end) {
			continue
		}
		if a {
			t.degree[e[0]]++
		}
		if b {
			t.degree[e[1]]++
		}
		if t.irregular != nil && min(e[0], e[1])-first < end-first { // one of the parallel parts marks it
			t.irregular[s] = true
		}
	}
}

// Sum is a checksum that tells tables apart.
func (t *Table) Sum() uint32 {
	if t.Words == nil {
		return t.lastSum
	}
	return crc32.Checksum(BytesOf(t.Words), crc32.MakeTable(crc32.Castagnoli))
}

// Release frees the words on the host, once they are on the device.
func (t *Table) Release() {
	t.lastSum = t.Sum()
	t.Words = nil
}

// Divide lays the table out for ranges of masses.
func (t *Table) Divide(masses ranges.Ranges) {
	masses.All = t.Masses.All
	t.Masses = masses
	t.Parts = make([]Part, masses.Number())
	begin := int64(0)
	for k := range t.Parts {
		first, count := masses.Bounds(k)
		p := Part{Begin: begin, Slices: count * int64(t.pattern.words())}
		at := p.Slices
		p.groups, p.entries, p.tails = at, at, at
		if t.hasSlices() {
			firstSlice, slices := first/SliceMasses, (count+SliceMasses-1)/SliceMasses
			at += t.headerWords() * slices
			if t.Grouped != nil {
				at = (at + 3) / 4 * 4
				p.groups = at
				for _, groups := range t.Grouped.Groups[firstSlice : firstSlice+slices] {
					at += 4 * int64(len(groups))
				}
			}
			p.entries = at
			tails := int64(0)
			for s := firstSlice; s < firstSlice+slices; s++ {
				at += t.sliceWords(s)
				tails += int64(t.over[s]) * int64(t.EntryWords)
			}
			p.tails = at
			at += tails
		}
		p.Contacts = at
		p.Length = max(1, at+t.Contacts)
		t.Parts[k] = p
		begin += (p.Length + ranges.LeastRange - 1) / ranges.LeastRange * ranges.LeastRange
	}
}

// Masks is the number of words of the masks.
func (t *Table) Masks() int64 { return t.Masses.All * int64(t.pattern.words()) }

// Length is the number of words of the table.
func (t *Table) Length() int64 {
	last := t.Parts[len(t.Parts)-1]
	return last.Begin + last.Length
}

// Longest is the number of words of the longest range.
func (t *Table) Longest() (n int64) {
	for _, p := range t.Parts {
		n = max(n, p.Length)
	}
	return n
}

// build writes the table as it is divided. It leaves the numbers of laws zero; see
// Coefficients.
func (t *Table) build(m *model.Model, c *Classes, precision options.Precision) {
	t.Words = make([]uint32, t.Length())
	for k, part := range t.Parts {
		first, count := t.Masses.Bounds(k)
		for w := range int64(t.pattern.words()) {
			copy(t.Words[part.Begin+w*count:][:count], t.masks[w*t.Masses.All+first:])
		}
	}
	t.masks = nil
	if !t.hasSlices() {
		return
	}
	places := t.places()
	t.writeSlices(places)
	if t.Grouped != nil {
		t.writeGroups()
		order.InParallel(m.MassCount(), 1, func(first, end int) {
			for i := first; i < end; i++ {
				for k, entry := range t.Grouped.Rest[t.Grouped.First[i]:t.Grouped.First[i+1]] {
					at, _ := t.place(places, uint32(i), uint32(k))
					t.Words[at] = entry
				}
			}
		})
		t.Grouped.Rest, t.Grouped.First = nil, nil
		return
	}
	low := MassBits(m.MassCount())
	next := make([]uint32, m.MassCount()) // number of entries that each mass has so far
	order.InParallel(m.MassCount(), 1, func(first, end int) {
		for s, e := range m.Ends {
			a, b := e[0]-uint32(first) < uint32(end-first), e[1]-uint32(first) < uint32(end-first)
			if !a && !b || c.Of[s] == 0 || t.irregular != nil && !t.irregular[s] {
				continue
			}
			for which, i := range e {
				if which == 0 && !a || which == 1 && !b {
					continue
				}
				at, stride := t.place(places, i, next[i])
				t.Words[at] = uint32(c.Of[s])<<low | e[1-which]
				if c.Rests {
					high, second := options.TwoWords(m.RestLength[s])
					t.Words[at+stride] = math.Float32bits(high)
					if precision != options.Single {
						t.Words[at+2*stride] = math.Float32bits(second)
					}
				}
				next[i]++
			}
		}
	})
	t.irregular = nil
}

// BytesOf returns words as the bytes that they are in memory.
func BytesOf(words []uint32) []byte {
	if len(words) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 4*len(words))
}
