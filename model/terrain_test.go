package model

import (
	"math"
	"testing"

	"hooke/model/grid"
	"hooke/must"
	"hooke/order/random"
)

// rough returns a terrain of random heights.
func rough(t *testing.T) Terrain {
	t.Helper()
	numbers, height := random.Stream(5), make([]float64, 9*7)
	for k := range height {
		height[k] = 0.3 * numbers.Signed()
	}
	return Terrain{Heights: must.Get(grid.NewHeights(9, 7, [2]float64{4, 3}, height))(t), Center: Vec3{1, -2, 0.5}}
}

// The work of the force of a terrain along a path is the change of its energy, over any number of
// creases. With the force kc (H − z) n it is not: energy would jump at each of them.
func TestTerrainHasAnEnergy(t *testing.T) {
	s := rough(t)
	c := Contact{Shape: s, Stiffness: 100}
	energy := func(x Vec3) float64 {
		depth, n := c.Depth(x)
		return 0.5 * c.StiffnessAt(n) * depth * depth
	}
	work := func(from, to Vec3, force func(x Vec3) Vec3) (sum float64) {
		const parts = 200_000
		step := to.Sub(from).Mul(1. / parts)
		for k := range parts {
			sum += force(from.Add(step.Mul(float64(k) + 0.5))).Dot(step)
		}
		return sum
	}
	from, to := Vec3{-0.9, -3.4, -0.5}, Vec3{2.8, -0.7, -0.2}
	change := energy(to) - energy(from)
	law := work(from, to, func(x Vec3) Vec3 { depth, n := c.Depth(x); return n.Mul(c.StiffnessAt(n) * depth) })
	must.Near(t, law, -change, 1e-4*math.Abs(change), "work") // the sum is off by a part of a step at each crease
	wrong := work(from, to, func(x Vec3) Vec3 { depth, n := c.Depth(x); return n.Mul(c.Stiffness * depth / n[2]) })
	must.Hold(t, math.Abs(wrong+change) > 0.01*math.Abs(change), "the force kc (H − z) n does %g J of work, and the energy changes by %g J", wrong, change)
}

// Beyond the edges a terrain continues, or it ends there and pushes nothing.
func TestTerrainEnds(t *testing.T) {
	s := rough(t)
	outside := Vec3{-3, -2, -10}
	depth, n := s.Depth(outside)
	must.Hold(t, depth > 5 && n[0] == 0, "beyond the edge the depth is %g m, the normal %v", depth, n)
	s.Ends = true
	depth, _ = s.Depth(outside)
	must.Near(t, depth, -2, 1e-14, "depth beyond the end")
	must.Hold(t, len(Contact{Shape: s, Stiffness: 1, Inside: true}.faults()) == 1 && len(Contact{Shape: s, Stiffness: 1, Touches: TouchSprings}.faults()) == 1, "a terrain holds masses inside, or touches springs")
	must.Hold(t, len(Contact{Shape: s, Stiffness: 1, Trajectory: &Trajectory{Spin: Vec3{0, 0, 1}}}.faults()) == 1, "a terrain spins")
	must.Hold(t, len(Contact{Shape: Terrain{}, Stiffness: 1}.faults()) == 1, "a terrain has no heights")
}
