package implicit

import (
	"math"

	"hooke/model"
)

// bicgstab solves the linear systems of EnergyStep, by the stabilized method of biconjugate
// gradients with the block of each mass as preconditioner. Arrays have the length MassCount.
type bicgstab struct {
	way, left, shadow, toward, better, product, other, again []model.Vec3
	block                                                    []Sym
}

// prepare makes scratch for n masses.
func (b *bicgstab) prepare(n int) {
	for _, array := range []*[]model.Vec3{&b.way, &b.left, &b.shadow, &b.toward, &b.better, &b.product, &b.other, &b.again} {
		*array = make([]model.Vec3, n)
	}
	b.block = make([]Sym, n)
}

// linearShare is the part of the right-hand side that the linear solver leaves. Newton's steps then
// gain about this factor each.
const linearShare = 1e-10

// solve returns y with J y = r, about, where J is minus the derivative of s; after its bound of
// rounds with the part found so far.
func (b *bicgstab) solve(s *EnergyStep, r []model.Vec3) []model.Vec3 {
	clear(b.way)
	clear(b.toward)
	clear(b.product)
	copy(b.left, r)
	copy(b.shadow, r)
	from := math.Sqrt(s.dot(r, r))
	rho, alpha, omega := 1.0, 1.0, 1.0
	for round := 0; round < 20*len(s.free)+200; round++ {
		next := s.dot(b.shadow, b.left)
		if next == 0 || omega == 0 {
			break
		}
		beta := next / rho * alpha / omega
		rho = next
		for _, i := range s.free {
			b.toward[i] = b.left[i].Add(b.toward[i].Sub(b.product[i].Mul(omega)).Mul(beta))
		}
		b.condition(s, b.better, b.toward)
		s.multiply(b.product, b.better)
		if alpha = rho / s.dot(b.shadow, b.product); math.IsNaN(alpha) || math.IsInf(alpha, 0) {
			break
		}
		for _, i := range s.free {
			b.way[i] = b.way[i].Add(b.better[i].Mul(alpha))
			b.left[i] = b.left[i].Sub(b.product[i].Mul(alpha))
		}
		if math.Sqrt(s.dot(b.left, b.left)) <= linearShare*from {
			break
		}
		b.condition(s, b.again, b.left)
		s.multiply(b.other, b.again)
		square := s.dot(b.other, b.other)
		if square == 0 {
			break
		}
		omega = s.dot(b.other, b.left) / square
		for _, i := range s.free {
			b.way[i] = b.way[i].Add(b.again[i].Mul(omega))
			b.left[i] = b.left[i].Sub(b.other[i].Mul(omega))
		}
		if math.Sqrt(s.dot(b.left, b.left)) <= linearShare*from {
			break
		}
	}
	return b.way
}

// condition writes the inverse of each block times the vector there.
func (b *bicgstab) condition(s *EnergyStep, out, r []model.Vec3) {
	for _, i := range s.free {
		out[i] = s.allowed(i, b.block[i].Solve(r[i]))
	}
}

// dot returns the scalar product of two arrays over the masses that move.
func (s *EnergyStep) dot(a, b []model.Vec3) (sum float64) {
	for _, i := range s.free {
		sum += a[i].Dot(b[i])
	}
	return sum
}
