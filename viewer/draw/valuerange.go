package draw

import (
	"math"
	"slices"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// valueRange is the value at the ends of the color map. It follows the
// structure in round numbers (1, 1.5, 2, 3 ... times a power of ten), so that the
// legend can be read while it moves: up at once, down only when much smaller.
// It is a function of the scene and the values seen alone, so that pictures are
// repeatable.
type valueRange struct {
	value          float64
	floor, ceiling float64 // of the range
}

const (
	leastStrain   = 1e-4 // smaller strains are not worth a color
	mostStrain    = 1.0
	rangeQuantile = 0.92 // the share of springs within the ends of the color map
	shrinkBelow   = 0.3  // the range falls when strains stay below this part of it
)

// follow takes in a sample of values, which it reorders.
func (r *valueRange) follow(sample []float32) {
	sizes := sample[:0]
	for _, strain := range sample {
		if size := abs(strain); size <= math.MaxFloat32 { // neither Inf nor NaN
			sizes = append(sizes, size)
		}
	}
	typical := 0.0
	if len(sizes) > 0 {
		slices.Sort(sizes)
		typical = float64(sizes[int(rangeQuantile*float64(len(sizes)-1))])
	}
	if typical > r.value || typical < shrinkBelow*r.value || r.value == 0 {
		r.value = min(roundUp(max(typical, r.floor), 1, 1.5, 2, 3, 4, 5, 6, 8), r.ceiling)
	}
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

// sampleValues reads values from a few runs that are spread over the buffer, into
// memory that it may reuse. It waits for the device.
func sampleValues(into []float32, b *glx.Buffer, springs int) []float32 {
	const runs, runLength = 32, 128
	if springs <= runs*runLength {
		out := slices.Grow(into[:0], springs)[:springs]
		glx.Download(b, 0, out)
		return out
	}
	out := slices.Grow(into[:0], runs*runLength)[:runs*runLength]
	for k := range runs {
		first := int64(springs-runLength) * int64(k) / (runs - 1)
		glx.Download(b, first, out[k*runLength:][:runLength])
	}
	return out
}
