package gpu

import (
	"fmt"
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

// findPattern counts the pairs of a model; the pattern is empty where little is
// regular, or where springs have rest lengths of their own. regular is how many
// springs have pairs of it.
func findPattern(m *model.Model, c *classes) (p *pattern, regular int64) {
	if c.rests {
		return &pattern{}, 0
	}
	counted := countPairs(m, c)
	slices.SortFunc(counted, func(a, b countedPair) int {
		if a.count != b.count {
			return int(b.count) - int(a.count)
		}
		return int(int64(a.offset) - int64(b.offset)) // any order, but always the same
	})
	p = &pattern{}
	live := int64(0)
	for _, class := range c.of {
		if class != 0 {
			live++
		}
	}
	least := max(2, uint32(m.MassCount()/rarePair))
	for k, pair := range counted {
		if k == mostPairs || pair.count < least || k == pairsPerWord && float64(regular) >= enoughRegular*float64(live) {
			break
		}
		p.add(pair.regularPair)
		regular += int64(pair.count)
	}
	if float64(regular) < leastRegular*float64(live) {
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

func countPairs(m *model.Model, c *classes) []countedPair {
	table := make([]countedPair, pairSlots)
	taken := 0
	for s, ends := range m.Ends {
		if c.of[s] == 0 {
			continue
		}
		pair := pairOf(ends, c.of[s])
		at := pair.hash() % pairSlots
		for table[at].count > 0 && table[at].regularPair != pair {
			at = (at + 1) % pairSlots
		}
		if table[at].count == 0 {
			if 2*taken >= pairSlots {
				continue
			}
			table[at].regularPair = pair
			taken++
		}
		table[at].count++
	}
	return slices.DeleteFunc(table, func(p countedPair) bool { return p.count == 0 })
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
