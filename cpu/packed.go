package cpu

// A packed copy of positions, beside their arrays, holds x, y and z of a mass side
// by side: 16 bytes a mass and buffer, or 32 where dampers read velocities, too.
// Columns read it: a neighbor that is anywhere is in one cache line then and comes
// with one load, where gathers take a line and many cycles for each number. The
// masses themselves, and slots, read the arrays. Who writes a position writes it
// here, too: motion.set does, and so do the kernels in assembly.
const (
	packedPosition = 4                  // numbers of a mass: x, y, z and one that nobody reads
	packedBoth     = packedPosition * 2 // and the same of its velocity
)

// leastPacked is how many columns a slice has, on average, in a table for which
// there is a packed copy: to write a slice takes about half of what is saved
// by a column.
const leastPacked = 1

// packs says whether a packed copy is worth it.
func (t *table) packs() bool {
	columns, slices := len(t.columns)/(width*t.format.words()), len(t.ends)-1
	return columns > 0 && columns >= leastPacked*slices
}

// packedNumbers is how many numbers a mass has in the packed copy for a table, or
// 0; both says that velocities are read by others.
func (k kernel) packedNumbers(t *table, both bool) int {
	switch {
	case !k.packed || !t.packs():
		return 0
	case both:
		return packedBoth
	}
	return packedPosition
}

// addPacked gives a motion a packed copy, of so many numbers for each of its
// lanes; skew is that of newMotion.
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

// setPacked writes a position or velocity into the packed copy, if that holds it.
func (m motion) setPacked(which, lane int, v [3]float32) {
	if at := which / arrayVX * packedPosition; at < m.packedOf {
		copy(m.packed[lane*m.packedOf+at:], v[:])
	}
}
