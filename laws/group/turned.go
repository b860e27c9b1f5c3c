package group

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// turned returns the rotation R that makes Σ m |r − R X|² least, with the arms r, which move has
// found, and those at rest X. It is the eigenvector of the largest eigenvalue of a matrix of
// 4×4 that the sums Σ m X rᵀ make (B. K. P. Horn, "Closed-form solution of absolute orientation
// using unit quaternions", 1987), so that it mirrors nothing, a flat group has one, and no
// rotation of an earlier step is needed.
func (g *shaped) turned() mgl64.Quat {
	var s [3][3]float64
	for k, r := range g.arm {
		for i := range 3 {
			x := g.mass[k] * g.rest[k][i]
			s[i][0] += x * r[0]
			s[i][1] += x * r[1]
			s[i][2] += x * r[2]
		}
	}
	n := [4][4]float64{
		{s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]},
		{0, s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]},
		{0, 0, s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]},
		{0, 0, 0, s[2][2] - s[0][0] - s[1][1]},
	}
	for i := range n {
		for j := range i {
			n[i][j] = n[j][i]
		}
	}
	q := largest(n)
	return mgl64.Quat{W: q[0], V: model.Vec3{q[1], q[2], q[3]}}
}

// largest returns the eigenvector, of unit length, of the largest eigenvalue of a symmetric
// matrix, by Jacobi's rotations in a fixed order.
func largest(a [4][4]float64) (out [4]float64) {
	var v [4][4]float64
	for i := range v {
		v[i][i] = 1
	}
	for range 50 {
		all, off := 0.0, 0.0
		for i := range a {
			for j := range a {
				if all += a[i][j] * a[i][j]; i != j {
					off += a[i][j] * a[i][j]
				}
			}
		}
		if off <= 1e-34*all {
			break
		}
		for p := range 3 {
			for q := p + 1; q < 4; q++ {
				rotate(&a, &v, p, q)
			}
		}
	}
	best := 0
	for k := range a {
		if a[k][k] > a[best][best] {
			best = k
		}
	}
	size := math.Sqrt(v[0][best]*v[0][best] + v[1][best]*v[1][best] + v[2][best]*v[2][best] + v[3][best]*v[3][best])
	for k := range out {
		out[k] = v[k][best] / size
	}
	return out
}

// rotate turns the axes p and q of a matrix so that its element there is zero, and those of v,
// whose columns are the axes.
func rotate(a, v *[4][4]float64, p, q int) {
	if a[p][q] == 0 {
		return
	}
	half := (a[q][q] - a[p][p]) / (2 * a[p][q])
	tangent := math.Copysign(1/(math.Abs(half)+math.Hypot(half, 1)), half)
	c := 1 / math.Hypot(tangent, 1)
	s := c * tangent
	for k := range 4 {
		row, axis := &a[k], &v[k]
		x, y := row[p], row[q]
		row[p], row[q] = c*x-s*y, s*x+c*y
		x, y = axis[p], axis[q]
		axis[p], axis[q] = c*x-s*y, s*x+c*y
	}
	first, next := &a[p], &a[q]
	for k := range 4 {
		x, y := first[k], next[k]
		first[k], next[k] = c*x-s*y, s*x+c*y
	}
}
