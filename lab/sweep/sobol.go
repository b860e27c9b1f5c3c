package sweep

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// joeKuo has the parameters of Sobol's sequence, one dimension a line from the second on, as in
// the file new-joe-kuo-6: the number of the dimension, the degree s of its primitive
// polynomial, the inner coefficients a of it, and s initial direction numbers m. See the first
// line for source and license.
//
//go:embed joe-kuo.txt
var joeKuo string

// MostDimensions is the number of dimensions of Sobol.
const MostDimensions = 1024

// sobolBits is the number of bits of a coordinate.
const sobolBits = 32

// SobolSampler is a Sampler of low discrepancy: Sobol's sequence in the order of Gray's code, with the
// direction numbers of S. Joe and F. Y. Kuo (SIAM J. Sci. Comput. 30, 2008), property A to six
// dimensions. A digital shift, one exclusive or for each dimension, gives as many designs as
// there are seeds; the seed 0 does not shift, so that the first point is 0.
type SobolSampler struct {
	directions [][sobolBits]uint32
	shift      []uint32
}

// NewSobolSampler is the sequence of some dimensions, at most MostDimensions.
func NewSobolSampler(seed uint64, dimensions int) (*SobolSampler, error) {
	if dimensions > MostDimensions {
		return nil, fmt.Errorf("sampling: Sobol's sequence is known here to %d dimensions, and the design has %d; take random or lhs", MostDimensions, dimensions)
	}
	s := &SobolSampler{directions: make([][sobolBits]uint32, dimensions), shift: make([]uint32, dimensions)}
	lines := strings.Split(joeKuo, "\n")[1:] // the first says where it is from
	for d := range dimensions {
		if seed != 0 {
			s.shift[d] = uint32(hash(seed, uint64(d)) >> 32)
		}
		if d == 0 {
			for i := range sobolBits {
				s.directions[0][i] = 1 << (sobolBits - 1 - i)
			}
			continue
		}
		if err := directionsOf(lines[d-1], d+1, &s.directions[d]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// directionsOf makes the direction numbers of a dimension, v_i = m_i 2^(bits−i), i from 1, with
//
//	m_i = 2 a_1 m_{i−1} ⊕ 4 a_2 m_{i−2} ⊕ ... ⊕ 2^(s−1) a_{s−1} m_{i−s+1} ⊕ 2^s m_{i−s} ⊕ m_{i−s}
func directionsOf(line string, dimension int, v *[sobolBits]uint32) error {
	var n []uint32
	for _, word := range strings.Fields(line) {
		x, err := strconv.ParseUint(word, 10, 32)
		if err != nil {
			return fmt.Errorf("sampling: joe-kuo.txt: %w", err)
		}
		n = append(n, uint32(x))
	}
	if len(n) < 4 || n[0] != uint32(dimension) || int(n[1]) != len(n)-3 || n[1] > sobolBits {
		return fmt.Errorf("sampling: joe-kuo.txt has no line of dimension %d", dimension)
	}
	s, a, m := int(n[1]), n[2], n[3:]
	for i := range sobolBits {
		if i < s {
			v[i] = m[i] << (sobolBits - 1 - i)
			continue
		}
		v[i] = v[i-s] ^ v[i-s]>>s
		for j := 1; j < s; j++ {
			if a>>(s-1-j)&1 == 1 {
				v[i] ^= v[i-j]
			}
		}
	}
	return nil
}

// At implements Sampler. k is below 2³².
func (s *SobolSampler) At(k int64, dimension int) float64 {
	gray := uint64(k) ^ uint64(k)>>1
	x := s.shift[dimension]
	for i := 0; gray != 0 && i < sobolBits; i, gray = i+1, gray>>1 {
		if gray&1 == 1 {
			x ^= s.directions[dimension][i]
		}
	}
	return float64(x) / (1 << sobolBits)
}
