package table

import (
	"slices"

	"hooke/model"
)

// Pattern is where most neighbors are that come later in the order: in a lattice
// 13, in 5 runs. Springs of a pattern are evaluated once, by the mass that comes
// first, and their forces are handed on to the other one; see forceHandoff. It is another
// thing than a pattern of gpu/table, which has pairs of an offset and a class: here an offset
// is one of lanes, those side by side make runs, and classes are of the pairs of each slice.
type Pattern struct {
	Runs    []Run
	Members int  // neighbors, in all runs
	History int  // slices before some slice that may hand on to it
	Rows    bool // runs go by rows of a grid, see grid; else by offsets
}

// Run is neighbors side by side, at base to base+count−1 lanes. Where runs go by
// rows, base is another one for each slice, see span, and this is the farthest.
type Run struct {
	Base, Count int
	row         int // from a mass's own row to that of these neighbors
}

// Pair is one neighbor of up to 16 masses of a slice at once, at an offset of
// the pattern, over springs of one class, which are evaluated here for both of
// their ends. A slice has one for each member, the farthest of a run first. 4
// bytes.
type Pair struct {
	Class uint16 // its record's place, see RecordPlaces
	Lanes uint16 // the masses that have this neighbor, a bit each; 0: it has none
}

// Span is where the neighbors of a slice in a run are. 12 bytes.
type Span struct {
	Ahead   int32  // the farthest [bytes]
	Back    int32  // to those whose forces are handed on to the slice, by way of the nearest of the run [bytes]
	Takes   uint16 // the masses that take what is handed on, a bit each
	Carries uint16 // the lanes that are handed on forces from a lane before, a bit each: all, or all but the first
}

const SpanBytes = 12

const (
	// leastPaired is the share of incidences for which a pattern is worth what it
	// costs.
	leastPaired = 0.5
	// leastHistories is how long a model must be, in histories: each thread goes
	// over one again.
	leastHistories = 4
	// leastRing is the nearest offset but one that forces are handed over. Nearer
	// ones would be taken up from the slice that is still at work.
	leastRing = Width
)

// findPattern takes the offsets that a sample of slices has most often, or none
// where that is not worth it.
func (l *layout) findPattern() Pattern {
	const samples = 256
	const common = 4 // the share of masses that must have a neighbor there: one in so many
	count := len(l.order.MassOf) / Width
	seen := map[int]int{}
	masses, ends := 0, 0
	for i := range min(count, samples) {
		s := i * count / min(count, samples)
		for lane := s * Width; lane < (s+1)*Width; lane++ {
			mass := l.order.MassOf[lane]
			if mass == Nobody {
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
	p := NewPattern(offsets)
	if float64(paired) < leastPaired*float64(ends) || count < leastHistories*p.History || len(p.Runs) < 2 {
		return Pattern{} // chains have code of their own
	}
	return p
}

// NewPattern divides offsets into runs, and leaves out those that are too near.
func NewPattern(offsets []int) Pattern {
	var p Pattern
	slices.Sort(offsets)
	for _, offset := range offsets {
		last := len(p.Runs) - 1
		switch {
		case last >= 0 && offset == p.Runs[last].Base+p.Runs[last].Count:
			p.Runs[last].Count++
		case offset == 1 || offset >= leastRing:
			p.Runs = append(p.Runs, Run{Base: offset, Count: 1})
		default:
			continue
		}
		p.Members++
		p.History = (offset + Width - 1) / Width
	}
	return p
}

// ahead is how far ahead of a lane the other end of an incidence is; false when
// it is not, or does not count, or its spring has no class.
func (l *layout) ahead(lane int, entry uint32) (offset int, ok bool) {
	there := neighbor(l.model, entry)
	offset = int(l.order.LaneOf[there]) - lane
	return offset, offset > 0 && l.classes.Of[entry>>1] < maxClasses && l.model.PinOf(int(there)) != model.PinAll
}

// memberAt is the place in a slice's pairs of each offset, or -1.
func (p *Pattern) memberAt() []int8 {
	last := p.Runs[len(p.Runs)-1]
	at := make([]int8, last.Base+last.Count)
	for i := range at {
		at[i] = -1
	}
	place := 0
	for _, r := range p.Runs {
		for offset := r.Base + r.Count - 1; offset >= r.Base; offset-- {
			at[offset] = int8(place)
			place++
		}
	}
	return at
}

// Numbers is how many numbers a handoff of the pattern holds: of forces that leave a slice, and in rings.
func (p *Pattern) Numbers() (carries, rings int) {
	for _, r := range p.Runs {
		carries += 3 * Width * r.Count
		if lanes := r.RingLanes(); lanes > 0 {
			rings += 3 * (lanes + Width)
		}
	}
	return carries, rings
}

// Bytes is the memory of such a handoff.
func (p *Pattern) Bytes() int64 {
	carries, rings := p.Numbers()
	return 4 * int64(carries+rings)
}

// RingLanes is how many lanes before a slice a run keeps, whole slices; 0: it has
// no ring.
func (r Run) RingLanes() int {
	if r.Base == 1 {
		return 0
	}
	return (r.Base + Width - 1) / Width * Width
}
