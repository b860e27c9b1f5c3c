package sweep

import "hooke/order/random"

// Sampler chooses points of the unit cube for a design of experiments. The point of number k depends on
// the seed and k alone, and in a Latin hypercube on the number of points. Any part of a design can
// therefore be made anywhere, in any order, with the same bits.
type Sampler interface {
	// At returns coordinate dimension, from 0, of the point of number k, from 0: in [0, 1).
	At(k int64, dimension int) float64
}

// RandomSampler is a Sampler whose coordinates are independent and uniform. The value is the seed.
type RandomSampler uint64

// At implements Sampler.
func (r RandomSampler) At(k int64, dimension int) float64 {
	return random.Unit(hash(uint64(r), uint64(k), uint64(dimension)))
}

// hash mixes some numbers; their order counts.
func hash(numbers ...uint64) (z uint64) {
	for _, n := range numbers {
		z = random.Of(z + n)
	}
	return z
}
