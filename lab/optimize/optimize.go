package optimize

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/order/random"
)

// Asker asks for points and is told their fitness.
type Asker interface {
	// Ask returns the points of the next generation, each a number in [0, 1] for every
	// dimension; the caller may keep them. Until Tell it returns the same again. None: the
	// search is at its end.
	Ask() [][]float64
	// Tell says how good the points of the last Ask are: the larger the better; NaN and infinite numbers are
	// the worst.
	Tell(fitness []float64) error
	// State is all that the points to come depend on, but the settings.
	State() []byte
	// Restore continues from a State of the same settings. After an error nothing has changed.
	Restore(state []byte) error
}

// Failer is an Asker that may come to an end by a fault.
type Failer interface {
	Asker
	Err() error // why Ask has returned nothing; nil: there is nothing more to ask for
}

// The methods.
const (
	CMA     = "cma"
	Genetic = "ga"
	Random  = "random"
	Hill    = "hill"
)

// Methods returns the names of methods.
func Methods() []string { return []string{CMA, Genetic, Random, Hill} }

// Settings determine the points of an Asker, together with the fitness told.
type Settings struct {
	Dimensions int       // 1 or more
	Population int       // points of a generation; 0: 4 + 3 ln of the dimensions, at least 16 of Genetic. A restart of CMA doubles it
	Seed       uint64    // of random numbers
	Start      []float64 // where to begin, in [0, 1]; nil: in the middle
}

// The largest settings.
const (
	mostDimensions = 10_000
	mostOfCMA      = 256 // whose work grows with the third power
	mostPopulation = 100_000
	mostNumbers    = 20_000_000 // of a generation
)

// New makes an Asker by a method.
func New(method string, s Settings) (Asker, error) {
	if !slices.Contains(Methods(), method) {
		return nil, fmt.Errorf("method %q is unknown; choose %s", method, strings.Join(Methods(), ", "))
	}
	if s.Dimensions < 1 || s.Dimensions > mostDimensions {
		return nil, fmt.Errorf("%d dimensions; there must be 1 to %d", s.Dimensions, mostDimensions)
	}
	if s.Population == 0 {
		s.Population = 4 + int(3*math.Log(float64(s.Dimensions)))
		if method == Genetic {
			s.Population = max(16, s.Population)
		}
	}
	least := map[string]int{CMA: 4, Genetic: 4}[method]
	if s.Population < max(1, least) || s.Population > mostPopulation || s.Population*s.Dimensions > mostNumbers {
		return nil, fmt.Errorf("a population of %d: %s takes %d to %d", s.Population, method, max(1, least), min(mostPopulation, mostNumbers/s.Dimensions))
	}
	if s.Start == nil {
		s.Start = slices.Repeat([]float64{0.5}, s.Dimensions)
	}
	if len(s.Start) != s.Dimensions {
		return nil, fmt.Errorf("the start has %d numbers for %d dimensions", len(s.Start), s.Dimensions)
	}
	for _, x := range s.Start {
		if !(x >= 0 && x <= 1) {
			return nil, fmt.Errorf("the start has %g, which is not in [0, 1]", x)
		}
	}
	switch method {
	case CMA:
		if s.Dimensions > mostOfCMA {
			return nil, fmt.Errorf("cma takes at most %d dimensions, these are %d; choose ga, hill or random", mostOfCMA, s.Dimensions)
		}
		return newCMA(s), nil
	case Genetic:
		return &genetic{settings: s}, nil
	case Hill:
		return newHill(s), nil
	}
	return &uniform{settings: s}, nil
}

// stream returns the random numbers of one point of a generation.
func (s *Settings) stream(generation int64, point int) random.Stream {
	return random.Stream(random.Of(random.Of(random.Of(s.Seed)+uint64(generation)) + uint64(point)))
}

// unit returns the next number of a stream, in [0, 1).
func unit(s *random.Stream) float64 { return (s.Signed() + 1) / 2 }

// point returns a uniform point.
func (s *Settings) point(generation int64, number int) []float64 {
	stream := s.stream(generation, number)
	x := make([]float64, s.Dimensions)
	for i := range x {
		x[i] = unit(&stream)
	}
	return x
}

// told checks fitness, and returns a copy with NaN for values that are not finite.
func told(fitness []float64, asked int) ([]float64, error) {
	if len(fitness) != asked {
		return nil, fmt.Errorf("optimize: %d fitness values for %d points", len(fitness), asked)
	}
	out := slices.Clone(fitness)
	for i, f := range out {
		if math.IsInf(f, 0) {
			out[i] = math.NaN()
		}
	}
	return out, nil
}

// better orders fitness, the best first, NaN last.
func better(a, b float64) int {
	switch {
	case math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a):
		return 1
	case math.IsNaN(b):
		return -1
	}
	return cmp.Compare(b, a)
}

// ranks returns the numbers of points, the best first; of equals the first one.
func ranks(fitness []float64) []int {
	out := make([]int, len(fitness))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return better(fitness[a], fitness[b]) })
	return out
}

// mirrored returns a number reflected at 0 and 1 until it is between them.
func mirrored(x float64) float64 {
	x = math.Mod(math.Abs(x), 2)
	if x > 1 {
		x = 2 - x
	}
	if x >= 0 && x <= 1 {
		return x
	}
	return 0.5 // of NaN
}
