package kernels

import (
	"slices"
	"unsafe"

	"hooke/cpu/table"
	"hooke/machine/memory"
	"hooke/model"
)

// Motion is a buffer of arrays, one after the other: x, y and z of positions [m] and, in
// most motions, of velocities [m/s]. It takes 12 bytes per mass for each of the two. Each
// array has a slice of padding before and after its lanes, since a slot also reads at its
// offset from lanes that have no neighbor there. The zero value is empty.
type Motion[T table.Real] struct {
	Arena  []T
	Stride int // from an array to the next [numbers]

	Packed   []T // packed copy, see PackedPosition; nil: none
	PackedOf int // numbers of a mass in the packed copy
}

// These are the first arrays of positions and of velocities in a motion, and the number of
// arrays.
const (
	ArrayX  = iota
	ArrayVX = iota + 2
	Arrays  = 6
)

// Line and Page are the sizes of a cache line and of a memory page, in numbers.
func Line[T table.Real]() int { return 64 / int(table.SizeOf[T]()) }
func Page[T table.Real]() int { return 4096 / int(table.SizeOf[T]()) }

// StrideOf returns the distance between arrays for that many lanes [numbers]. Arrays that are
// an odd number of cache lines apart do not compete for the same sets of a cache.
func StrideOf[T table.Real](lanes int) int {
	line, page := Line[T](), Page[T]()
	stride := (lanes + 2*table.Width + line - 1) / line * line
	return stride + (5*line-stride%page+page)%page
}

// NewMotion makes a motion with that many lanes; count is 3 for positions alone, or 6 with
// velocities. Motions of different skews do not compete for the same sets of a cache: a
// processor mistakes a load for one of a recent store elsewhere if both have the same offset
// in their pages.
func NewMotion[T table.Real](lanes, count, skew int) Motion[T] {
	stride := StrideOf[T](lanes)
	skew *= Page[T]() / 2
	return Motion[T]{Arena: AlignedFloats[T](count*stride + skew)[skew:], Stride: stride}
}

// Touch writes zero into each page of a new motion, on all cores, so that the system brings the
// pages in now.
func (m Motion[T]) Touch() {
	page := Page[T]()
	model.InBlocks((len(m.Arena)+page-1)/page, func(_, first, last int) {
		for i := first; i < last; i++ {
			m.Arena[i*page] = 0
		}
	})
}

// Array is one of the arrays; lane i is at table.Width+i.
func (m Motion[T]) Array(which int) []T { return m.Arena[which*m.Stride : (which+1)*m.Stride] }

// sides are 16 lanes side by side of an array and of the two behind it, from a lane on.
func (m *Motion[T]) sides(which, lane int) (x, y, z *[table.Width]T) {
	arena, stride, at := m.Arena, m.Stride, which*m.Stride+table.Width+lane
	return (*[table.Width]T)(arena[at:]), (*[table.Width]T)(arena[at+stride:]), (*[table.Width]T)(arena[at+2*stride:])
}

// Velocities returns the velocities of a motion, so that a MovedCall measures them as positions.
func (m Motion[T]) Velocities() Motion[T] {
	return Motion[T]{Arena: m.Arena[ArrayVX*m.Stride:], Stride: m.Stride}
}

// lane returns the address of a lane in the first array.
func (m Motion[T]) lane(i int) *T { return &m.Arena[table.Width+i] }

// strideBytes returns the distance between arrays [bytes].
func (m Motion[T]) strideBytes() int64 { return table.SizeOf[T]() * int64(m.Stride) }

// Get returns the position (which = ArrayX) or velocity (ArrayVX) of a lane.
func (m Motion[T]) Get(which, lane int) [3]T {
	at := which*m.Stride + table.Width + lane
	return [3]T{m.Arena[at], m.Arena[at+m.Stride], m.Arena[at+2*m.Stride]}
}

// Set replaces the position [m] (which = ArrayX) or velocity [m/s] (ArrayVX) of a lane, in the
// packed copy, too.
func (m Motion[T]) Set(which, lane int, v [3]T) {
	at := which*m.Stride + table.Width + lane
	m.Arena[at], m.Arena[at+m.Stride], m.Arena[at+2*m.Stride] = v[0], v[1], v[2]
	m.setPacked(which, lane, v)
}

// AlignedFloats makes a slice that begins at a cache line, in large pages where it is large.
func AlignedFloats[T table.Real](count int) []T {
	line := Line[T]()
	raw := memory.InLargePages(make([]T, count+line))
	skip := (line - int(uintptr(unsafe.Pointer(&raw[0]))/uintptr(table.SizeOf[T]()))%line) % line
	return raw[skip : skip+count : skip+count]
}

// Unpack writes positions [m] (which = ArrayX) or velocities [m/s] (ArrayVX) to dst, in the
// numbering of the model.
func Unpack[To, T table.Real](m Motion[T], o table.LaneOrder, which int, dst [][3]To) {
	o.Each(func(lane, mass int) {
		v := m.Get(which, lane)
		dst[mass] = [3]To{To(v[0]), To(v[1]), To(v[2])}
	})
}

// Pack is the inverse of Unpack: it reads src, in the numbering of the model, and writes
// the packed copy, too.
func (m Motion[T]) Pack(o table.LaneOrder, which int, src [][3]T) {
	o.Each(func(lane, mass int) { m.Set(which, lane, src[mass]) })
}

// MovedCall holds the arguments and the result of a kernel that measures motion. Assembly
// reads the first fields.
type MovedCall[T table.Real] struct {
	from, to             *T    // first lane in the arrays x
	fromStride, toStride int64 // from array to array [bytes]
	count                int64 // number of slices, at least 1
	shift                [4]T
	most                 [table.Width]T // result: squares of |to − from − shift|, the largest among them [m²]

	a, b  Motion[T]
	first int
}

// Set aims a call at count slices from first on.
func (c *MovedCall[T]) Set(from, to Motion[T], first, count int, shift [3]T) {
	c.a, c.b, c.first = from, to, first
	c.from, c.fromStride = from.lane(first*table.Width), from.strideBytes()
	c.to, c.toStride = to.lane(first*table.Width), to.strideBytes()
	c.count, c.most = int64(count), [table.Width]T{}
	c.shift = [4]T{shift[0], shift[1], shift[2]}
}

// Most returns the largest square of the distance of a mass [m²].
func (c *MovedCall[T]) Most() T { return slices.Max(c.most[:]) }

// MovedGo measures how far masses are from where they were, apart from a shift of all.
func MovedGo[T table.Real](c *MovedCall[T]) {
	for lane := c.first * table.Width; lane < (c.first+int(c.count))*table.Width; lane++ {
		c.most[lane%table.Width] = max(c.most[lane%table.Width], MovedOf(c.a, c.b, lane, [3]T(c.shift[:3])))
	}
}

// MovedOf returns the square of |to − from − shift| of a lane [m²].
func MovedOf[T table.Real](from, to Motion[T], lane int, shift [3]T) T {
	a, b := from.Get(ArrayX, lane), to.Get(ArrayX, lane)
	d := [3]T{b[0] - a[0] - shift[0], b[1] - a[1] - shift[1], b[2] - a[2] - shift[2]}
	return Dot(d, d)
}

// A packed copy of positions, beside their arrays, holds x, y and z of a mass side by side.
// It takes 16 bytes a mass and buffer, or 32 where dampers read velocities, too. Columns
// read it: a neighbor that may be anywhere is in one cache line then and comes with one
// load, where gathers take a line and many cycles for each number. The masses themselves,
// and slots, read the arrays. All code that writes a position writes it to the packed copy,
// too: Motion.Set does, and so do the kernels in assembly.
const (
	PackedPosition = 4                  // numbers of the position of a mass: x, y, z and an unused one
	packedBoth     = PackedPosition * 2 // numbers of the position and the velocity of a mass
)

// PackedNumbers returns the number of numbers that a mass has in the packed copy for a table; 0:
// the kernel or the table lacks one. both says that columns read velocities, too.
func (k Kernel[T]) PackedNumbers(t *table.Table[T], both bool) int {
	switch {
	case !k.packed || !t.Packs():
		return 0
	case both:
		return packedBoth
	}
	return PackedPosition
}

// AddPacked gives a motion a packed copy, with the given number of numbers for each of its lanes. skew
// has the meaning that it has in NewMotion.
func (m *Motion[T]) AddPacked(lanes, numbers, skew int) {
	skew *= Page[T]() / 2
	m.Packed, m.PackedOf = AlignedFloats[T](lanes*numbers + skew)[skew:], numbers
}

// packedLane returns the address of a lane in the packed copy, or nil.
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
