package cputest

import (
	"math"

	"hooke/model"
)

// Hull is triangles over the faces of a lattice of as many masses along each axis, in the
// order of rows, for wind to blow on. They face outward.
func Hull(m *model.Model) (triangles [][3]uint32) {
	n := int(math.Round(math.Cbrt(float64(m.MassCount()))))
	step := [3]int{1, n, n * n}
	for axis := range 3 {
		u, v := step[(axis+1)%3], step[(axis+2)%3]
		for _, side := range []int{0, n - 1} {
			for cell := range (n - 1) * (n - 1) {
				a := side*step[axis] + cell%(n-1)*u + cell/(n-1)*v
				b, c, d := uint32(a+u), uint32(a+u+v), uint32(a+v)
				if side == 0 {
					b, d = d, b
				}
				triangles = append(triangles, [3]uint32{uint32(a), b, c}, [3]uint32{uint32(a), c, d})
			}
		}
	}
	return triangles
}
