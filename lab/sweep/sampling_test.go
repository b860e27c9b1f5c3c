package sweep

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"testing"

	"hooke/must"
)

// hashOf is the SHA-256 of the float64 of n points from number first on.
func hashOf(s Sampler, first, n int64, dimensions int) string {
	sum := sha256.New()
	for k := first; k < first+n; k++ {
		for d := range dimensions {
			_ = binary.Write(sum, binary.LittleEndian, s.At(k, d))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Sobol's points without a shift are those of scipy.stats.qmc.Sobol(d, scramble=False) of SciPy
// 1.17.1, bit for bit: the first, and in all dimensions, far on, by hashes of their float64.
func TestSobolIsThatOfSciPy(t *testing.T) {
	s := must.Get(NewSobolSampler(0, MostDimensions))(t)
	first := [][]float64{
		{0, 0, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5, 0.5}, {0.75, 0.25, 0.25, 0.25, 0.75}, {0.25, 0.75, 0.75, 0.75, 0.25},
		{0.375, 0.375, 0.625, 0.875, 0.375}, {0.875, 0.875, 0.125, 0.375, 0.875}, {0.625, 0.125, 0.875, 0.625, 0.625},
		{0.125, 0.625, 0.375, 0.125, 0.125}, {0.1875, 0.3125, 0.9375, 0.4375, 0.5625},
	}
	for k, point := range first {
		for d, want := range point {
			if got := s.At(int64(k), d); got != want {
				t.Errorf("point %d, dimension %d: %g; want %g", k, d, got, want)
			}
		}
	}
	for _, c := range []struct {
		first, n   int64
		dimensions int
		want       string
	}{
		{0, 64, 1024, "e79ec6b74bc6795f552230afc977fabd4c0787ed57835351bd888e067830a62c"},
		{0, 1024, 8, "fd43225480dce38fee22ef3593d0a8d9118a7c7f6d98865dc8b6bfea2af5bcb9"},
		{1000003, 3, 1024, "71b2846b49e50d215e35ed20a49a0c282ed2f0ca6e859d6517674ca128ac453c"},
	} {
		must.Be(t, hashOf(s, c.first, c.n, c.dimensions), c.want, "%d points from %d on in %d dimensions have the hash", c.n, c.first, c.dimensions)
	}
	if _, err := NewSobolSampler(0, MostDimensions+1); err == nil {
		t.Error("a sequence has more dimensions than there are direction numbers")
	}
	s.directions[7][3] ^= 1 << 20
	if hashOf(s, 0, 64, 1024) == "e79ec6b74bc6795f552230afc977fabd4c0787ed57835351bd888e067830a62c" {
		t.Error("a wrong direction number shows nowhere")
	}
}

// A line of the table that is damaged is a fault, not a wrong sequence.
func TestDamagedDirectionNumbers(t *testing.T) {
	for _, line := range []string{"", "2 1", "3 1 0 1", "2 2 1 1", "2 x 0 1", "2 40 0 1"} {
		if err := directionsOf(line, 2, new([sobolBits]uint32)); err == nil {
			t.Errorf("%q is taken for a line of dimension 2", line)
		}
	}
}

// Of 2^m points, shifted or not, every interval of length 2^-m has one coordinate in each dimension. A Latin
// hypercube does this for any number of points, and random points do not.
func TestEveryIntervalHasOnePoint(t *testing.T) {
	once := func(s Sampler, n int64, dimensions int) bool {
		for d := range dimensions {
			seen := make([]bool, n)
			for k := range n {
				x := s.At(k, d)
				if !(x >= 0 && x < 1) || seen[int(x*float64(n))] {
					return false
				}
				seen[int(x*float64(n))] = true
			}
		}
		return true
	}
	for _, seed := range []uint64{0, 1, 99} {
		s := must.Get(NewSobolSampler(seed, 100))(t)
		must.Hold(t, once(s, 256, 100), "Sobol, seed %d: an interval has no point", seed)
	}
	for _, n := range []int64{1, 2, 3, 7, 64, 100, 1000, 1025} {
		must.Hold(t, once(NewLatinSampler(5, n), n, 10), "Latin hypercube of %d points: an interval has no point", n)
	}
	must.Hold(t, !once(RandomSampler(5), 64, 2), "random points are a Latin hypercube")
}

// Seeds and dimensions give other points; the same ones give the same points in any order.
// Coordinates are uniform and of two dimensions uncorrelated.
func TestPointsDependOnSeedAndNumber(t *testing.T) {
	const n = 4000
	makers := map[string]func(seed uint64) Sampler{
		"random": func(seed uint64) Sampler { return RandomSampler(seed) },
		"lhs":    func(seed uint64) Sampler { return NewLatinSampler(seed, n) },
		"sobol": func(seed uint64) Sampler {
			return must.Get(NewSobolSampler(seed, 4))(t)
		},
	}
	for name, make := range makers {
		a, again, b := make(7), make(7), make(8)
		sum, squares, cross, same := 0.0, 0.0, 0.0, 0
		for k := int64(n - 1); k >= 0; k-- {
			x, y := a.At(k, 1), a.At(k, 2)
			if again.At(k, 1) != x {
				t.Fatalf("%s: point %d is not the same again", name, k)
			}
			if b.At(k, 1) == x || y == x {
				same++
			}
			sum, squares, cross = sum+x, squares+x*x, cross+(x-0.5)*(y-0.5)
		}
		must.Hold(t, same <= n/100, "%s: %d of %d coordinates are those of another seed or dimension", name, same, n)
		if math.Abs(sum/n-0.5) > 0.02 || math.Abs(squares/n-1./3) > 0.02 || math.Abs(cross/n) > 0.01 {
			t.Errorf("%s: mean %g, mean square %g, covariance %g", name, sum/n, squares/n, cross/n)
		}
	}
	latin := NewLatinSampler(7, 8)
	var order []float64
	for k := range int64(8) {
		order = append(order, latin.At(k, 0))
	}
	must.Hold(t, !slices.IsSorted(order), "a Latin hypercube goes through its intervals in order: %v", order)
}
