package place

import (
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/model"
	"hooke/scene"
)

// Engines hold positions in float32, whose steps grow with the distance from the origin:
// they are 1e-7 m at 1 m and 1 m at 10,000 km. A spring of n steps takes a strain of
// about 1/n from the rounding of its ends.
const (
	// FineSteps is the number of float32 steps in the shortest spring below which
	// a mesh is moved to the origin: rounding is then a tenth of the strain under
	// its own weight (sag).
	FineSteps = 1000

	// fewestSteps is the least number of float32 steps in a mean spring at the origin:
	// rounding then equals the strain under its own weight. A few shorter springs do no
	// harm, since the force of rounding is that of any other spring.
	fewestSteps = 100
)

// step32 is the distance of neighboring float32 numbers just above x >= 0.
func step32(x float64) float64 {
	if x == 0 {
		return 0
	}
	return math.Ldexp(1, math.Ilogb(x)-23)
}

// reachOf is the largest absolute coordinate in a box.
func reachOf(lo, hi model.Vec3) float64 {
	return max(scene.Largest(hi), scene.Largest(lo.Mul(-1)))
}

// toOrigin is the movement that centers a box in x and y and puts its bottom on z = 0,
// like the lattices of the presets.
func toOrigin(lo, hi model.Vec3) model.Vec3 {
	return model.Vec3{}.Sub(model.Vec3{(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, lo[2]})
}

// RecenterSurface moves a mesh to the origin if it is so far away that not even a spring
// across the whole mesh has FineSteps. It returns the movement [m], zero for none.
func RecenterSurface(s *mesh.Surface) model.Vec3 {
	lo, hi := s.Bounds()
	if hi.Sub(lo).Len() >= FineSteps*step32(reachOf(lo, hi)) {
		return model.Vec3{}
	}
	shift := toOrigin(lo, hi)
	s.Move(shift)
	return shift
}

// RecenterModel moves a model to the origin if its shortest spring has fewer than
// FineSteps where it is and at least twice as many there. It returns the movement [m],
// zero for none. A model whose mean spring has fewer than fewestSteps there is an error.
func RecenterModel(m *model.Model, name string) (shift model.Vec3, err error) {
	shortest, mean := math.Inf(1), 0.0
	for _, length := range m.RestLength {
		shortest = min(shortest, length)
		mean += length / float64(m.SpringCount())
	}
	lo, hi := m.Bounds()
	way := toOrigin(lo, hi)
	here, there := step32(reachOf(lo, hi)), step32(reachOf(lo.Add(way), hi.Add(way)))
	if shortest < FineSteps*here && there <= here/2 {
		shift, here = way, there
		for i := range m.RestPosition {
			m.RestPosition[i] = m.RestPosition[i].Add(shift)
		}
	}
	if mean < fewestSteps*here {
		return shift, fmt.Errorf("%s: springs of %.3g m on average in a model of %.3g m have %.3g steps of float32 each; "+
			"fewer than %d say nothing about strain: choose a larger pitch or fewer springs, or a mesh with longer edges",
			name, mean, scene.Largest(hi.Sub(lo)), mean/here, fewestSteps)
	}
	return shift, nil
}
