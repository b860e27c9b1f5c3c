// Package random makes numbers that look random and are the same on every machine and in
// every version: jitter of starts, gusts, disturbances and random test models must not
// change a run that is repeated.
//
// The algorithm is SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014.
package random

import "math"

// golden is the step from one state of a stream to the next: 2⁶⁴ divided by the golden
// ratio, odd.
const golden = 0x9e3779b97f4a7c15

// Mix turns close numbers into unrelated ones: the finalizer of SplitMix64. Zero stays
// zero.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Of is number n (from 0) of the stream that begins at zero: a hash of n.
func Of(n uint64) uint64 { return Mix((n + 1) * golden) }

// Signed returns a number in [-1, 1), from the upper 53 bits, which float64 holds exactly.
func Signed(z uint64) float64 { return float64(z>>11)/(1<<52) - 1 }

// Unit returns a number in [0, 1), from the upper 53 bits.
func Unit(z uint64) float64 { return float64(z>>11) / (1 << 53) }

// Stream is a sequence of numbers; its value is the seed. The zero value begins at zero.
type Stream uint64

// Signed returns the next number of a stream, in [-1, 1).
func (s *Stream) Signed() float64 {
	*s += golden
	return Signed(Mix(uint64(*s)))
}

// Normal returns the next number of a stream with the standard normal distribution, from two uniform
// ones (G. E. P. Box, M. E. Muller, Ann. Math. Statist. 29, 1958). Processors whose logarithm or
// cosine differs in the last bit differ here.
func (s *Stream) Normal() float64 {
	u, v := (s.Signed()+1)/2, s.Signed()
	return math.Sqrt(-2*math.Log(1-u)) * math.Cos(math.Pi*v)
}
