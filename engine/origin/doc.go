// Package origin decides from which point of the world engines count positions, so that a
// structure far from zero is stepped with the same bits as one at zero.
//
// A float32 has 24 bits: 4 km from zero its neighbors are half a millimeter apart, and a
// spring of a centimeter has no strain there. An engine therefore gets a model, parameters
// and a start less an origin in float64 (At, Local), and whoever looks at the run sees the
// world: Around makes an engine that adds the origin to what it tells.
//
// The origin is a multiple of Grid along each axis, Reach times the largest power of two that
// is at most the longest side of the box of the masses. A structure within some sides of zero
// has the origin zero, and one that is moved by multiples of its grid has the same positions
// from its origin.
package origin
