package spring

import (
	"math"
	"math/cmplx"
)

// Steady returns how a spring of stiffness s [1/s²] and damping d [1/s] moves in the
// end behind a goal sin(2π f t) of frequency f [Hz], at a time t [s]: with
// w = 2π f it is the imaginary part of H e^(i w t),
//
//	H = (s + i d w) / (s − w² + i d w).
//
// The offset of any other state from it decays as Track has it, so that the two
// are the whole motion. Without damping and at the spring's own frequency there
// is no such motion, and the result is not finite.
func Steady(s, d, f, t float64) State[float64] {
	w := 2 * math.Pi * f
	along := complex(s, d*w) / complex(s-w*w, d*w) * cmplx.Exp(complex(0, w*t))
	return State[float64]{Position: imag(along), Velocity: imag(complex(0, w) * along)}
}
