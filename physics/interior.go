package physics

import (
	"slices"

	"hooke/model"
)

// A mass is inside a filled solid when its springs go out to all sides about evenly. With
// their directions n, as many as it has:
const (
	thick    = 0.1 // least eigenvalue of the mean of n nᵀ: 1/3 in a cubic lattice, 0 in a sheet or a line
	lopsided = 0.2 // largest length of the mean of n: 0 in a lattice, 0.36 on its faces
)

// interiorOf says of every mass whether it is inside a filled solid, so that nothing can
// touch it before it touches the surface. Where at least half of the masses of a body that
// are inside have the same number of springs, the most that one has, the body is regular;
// then one with fewer springs is on the surface, as at an edge that is turned inward.
func interiorOf(m *model.Model) []bool {
	count := make([]int32, m.MassCount())
	mean := make([]model.Vec3, m.MassCount())
	square := make([][6]float64, m.MassCount()) // xx, yy, zz, xy, xz, yz
	for s, ends := range m.StructuralEnds() {
		d := m.RestPosition[ends[1]].Sub(m.RestPosition[ends[0]])
		if length := d.Len(); m.MaterialOf[s] != model.Removed && length > 0 {
			n := d.Mul(1 / length)
			products := [6]float64{n[0] * n[0], n[1] * n[1], n[2] * n[2], n[0] * n[1], n[0] * n[2], n[1] * n[2]}
			for end, i := range ends {
				count[i]++
				mean[i] = mean[i].Add(n.Mul(float64(1 - 2*end)))
				for k := range products {
					square[i][k] += products[k]
				}
			}
		}
	}
	inside := make([]bool, m.MassCount())
	most, even, all := make([]int32, BodyCount(m)), make([]int, BodyCount(m)), make([]int, BodyCount(m))
	for i := range inside {
		n, body := float64(count[i]), m.BodyOf(i)
		if inside[i] = n > 0 && mean[i].Len() < lopsided*n && above(square[i], thick*n); !inside[i] {
			continue
		}
		all[body]++
		switch {
		case count[i] > most[body]:
			most[body], even[body] = count[i], 1
		case count[i] == most[body]:
			even[body]++
		}
	}
	for i := range inside {
		if body := m.BodyOf(i); 2*even[body] >= all[body] && count[i] < most[body] {
			inside[i] = false
		}
	}
	return inside
}

// belowLayer says of every mass whether it is inside, and so is everything that springs join
// to it: whether there is a layer of masses between it and the surface.
func belowLayer(m *model.Model, inside []bool) []bool {
	below := slices.Clone(inside)
	for s, ends := range m.StructuralEnds() {
		if m.MaterialOf[s] != model.Removed && !(inside[ends[0]] && inside[ends[1]]) {
			below[ends[0]], below[ends[1]] = false, false
		}
	}
	return below
}

// above reports whether all eigenvalues of a symmetric matrix are above a number: whether the
// matrix less the number has positive leading minors.
func above(a [6]float64, number float64) bool {
	x, y, z := a[0]-number, a[1]-number, a[2]-number
	return x > 0 && x*y-a[3]*a[3] > 0 && x*(y*z-a[5]*a[5])-a[3]*(a[3]*z-a[5]*a[4])+a[4]*(a[3]*a[5]-y*a[4]) > 0
}
