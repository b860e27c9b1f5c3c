package cpu

// A packed copy of positions, beside their arrays, holds x, y and z of a mass
// side by side: 16 bytes a mass and buffer, or 32 where dampers read velocities,
// too. Columns read it: a neighbor that is anywhere is then in one cache line and
// comes with one load, where gathers from the arrays take three of each. Who
// writes a position writes it here, too: motion.set does, and so do kernels.
const (
	packedPosition = 4                  // numbers of a mass: x, y, z and one that nobody reads
	packedBoth     = packedPosition * 2 // and the same of its velocity
)

// leastPacked is how many columns a slice must have on average, so that a packed
// copy makes steps faster: to write it costs about as much as it saves for
// one column, or two when it comes from memory.
const leastPacked = 1

// packs says whether a packed copy pays.
func (t *table) packs() bool {
	return len(t.columns)/(width*t.format.words()) >= leastPacked*(len(t.ends)-1) && len(t.columns) > 0
}

// packedNumbers is the numbers that a mass has in a packed copy; both says that
// velocities are read by others.
func (t *table) packedNumbers(both bool) int {
	switch {
	case !t.packs():
		return 0
	case both:
		return packedBoth
	}
	return packedPosition
}

// addPacked gives a motion a packed copy of so many numbers a mass; skew is that of newMotion.
func (m *motion) addPacked(lanes, numbers, skew int) {
	skew *= page / 2
	m.packed, m.packedOf = alignedFloats(lanes*numbers + skew)[skew:], numbers
}

// packedLane is the address of a lane in the packed copy, or nil.
func (m motion) packedLane(i int) *float32 {
	if m.packedOf == 0 {
		return nil
	}
	return &m.packed[i*m.packedOf]
}

// setPacked writes a position or velocity into the packed copy, if it holds such.
func (m motion) setPacked(which, lane int, v [3]float32) {
	if at := which / arrayVX * packedPosition; at < m.packedOf {
		copy(m.packed[lane*m.packedOf+at:], v[:])
	}
}
