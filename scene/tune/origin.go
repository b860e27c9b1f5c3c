package tune

import (
	"fmt"
	"math"

	"hooke/engine/origin"
	"hooke/mesh"
	"hooke/model"
	"hooke/scene"
)

// Numbers have steps that grow with the distance from zero: those of float64, in which positions
// are given, are 1e-9 m at 10,000 km; those of float32, in which engines hold positions from an
// origin near the masses, 1e-7 m at 1 m from it. A spring of n steps takes a strain of about 1/n
// from the rounding of its ends.
const (
	// FineSteps is the number of steps in the shortest spring below which a mesh is
	// moved to zero: rounding is then a tenth of the strain under its own weight (sag).
	FineSteps = 1000

	// fewestSteps is the least number of steps in a mean spring at zero:
	// rounding then equals the strain under its own weight. A few shorter springs do no
	// harm, since the force of rounding is that of any other spring.
	fewestSteps = 100
)

// step32 returns the distance of neighboring float32 numbers just above x >= 0.
func step32(x float64) float64 {
	if x == 0 {
		return 0
	}
	return math.Ldexp(1, math.Ilogb(x)-23)
}

// reachOf returns the largest absolute coordinate in a box.
func reachOf(lo, hi model.Vec3) float64 {
	return max(scene.Largest(hi), scene.Largest(lo.Mul(-1)))
}

// stepIn returns the larger of the steps in a box: of float64 at its farthest coordinate, and of
// float32 at the one that is farthest from the origin of engines.
func stepIn(lo, hi model.Vec3) float64 {
	at := origin.Of(lo, hi)
	return max(math.Ldexp(step32(reachOf(lo, hi)), 24-53), step32(reachOf(lo.Sub(at), hi.Sub(at))))
}

// toOrigin returns the movement that centers a box in x and y and puts its bottom on z = 0,
// like the lattices of the presets.
func toOrigin(lo, hi model.Vec3) model.Vec3 {
	return model.Vec3{}.Sub(model.Vec3{(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, lo[2]})
}

// RecenterSurface moves a mesh to zero if it is so far away that not even a spring
// across the whole mesh has FineSteps. It returns the movement [m], zero for none.
func RecenterSurface(s *mesh.Surface) model.Vec3 {
	lo, hi := s.Bounds()
	if hi.Sub(lo).Len() >= FineSteps*stepIn(lo, hi) {
		return model.Vec3{}
	}
	shift := toOrigin(lo, hi)
	s.Move(shift)
	return shift
}

// RecenterModel moves a model to zero if its shortest spring has fewer than
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
	here, there := stepIn(lo, hi), stepIn(lo.Add(way), hi.Add(way))
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
