package kernels

import (
	"unsafe"

	"hooke/cpu/table"
)

// Motion is a buffer of what moves: x, y and z of positions [m] and, in most,
// of velocities [m/s], one array after the other. 12 bytes per mass and kind.
// Before and after its lanes each array has a slice of padding, since a slot
// reads the neighbors of lanes that have none.
type Motion struct {
	Arena  []float32
	Stride int // from an array to the next, in numbers

	Packed   []float32 // see PackedPosition; nil: none
	PackedOf int       // numbers of a mass there
}

// Arrays of a motion.
const (
	ArrayX  = iota
	ArrayVX = iota + 2
	Arrays  = 6
)

// Sizes of a cache, in numbers of 4 bytes.
const (
	line = 16
	Page = 1024
)

// StrideOf is how far arrays for lanes masses are apart. Those that are an odd
// number of cache lines apart do not compete for the same places of a cache.
func StrideOf(lanes int) int {
	stride := (lanes + 2*table.Width + line - 1) / line * line
	return stride + (5*line-stride%Page+Page)%Page
}

// NewMotion makes room for lanes masses; count is 3 for positions alone, or 6.
// Motions of different skews do not compete for the same places of a cache: a
// processor takes a load for one of what it has just stored elsewhere when the
// places of both in their pages are the same.
func NewMotion(lanes, count, skew int) Motion {
	stride := StrideOf(lanes)
	skew *= Page / 2
	return Motion{Arena: AlignedFloats(count*stride + skew)[skew:], Stride: stride}
}

// Array is one of the arrays: lane i is at width+i.
func (m Motion) Array(which int) []float32 { return m.Arena[which*m.Stride : (which+1)*m.Stride] }

// lane is the address of a lane in the first array.
func (m Motion) lane(i int) *float32 { return &m.Arena[table.Width+i] }

// strideBytes is the distance between arrays [bytes].
func (m Motion) strideBytes() int64 { return 4 * int64(m.Stride) }

// Get is the position (which = ArrayX) or velocity (ArrayVX) of a lane.
func (m Motion) Get(which, lane int) [3]float32 {
	at := which*m.Stride + table.Width + lane
	return [3]float32{m.Arena[at], m.Arena[at+m.Stride], m.Arena[at+2*m.Stride]}
}

// Set replaces the position [m] (which = ArrayX) or velocity [m/s] (ArrayVX) of a lane, in the
// packed copy, too.
func (m Motion) Set(which, lane int, v [3]float32) {
	at := which*m.Stride + table.Width + lane
	m.Arena[at], m.Arena[at+m.Stride], m.Arena[at+2*m.Stride] = v[0], v[1], v[2]
	m.setPacked(which, lane, v)
}

// AlignedFloats makes a slice that begins at a cache line.
func AlignedFloats(count int) []float32 {
	raw := make([]float32, count+line)
	skip := (line - int(uintptr(unsafe.Pointer(&raw[0]))/4%line)) % line
	return raw[skip : skip+count : skip+count]
}

// Unpack writes the arrays from which on, in the model's numbering.
func (m Motion) Unpack(o table.LaneOrder, which int, dst [][3]float32) {
	o.Each(func(lane, mass int) { dst[mass] = m.Get(which, lane) })
}

// Pack is the reverse of unpack.
func (m Motion) Pack(o table.LaneOrder, which int, src [][3]float32) {
	o.Each(func(lane, mass int) { m.Set(which, lane, src[mass]) })
}
