package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// visit writes a visit of springs.
func (k *kernel) visit(near bool) {
	if near {
		k.visitNear()
		return
	}
	var d, apart, va, vb [3]reg.VecVirtual
	for axis := range 3 {
		d[axis] = less(k.masked(k.lanes, k.end(k.b, axis)), k.masked(k.lanes, k.end(k.a, axis)))
		va[axis], vb[axis] = k.masked(k.lanes, k.end(k.va, axis)), k.masked(k.lanes, k.end(k.vb, axis))
		apart[axis] = less(vb[axis], va[axis])
	}
	ofA, ofB := k.masked(k.lanes, k.weightOf(k.a)), k.masked(k.lanes, k.weightOf(k.b))
	above, acts := k.solve(d, apart, plus(ofA, ofB))
	build.VMULPS(above, ofA, ofA)
	build.VMULPS(above, ofB, ofB)
	for axis := range 3 {
		build.VFMADD231PS(d[axis], ofA, va[axis])
		build.VFNMADD231PS(d[axis], ofB, vb[axis])
		build.VMOVUPS(va[axis], acts, k.end(k.va, axis))
		build.VMOVUPS(vb[axis], acts, k.end(k.vb, axis))
	}
}

// visitNear writes a visit to springs whose ends are both among 16 masses: it neither reads
// nor writes the memory behind them, so that groups need not wait for each other.
func (k *kernel) visitNear() {
	n := k.neighbors()
	var d, apart, v [3]reg.VecVirtual
	for axis := range 3 {
		here, there := k.pair(n, k.end(k.a, axis))
		d[axis] = less(there, here)
		v[axis], there = k.pair(n, k.end(k.va, axis))
		apart[axis] = less(there, v[axis])
	}
	of, ofB := k.pair(n, k.weightOf(k.a))
	above, _ := k.solve(d, apart, plus(of, ofB))
	for axis := range 3 {
		along, back := times(above, d[axis]), build.ZMM()
		build.VPERMPS(along, n.down, back)
		build.VSUBPS(back, along, along) // no mass is both ends
		build.VFMADD231PS(along, of, v[axis])
		build.VMOVUPS(v[axis], n.both, k.end(k.va, axis))
	}
}

func dot(a, b [3]reg.VecVirtual) reg.VecVirtual {
	sum := times(a[0], b[0])
	build.VFMADD231PS(a[1], b[1], sum)
	build.VFMADD231PS(a[2], b[2], sum)
	return sum
}

// solve writes the operations of springs.line for masses and the sums of their 1/m: the
// impulse per meter of the spring, −Δ/L, and the lanes in which it acts. 1/L and the quotient
// are estimates of 14 bits and a step of Newton's method.
func (k *kernel) solve(d, apart [3]reg.VecVirtual, weight reg.VecVirtual) (above reg.VecVirtual, acts reg.OpmaskVirtual) {
	square, rate, acts := dot(d, d), dot(d, apart), build.K()
	build.VCMPPS(operand.U8(greaterOrEqual), k.square, square, k.lanes, acts)
	shorter := build.ZMM()
	build.VRSQRT14PS(square, shorter)
	rest := times(square, shorter)
	build.VFNMADD213PS(k.one, shorter, rest) // 1 − L² r²
	build.VMULPS(shorter, rest, rest)
	build.VFMADD231PS(k.half, rest, shorter)
	answer := k.answer()
	build.VFMADD213PS(k.one, answer, weight) // 1 + a W
	share := build.ZMM()
	build.VRCP14PS(weight, share)
	build.VFNMADD213PS(k.two, share, weight)
	build.VMULPS(weight, share, share)
	above = less(times(square, shorter), k.rest()) // L − L0
	impulse, has := build.ZMM(), build.K()
	build.KANDW(k.lanes, k.kept, has)
	build.VMOVUPS_Z(k.impulses(), has, impulse)
	build.VFMADD213PS(impulse, k.push(), above)
	build.VMULPS(shorter, rate, rate)
	build.VFMADD231PS(rate, answer, above)
	build.VMULPS(share, above, above) // −Δ
	build.VSUBPS(above, impulse, acts, impulse)
	build.VMOVUPS(impulse, k.lanes, k.impulses())
	build.VMULPS_Z(shorter, above, acts, above)
	return above, acts
}

// warm writes the operations of springs.warm, with the same roundings.
func (k *kernel) warm(near bool) {
	if near {
		k.warmNear()
		return
	}
	var d, va, vb [3]reg.VecVirtual
	for axis := range 3 {
		d[axis] = less(k.masked(k.lanes, k.end(k.b, axis)), k.masked(k.lanes, k.end(k.a, axis)))
		va[axis], vb[axis] = k.masked(k.lanes, k.end(k.va, axis)), k.masked(k.lanes, k.end(k.vb, axis))
	}
	ofA, ofB := k.masked(k.lanes, k.weightOf(k.a)), k.masked(k.lanes, k.weightOf(k.b))
	given, acts := k.begins(d, plus(ofA, ofB))
	for axis := range 3 {
		along := times(given, d[axis])
		build.VSUBPS(times(ofA, along), va[axis], va[axis])
		build.VADDPS(times(ofB, along), vb[axis], vb[axis])
		build.VMOVUPS(va[axis], acts, k.end(k.va, axis))
		build.VMOVUPS(vb[axis], acts, k.end(k.vb, axis))
	}
}

// warmNear is warm for springs whose ends are both among 16 masses.
func (k *kernel) warmNear() {
	n := k.neighbors()
	var d [3]reg.VecVirtual
	for axis := range 3 {
		here, there := k.pair(n, k.end(k.a, axis))
		d[axis] = less(there, here)
	}
	of, ofB := k.pair(n, k.weightOf(k.a))
	given, acts := k.begins(d, plus(of, ofB))
	ends := k.ends(acts)
	for axis := range 3 {
		along, signed := times(given, d[axis]), build.ZMM()
		build.VPERMPS(along, n.down, signed)
		build.VPXORD(k.sign, along, acts, signed) // no mass is both ends
		v := k.masked(n.both, k.end(k.va, axis))
		build.VADDPS(times(of, signed), v, v)
		build.VMOVUPS(v, ends, k.end(k.va, axis))
	}
}

// begins returns the impulses that springs begin with, for each meter, and where they act.
func (k *kernel) begins(d [3]reg.VecVirtual, weight reg.VecVirtual) (given reg.VecVirtual, acts reg.OpmaskVirtual) {
	length, acts := plus(plus(times(d[0], d[0]), times(d[1], d[1])), times(d[2], d[2])), build.K()
	build.VSQRTPS(length, length)
	build.VCMPPS(operand.U8(greaterOrEqual), k.least, length, k.lanes, acts)
	answer, zero := k.answer(), build.ZMM()
	build.VPXORD(zero, zero, zero)
	build.VCMPPS(operand.U8(notEqual), zero, answer, acts, acts)
	below := plus(times(answer, weight), k.one)
	shorter := build.ZMM()
	build.VDIVPS(times(length, below), k.one, shorter)
	build.VMULPS(below, shorter, shorter)
	impulse := k.masked(k.lanes, k.impulses())
	build.VMULPS_Z(k.part, impulse, acts, impulse)
	build.VMOVUPS(impulse, k.lanes, k.impulses())
	return times(impulse, shorter), acts
}
