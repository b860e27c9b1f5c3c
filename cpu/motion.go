package cpu

import "unsafe"

// motion is a buffer of what moves: x, y and z of positions [m] and, in most,
// of velocities [m/s], one array after the other. 12 bytes per mass and kind.
// Before and after its lanes each array has a slice of padding, since a slot
// reads the neighbors of lanes that have none.
type motion struct {
	arena  []float32
	stride int // from an array to the next, in numbers

	packed   []float32 // see packedPosition; nil: none
	packedOf int       // numbers of a mass there
}

// Arrays of a motion.
const (
	arrayX  = iota
	arrayVX = iota + 2
	arrays  = 6
)

// Sizes of a cache, in numbers of 4 bytes.
const (
	line = 16
	page = 1024
)

// strideOf is how far arrays for lanes masses are apart. Those that are an odd
// number of cache lines apart do not compete for the same places of a cache.
func strideOf(lanes int) int {
	stride := (lanes + 2*width + line - 1) / line * line
	return stride + (5*line-stride%page+page)%page
}

// newMotion makes room for lanes masses; count is 3 for positions alone, or 6.
// Motions of different skews do not compete for the same places of a cache: a
// processor takes a load for one of what it has just stored elsewhere when the
// places of both in their pages are the same.
func newMotion(lanes, count, skew int) motion {
	stride := strideOf(lanes)
	skew *= page / 2
	return motion{arena: alignedFloats(count*stride + skew)[skew:], stride: stride}
}

// array is one of the arrays: lane i is at width+i.
func (m motion) array(which int) []float32 { return m.arena[which*m.stride : (which+1)*m.stride] }

// lane is the address of a lane in the first array.
func (m motion) lane(i int) *float32 { return &m.arena[width+i] }

// strideBytes is the distance between arrays [bytes].
func (m motion) strideBytes() int64 { return 4 * int64(m.stride) }

// get is the position (which = arrayX) or velocity (arrayVX) of a lane.
func (m motion) get(which, lane int) [3]float32 {
	at := which*m.stride + width + lane
	return [3]float32{m.arena[at], m.arena[at+m.stride], m.arena[at+2*m.stride]}
}

func (m motion) set(which, lane int, v [3]float32) {
	at := which*m.stride + width + lane
	m.arena[at], m.arena[at+m.stride], m.arena[at+2*m.stride] = v[0], v[1], v[2]
	m.setPacked(which, lane, v)
}

// alignedFloats makes a slice that begins at a cache line.
func alignedFloats(count int) []float32 {
	raw := make([]float32, count+line)
	skip := (line - int(uintptr(unsafe.Pointer(&raw[0]))/4%line)) % line
	return raw[skip : skip+count : skip+count]
}
