package cpu

// handing is how a worker passes on the forces of pairs, while it goes from slice
// to slice. Each slice adds up the forces of a run: those of its lane j on the
// neighbor at base+1 act on the same mass as those of lane j+1 at base, so that
// one vector for each axis holds them all. It lies in a ring until the slice comes
// that it acts on, base lanes further: a ring has as many slices as that takes.
// Forces on the next mass need none, but go on to the next lane.
//
// Forces act in the order in which they were evaluated, wherever a worker begins:
// so results do not depend on how slices are divided, bit for bit. A worker that
// begins in the middle first goes over the slices that hand on to its own.
type handing struct {
	runs    []runState  // and one without members
	numbers [][]float32 // of each ring, for plain Go; nil: the run has none
	carries []float32   // forces that leave a slice, three vectors for each shift by a lane
	rings   []float32

	turn        int64 // task, level and slice that it has come to
	level, upTo int
}

// runState is a run in use, as assembly reads it; see forcesCall. 40 bytes.
type runState struct {
	ring   *float32 // nil: base is 1, and forces go on to the next lane
	at     int64    // where in the ring the slice at hand is [bytes]
	bytes  int64    // of each of its three arrays, one slice at their ends apart, which repeats the first
	stride int64    // from an array to the next [bytes]
	count  int64    // members

}

// newHanding makes room for the rings of a pattern: 12 bytes for each lane between
// the nearest masses of each run, 0.3 MB for a lattice of 92³.
func newHanding(p *pattern) *handing {
	h := &handing{runs: make([]runState, len(p.runs)+1), numbers: make([][]float32, len(p.runs))}
	carries, rings := p.numbers()
	h.carries, h.rings = alignedFloats(max(1, carries)), alignedFloats(rings)
	left := h.rings
	for i, r := range p.runs {
		state := &h.runs[i]
		state.count = int64(r.count)
		lanes := r.ringLanes()
		if lanes == 0 {
			continue
		}
		state.bytes, state.stride = 4*int64(lanes), 4*int64(lanes+width)
		h.numbers[i], left = left[:3*(lanes+width)], left[3*(lanes+width):]
		state.ring = &h.numbers[i][0]
	}
	return h
}

// numbers is how many a handing holds: of forces that leave a slice, and in rings.
func (p *pattern) numbers() (carries, rings int) {
	for _, r := range p.runs {
		carries += 3 * width * r.count
		if lanes := r.ringLanes(); lanes > 0 {
			rings += 3 * (lanes + width)
		}
	}
	return carries, rings
}

// bytes is the memory of a handing.
func (p *pattern) bytes() int64 {
	carries, rings := p.numbers()
	return 4 * int64(carries+rings)
}

// ringLanes is how many lanes before a slice a run keeps, whole slices; 0: it has
// no ring.
func (r run) ringLanes() int {
	if r.base == 1 {
		return 0
	}
	return (r.base + width - 1) / width * width
}

// handOn makes the handing of a worker ready for slices from from to to−1, in the
// state after that many levels of the task: it goes over the slices that hand on to
// them, unless it has just been over those.
func (e *Engine) handOn(w *worker, state motion, from, to, level int) {
	t := e.table
	if t.pattern.members == 0 {
		return
	}
	h := w.forces.handing
	goesOn := h.turn == e.agenda.turn && h.level == level && h.upTo == from
	h.turn, h.level, h.upTo = e.agenda.turn, level, to
	if begin := max(0, from-t.pattern.history); begin < from && !goesOn {
		w.forces.set(t, state, begin, from-begin, w.force)
		e.hand(&w.forces)
	}
}
