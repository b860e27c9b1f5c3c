package table

import (
	"slices"

	"hooke/model"
)

// Pattern describes where most of the neighbors are that come later in the order; in a lattice
// they are 13, in 5 runs. A kernel evaluates each spring of a pattern once, for the mass
// that comes first, and hands its force on to the other mass; see cpu/kernels. A pattern of
// gpu/table is another thing, which has pairs of an offset and a class: here an offset
// counts lanes, offsets side by side make runs, and the pairs of each slice have classes.
type Pattern struct {
	Runs    []Run
	Members int  // number of neighbors, in all runs; 0: there is no pattern
	History int  // number of slices before a slice that may hand forces on to it
	Rows    bool // whether runs go by rows of a grid, see GridRows; otherwise they go by offsets
}

// Run is neighbors side by side, Base to Base+Count−1 lanes ahead. Where runs go by rows,
// each slice has a base of its own, see Span, and Base is the farthest of them.
type Run struct {
	Base, Count int
	row         int // number of rows from the row of a mass to the row of these neighbors
}

// Pair is one neighbor of up to 16 masses of a slice at once, at an offset of the pattern.
// The springs to it are of one class, and a kernel evaluates them here for both of their
// ends. A slice has a pair for each member, the farthest of a run first. A pair takes 4
// bytes.
type Pair struct {
	Class uint16 // offset of the record of its class, see RecordPlaces
	Lanes uint16 // a bit for each mass that has this neighbor; 0: no mass has it
}

// Span describes where the neighbors of a slice in a run are. It takes 12 bytes.
type Span struct {
	Ahead   int32  // distance to the farthest neighbor [bytes of a number for each lane]
	Back    int32  // distance back to the masses whose springs reach the slice as the nearest of the run [bytes, likewise]
	Takes   uint16 // a bit for each mass that takes forces that are handed on
	Carries uint16 // a bit for each lane to which the lane before hands forces on: all lanes, or all but the first
}

// SpanBytes is the size of a span.
const SpanBytes = 12

const (
	// leastPaired is the least share of incidences in pairs with which a pattern is worth
	// its cost.
	leastPaired = 0.5
	// leastHistories is the least length of a model, in histories: each thread goes over
	// one history again.
	leastHistories = 4
	// leastRing is the nearest offset, apart from 1, over which forces are handed on. A
	// nearer one would reach into the slice that is still at work.
	leastRing = Width
)

// findPattern returns the pattern of the offsets that a sample of slices has most often.
// The pattern is empty where it is not worth its cost.
func (l *layout[T]) findPattern() Pattern {
	const samples = 256
	const common = 4 // one in common masses must have a neighbor at an offset
	count := len(l.order.MassOf) / Width
	seen := map[int]int{}
	masses, ends := 0, 0
	var room []uint32
	for i := range min(count, samples) {
		s := i * count / min(count, samples)
		for lane := s * Width; lane < (s+1)*Width; lane++ {
			mass := l.order.MassOf[lane]
			if mass == NoMass {
				continue
			}
			masses++
			for _, entry := range l.entries(mass, &room) {
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

// NewPattern divides offsets [lanes] into runs, and leaves out offsets that are too near.
// It sorts offsets in place.
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

// ahead returns the distance from a lane to the other end of an incidence [lanes]. ok is false
// when that end does not come later, when it is pinned on all axes, or when its spring has
// no class.
func (l *layout[T]) ahead(lane int, entry uint32) (offset int, ok bool) {
	mass := l.order.MassOf[lane]
	there := l.neighbor(mass, entry)
	offset = int(l.order.LaneOf[there]) - lane
	return offset, offset > 0 && l.classOf(mass, entry) < maxClasses && l.model.PinOf(int(there)) != model.PinAll
}

// memberAt returns the index of each offset in the pairs of a slice, or −1.
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

// Numbers returns how many numbers a handoff of the pattern holds: for the forces that leave a
// slice, and in rings.
func (p *Pattern) Numbers() (carries, rings int) {
	for _, r := range p.Runs {
		carries += 3 * Width * r.Count
		if lanes := r.RingLanes(); lanes > 0 {
			rings += 3 * (lanes + Width)
		}
	}
	return carries, rings
}

// Held returns how many numbers a handoff of the pattern holds in all.
func (p *Pattern) Held() int {
	carries, rings := p.Numbers()
	return carries + rings
}

// RingLanes returns the number of lanes before a slice that the ring of a run keeps, in whole
// slices; 0: it has no ring.
func (r Run) RingLanes() int {
	if r.Base == 1 {
		return 0
	}
	return (r.Base + Width - 1) / Width * Width
}
