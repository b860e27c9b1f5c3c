package physics

import (
	"math"

	"hooke/model"
	"hooke/model/spring"
)

// Limits of ShortestPeriod's iteration.
const (
	periodIterations = 2000
	periodTolerance  = 1e-6 // of the frequency squared, from one iteration to the next
)

// ShortestPeriod returns the period of the fastest undamped vibration of a model's springs
// about its rest positions [s]; +Inf if nothing vibrates. It belongs to the largest
// eigenvalue of M⁻¹K, found by power iteration, where each spring is stiff only along itself.
// It leaves out springs of normalized materials, whose stiffness follows from dt. O(springs)
// for each of at most 2,000 iterations.
func ShortestPeriod(m *model.Model, p model.Params) float64 {
	type link struct {
		a, b uint32
		n    model.Vec3
		k    float64
	}
	resolver, links := ResolverOf(m, p), []link{}
	for s, ends := range m.Ends {
		material := m.MaterialOf[s]
		if material == model.Removed || m.Materials[material].Rigid || m.Materials[material].Normalized != (spring.Normalized{}) {
			continue
		}
		d := m.RestAt(int(ends[1])).Sub(m.RestAt(int(ends[0])))
		if length := d.Len(); length > 0 {
			links = append(links, link{ends[0], ends[1], d.Mul(1 / length), resolver.Spring(s).Stiffness})
		}
	}
	// x is in coordinates √m times the displacement, so that the matrix is symmetric.
	root := make([]model.Vec3, m.MassCount()) // 1/√m, 0 on pinned axes
	x, y := make([]model.Vec3, len(root)), make([]model.Vec3, len(root))
	state := uint64(1)
	for i := range root {
		for axis := range 3 {
			if mass := m.MassAt(i); mass > 0 && m.PinOf(i)&(model.PinX<<axis) == 0 {
				root[i][axis] = 1 / math.Sqrt(mass)
			}
			state = state*6364136223846793005 + 1442695040888963407
			x[i][axis] = float64(state>>40)/(1<<24) - 0.5 // a direction that no symmetry of the model has
		}
	}
	square := 0.0
	for range periodIterations {
		clear(y)
		for _, l := range links {
			stretch := 0.0
			for axis := range 3 {
				stretch += l.n[axis] * (root[l.b][axis]*x[l.b][axis] - root[l.a][axis]*x[l.a][axis])
			}
			for axis := range 3 {
				f := l.k * stretch * l.n[axis]
				y[l.a][axis] -= root[l.a][axis] * f
				y[l.b][axis] += root[l.b][axis] * f
			}
		}
		size, along, was := 0.0, 0.0, 0.0
		for i := range y {
			size, along, was = size+y[i].Dot(y[i]), along+y[i].Dot(x[i]), was+x[i].Dot(x[i])
		}
		if !(size > 0) || math.IsInf(size, 1) {
			return math.Inf(1)
		}
		before := square
		square = along / was // Rayleigh's quotient
		for i := range y {
			x[i] = y[i].Mul(1 / math.Sqrt(size))
		}
		if math.Abs(square-before) <= periodTolerance*square {
			break
		}
	}
	return 2 * math.Pi / math.Sqrt(square)
}
