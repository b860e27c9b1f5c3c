package cpu

import (
	"slices"

	"hooke/model"
)

// pattern is where most neighbors are that come later in the order: in a lattice
// 13, in 5 runs. Springs of a pattern are evaluated once, by the mass that comes
// first, and their forces are handed on to the other one; see handing.
type pattern struct {
	runs    []run
	members int  // neighbors, in all runs
	history int  // slices before some slice that may hand on to it
	rows    bool // runs go by rows of a grid, see grid; else by offsets
}

// run is neighbors side by side, at base to base+count−1 lanes. Where runs go by
// rows, base is another one for each slice, see span, and this is the farthest.
type run struct {
	base, count int
	row         int // from a mass's own row to that of these neighbors
}

// pair is one neighbor of up to 16 masses of a slice at once, at an offset of
// the pattern, over springs of one class, which are evaluated here for both of
// their ends. A slice has one for each member, the farthest of a run first. 4
// bytes.
type pair struct {
	class uint16 // its record's place, see recordPlaces
	lanes uint16 // the masses that have this neighbor, a bit each; 0: it has none
}

// span is where the neighbors of a slice in a run are. 12 bytes.
type span struct {
	ahead   int32  // the farthest [bytes]
	back    int32  // to those whose forces are handed on to the slice, by way of the nearest of the run [bytes]
	takes   uint16 // the masses that take what is handed on, a bit each
	carries uint16 // the lanes that are handed on forces from a lane before, a bit each: all, or all but the first
}

const spanBytes = 12

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
			p.runs = append(p.runs, run{base: offset, count: 1})
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
