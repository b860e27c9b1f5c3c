package implicit

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// Sym is a symmetric matrix of three rows: xx, yy, zz, xy, xz, yz. 48 bytes.
type Sym [6]float64

// Diagonal is s I.
func Diagonal(s float64) Sym { return Sym{s, s, s} }

// Outer is s n nᵀ.
func Outer(n model.Vec3, s float64) Sym {
	return Sym{s * n[0] * n[0], s * n[1] * n[1], s * n[2] * n[2], s * n[0] * n[1], s * n[0] * n[2], s * n[1] * n[2]}
}

// Plus returns the sum of two matrices.
func (a Sym) Plus(b Sym) Sym {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

// Scaled is s times the matrix.
func (a Sym) Scaled(s float64) Sym {
	for i := range a {
		a[i] *= s
	}
	return a
}

// Times returns the matrix times a vector.
func (a Sym) Times(v model.Vec3) model.Vec3 {
	return model.Vec3{
		a[0]*v[0] + a[3]*v[1] + a[4]*v[2],
		a[3]*v[0] + a[1]*v[1] + a[5]*v[2],
		a[4]*v[0] + a[5]*v[1] + a[2]*v[2],
	}
}

// Solve is x with a x = f, by cofactors. a must be positive definite.
func (a Sym) Solve(f model.Vec3) model.Vec3 {
	adjugate := Sym{
		a[1]*a[2] - a[5]*a[5],
		a[0]*a[2] - a[4]*a[4],
		a[0]*a[1] - a[3]*a[3],
		a[4]*a[5] - a[3]*a[2],
		a[3]*a[5] - a[4]*a[1],
		a[3]*a[4] - a[0]*a[5],
	}
	determinant := a[0]*adjugate[0] + a[3]*adjugate[3] + a[4]*adjugate[4]
	return adjugate.Times(f).Mul(1 / determinant)
}

// Within returns P a P + τ (I − P), τ the trace of a: a for motions that a projection P allows,
// and positive definite where a is.
func (a Sym) Within(p Sym) Sym {
	projection := p.dense()
	inside := projection.Mul3(a.dense()).Mul3(projection)
	out := Sym{inside.At(0, 0), inside.At(1, 1), inside.At(2, 2), inside.At(0, 1), inside.At(0, 2), inside.At(1, 2)}
	trace := a.Trace()
	for i := range out {
		out[i] -= trace * p[i]
	}
	return out.Plus(Diagonal(trace))
}

// Trace returns the sum of the entries of the diagonal.
func (a Sym) Trace() float64 { return a[0] + a[1] + a[2] }

func (a Sym) dense() mgl64.Mat3 {
	return mgl64.Mat3{a[0], a[3], a[4], a[3], a[1], a[5], a[4], a[5], a[2]}
}
