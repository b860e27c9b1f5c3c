package cpu

import "math"

// pairing makes the pairs and spans of a table.
type pairing struct {
	*layout
	t        *table
	memberAt []int8  // by offset, see pattern.memberAt; nil where runs go by rows
	firsts   []int   // place of the first member of each run
	bases    []int32 // of each slice and run: from a mass to the nearest neighbor of the run [lanes]; 0: there is none
	backs    []int32 // the same from the other end
}

// pairUp makes the pairs of all slices, with that many goroutines, and marks
// their springs as paired, so that they get no slots. Of springs of several
// classes at one place of a slice, the first one's are taken.
func (l *layout) pairUp(t *table, threads int) {
	if l.pattern.members == 0 {
		return
	}
	t.pattern = l.pattern
	runs, count := len(t.pattern.runs), len(l.order.massOf)/width
	p := pairing{layout: l, t: t, bases: make([]int32, count*runs), backs: make([]int32, count*runs)}
	place := 0
	for _, r := range t.pattern.runs {
		p.firsts = append(p.firsts, place)
		place += r.count
	}
	if !t.pattern.rows {
		p.memberAt = t.pattern.memberAt()
	}
	t.pairs, t.spans = make([]pair, count*t.pattern.members), make([]span, count*runs)
	bySlices(threads, count, p.findBases)
	p.findHistory()
	bySlices(threads, count, p.makeSpans)
	paired := make([]int64, count/partSlices+1)
	bySlices(threads, count, func(s int) { paired[s/partSlices] += p.pairSlice(s) })
	for _, n := range paired {
		t.regular += 2 * n
	}
	t.paired = t.regular
}

// partSlices is how many slices a goroutine takes at once.
const partSlices = 2048

// bySlices does work for every slice, with that many goroutines.
func bySlices(threads, count int, work func(s int)) {
	inParallel(threads, (count+partSlices-1)/partSlices, func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			for s := i * partSlices; s < min(count, (i+1)*partSlices); s++ {
				work(s)
			}
		}
	})
}

// place is where in a pattern the other end of an incidence is, if that comes later
// in the order.
func (p *pairing) place(lane int, entry uint32) (run, member, offset int, ok bool) {
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

// findBases finds where the neighbors of a slice are: those of the first lane that
// has any count. Runs by offsets have one base for all.
func (p *pairing) findBases(s int) {
	runs := p.t.pattern.runs
	bases, backs := p.bases[s*len(runs):(s+1)*len(runs)], p.backs[s*len(runs):(s+1)*len(runs)]
	if p.memberAt != nil {
		for i, r := range runs {
			bases[i], backs[i] = int32(r.base), int32(r.base)
		}
		return
	}
	for lane, mass := range p.order.massOf[s*width : (s+1)*width] {
		if mass == nobody {
			continue
		}
		for _, entry := range p.in.at(mass) {
			if run, member, offset, ok := p.place(s*width+lane, entry); ok && bases[run] == 0 {
				bases[run] = int32(offset - (runs[run].count - 1 - member))
			}
			there := int(p.order.laneOf[neighbor(p.model, entry)])
			if run, member, offset, ok := p.place(there, entry^1); ok && backs[run] == 0 {
				backs[run] = int32(offset - (runs[run].count - 1 - member))
			}
		}
	}
}

// findHistory notes how far the neighbors of a run are at most.
func (p *pairing) findHistory() {
	if p.memberAt != nil {
		return
	}
	runs := p.t.pattern.runs
	for at, base := range p.bases {
		r := &runs[at%len(runs)]
		r.base = max(r.base, int(base), int(p.backs[at]))
		p.t.pattern.history = max(p.t.pattern.history, (r.base+r.count-1+width-1)/width)
	}
}

// makeSpans says from where a slice hands on, and what it takes: where the neighbors
// of a run are elsewhere than those of the slice before, nothing goes on from lane to
// lane between the two.
func (p *pairing) makeSpans(s int) {
	runs := p.t.pattern.runs
	for i, r := range runs {
		at := s*len(runs) + i
		base, back := p.bases[at], p.backs[at]
		to := span{ahead: 4 * (base + int32(r.count) - 1), back: 4 * back, carries: math.MaxUint16 - 1}
		if s > 0 && base != 0 && base == p.bases[at-len(runs)] {
			to.carries = math.MaxUint16
		}
		for lane := range width {
			if from := s*width + lane - int(back); back != 0 && from >= 0 && from < s*width && p.bases[from/width*len(runs)+i] == back {
				to.takes |= 1 << lane
			}
		}
		p.t.spans[at] = to
	}
}

// pairSlice makes the pairs of one slice, and counts their springs.
func (p *pairing) pairSlice(s int) (springs int64) {
	pairs := p.t.pairs[s*p.t.pattern.members : (s+1)*p.t.pattern.members]
	for lane, mass := range p.order.massOf[s*width : (s+1)*width] {
		if mass == nobody {
			continue
		}
		for _, entry := range p.in.at(mass) {
			run, member, offset, ok := p.place(s*width+lane, entry)
			if !ok || !p.reaches(s, lane, run, member, offset) {
				continue
			}
			to, class := &pairs[p.firsts[run]+member], p.classes.of[entry>>1]*recordPlaces
			if to.lanes == 0 {
				to.class = class
			}
			if bit := uint16(1) << lane; to.class == class && to.lanes&bit == 0 {
				to.lanes |= bit
				p.classes.of[entry>>1] = paired
				springs++
			}
		}
	}
	return springs
}

// reaches says whether what a lane hands on comes to the mass that far ahead.
func (p *pairing) reaches(s, lane, run, member, offset int) bool {
	runs := p.t.pattern.runs
	r, at := runs[run], s*len(runs)+run
	if offset != int(p.bases[at])+r.count-1-member {
		return false
	}
	shifts := r.count - 1 - member
	if r.ringLanes() == 0 {
		shifts++
	}
	if lane+shifts >= width && (at+len(runs) >= len(p.bases) || p.t.spans[at+len(runs)].carries&1 == 0) {
		return false
	}
	if r.ringLanes() == 0 {
		return true
	}
	there := s*width + lane + offset
	to := p.t.spans[there/width*len(runs)+run]
	return to.takes>>(there%width)&1 != 0 && to.back == 4*p.bases[at]
}
