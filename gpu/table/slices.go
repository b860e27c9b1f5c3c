package table

import "math"

// widthOf returns the width that makes a slice cheapest. Entries beyond it go into tails, so that a hub does
// not widen the slice for its neighbors.
func widthOf(degree []uint32) uint32 {
	lo, hi := degree[0], degree[0]
	for _, n := range degree {
		lo, hi = min(lo, n), max(hi, n)
	}
	if lo == hi {
		return hi
	}
	best, least := uint32(0), uint64(math.MaxUint64)
	for _, width := range degree {
		cost := uint64(width) * SliceMasses
		for _, n := range degree {
			cost += tailCost * uint64(max(n, width)-width)
		}
		if cost < least || cost == least && width > best {
			best, least = width, cost
		}
	}
	return best
}

// slicePlace is where the entries of a slice begin, and its tails, from the start of
// the table.
type slicePlace struct{ entries, tails int64 }

func (t *Table) places() []slicePlace {
	out := make([]slicePlace, len(t.width))
	for k, part := range t.Parts {
		first, count := t.Masses.Bounds(k)
		at, tails := part.Begin+part.entries, part.Begin+part.tails
		for s := first / SliceMasses; s*SliceMasses < first+count; s++ {
			out[s] = slicePlace{at, tails}
			at += t.sliceWords(s)
			tails += int64(t.over[s]) * int64(t.EntryWords)
		}
	}
	return out
}

// writeSlices writes where the entries and tails of slices are.
func (t *Table) writeSlices(places []slicePlace) {
	for k, part := range t.Parts {
		first, count := t.Masses.Bounds(k)
		for s := first / SliceMasses; s*SliceMasses < first+count; s++ {
			header := t.Words[part.Begin+part.Slices+t.headerWords()*(s-first/SliceMasses):]
			header[0], header[1] = uint32(places[s].entries-part.Begin), t.width[s]
			if t.over[s] == 0 {
				continue
			}
			header[1] |= HasTail
			bounds := t.Words[places[s].entries+int64(t.width[s])*int64(t.EntryWords)*SliceMasses:]
			tail := places[s].tails - part.Begin
			for lane := range min(int64(SliceMasses), first+count-s*SliceMasses) {
				n := t.degree[s*SliceMasses+lane]
				bounds[lane] = uint32(tail)
				tail += int64(max(n, t.width[s])-t.width[s]) * int64(t.EntryWords)
				bounds[SliceMasses+lane] = uint32(tail)
			}
		}
	}
}

// writeGroups writes the groups, and where they are.
func (t *Table) writeGroups() {
	for k, part := range t.Parts {
		first, count := t.Masses.Bounds(k)
		at := part.groups
		for s := first / SliceMasses; s*SliceMasses < first+count; s++ {
			groups := t.Grouped.Groups[s]
			header := t.Words[part.Begin+part.Slices+4*(s-first/SliceMasses):]
			header[2], header[3] = uint32(at/4), uint32(len(groups))
			for _, g := range groups {
				at += int64(copy(t.Words[part.Begin+at:], g[:]))
			}
		}
	}
}

// place returns the offset of entry k of mass i, and the distance between its words.
func (t *Table) place(places []slicePlace, i, k uint32) (at, stride int64) {
	slice, lane := i/SliceMasses, i%SliceMasses
	width := t.width[slice]
	if k < width {
		return places[slice].entries + int64(k)*int64(t.EntryWords)*SliceMasses + int64(lane), SliceMasses
	}
	before := k - width // number of its entries in tails before this one
	for _, n := range t.degree[i-lane : i] {
		before += max(n, width) - width
	}
	return places[slice].tails + int64(before)*int64(t.EntryWords), 1
}

// hasSlices reports whether the table has anything except masks.
func (t *Table) hasSlices() bool { return t.Entries > 0 || t.Grouped != nil }

// headerWords returns the number of words that describe a slice.
func (t *Table) headerWords() int64 {
	if t.Grouped != nil {
		return 4
	}
	return 2
}

// sliceWords returns the number of words that the entries of a slice take.
func (t *Table) sliceWords(s int64) int64 {
	words := int64(t.width[s]) * int64(t.EntryWords) * SliceMasses
	if t.over[s] > 0 {
		words += 2 * SliceMasses
	}
	return words
}
