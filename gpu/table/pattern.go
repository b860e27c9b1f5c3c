package table

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// Pattern is the regular part of a structure: the pairs of an offset and a class that
// nearly all masses have. An offset goes from the lower-numbered mass of a spring to the
// other. Pairs are compiled into the passes: pair p is bit 2p of a mass's mask where the
// neighbor has the higher number, and bit 2p+1 where it has the lower.
type Pattern struct {
	Pairs []Pair
	find  [patternSlots]uint8 // hash table: number of the pair + 1, or 0 for none
}

// Pair is an offset from the lower-numbered mass of a spring to the other, and the class
// of the spring.
type Pair struct {
	Offset uint32 // > 0
	Class  uint16
}

const (
	PairsPerWord = 16 // of a mask: two bits each
	mostPairs    = 2 * PairsPerWord
	patternSlots = 256
	// rarePair: a pair that fewer than one mass in rarePair has costs the other masses
	// more than entries would cost.
	rarePair = 8
	// leastRegular is the share of springs that a pattern must have to be worth its
	// masks.
	leastRegular = 0.3
	// enoughRegular is the share of springs with which a pattern of one word is good
	// enough.
	enoughRegular = 0.95
)

// findPattern makes the pattern from counted pairs. It is empty where little is regular,
// or where springs have rest lengths of their own. regular is the number of springs whose
// pair is in the pattern.
func findPattern(counted []countedPair, masses int, c *Classes) (p *Pattern, regular int64) {
	if c.Rests {
		return &Pattern{}, 0
	}
	slices.SortFunc(counted, func(a, b countedPair) int { // a total order, so that the result is always the same
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Class, b.Class))
	})
	p = &Pattern{}
	least := max(2, uint32(masses/rarePair))
	for k, pair := range counted {
		if k == mostPairs || pair.count < least || k == PairsPerWord && float64(regular) >= enoughRegular*float64(c.live) {
			break
		}
		p.add(pair.Pair)
		regular += int64(pair.count)
	}
	if float64(regular) < leastRegular*float64(c.live) {
		return &Pattern{}, 0
	}
	return p, regular
}

type countedPair struct {
	Pair
	count uint32
}

// pairSlots is the size of the hash table of pairs. Pairs beyond half as many are not
// counted: a structure with more is not regular.
const pairSlots = 1 << 14

// countPairs counts the pairs of springs, whose ends o renumbers; a nil o keeps the
// numbers. It also returns the mean distance of the ends, as a binary logarithm.
func countPairs(ends []model.Ends, o *order.Order, c *Classes) (counted []countedPair, distance float64) {
	all, sum := newPairTable(), int64(0)
	order.InChunks(len(ends), order.ChunkSprings, func(first, end int) *pairTable {
		found := newPairTable()
		for s := first; s < end; s++ {
			e := ends[s]
			if o != nil {
				e = model.Ends{o.Ordered[e[0]], o.Ordered[e[1]]}
			}
			pair := pairOf(e, c.Of[s])
			found.distance += int64(bits.Len32(pair.Offset))
			if pair.Class != 0 {
				found.add(pair, 1)
			}
		}
		return found
	}, func(found *pairTable) {
		sum += found.distance
		for _, at := range found.used {
			all.add(found.slots[at].Pair, found.slots[at].count)
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
	used     []uint16 // slots, in the order in which they were filled
	distance int64
}

func newPairTable() *pairTable { return &pairTable{slots: make([]countedPair, pairSlots)} }

func (t *pairTable) add(pair Pair, count uint32) {
	at := pair.hash() % pairSlots
	for t.slots[at].count > 0 && t.slots[at].Pair != pair {
		at = (at + 1) % pairSlots
	}
	if t.slots[at].count == 0 {
		if 2*len(t.used) >= pairSlots {
			return
		}
		t.slots[at].Pair = pair
		t.used = append(t.used, uint16(at))
	}
	t.slots[at].count += count
}

func pairOf(ends model.Ends, class uint16) Pair {
	return Pair{max(ends[0], ends[1]) - min(ends[0], ends[1]), class}
}

func (p Pair) hash() uint32 {
	h := (p.Offset*0x9e3779b1 ^ uint32(p.Class)) * 0x85ebca6b
	return h >> 8
}

func (p *Pattern) add(pair Pair) {
	p.Pairs = append(p.Pairs, pair)
	at := pair.hash() % patternSlots
	for p.find[at] != 0 {
		at = (at + 1) % patternSlots
	}
	p.find[at] = uint8(len(p.Pairs))
}

// number returns the number of a pair; −1 when the pair is not regular.
func (p *Pattern) number(pair Pair) int {
	for at := pair.hash() % patternSlots; ; at = (at + 1) % patternSlots {
		switch n := int(p.find[at]) - 1; {
		case n < 0:
			return -1
		case p.Pairs[n] == pair:
			return n
		}
	}
}

// words returns the number of words of a mask.
func (p *Pattern) words() int { return (len(p.Pairs) + PairsPerWord - 1) / PairsPerWord }

// defines returns the constants that are compiled into the passes.
func (p *Pattern) defines() []shaders.Define {
	return []shaders.Define{{Name: "REGULAR_WORDS", Value: fmt.Sprint(p.words())}}
}

// claim sets the bits of a spring in the masks of its ends, as far as those are masses
// from first to before end; at least one end is. It returns false when the spring is not
// regular, or when another spring has the bits.
func (p *Pattern) claim(masks []uint32, masses int, e model.Ends, class uint16, first, end uint32) bool {
	n := p.number(pairOf(e, class))
	if n < 0 {
		return false
	}
	word, bit := n/PairsPerWord*masses, 2*(n%PairsPerWord)
	free := true // both ends agree: another spring with these bits joins the same two masses
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
