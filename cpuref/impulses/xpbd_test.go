package impulses_test

import (
	"hooke/coloring"
	"hooke/cpuref"
	"hooke/model"
)

// xpbd is extended position-based dynamics (M. Macklin et al., XPBD, MIG 2016) by colors, for
// comparison alone: undamped springs of masses without partly pinned axes, under gravity.
type xpbd struct {
	model   *model.Model
	gravity model.Vec3
	state   cpuref.State
	colors  coloring.Springs
	lambda  []float64
}

func newXPBD(m *model.Model, s *model.State) *xpbd {
	return &xpbd{model: m, state: *(*cpuref.State)(s).Clone(), colors: coloring.OfSprings(m), lambda: make([]float64, m.SpringCount())}
}

// substep moves masses to where they would be, then along springs with the compliance
// 1/(k h²), and takes velocities from the way.
func (s *xpbd) substep(h float64, iterations int) {
	x, v := s.state.Position, s.state.Velocity
	before := append([]model.Vec3(nil), x...)
	for i := range x {
		if s.model.PinOf(i) != model.PinAll {
			x[i] = x[i].Add(v[i].Add(s.gravity.Mul(h)).Mul(h))
		}
	}
	clear(s.lambda)
	for range iterations {
		for c := range s.colors.Count() {
			for _, k := range s.colors.Color(c) {
				ends := s.model.Ends[k]
				a, b := s.model.InverseMass(int(ends[0])), s.model.InverseMass(int(ends[1]))
				d := x[ends[1]].Sub(x[ends[0]])
				compliance := 1 / (s.model.Materials[s.model.MaterialOf[k]].Stiffness * h * h)
				change := -(d.Len() - s.model.RestLength[k] + compliance*s.lambda[k]) / (a + b + compliance)
				s.lambda[k] += change
				n := d.Normalize()
				x[ends[0]], x[ends[1]] = x[ends[0]].Sub(n.Mul(a*change)), x[ends[1]].Add(n.Mul(b*change))
			}
		}
	}
	for i := range x {
		v[i] = x[i].Sub(before[i]).Mul(1 / h)
	}
}
