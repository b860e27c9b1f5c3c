package table

import (
	"math"

	"hooke/machine/memory"
)

// pairing makes the pairs and spans of a table.
type pairing[T Real] struct {
	*layout[T]
	t        *Table[T]
	memberAt []int8  // member by offset, see Pattern.memberAt; nil where runs go by rows
	firsts   []int   // index of the first member of each run
	bases    []int32 // for each slice and run, the distance from a mass to the nearest neighbor of the run [lanes]; 0: no neighbor
	backs    []int32 // for each slice and run, the same distance for the springs that end in the slice
}

// pairUp makes the pairs of all slices, with that many goroutines, and marks their springs
// as paired, so that they get no slots. Where a slice has springs of several classes to one
// member, it takes those of the class that comes first.
func (l *layout[T]) pairUp(t *Table[T], threads int) {
	if l.pattern.Members == 0 {
		return
	}
	t.Pattern = l.pattern
	runs, count := len(t.Pattern.Runs), len(l.order.MassOf)/Width
	p := pairing[T]{layout: l, t: t, bases: make([]int32, count*runs), backs: make([]int32, count*runs)}
	place := 0
	for _, r := range t.Pattern.Runs {
		p.firsts = append(p.firsts, place)
		place += r.Count
	}
	if !t.Pattern.Rows {
		p.memberAt = t.Pattern.memberAt()
	}
	t.Pairs, t.Spans = memory.InLargePages(make([]Pair, count*t.Pattern.Members)), memory.InLargePages(make([]Span, count*runs))
	bySlices(threads, count, func(s int, _ *[]uint32) { p.findBases(s) })
	p.findHistory()
	bySlices(threads, count, func(s int, _ *[]uint32) { p.makeSpans(s) })
	paired := make([]int64, count/partSlices+1)
	like := p.likeFirst()
	bySlices(threads, count, func(s int, room *[]uint32) {
		if like.holds(s) {
			copy(t.Pairs[s*t.Pattern.Members:(s+1)*t.Pattern.Members], like.pairs)
			paired[s/partSlices] += like.springs
			return
		}
		paired[s/partSlices] += p.pairSlice(s, room)
	})
	for _, n := range paired {
		t.Regular += 2 * n
	}
	t.Paired = t.Regular
}

// partSlices is the number of slices that a goroutine takes at once.
const partSlices = 2048

// bySlices does work for every slice, with that many goroutines. Each of them has scratch memory for
// entries.
func bySlices(threads, count int, work func(s int, room *[]uint32)) {
	InParallel(threads, (count+partSlices-1)/partSlices, func(next func() (int, bool)) {
		var room []uint32
		for i, ok := next(); ok; i, ok = next() {
			for s := i * partSlices; s < min(count, (i+1)*partSlices); s++ {
				work(s, &room)
			}
		}
	})
}

// place returns the run and member of the other end of an incidence in the pattern, and
// the distance to it [lanes]. ok is false where that end does not come later in the order,
// or is not in the pattern.
func (p *pairing[T]) place(lane int, entry uint32) (run, member, offset int, ok bool) {
	offset, ok = p.ahead(lane, entry)
	if !ok {
		return 0, 0, 0, false
	}
	if p.memberAt == nil {
		run, member = p.rowPlace(entry)
		return run, member, offset, run >= 0
	}
	if offset >= len(p.memberAt) || p.memberAt[offset] < 0 {
		return 0, 0, 0, false
	}
	member = int(p.memberAt[offset])
	for run+1 < len(p.firsts) && p.firsts[run+1] <= member {
		run++
	}
	return run, member - p.firsts[run], offset, true
}

// findBases finds where the neighbors of a slice are in each run. The first lane that has
// any decides. Runs by offsets have the same base in all slices.
func (p *pairing[T]) findBases(s int) {
	runs := p.t.Pattern.Runs
	bases, backs := p.bases[s*len(runs):(s+1)*len(runs)], p.backs[s*len(runs):(s+1)*len(runs)]
	if p.memberAt != nil {
		for i, r := range runs {
			bases[i], backs[i] = int32(r.Base), int32(r.Base)
		}
		return
	}
	for lane, mass := range p.order.MassOf[s*Width : (s+1)*Width] {
		if mass == NoMass {
			continue
		}
		for _, entry := range p.in.at(mass) { // rows are found in arrays
			if run, member, offset, ok := p.place(s*Width+lane, entry); ok && bases[run] == 0 {
				bases[run] = int32(offset - (runs[run].Count - 1 - member))
			}
			there := int(p.order.LaneOf[p.neighbor(mass, entry)])
			if run, member, offset, ok := p.place(there, entry^1); ok && backs[run] == 0 {
				backs[run] = int32(offset - (runs[run].Count - 1 - member))
			}
		}
	}
}

// findHistory notes the largest distance of the neighbors of each run, and the history of
// the pattern, where runs go by rows.
func (p *pairing[T]) findHistory() {
	if p.memberAt != nil {
		return
	}
	runs := p.t.Pattern.Runs
	for at, base := range p.bases {
		r := &runs[at%len(runs)]
		r.Base = max(r.Base, int(base), int(p.backs[at]))
		p.t.Pattern.History = max(p.t.Pattern.History, (r.Base+r.Count-1+Width-1)/Width)
	}
}

// makeSpans makes the spans of a slice, which say how far it hands forces on and which it
// takes. Where the neighbors of a run are at another distance than those of the slice
// before, no force continues from lane to lane between the two slices.
func (p *pairing[T]) makeSpans(s int) {
	runs, size := p.t.Pattern.Runs, int32(SizeOf[T]())
	for i, r := range runs {
		at := s*len(runs) + i
		base, back := p.bases[at], p.backs[at]
		to := Span{Ahead: size * (base + int32(r.Count) - 1), Back: size * back, Carries: math.MaxUint16 - 1}
		if s > 0 && base != 0 && base == p.bases[at-len(runs)] {
			to.Carries = math.MaxUint16
		}
		for lane := range Width {
			if from := s*Width + lane - int(back); back != 0 && from >= 0 && from < s*Width && p.bases[from/Width*len(runs)+i] == back {
				to.Takes |= 1 << lane
			}
		}
		p.t.Spans[at] = to
	}
}

// pairSlice makes the pairs of one slice, and counts their springs.
func (p *pairing[T]) pairSlice(s int, room *[]uint32) (springs int64) {
	pairs := p.t.Pairs[s*p.t.Pattern.Members : (s+1)*p.t.Pattern.Members]
	for lane, mass := range p.order.MassOf[s*Width : (s+1)*Width] {
		if mass == NoMass {
			continue
		}
		for _, entry := range p.entries(mass, room) {
			run, member, offset, ok := p.place(s*Width+lane, entry)
			if !ok || !p.reaches(s, lane, run, member, offset) {
				continue
			}
			to, class := &pairs[p.firsts[run]+member], p.classOf(mass, entry)*RecordPlaces
			if to.Lanes == 0 {
				to.Class = class
			}
			if bit := uint16(1) << lane; to.Class == class && to.Lanes&bit == 0 {
				to.Lanes |= bit
				if p.by == nil {
					p.classes.Of[entry>>1] = paired
				}
				springs++
			}
		}
	}
	return springs
}

// alike are the pairs of all slices in the middle of a grid: their masses have the same
// neighbors, at the same lanes.
type alike struct {
	by      *formula
	pairs   []Pair // nil: no slices are alike
	springs int64
}

// likeFirst makes the pairs of the first slice in the middle of a grid.
func (p *pairing[T]) likeFirst() (like alike) {
	if p.by == nil || p.memberAt == nil {
		return like
	}
	like.by = p.by
	for s := range len(p.order.MassOf) / Width {
		if p.by.middle(s) {
			var room []uint32
			like.springs = p.pairSlice(s, &room)
			like.pairs = p.t.Pairs[s*p.t.Pattern.Members : (s+1)*p.t.Pattern.Members]
			return like
		}
	}
	return like
}

// holds reports whether a slice is in the middle.
func (l *alike) holds(s int) bool { return l.pairs != nil && l.by.middle(s) }

// reaches reports whether a force that a lane hands on comes to the mass at that offset ahead.
func (p *pairing[T]) reaches(s, lane, run, member, offset int) bool {
	runs := p.t.Pattern.Runs
	r, at := runs[run], s*len(runs)+run
	if offset != int(p.bases[at])+r.Count-1-member {
		return false
	}
	shifts := r.Count - 1 - member
	if r.RingLanes() == 0 {
		shifts++
	}
	if lane+shifts >= Width && (at+len(runs) >= len(p.bases) || p.t.Spans[at+len(runs)].Carries&1 == 0) {
		return false
	}
	if r.RingLanes() == 0 {
		return true
	}
	there := s*Width + lane + offset
	to := p.t.Spans[there/Width*len(runs)+run]
	return to.Takes>>(there%Width)&1 != 0 && to.Back == int32(SizeOf[T]())*p.bases[at]
}
