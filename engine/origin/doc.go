// Package origin chooses the point of the world to which an engine's positions are relative,
// so that a structure far from zero is stepped with the same bits as one at zero.
//
// A float32 has 24 bits: 4 km from zero neighboring numbers are half a millimeter apart, and
// a spring of a centimeter has no strain there. So an engine gets a model, parameters and a
// start minus an origin in float64 (At, Local), and Around wraps the engine so that callers
// see the world.
//
// The origin is a multiple of Grid along each axis: Reach times the largest power of two that
// is at most the longest side of the box of the masses. A structure within a few sides of
// zero has the origin zero, and one moved by multiples of its grid has the same positions
// relative to its origin.
package origin
