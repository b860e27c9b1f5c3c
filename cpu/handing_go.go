package cpu

// handGo goes over the pairs of some slices, of which only what they hand on is
// wanted.
func handGo(c *forcesCall, full bool) {
	for i := range c.count {
		var sum [3][width]float32
		addPairs(&sum, c, c.first+i, full)
	}
}

// addPairs adds the forces of the pairs of a slice, and those that are handed on
// to it.
func addPairs(sum *[3][width]float32, c *forcesCall, slice int, full bool) {
	t, h := c.table, c.handing
	pairs := t.pairs[slice*t.pattern.members : (slice+1)*t.pattern.members]
	spans := t.spans[slice*len(t.pattern.runs) : (slice+1)*len(t.pattern.runs)]
	carry := 0
	for i, r := range t.pattern.runs {
		state := &h.runs[i]
		state.takeUp(sum, h.numbers[i], spans[i])
		var acc [3][width]float32 // on the neighbors at the offset at hand
		for k := range r.count {
			if k > 0 {
				h.shift(&acc, &carry, spans[i].carries)
			}
			addPair(sum, &acc, c, slice*width, pairs[0], int(spans[i].ahead)/4-k, full)
			pairs = pairs[1:]
		}
		if h.numbers[i] != nil {
			state.handOver(&acc, h.numbers[i])
			continue
		}
		h.shift(&acc, &carry, spans[i].carries)
		for lane := range width {
			add(sum, lane, [3]float32{-acc[0][lane], -acc[1][lane], -acc[2][lane]})
		}
	}
}

// addPair adds the forces of springs to neighbors at one offset, and to those on
// the neighbors, the other way around.
func addPair(sum, acc *[3][width]float32, c *forcesCall, base int, p pair, offset int, full bool) {
	r := &c.table.records[p.class/recordPlaces]
	for lane := range width {
		if p.lanes>>lane&1 != 0 {
			force := springForce(c, base+lane, base+lane+offset, r, full)
			add(sum, lane, force)
			add(acc, lane, force)
		}
	}
}

// shift moves forces on by a lane.
func (h *handing) shift(acc *[3][width]float32, carry *int, lanes uint16) {
	for axis := range 3 {
		held := h.carries[*carry : *carry+width]
		before := held[width-1]
		copy(held, acc[axis][:])
		copy(acc[axis][1:], held[:width-1])
		acc[axis][0] = 0
		if lanes&1 != 0 {
			acc[axis][0] = before
		}
		*carry += width
	}
}

// takeUp adds what acts on the slice at hand.
func (r *runState) takeUp(sum *[3][width]float32, ring []float32, s span) {
	if ring == nil {
		return
	}
	at := r.at - int64(s.back)
	if at < 0 {
		at += r.bytes
	}
	for axis := range 3 {
		from := ring[(int64(axis)*r.stride+at)/4:]
		for lane := range width {
			if s.takes>>lane&1 != 0 {
				sum[axis][lane] -= from[lane]
			}
		}
	}
}

// handOver keeps what the slice at hand hands on, and goes on to the next.
func (r *runState) handOver(acc *[3][width]float32, ring []float32) {
	for axis := range 3 {
		array := ring[int64(axis)*r.stride/4:]
		copy(array[r.at/4:], acc[axis][:])
		if r.at == 0 { // a slice takes up across the end
			copy(array[r.bytes/4:], acc[axis][:])
		}
	}
	if r.at += 4 * width; r.at == r.bytes {
		r.at = 0
	}
}
