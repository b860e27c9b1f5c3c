package table

// Chain is slices in a row, from from to to−1, that are links: a mass of them
// has no other springs than to the mass before and to the one after in the
// order, all of one class, and so it is in the slice before the first. Ropes are
// chains. A kernel that knows this evaluates each spring once and hands its force
// on from lane to lane; what a link gets does not depend on where it begins.
type Chain struct{ From, To int }

// leastChain is the slices that are worth a call of their own.
const leastChain = 8

// findChains lists the chains, in their order, and completes their slots.
func (t *Table) findChains() []Chain {
	if len(t.Hubs) > 0 || t.Pattern.Members > 0 {
		return nil // springs are elsewhere, and there is no such kernel
	}
	var chains []Chain
	from := 1 // the first link so far
	for s := 1; s < len(t.Ends); s++ {
		if s < len(t.Ends)-1 && t.linked(s) {
			continue
		}
		if s-from >= leastChain {
			chains = append(chains, Chain{from, s})
			for i := from; i < s; i++ {
				t.complete(i)
			}
		}
		from = s + 1
	}
	return chains
}

// linked says whether slice s and the one before are links of one class.
func (t *Table) linked(s int) bool {
	before, at := t.link(s-1), t.link(s)
	return before != nil && at != nil && before[0].Class == at[0].Class
}

// complete makes the slots of a link say the same of each spring at both of its
// ends: pinned masses, for which no force counts, have no springs before.
func (t *Table) complete(s int) {
	before, at := t.link(s-1), t.link(s)
	before[1].Lanes |= at[0].Lanes << (Width - 1)
	at[1].Lanes |= at[0].Lanes >> 1
	at[0].Lanes = at[1].Lanes<<1 | before[1].Lanes>>(Width-1)
}

// link is the two slots of a slice that may be one, or nil.
func (t *Table) link(s int) []Slot {
	slots := t.Slots[t.Ends[s].Slot:t.Ends[s+1].Slot]
	if t.Ends[s].Column != t.Ends[s+1].Column || len(slots) != 2 {
		return nil
	}
	if slots[0].Offset != -1 || slots[1].Offset != 1 || slots[0].Class != slots[1].Class {
		return nil
	}
	return slots
}
