package kernels

import (
	"hooke/cpu/table"
)

// A packed copy of positions, beside their arrays, holds x, y and z of a mass side by side.
// It takes 16 bytes a mass and buffer, or 32 where dampers read velocities, too. Columns
// read it: a neighbor that may be anywhere is in one cache line then and comes with one
// load, where gathers take a line and many cycles for each number. The masses themselves,
// and slots, read the arrays. All code that writes a position writes it to the packed copy,
// too: Motion.Set does, and so do the kernels in assembly.
const (
	PackedPosition = 4                  // numbers of the position of a mass: x, y, z and one that nobody reads
	packedBoth     = PackedPosition * 2 // numbers of the position and the velocity of a mass
)

// PackedNumbers is the number of numbers that a mass has in the packed copy for a table; 0:
// the kernel or the table has none. both says that columns read velocities, too.
func (k Kernel[T]) PackedNumbers(t *table.Table[T], both bool) int {
	switch {
	case !k.packed || !t.Packs():
		return 0
	case both:
		return packedBoth
	}
	return PackedPosition
}

// AddPacked gives a motion a packed copy, with so many numbers for each of its lanes. skew
// has the meaning that it has in NewMotion.
func (m *Motion[T]) AddPacked(lanes, numbers, skew int) {
	skew *= Page[T]() / 2
	m.Packed, m.PackedOf = AlignedFloats[T](lanes*numbers + skew)[skew:], numbers
}

// packedLane is the address of a lane in the packed copy, or nil.
func (m Motion[T]) packedLane(i int) *T {
	if m.PackedOf == 0 {
		return nil
	}
	return &m.Packed[i*m.PackedOf]
}

// setPacked writes a position or velocity into the packed copy, if that holds it.
func (m Motion[T]) setPacked(which, lane int, v [3]T) {
	if at := which / ArrayVX * PackedPosition; at < m.PackedOf {
		copy(m.Packed[lane*m.PackedOf+at:], v[:])
	}
}

// PackSlices writes the packed copy of some slices anew.
func (m Motion[T]) PackSlices(first, count int) {
	for lane := first * table.Width; lane < (first+count)*table.Width; lane++ {
		for which := ArrayX; which/ArrayVX*PackedPosition < m.PackedOf; which += ArrayVX {
			m.setPacked(which, lane, m.Get(which, lane))
		}
	}
}
