package table

// Chain is slices in a row, from number From to before To, that are links: each of their
// masses has springs only to the mass before and to the mass after it in the order, all of
// one class. The slice before the first is a link of that class, too. Ropes are chains. A
// kernel for chains evaluates each spring once and hands its force on from lane to lane;
// the results of a link do not depend on where the chain begins.
type Chain struct{ From, To int }

// leastChain is the least number of slices that are worth a call of their own.
const leastChain = 8

// findChains returns the chains, in the order of slices, and completes their slots.
func (t *Table[T]) findChains() []Chain {
	if len(t.Hubs) > 0 || t.Pattern.Members > 0 {
		return nil // some springs are elsewhere, and there is no kernel for chains in such a table
	}
	var chains []Chain
	from := 1 // the first slice of the chain at hand
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

// linked reports whether slice s and the slice before it are links of one class.
func (t *Table[T]) linked(s int) bool {
	before, at := t.link(s-1), t.link(s)
	return before != nil && at != nil && before[0].Class == at[0].Class
}

// complete gives each spring of a link a bit at both of its ends. Before, a pinned mass has
// none, since no force on it counts.
func (t *Table[T]) complete(s int) {
	before, at := t.link(s-1), t.link(s)
	before[1].Lanes |= at[0].Lanes << (Width - 1)
	at[1].Lanes |= at[0].Lanes >> 1
	at[0].Lanes = at[1].Lanes<<1 | before[1].Lanes>>(Width-1)
}

// link returns the two slots of a slice that may be a link, and nil for any other slice.
func (t *Table[T]) link(s int) []Slot {
	slots := t.Slots[t.Ends[s].Slot:t.Ends[s+1].Slot]
	if t.Ends[s].Column != t.Ends[s+1].Column || len(slots) != 2 {
		return nil
	}
	if slots[0].Offset != -1 || slots[1].Offset != 1 || slots[0].Class != slots[1].Class {
		return nil
	}
	return slots
}
