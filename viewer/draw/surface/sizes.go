package surface

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/shaders"
)

// MedianLength returns the median length of up to a thousand springs [m], 0 without
// springs.
func MedianLength(position []shaders.Position, ends []shaders.Ends) float32 {
	var lengths []float32
	for i := 0; i < len(ends); i += 1 + len(ends)/1000 {
		if a, b := mgl32.Vec3(position[ends[i][0]].Xyz), mgl32.Vec3(position[ends[i][1]].Xyz); ends[i][0] != ends[i][1] {
			lengths = append(lengths, b.Sub(a).Len())
		}
	}
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	return lengths[len(lengths)/2]
}

// Farthest returns the largest finite coordinate in size [m].
func Farthest(position []shaders.Position) float32 {
	farthest := float32(0)
	for _, p := range position {
		for _, x := range p.Xyz {
			if size := float32(math.Abs(float64(x))); size <= math.MaxFloat32 { // neither Inf nor NaN
				farthest = max(farthest, size)
			}
		}
	}
	return farthest
}
