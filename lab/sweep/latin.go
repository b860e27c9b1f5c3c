package sweep

import (
	"math/bits"

	"hooke/order/random"
)

// LatinSampler is a Sampler that makes a Latin hypercube: of n points, each of n intervals of equal
// length has one coordinate of every dimension, at a random position in it (M. D. McKay,
// R. J. Beckman, W. J. Conover, Technometrics 21, 1979).
//
// The order of intervals is a permutation that needs no memory: a Feistel network of four
// rounds over the least even number of bits that holds n, applied until the result is below n
// (J. Black, P. Rogaway, "Ciphers with arbitrary finite domains", 2002).
type LatinSampler struct {
	seed  uint64
	count uint64
	half  uint // bits of one side of the network
}

// rounds of the network.
const rounds = 4

// NewLatinSampler is a hypercube of count points, at least 1.
func NewLatinSampler(seed uint64, count int64) LatinSampler {
	n := uint64(max(1, count))
	return LatinSampler{seed: seed, count: n, half: uint(bits.Len64(n-1)+1) / 2}
}

// At implements Sampler. k is below the number of points.
func (l LatinSampler) At(k int64, dimension int) float64 {
	place := random.Unit(hash(l.seed, 1, uint64(k), uint64(dimension)))
	interval := float64(l.interval(uint64(k)%l.count, uint64(dimension)))
	return min((interval+place)/float64(l.count), below1)
}

// below1 is the largest number below 1.
const below1 = 1 - 1.0/(1<<53)

// interval is the number of the interval of point k.
func (l LatinSampler) interval(k, dimension uint64) uint64 {
	if l.count == 1 {
		return 0
	}
	mask := uint64(1)<<l.half - 1
	for {
		left, right := k>>l.half, k&mask
		for round := range uint64(rounds) {
			left, right = right, left^hash(l.seed, 2+round, dimension, right)&mask
		}
		if k = left<<l.half | right; k < l.count {
			return k
		}
	}
}
