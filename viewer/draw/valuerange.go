package draw

import (
	"math"
	"slices"

	"hooke/shaders"
)

// seenValues are the values that colors show, of all springs that are there; of speed
// those of all masses. The zero value is of none.
type seenValues struct {
	least, most float64 // of all
	typical     float64 // the share rangeQuantile of their sizes is at most this
	known       bool    // whether there is any
}

const (
	leastStrain   = 1e-4 // smaller strains are not worth a color
	mostStrain    = 1.0
	rangeQuantile = 0.92 // the share of springs within the ends of the color map
)

// seenOf takes in the least and the largest value and a sample of them, which it reorders.
func seenOf(least, most float64, sample []float32) seenValues {
	sizes := sample[:0]
	for _, v := range sample {
		if size := abs(v); size <= math.MaxFloat32 { // neither Inf nor NaN
			sizes = append(sizes, size)
		}
	}
	out := seenValues{least: least, most: most, known: least <= most}
	if len(sizes) > 0 {
		slices.Sort(sizes)
		out.typical = float64(sizes[int(rangeQuantile*float64(len(sizes)-1))])
	}
	return out
}

// rangeOf is the automatic range of a coloring: the value at the upper end of the color
// map, a round number, so that a legend can be read while things move. It follows from
// the values alone, not from pictures before, so that one state has one range.
func (c Coloring) rangeOf(seen seenValues, strainFloor float64) float64 {
	return min(roundUp(max(seen.typical, c.floor(strainFloor)), 1, 1.5, 2, 3, 4, 5, 6, 8), c.ceiling())
}

// Ranges are the ends of the color maps that pictures have in common, by coloring: those
// of one film, which only ever grow wider, or of all states of a recorded run. The zero
// value is that of a film without pictures.
type Ranges struct {
	Widest []float64 `json:"widest,omitempty"` // zero: none was seen
	Whole  bool      `json:"whole,omitempty"`  // of all states: they stay
}

// RangesOf are those of a whole recorded run, of which one coloring is known.
func RangesOf(c Coloring, widest float64) Ranges {
	r := Ranges{Whole: true}
	r.widen(c, widest)
	return r
}

// Know adds the range of another coloring to those of a recorded run.
func (r *Ranges) Know(c Coloring, widest float64) { r.widen(c, widest) }

// Of is the range of a coloring; zero: none was seen.
func (r *Ranges) Of(c Coloring) float64 {
	if r == nil || int(c) >= len(r.Widest) {
		return 0
	}
	return r.Widest[c]
}

// widen makes the range of a coloring at least as wide.
func (r *Ranges) widen(c Coloring, value float64) {
	for len(r.Widest) < int(colorings) {
		r.Widest = append(r.Widest, 0)
	}
	r.Widest[c] = max(r.Widest[c], value)
}

// strainFloor is the range below which colors would show the rounding of
// float32 positions: a coordinate x is known to 2⁻²⁴ x, so a spring of length L
// has a strain that is wrong by about 2⁻²⁴ x/L. The factor keeps that within a
// few of the colors around zero.
func strainFloor(farthest, springLength float32) float64 {
	const roundOff, factor = 1.0 / (1 << 24), 64
	if springLength <= 0 {
		return 0
	}
	return factor * roundOff * float64(farthest) / float64(springLength)
}

// farthestCoordinate is the largest finite coordinate in size [m].
func farthestCoordinate(position []shaders.Position) float32 {
	farthest := float32(0)
	for _, p := range position {
		for _, x := range p.Xyz {
			if size := abs(x); size <= math.MaxFloat32 { // neither Inf nor NaN
				farthest = max(farthest, size)
			}
		}
	}
	return farthest
}

// roundUp is the next of the digits times a power of ten.
func roundUp(x float64, digits ...float64) float64 {
	if !(x > 0) {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range digits {
		if x <= digit*power*(1+1e-6) { // samples are float32
			return digit * power
		}
	}
	return 10 * power
}
