// Package sampling chooses points of the unit cube for designs of experiments: at random, as
// Latin hypercubes, and as Sobol's sequence. The point of number k depends on the seed and k
// alone, of a Latin hypercube on the number of points besides: any part of a design can be
// made anywhere, in any order, with the same bits.
package sampling

import "hooke/order/random"

// Sampler chooses points.
type Sampler interface {
	// At is coordinate dimension, from 0, of the point of number k, from 0: in [0, 1).
	At(k int64, dimension int) float64
}

// Random is a Sampler whose coordinates are independent and uniform. The value is the seed.
type Random uint64

// At implements Sampler.
func (r Random) At(k int64, dimension int) float64 {
	return random.Unit(hash(uint64(r), uint64(k), uint64(dimension)))
}

// hash mixes some numbers; their order counts.
func hash(numbers ...uint64) (z uint64) {
	for _, n := range numbers {
		z = random.Of(z + n)
	}
	return z
}
