package control

import (
	"math"
	"math/bits"
)

// turns is a phase as a part of a turn, in units of 2⁻⁶⁴: it wraps by itself, and adding to it
// rounds nothing, however often.
type turns uint64

// turnsOf is a number of turns, rounded to 2⁻⁵³ of a turn or less.
func turnsOf(x float64) turns {
	part := x - math.Floor(x) // in [0, 1]
	high := math.Floor(part * 0x1p32) // powers of two multiply without rounding
	low := math.Floor((part - high*0x1p-32) * 0x1p64)
	return turns(uint64(high)<<32 + uint64(low))
}

// turnsAfter is b times a number of turns, without an error that grows with b but that of x itself.
func turnsAfter(x float64, b int64) turns {
	_, low := bits.Mul64(uint64(turnsOf(x)), uint64(b))
	return turns(low)
}

// angle is the phase from −π to π [rad].
func (t turns) angle() float64 { return 2 * math.Pi * (float64(int64(t)) * 0x1p-64) }
