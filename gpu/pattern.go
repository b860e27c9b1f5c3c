package gpu

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"hooke/model"
	"hooke/shaders"
)

// pattern is what is regular in a structure: pairs of an offset, from the
// lower-numbered mass of a spring to the other, and a class, that nearly all
// masses have. They are compiled into the passes: pair p is bit 2p of a mass's
// mask where the neighbor has the higher number, and bit 2p+1 where it has the
// lower.
type pattern struct {
	pairs []regularPair
	find  [patternSlots]uint8 // of a hash table: pair + 1, 0: none
}

type regularPair struct {
	offset uint32 // > 0
	class  uint16
}

const (
	pairsPerWord = 16 // of a mask: two bits each
	mostPairs    = 2 * pairsPerWord
	patternSlots = 256
	// rarePair: a pair that fewer than one in so many masses have costs the others
	// more than entries cost those.
	rarePair = 8
	// leastRegular is the share of springs that a pattern must have to be worth its
	// masks.
	leastRegular = 0.3
	// enoughRegular is the share with which a pattern of one word is good enough.
	enoughRegular = 0.95
)

// findPattern makes the pattern of counted pairs; it is empty where little is
// regular, or where springs have rest lengths of their own. regular is how many
// springs have pairs of it.
func findPattern(counted []countedPair, masses int, c *classes) (p *pattern, regular int64) {
	if c.rests {
		return &pattern{}, 0
	}
	slices.SortFunc(counted, func(a, b countedPair) int { // any order, but always the same
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.offset, b.offset), cmp.Compare(a.class, b.class))
	})
	p = &pattern{}
	least := max(2, uint32(masses/rarePair))
	for k, pair := range counted {
		if k == mostPairs || pair.count < least || k == pairsPerWord && float64(regular) >= enoughRegular*float64(c.live) {
			break
		}
		p.add(pair.regularPair)
		regular += int64(pair.count)
	}
	if float64(regular) < leastRegular*float64(c.live) {
		return &pattern{}, 0
	}
	return p, regular
}

type countedPair struct {
	regularPair
	count uint32
}

// pairSlots is the size of the hash table of pairs. Where a structure has more
// than half as many, what comes later is not counted: such a one is not regular.
const pairSlots = 1 << 14

// countPairs counts the pairs of springs whose ends o renumbers; nil: none does. It
// says how far apart the ends are in the mean, too, as a binary logarithm.
func countPairs(ends []model.Ends, o *order, c *classes) (counted []countedPair, distance float64) {
	all, sum := newPairTable(), int64(0)
	inChunks(len(ends), chunkSprings, func(first, end int) *pairTable {
		found := newPairTable()
		for s := first; s < end; s++ {
			e := ends[s]
			if o != nil {
				e = model.Ends{o.ordered[e[0]], o.ordered[e[1]]}
			}
			pair := pairOf(e, c.of[s])
			found.distance += int64(bits.Len32(pair.offset))
			if pair.class != 0 {
				found.add(pair, 1)
			}
		}
		return found
	}, func(found *pairTable) {
		sum += found.distance
		for _, at := range found.used {
			all.add(found.slots[at].regularPair, found.slots[at].count)
		}
	})
	for _, at := range all.used {
		counted = append(counted, all.slots[at])
	}
	return counted, float64(sum) / float64(max(1, len(ends)))
}

// pairTable is a hash table of pairs.
type pairTable struct {
	slots    []countedPair
	used     []uint16 // slots, in the order in which they were
	distance int64
}

func newPairTable() *pairTable { return &pairTable{slots: make([]countedPair, pairSlots)} }

func (t *pairTable) add(pair regularPair, count uint32) {
	at := pair.hash() % pairSlots
	for t.slots[at].count > 0 && t.slots[at].regularPair != pair {
		at = (at + 1) % pairSlots
	}
	if t.slots[at].count == 0 {
		if 2*len(t.used) >= pairSlots {
			return
		}
		t.slots[at].regularPair = pair
		t.used = append(t.used, uint16(at))
	}
	t.slots[at].count += count
}

func pairOf(ends model.Ends, class uint16) regularPair {
	return regularPair{max(ends[0], ends[1]) - min(ends[0], ends[1]), class}
}

func (p regularPair) hash() uint32 {
	h := (p.offset*0x9e3779b1 ^ uint32(p.class)) * 0x85ebca6b
	return h >> 8
}

func (p *pattern) add(pair regularPair) {
	p.pairs = append(p.pairs, pair)
	at := pair.hash() % patternSlots
	for p.find[at] != 0 {
		at = (at + 1) % patternSlots
	}
	p.find[at] = uint8(len(p.pairs))
}

// number is that of a pair; −1 when it is not regular.
func (p *pattern) number(pair regularPair) int {
	for at := pair.hash() % patternSlots; ; at = (at + 1) % patternSlots {
		switch n := int(p.find[at]) - 1; {
		case n < 0:
			return -1
		case p.pairs[n] == pair:
			return n
		}
	}
}

// words is how many words a mask has.
func (p *pattern) words() int { return (len(p.pairs) + pairsPerWord - 1) / pairsPerWord }

// defines are what the passes compile in.
func (p *pattern) defines() []shaders.Define {
	return []shaders.Define{{Name: "REGULAR_WORDS", Value: fmt.Sprint(p.words())}}
}

// claim sets the bits of a spring in the masks of its ends, as far as those are of the
// masses from first to before end, which at least one is; false when it is not
// regular, or when another spring has them.
func (p *pattern) claim(masks []uint32, masses int, e model.Ends, class uint16, first, end uint32) bool {
	n := p.number(pairOf(e, class))
	if n < 0 {
		return false
	}
	word, bit := n/pairsPerWord*masses, 2*(n%pairsPerWord)
	free := true // at either end or at none: another one is of the same pair of masses
	if lower := min(e[0], e[1]); lower-first < end-first {
		mask := &masks[word+int(lower)]
		free = *mask>>bit&1 == 0
		*mask |= 1 << bit
	}
	if higher := max(e[0], e[1]); higher-first < end-first {
		mask := &masks[word+int(higher)]
		free = *mask>>bit&2 == 0
		*mask |= 2 << bit
	}
	return free
}
