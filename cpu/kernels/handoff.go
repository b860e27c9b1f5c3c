package kernels

import (
	"hooke/cpu/table"
)

// forceHandoff holds the forces of pairs that a worker hands on, while it goes from slice
// to slice. Each slice adds up the forces of a run. The force of its lane j on the neighbor
// at base+1 acts on the same mass as the force of lane j+1 on the neighbor at base, so that
// one vector for each axis holds them all. This vector lies in a ring until the worker
// comes to the slice on which it acts, base lanes further; a ring has as many slices as
// that takes. Forces on the next mass need no ring, but continue to the next lane.
//
// Forces act in the order in which they are evaluated, wherever a worker begins, so that
// results do not depend on how slices are divided, bit for bit. A worker that begins in the
// middle first goes over the slices that hand forces on to its own.
type forceHandoff[T table.Real] struct {
	Runs    []RunState[T] // state of each run, and one without members at the end
	Numbers [][]T         // numbers of the ring of each run, for plain Go; nil: the run has no ring
	Carries []T           // forces that leave a slice, three vectors for each shift by a lane
	Rings   []T           // memory of all rings

	Turn        int64 // task to which the worker has come
	Level, UpTo int   // level of the task and slice to which it has come
}

// RunState is the state of a run in use, as assembly reads it; see ForcesCall. It takes 40
// bytes.
type RunState[T table.Real] struct {
	Ring   *T    // nil: base is 1, and forces continue to the next lane
	at     int64 // offset of the current slice in the ring [bytes]
	bytes  int64 // length of each of the three arrays of the ring, without the slice at their ends, which repeats the first [bytes]
	stride int64 // from an array to the next [bytes]
	Count  int64 // number of members

}

// NewForceHandoff makes a handoff with the rings of a pattern, which take 12 bytes
// for each lane between the nearest masses of each run: 0.3 MB for a lattice of 92³.
func NewForceHandoff[T table.Real](p *table.Pattern) *forceHandoff[T] {
	h := &forceHandoff[T]{Runs: make([]RunState[T], len(p.Runs)+1), Numbers: make([][]T, len(p.Runs))}
	carries, rings := p.Numbers()
	h.Carries, h.Rings = AlignedFloats[T](max(1, carries)), AlignedFloats[T](rings)
	left, size := h.Rings, table.SizeOf[T]()
	for i, r := range p.Runs {
		state := &h.Runs[i]
		state.Count = int64(r.Count)
		lanes := r.RingLanes()
		if lanes == 0 {
			continue
		}
		state.bytes, state.stride = size*int64(lanes), size*int64(lanes+table.Width)
		h.Numbers[i], left = left[:3*(lanes+table.Width)], left[3*(lanes+table.Width):]
		state.Ring = &h.Numbers[i][0]
	}
	return h
}

// handGo goes over the pairs of some slices, and keeps only the forces that they hand on.
func handGo[T table.Real](c *ForcesCall[T], full bool) {
	for i := range c.count {
		var sum [3][table.Width]T
		addPairs(&sum, c, c.first+i, full)
	}
}

// addPairs adds the forces of the pairs of a slice, and the forces that are handed on to
// it.
func addPairs[T table.Real](sum *[3][table.Width]T, c *ForcesCall[T], slice int, full bool) {
	t, h := c.table, c.Handoff
	pairs := t.Pairs[slice*t.Pattern.Members : (slice+1)*t.Pattern.Members]
	spans := t.Spans[slice*len(t.Pattern.Runs) : (slice+1)*len(t.Pattern.Runs)]
	carry := 0
	for i, r := range t.Pattern.Runs {
		state := &h.Runs[i]
		state.TakeUp(sum, h.Numbers[i], spans[i])
		var acc Handed[T] // forces on the neighbors at the offset at hand
		for k := range r.Count {
			if k > 0 {
				h.Shift(&acc, &carry, spans[i].Carries)
			}
			addPair(sum, &acc, c, slice*table.Width, pairs[0], int(spans[i].Ahead)/int(table.SizeOf[T]())-k, full)
			pairs = pairs[1:]
		}
		if h.Numbers[i] != nil {
			state.HandOver(&acc, h.Numbers[i])
			continue
		}
		h.Shift(&acc, &carry, spans[i].Carries)
		for lane := range table.Width {
			add(sum, lane, -acc[0][lane], -acc[1][lane], -acc[2][lane])
		}
	}
}

// addPair adds the forces of the springs to neighbors at one offset: to sum, and to acc,
// from which they act on the neighbors with the other sign.
func addPair[T table.Real](sum *[3][table.Width]T, acc *Handed[T], c *ForcesCall[T], base int, p table.Pair, offset int, full bool) {
	c.pull(sum, acc, base, base+offset, p.Lanes, &c.table.Records[p.Class/table.RecordPlaces], full)
}

// Shift keeps the force that leaves the slice when forces move on by a lane, for the next slice, and
// puts the one that the slice before has kept before lane 0, where its bit of lanes is set.
func (h *forceHandoff[T]) Shift(acc *Handed[T], carry *int, lanes uint16) {
	for axis := range acc {
		held, now := &h.Carries[*carry+table.Width-1], &acc[axis]
		before := *held
		*held = now[table.Width]
		now[0] = 0
		if lanes&1 != 0 {
			now[0] = before
		}
		*carry += table.Width
	}
}

// TakeUp adds the forces in the ring that act on the slice at hand.
func (r *RunState[T]) TakeUp(sum *[3][table.Width]T, ring []T, s table.Span) {
	if ring == nil {
		return
	}
	at := r.at - int64(s.Back)
	if at < 0 {
		at += r.bytes
	}
	for axis := range 3 {
		from, on := (*[table.Width]T)(ring[(int64(axis)*r.stride+at)/table.SizeOf[T]():]), &sum[axis]
		if s.Takes == 1<<table.Width-1 {
			for lane := range table.Width {
				on[lane] -= from[lane]
			}
			continue
		}
		for lane := range table.Width {
			if s.Takes>>lane&1 != 0 {
				on[lane] -= from[lane]
			}
		}
	}
}

// HandOver puts the forces that the slice at hand hands on into the ring, and continues to
// the next slice.
func (r *RunState[T]) HandOver(acc *Handed[T], ring []T) {
	size := table.SizeOf[T]()
	for axis := range 3 {
		array, from := ring[int64(axis)*r.stride/size:], (*[table.Width]T)(acc[axis][1:])
		to := (*[table.Width]T)(array[r.at/size:])
		for lane := range table.Width { // one by one, as they have just been written
			to[lane] = from[lane]
		}
		if r.at == 0 { // a slice may take up forces across the end of the ring
			copy(array[r.bytes/size:], from[:])
		}
	}
	if r.at += size * table.Width; r.at == r.bytes {
		r.at = 0
	}
}
