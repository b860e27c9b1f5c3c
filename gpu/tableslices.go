package gpu

import "math"

// widthOf is the width of a slice that makes it cheapest: what is beyond it goes
// into tails, so that a hub does not make room at its neighbors.
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

// slicePlace is where the entries of a slice begin, and its tails, from the start of
// the table.
type slicePlace struct{ entries, tails int64 }

func (t *table) places() []slicePlace {
	out := make([]slicePlace, len(t.width))
	for k, part := range t.parts {
		first, count := t.masses.bounds(k)
		at, tails := part.begin+part.entries, part.begin+part.tails
		for s := first / sliceMasses; s*sliceMasses < first+count; s++ {
			out[s] = slicePlace{at, tails}
			at += t.sliceWords(s)
			tails += int64(t.over[s]) * int64(t.entryWords)
		}
	}
	return out
}

// writeSlices writes what says where entries and tails are.
func (t *table) writeSlices(places []slicePlace) {
	for k, part := range t.parts {
		first, count := t.masses.bounds(k)
		for s := first / sliceMasses; s*sliceMasses < first+count; s++ {
			header := t.words[part.begin+part.slices+t.headerWords()*(s-first/sliceMasses):]
			header[0], header[1] = uint32(places[s].entries-part.begin), t.width[s]
			if t.over[s] == 0 {
				continue
			}
			header[1] |= hasTail
			bounds := t.words[places[s].entries+int64(t.width[s])*int64(t.entryWords)*sliceMasses:]
			tail := places[s].tails - part.begin
			for lane := range min(int64(sliceMasses), first+count-s*sliceMasses) {
				n := t.degree[s*sliceMasses+lane]
				bounds[lane] = uint32(tail)
				tail += int64(max(n, t.width[s])-t.width[s]) * int64(t.entryWords)
				bounds[sliceMasses+lane] = uint32(tail)
			}
		}
	}
}

// writeGroups writes the groups, and what says where they are.
func (t *table) writeGroups() {
	for k, part := range t.parts {
		first, count := t.masses.bounds(k)
		at := part.groups
		for s := first / sliceMasses; s*sliceMasses < first+count; s++ {
			groups := t.grouped.groups[s]
			header := t.words[part.begin+part.slices+4*(s-first/sliceMasses):]
			header[2], header[3] = uint32(at/4), uint32(len(groups))
			for _, g := range groups {
				at += int64(copy(t.words[part.begin+at:], g[:]))
			}
		}
	}
}

// place is where entry k of mass i begins, and how far apart its words are.
func (t *table) place(places []slicePlace, i, k uint32) (at, stride int64) {
	slice, lane := i/sliceMasses, i%sliceMasses
	width := t.width[slice]
	if k < width {
		return places[slice].entries + int64(k)*int64(t.entryWords)*sliceMasses + int64(lane), sliceMasses
	}
	before := k - width // entries in tails before it
	for _, n := range t.degree[i-lane : i] {
		before += max(n, width) - width
	}
	return places[slice].tails + int64(before)*int64(t.entryWords), 1
}
