package cpu

import "sort"

// chain is slices in a row, from from to to−1, that are links: a mass of them
// has no other springs than to the mass before and to the one after in the
// order, all of one class, and so it is in the slice before the first. Ropes are
// chains. A kernel that knows this evaluates each spring once and hands its force
// on from lane to lane; what a link gets does not depend on where it begins.
type chain struct{ from, to int }

// leastChain is the slices that are worth a call of their own.
const leastChain = 8

// findChains lists the chains, in their order, and completes their slots.
func (t *table) findChains() []chain {
	if len(t.hubs) > 0 || t.pattern.members > 0 {
		return nil // springs are elsewhere, and there is no such kernel
	}
	var chains []chain
	from := 1 // the first link so far
	for s := 1; s < len(t.ends); s++ {
		if s < len(t.ends)-1 && t.linked(s) {
			continue
		}
		if s-from >= leastChain {
			chains = append(chains, chain{from, s})
			for i := from; i < s; i++ {
				t.complete(i)
			}
		}
		from = s + 1
	}
	return chains
}

// linked says whether slice s and the one before are links of one class.
func (t *table) linked(s int) bool {
	before, at := t.link(s-1), t.link(s)
	return before != nil && at != nil && before[0].class == at[0].class
}

// complete makes the slots of a link say the same of each spring at both of its
// ends: pinned masses, for which no force counts, have no springs before.
func (t *table) complete(s int) {
	before, at := t.link(s-1), t.link(s)
	before[1].lanes |= at[0].lanes << (width - 1)
	at[1].lanes |= at[0].lanes >> 1
	at[0].lanes = at[1].lanes<<1 | before[1].lanes>>(width-1)
}

// link is the two slots of a slice that may be one, or nil.
func (t *table) link(s int) []slot {
	slots := t.slots[t.ends[s].slot:t.ends[s+1].slot]
	if t.ends[s].column != t.ends[s+1].column || len(slots) != 2 {
		return nil
	}
	if slots[0].offset != -1 || slots[1].offset != 1 || slots[0].class != slots[1].class {
		return nil
	}
	return slots
}

// stepper is the code that steps the slices from first on, and how many of the
// count slices it is for: links have code of their own where there is some.
func (e *Engine) stepper(first, count int) (func(*forcesCall), int) {
	if e.chain == nil {
		return e.steps, count
	}
	chains := e.table.chains
	i := sort.Search(len(chains), func(i int) bool { return chains[i].to > first })
	switch {
	case i == len(chains) || chains[i].from >= first+count:
		return e.steps, count
	case chains[i].from > first:
		return e.steps, chains[i].from - first
	}
	return e.chain, min(count, chains[i].to-first)
}
