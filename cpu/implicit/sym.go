package implicit

import "hooke/model"

// sym is a symmetric matrix of three rows: xx, yy, zz, xy, xz, yz.
type sym [6]float64

// diagonal is s I.
func diagonal(s float64) sym { return sym{s, s, s} }

// outer is s n nᵀ.
func outer(n model.Vec3, s float64) sym {
	return sym{s * n[0] * n[0], s * n[1] * n[1], s * n[2] * n[2], s * n[0] * n[1], s * n[0] * n[2], s * n[1] * n[2]}
}

// add adds another matrix.
func (a *sym) add(b sym) {
	for i := range a {
		a[i] += b[i]
	}
}

// scaled is s times the matrix.
func (a sym) scaled(s float64) sym {
	for i := range a {
		a[i] *= s
	}
	return a
}

// times is the matrix times a vector.
func (a *sym) times(v model.Vec3) model.Vec3 {
	return model.Vec3{
		a[0]*v[0] + a[3]*v[1] + a[4]*v[2],
		a[3]*v[0] + a[1]*v[1] + a[5]*v[2],
		a[4]*v[0] + a[5]*v[1] + a[2]*v[2],
	}
}

// solve is x with a x = f, by cofactors. a must be positive definite.
func (a *sym) solve(f model.Vec3) model.Vec3 {
	adjugate := sym{
		a[1]*a[2] - a[5]*a[5],
		a[0]*a[2] - a[4]*a[4],
		a[0]*a[1] - a[3]*a[3],
		a[4]*a[5] - a[3]*a[2],
		a[3]*a[5] - a[4]*a[1],
		a[3]*a[4] - a[0]*a[5],
	}
	part := 1 / (a[0]*adjugate[0] + a[3]*adjugate[3] + a[4]*adjugate[4])
	x := adjugate.times(f)
	return model.Vec3{x[0] * part, x[1] * part, x[2] * part}
}

// within is P a P + τ (I − P), τ the trace of a: a for motions that a projection P allows,
// and positive definite where a is.
func (a *sym) within(p *sym) (out sym) {
	tau := a.trace()
	var column [3]model.Vec3 // of a P
	for k, unit := range [3]model.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		column[k] = p.times(a.times(p.times(unit)))
	}
	out = sym{column[0][0], column[1][1], column[2][2], column[1][0], column[2][0], column[2][1]}
	for i := range out {
		out[i] -= tau * p[i]
	}
	out.add(diagonal(tau))
	return out
}

// trace is the sum of the entries of the diagonal.
func (a *sym) trace() float64 { return a[0] + a[1] + a[2] }
