package scene

import (
	"fmt"
	"math"
	"slices"

	"hooke/model/grid"
	"hooke/order/random"
)

// These are the numbers of a generated terrain when nothing else is given.
const (
	DefaultSize    = 10  // of each side [m]
	DefaultHeight  = 0.2 // [m]
	DefaultSamples = 129 // along each side
)

// maxSamples is the largest number of samples along a side of a generated terrain.
const maxSamples = 4096

// TerrainMakers lists the names of the generators.
func TerrainMakers() []string { return []string{"noise", "steps", "slope"} }

// MakeTerrain returns the heights of a generator over a rectangle of some size [m]:
//
//	noise  hills of gradient noise in 5 octaves, the longest an eighth of the longer side, from 0 to the height
//	steps  level squares of an eighth of the longer side, each of a random one of 6 heights from 0 to the height
//	slope  an inclined plane, from minus half of the height at low x to half of it at high x
func MakeTerrain(r grid.Recipe, size [2]float64) (*grid.Heights, error) {
	if r.Count < 2 || r.Count > maxSamples {
		return nil, fmt.Errorf("samples are %d; give 2 to %d", r.Count, maxSamples)
	}
	var of func(x, y float64) float64 // x and y are parts of the longer side
	switch r.Make {
	case "noise":
		of = func(x, y float64) float64 { return noise(x, y, r.Seed) }
	case "steps":
		of = func(x, y float64) float64 {
			return math.Floor(6*random.Unit(at(r.Seed, math.Floor(8*x), math.Floor(8*y)))) / 5
		}
	case "slope":
		of = func(x, _ float64) float64 { return x*max(size[0], size[1])/size[0] - 0.5 }
	default:
		return nil, fmt.Errorf("make is %q; choose one of %v", r.Make, TerrainMakers())
	}
	height, longer := make([]float64, r.Count*r.Count), max(size[0], size[1])
	for k := range height {
		x, y := float64(k%r.Count)/float64(r.Count-1)*size[0], float64(k/r.Count)/float64(r.Count-1)*size[1]
		height[k] = of(x/longer, y/longer)
	}
	if r.Make == "noise" {
		low, high := slices.Min(height), slices.Max(height)
		for k := range height {
			height[k] = (height[k] - low) / max(high-low, 1e-300)
		}
	}
	for k := range height {
		height[k] *= r.Height
	}
	return finished(r.Count, r.Count, size, height, r)
}

// finished returns the heights with their recipe.
func finished(columns, rows int, size [2]float64, height []float64, r grid.Recipe) (*grid.Heights, error) {
	h, err := grid.NewHeights(columns, rows, size, height)
	if err == nil {
		h.Recipe = r
	}
	return h, err
}

// at returns the random number of a point of a lattice.
func at(seed uint64, i, j float64) uint64 {
	return random.Of(random.Of(random.Of(seed)^uint64(int64(i))) ^ uint64(int64(j)))
}

// noise returns gradient noise in octaves, each half as long and half as high as that before.
func noise(x, y float64, seed uint64) (sum float64) {
	scale, size := 8.0, 1.0
	for octave := range uint64(5) {
		sum += size * gradientNoise(x*scale, y*scale, random.Of(seed+octave))
		scale, size = 2*scale, size/2
	}
	return sum
}

// gradientNoise returns the noise of K. Perlin (Improving Noise, 2002) in two dimensions: at each point
// of the lattice it is 0 with a gradient of a random direction, and a polynomial of the fifth order
// blends these, so that slopes have no jump.
func gradientNoise(x, y float64, seed uint64) float64 {
	i, j := math.Floor(x), math.Floor(y)
	u, v := x-i, y-j
	corner := func(di, dj float64) float64 {
		sin, cos := math.Sincos(2 * math.Pi * random.Unit(at(seed, i+di, j+dj)))
		return cos*(u-di) + sin*(v-dj)
	}
	fade := func(t float64) float64 { return t * t * t * (t*(6*t-15) + 10) }
	mix := func(t, a, b float64) float64 { return a + t*(b-a) }
	return mix(fade(v), mix(fade(u), corner(0, 0), corner(1, 0)), mix(fade(u), corner(0, 1), corner(1, 1)))
}
