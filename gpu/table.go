package gpu

import (
	"hash/crc32"
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

// table says which springs each mass has, in words, range of masses by range of
// masses; words are counted from where the range begins:
//
//	masks    masses × pattern.words: which regular pairs the mass has
//	slices   2 for each slice, where there are entries or groups at all: where its
//	         entries begin; how many there are of each mass, with the highest bit set
//	         where masses have tails. With groups 2 more: where those begin, as
//	         counted in groups; how many there are
//	groups   of each slice, see group
//	entries  of each slice: entry by entry, word by word, mass by mass; of class 0
//	         where a mass has fewer. Where masses have tails, the words where each
//	         one's begins follow, then the words where each one's ends
//	tails    entries of masses that have more than their slice has room for: entry
//	         by entry, word by word
//	contacts contactWords for each contact of the run
//
// A word of an entry is the neighbor in its low bits, the class above. With rest
// lengths of their own the bits of that follow, then those of its second word;
// with k and c of their own those of both, then those of their second words.
type table struct {
	lastSum    uint32   // of the words that were
	words      []uint32 // nil before build, and again once nobody needs them on the host
	entryWords int
	entries    int64 // with a class; those without are room
	contacts   int64 // words

	pattern   *pattern
	masks     []uint32 // masks of all masses, word by word
	irregular []bool   // springs that are entries; nil: all are
	degree    []uint32 // entries of each mass; nil: there are none
	width     []uint32 // of each slice
	over      []uint32 // entries of each slice in tails
	grouped   *grouped // nil: there are no groups

	masses ranges
	parts  []tablePart
}

// tablePart is where things of a range are: words from the start of the table, and
// from the start of the range.
type tablePart struct {
	begin                    int64
	slices, groups           int64
	entries, tails, contacts int64
	length                   int64
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

// measureTable finds out which springs are regular and how long the table is; build
// makes it.
func measureTable(m *model.Model, c *classes, p *pattern, g *grouped, precision Precision) *table {
	masses := m.MassCount()
	t := &table{entryWords: entryWords(c, precision), pattern: p, masks: make([]uint32, masses*p.words()), masses: ranges{all: int64(masses)}}
	t.degree, t.grouped = make([]uint32, masses), g
	if len(p.pairs) > 0 {
		t.irregular = make([]bool, m.SpringCount())
	}
	if g != nil {
		for i := range t.degree {
			t.degree[i] = uint32(g.first[i+1] - g.first[i])
		}
	} else {
		inParallel(masses, sliceMasses, func(first, end int) { t.count(m, c, uint32(first), uint32(end)) })
	}
	slices := (masses + sliceMasses - 1) / sliceMasses
	t.width, t.over = make([]uint32, slices), make([]uint32, slices)
	inParallel(slices, 1, func(first, end int) {
		for k := first; k < end; k++ {
			of := t.degree[k*sliceMasses : min(masses, (k+1)*sliceMasses)]
			t.width[k] = widthOf(of)
			for _, n := range of {
				t.over[k] += max(n, t.width[k]) - t.width[k]
			}
		}
	})
	for _, n := range t.degree {
		t.entries += int64(n)
	}
	if t.entries == 0 && g == nil {
		t.degree, t.irregular = nil, nil
	}
	t.divide(t.masses)
	return t
}

// count claims the regular pairs of the masses from first to before end, and counts
// their entries. It sees every spring, in ascending order.
func (t *table) count(m *model.Model, c *classes, first, end uint32) {
	masses := m.MassCount()
	for s, e := range m.Ends {
		a, b := e[0]-first < end-first, e[1]-first < end-first
		if c.of[s] == 0 || !a && !b {
			continue
		}
		if t.irregular != nil && t.pattern.claim(t.masks, masses, e, c.of[s], first, end) {
			continue
		}
		if a {
			t.degree[e[0]]++
		}
		if b {
			t.degree[e[1]]++
		}
		if t.irregular != nil && min(e[0], e[1])-first < end-first { // one of the parts says it
			t.irregular[s] = true
		}
	}
}

// sum tells tables apart.
func (t *table) sum() uint32 {
	if t.words == nil {
		return t.lastSum
	}
	return crc32.Checksum(bytesOf(t.words), crc32.MakeTable(crc32.Castagnoli))
}

// release frees the words, which are on the device.
func (t *table) release() {
	t.lastSum = t.sum()
	t.words = nil
}

// divide lays the table out for ranges of masses.
func (t *table) divide(masses ranges) {
	masses.all = t.masses.all
	t.masses = masses
	t.parts = make([]tablePart, masses.number())
	begin := int64(0)
	for k := range t.parts {
		first, count := masses.bounds(k)
		p := tablePart{begin: begin, slices: count * int64(t.pattern.words())}
		at := p.slices
		p.groups, p.entries, p.tails = at, at, at
		if t.hasSlices() {
			firstSlice, slices := first/sliceMasses, (count+sliceMasses-1)/sliceMasses
			at += t.headerWords() * slices
			if t.grouped != nil {
				at = (at + 3) / 4 * 4
				p.groups = at
				for _, groups := range t.grouped.groups[firstSlice : firstSlice+slices] {
					at += 4 * int64(len(groups))
				}
			}
			p.entries = at
			tails := int64(0)
			for s := firstSlice; s < firstSlice+slices; s++ {
				at += t.sliceWords(s)
				tails += int64(t.over[s]) * int64(t.entryWords)
			}
			p.tails = at
			at += tails
		}
		p.contacts = at
		p.length = max(1, at+t.contacts)
		t.parts[k] = p
		begin += (p.length + leastRange - 1) / leastRange * leastRange
	}
}

// hasSlices says whether there is anything but masks.
func (t *table) hasSlices() bool { return t.entries > 0 || t.grouped != nil }

// headerWords is how many words say of a slice what it has.
func (t *table) headerWords() int64 {
	if t.grouped != nil {
		return 4
	}
	return 2
}

// sliceWords is how many words the entries of a slice take.
func (t *table) sliceWords(s int64) int64 {
	words := int64(t.width[s]) * int64(t.entryWords) * sliceMasses
	if t.over[s] > 0 {
		words += 2 * sliceMasses
	}
	return words
}

// length is the number of words.
func (t *table) length() int64 {
	last := t.parts[len(t.parts)-1]
	return last.begin + last.length
}

// longest is that of the longest range.
func (t *table) longest() (n int64) {
	for _, p := range t.parts {
		n = max(n, p.length)
	}
	return n
}

// build writes the table, as divided. k and c of entries are left zero; see
// coefficients.
func (t *table) build(m *model.Model, c *classes, precision Precision) {
	t.words = make([]uint32, t.length())
	for k, part := range t.parts {
		first, count := t.masses.bounds(k)
		for w := range int64(t.pattern.words()) {
			copy(t.words[part.begin+w*count:][:count], t.masks[w*t.masses.all+first:])
		}
	}
	t.masks = nil
	if !t.hasSlices() {
		return
	}
	places := t.places()
	t.writeSlices(places)
	if t.grouped != nil {
		t.writeGroups()
		inParallel(m.MassCount(), 1, func(first, end int) {
			for i := first; i < end; i++ {
				for k, entry := range t.grouped.rest[t.grouped.first[i]:t.grouped.first[i+1]] {
					at, _ := t.place(places, uint32(i), uint32(k))
					t.words[at] = entry
				}
			}
		})
		t.grouped.rest, t.grouped.first = nil, nil
		return
	}
	low := massBits(m.MassCount())
	next := make([]uint32, m.MassCount()) // how many entries each mass has so far
	inParallel(m.MassCount(), 1, func(first, end int) {
		for s, e := range m.Ends {
			a, b := e[0]-uint32(first) < uint32(end-first), e[1]-uint32(first) < uint32(end-first)
			if !a && !b || c.of[s] == 0 || t.irregular != nil && !t.irregular[s] {
				continue
			}
			for which, i := range e {
				if which == 0 && !a || which == 1 && !b {
					continue
				}
				at, stride := t.place(places, i, next[i])
				t.words[at] = uint32(c.of[s])<<low | e[1-which]
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
	})
	t.irregular = nil
}
