package kernels

import (
	"hooke/cpu/table"
)

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
		var acc [3][table.Width]T // forces on the neighbors at the offset at hand
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
func addPair[T table.Real](sum, acc *[3][table.Width]T, c *ForcesCall[T], base int, p table.Pair, offset int, full bool) {
	r := &c.table.Records[p.Class/table.RecordPlaces]
	for lane := range table.Width {
		if p.Lanes>>lane&1 != 0 {
			x, y, z := c.springForce(base+lane, base+lane+offset, r, full)
			add(sum, lane, x, y, z)
			add(acc, lane, x, y, z)
		}
	}
}

// Shift moves forces on by a lane. The force that leaves the slice is kept for the next
// slice; lane 0 takes the one that the slice before has kept, where its bit of lanes is set.
func (h *forceHandoff[T]) Shift(acc *[3][table.Width]T, carry *int, lanes uint16) {
	for axis := range 3 {
		held := h.Carries[*carry : *carry+table.Width]
		before := held[table.Width-1]
		copy(held, acc[axis][:])
		copy(acc[axis][1:], held[:table.Width-1])
		acc[axis][0] = 0
		if lanes&1 != 0 {
			acc[axis][0] = before
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
		from := ring[(int64(axis)*r.stride+at)/table.SizeOf[T]():]
		for lane := range table.Width {
			if s.Takes>>lane&1 != 0 {
				sum[axis][lane] -= from[lane]
			}
		}
	}
}

// HandOver puts the forces that the slice at hand hands on into the ring, and goes on to
// the next slice.
func (r *RunState[T]) HandOver(acc *[3][table.Width]T, ring []T) {
	size := table.SizeOf[T]()
	for axis := range 3 {
		array := ring[int64(axis)*r.stride/size:]
		copy(array[r.at/size:], acc[axis][:])
		if r.at == 0 { // a slice may take up forces across the end of the ring
			copy(array[r.bytes/size:], acc[axis][:])
		}
	}
	if r.at += size * table.Width; r.at == r.bytes {
		r.at = 0
	}
}
