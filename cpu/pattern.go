package cpu

import (
	"slices"

	"hooke/model"
)

// pattern is the offsets at which most neighbors lie that come later in the
// order: 13 in a lattice. Springs of a pattern are evaluated once, by the mass
// that comes first, and their forces are handed on to the other one; see handing.
type pattern struct {
	runs    []run // by ascending base
	members int   // offsets, in all runs
	history int   // slices before some slice that may hand on to it
}

// run is offsets side by side, from base to base+count−1 [lanes].
type run struct{ base, count int }

// pair is one neighbor of up to 16 masses of a slice at once, at an offset of
// the pattern, over springs of one class, which are evaluated here for both of
// their ends. A slice has one for each offset, the farthest of a run first. 4
// bytes.
type pair struct {
	class uint16 // its record's place, see recordPlaces
	lanes uint16 // the masses that have this neighbor, a bit each; 0: it has none
}

const (
	// leastPaired is the share of incidences for which a pattern is worth what it
	// costs.
	leastPaired = 0.5
	// leastHistories is how long a model must be, in histories: each thread goes
	// over one again.
	leastHistories = 4
	// leastRing is the nearest offset but one that forces are handed over. Nearer
	// ones would be taken up from the slice that is still at work.
	leastRing = width
)

// findPattern takes the offsets that a sample of slices has most often, or none
// where that is not worth it.
func (l *layout) findPattern() pattern {
	const samples = 256
	const common = 4 // the share of masses that must have a neighbor there: one in so many
	count := len(l.order.massOf) / width
	seen := map[int]int{}
	masses, ends := 0, 0
	for i := range min(count, samples) {
		s := i * count / min(count, samples)
		for lane := s * width; lane < (s+1)*width; lane++ {
			mass := l.order.massOf[lane]
			if mass == nobody {
				continue
			}
			masses++
			for _, entry := range l.in.at(mass) {
				ends++
				if offset, ok := l.ahead(lane, entry); ok {
					seen[offset]++
				}
			}
		}
	}
	var offsets []int
	paired := 0
	for offset, n := range seen {
		if common*n >= masses {
			offsets = append(offsets, offset)
			paired += 2 * n
		}
	}
	p := newPattern(offsets)
	if float64(paired) < leastPaired*float64(ends) || count < leastHistories*p.history || len(p.runs) < 2 {
		return pattern{} // chains have code of their own
	}
	return p
}

// newPattern divides offsets into runs, and leaves out those that are too near.
func newPattern(offsets []int) pattern {
	var p pattern
	slices.Sort(offsets)
	for _, offset := range offsets {
		last := len(p.runs) - 1
		switch {
		case last >= 0 && offset == p.runs[last].base+p.runs[last].count:
			p.runs[last].count++
		case offset == 1 || offset >= leastRing:
			p.runs = append(p.runs, run{offset, 1})
		default:
			continue
		}
		p.members++
		p.history = (offset + width - 1) / width
	}
	return p
}

// ahead is how far ahead of a lane the other end of an incidence is; false when
// it is not, or does not count, or its spring has no class.
func (l *layout) ahead(lane int, entry uint32) (offset int, ok bool) {
	there := neighbor(l.model, entry)
	offset = int(l.order.laneOf[there]) - lane
	return offset, offset > 0 && l.classes.of[entry>>1] < maxClasses && l.model.PinOf(int(there)) != model.PinAll
}

// pairUp makes the pairs of all slices, with that many goroutines, and marks
// their springs as paired, so that they get no slots. Of springs of several
// classes at one offset of a slice, the first one's are taken.
func (l *layout) pairUp(t *table, threads int) {
	t.pattern = l.findPattern()
	if t.pattern.members == 0 || len(t.hubs) > 0 {
		t.pattern = pattern{}
		return
	}
	memberAt := t.pattern.memberAt()
	count := len(l.order.massOf) / width
	t.pairs = make([]pair, count*t.pattern.members)
	const partSlices = 2048
	paired := make([]int64, (count+partSlices-1)/partSlices)
	inParallel(threads, len(paired), func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			for s := i * partSlices; s < min(count, (i+1)*partSlices); s++ {
				paired[i] += l.pairSlice(s, memberAt, t.pairs[s*t.pattern.members:(s+1)*t.pattern.members])
			}
		}
	})
	for _, n := range paired {
		t.regular += 2 * n
	}
	t.paired = t.regular
}

// pairSlice makes the pairs of one slice, and counts their springs.
func (l *layout) pairSlice(s int, memberAt []int8, pairs []pair) (springs int64) {
	for lane, mass := range l.order.massOf[s*width : (s+1)*width] {
		if mass == nobody {
			continue
		}
		for _, entry := range l.in.at(mass) {
			offset, ok := l.ahead(s*width+lane, entry)
			if !ok || offset >= len(memberAt) || memberAt[offset] < 0 {
				continue
			}
			p, class := &pairs[memberAt[offset]], l.classes.of[entry>>1]*recordPlaces
			if p.lanes == 0 {
				p.class = class
			}
			if bit := uint16(1) << lane; p.class == class && p.lanes&bit == 0 {
				p.lanes |= bit
				l.classes.of[entry>>1] = paired
				springs++
			}
		}
	}
	return springs
}

// memberAt is the place in a slice's pairs of each offset, or -1.
func (p *pattern) memberAt() []int8 {
	last := p.runs[len(p.runs)-1]
	at := make([]int8, last.base+last.count)
	for i := range at {
		at[i] = -1
	}
	place := 0
	for _, r := range p.runs {
		for offset := r.base + r.count - 1; offset >= r.base; offset-- {
			at[offset] = int8(place)
			place++
		}
	}
	return at
}
