package color

import (
	"math"
	"slices"
)

// Seen are the values that colors show, of all springs that are there; of speed
// those of all masses. The zero value is of none.
type Seen struct {
	Least, Most float64 // of all
	Typical     float64 // 92 % of their sizes are at most this
	Known       bool    // whether there is any
}

const (
	leastStrain   = 1e-4 // smaller strains are not worth a color
	mostStrain    = 1.0
	rangeQuantile = 0.92 // the share of springs within the ends of the color map
)

// SeenOf is of the least and the largest of all values and a sample of them, which it
// overwrites; values that are not finite do not count. A least above the largest means that
// there is no value.
func SeenOf(least, most float64, sample []float32) Seen {
	sizes := sample[:0]
	for _, v := range sample {
		if size := float32(math.Abs(float64(v))); size <= math.MaxFloat32 { // neither Inf nor NaN
			sizes = append(sizes, size)
		}
	}
	out := Seen{Least: least, Most: most, Known: least <= most}
	if len(sizes) > 0 {
		slices.Sort(sizes)
		out.Typical = float64(sizes[int(rangeQuantile*float64(len(sizes)-1))])
	}
	return out
}

// RangeOf is the automatic range of a coloring: the value at the upper end of the color
// map, a round number, so that a legend can be read while things move. It follows from
// the values alone, not from pictures before, so that one state has one range.
func (c Coloring) RangeOf(seen Seen, strainFloor float64) float64 {
	return min(RoundUp(max(seen.Typical, c.floor(strainFloor)), 1, 1.5, 2, 3, 4, 5, 6, 8), c.ceiling())
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
	r.Widen(c, widest)
	return r
}

// Know adds the range of another coloring to those of a recorded run.
func (r *Ranges) Know(c Coloring, widest float64) { r.Widen(c, widest) }

// Of is the range of a coloring; zero: none was seen.
func (r *Ranges) Of(c Coloring) float64 {
	if r == nil || int(c) >= len(r.Widest) {
		return 0
	}
	return r.Widest[c]
}

// Widen makes the range of a coloring at least so wide: its upper end, in the unit of its
// values.
func (r *Ranges) Widen(c Coloring, value float64) {
	for len(r.Widest) < int(Count) {
		r.Widest = append(r.Widest, 0)
	}
	r.Widest[c] = max(r.Widest[c], value)
}

// StrainFloor is the range below which colors would show the rounding of
// float32 positions: a coordinate x is known to 2⁻²⁴ x, so a spring of length L
// has a strain that is wrong by about 2⁻²⁴ x/L. The factor keeps that within a
// few of the colors around zero.
func StrainFloor(farthest, springLength float32) float64 {
	const roundOff, factor = 1.0 / (1 << 24), 64
	if springLength <= 0 {
		return 0
	}
	return factor * roundOff * float64(farthest) / float64(springLength)
}

// RoundUp is the least number that is not below x and is one of the digits, ascending from
// 1 and below 10, times a power of ten; zero: x is not positive.
func RoundUp(x float64, digits ...float64) float64 {
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
