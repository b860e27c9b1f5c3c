package color

import (
	"math"
	"slices"
)

// Seen summarizes the values that colors show: the values of all present springs, or for
// speed the values of all masses. The zero value means that there is no value.
type Seen struct {
	Least, Most float64 // least and largest of all values
	Typical     float64 // size that 92 % of the sizes do not exceed
	Known       bool    // whether there is any value
}

const (
	leastStrain   = 1e-4 // smaller strains are not worth a color
	mostStrain    = 1.0
	rangeQuantile = 0.92 // share of springs that lie within the ends of the color map
)

// SeenOf summarizes values from the least and the largest of all of them and a sample of
// them, which it overwrites. It ignores values of the sample that are not finite. A least
// above the largest means that there is no value.
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

// RangeOf returns the automatic range of a coloring, in its unit: the value at the upper
// end of the color map. It is a round number, so that users can read a legend while
// things move. It follows from the values alone, not from earlier pictures, so that one
// state has one range.
func (c Coloring) RangeOf(seen Seen, strainFloor float64) float64 {
	return min(RoundUp(max(seen.Typical, c.floor(strainFloor)), 1, 1.5, 2, 3, 4, 5, 6, 8), c.ceiling())
}

// Ranges are the ends of the color maps that several pictures share, by coloring. The
// pictures are those of one film, whose ranges only ever grow wider, or show all states
// of a recorded run. The zero value is for a film without pictures yet.
type Ranges struct {
	Widest []float64 `json:"widest,omitempty"` // upper end for each Coloring, in its unit; zero where no value was seen
	Whole  bool      `json:"whole,omitempty"`  // the ranges cover all states of a recorded run, and stay
}

// RangesOf returns the ranges of a whole recorded run of which one coloring is known.
// widest is its upper end, in its unit.
func RangesOf(c Coloring, widest float64) Ranges {
	r := Ranges{Whole: true}
	r.Widen(c, widest)
	return r
}

// Know adds the range of another coloring to the ranges of a recorded run.
func (r *Ranges) Know(c Coloring, widest float64) { r.Widen(c, widest) }

// Of returns the range of a coloring; zero where no value was seen, and for nil.
func (r *Ranges) Of(c Coloring) float64 {
	if r == nil || int(c) >= len(r.Widest) {
		return 0
	}
	return r.Widest[c]
}

// Widen makes the range of a coloring at least as wide as value, which is its upper end
// in the unit of the coloring.
func (r *Ranges) Widen(c Coloring, value float64) {
	for len(r.Widest) < int(Count) {
		r.Widest = append(r.Widest, 0)
	}
	r.Widest[c] = max(r.Widest[c], value)
}

// StrainFloor returns the range of strain below which colors would show the rounding of
// float32 positions. farthest is the largest coordinate and springLength a typical
// length, both in meters. A coordinate x is known to 2⁻²⁴ x, so the strain of a spring of
// length L is wrong by about 2⁻²⁴ x/L. The factor keeps that within a few of the colors
// around zero. It returns 0 for a length that is not positive.
func StrainFloor(farthest, springLength float32) float64 {
	const roundOff, factor = 1.0 / (1 << 24), 64
	if springLength <= 0 {
		return 0
	}
	return factor * roundOff * float64(farthest) / float64(springLength)
}

// RoundUp returns the least round number that is not below x. A round number is one of
// the digits times a power of ten; the digits ascend from 1 and stay below 10. RoundUp
// returns zero where x is not positive.
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
