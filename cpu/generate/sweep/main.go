// Command sweep writes the kernel of cpu/impulses in assembly, which visits the springs of a color in
// groups by rows. Run it with "go generate ./cpu/impulses".
package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// These are the places of the fields of a call, see visitCall in cpu/impulses/sweep_amd64.go.
const (
	callX       = 0 // x, y and z
	callV       = 24
	callWeight  = 48
	callGroups  = 56
	callCount   = 64
	callRest    = 72
	callPush    = 80
	callAnswer  = 88
	callImpulse = 96
	callKept    = 104
)

// These are the places of the fields of a group, its size, and the bytes of its numbers of a kind.
const (
	groupBase, groupOffset, groupLanes = 0, 4, 8
	groupBytes                         = 12
	numbers                            = 64
)

// greaterOrEqual is a comparison, false for NaN.
const greaterOrEqual = 0x1d

func main() {
	build.ConstraintExpr("amd64")
	build.TEXT("visitAVX512", build.NOSPLIT, "func(c *byte)")
	build.Doc("visitAVX512 visits springs, 16 at once.")
	build.Pragma("noescape")
	k := kernel{call: build.GP64(), at: build.GP64()}
	build.Load(build.Param("c"), k.call)
	build.XORQ(k.at, k.at)
	groups, left := k.field(callGroups), k.field(callCount)
	k.one, k.half, k.two, k.least = k.constant("one", 0x3f800000), k.constant("half", 0x3f000000), k.constant("two", 0x40000000), k.constant("least", 0x179abe15) // the square of 1e-12 m
	k.kept = build.K()
	build.KMOVW(operand.Mem{Base: k.call, Disp: callKept}, k.kept)
	ascending := build.GLOBL("iota", attr.RODATA|attr.NOPTR)
	for lane := range 16 {
		build.DATA(4*lane, operand.U32(lane))
	}

	build.Label("group")
	k.a, k.b, k.lanes = build.GP64(), build.GP64(), build.K()
	build.MOVLQSX(operand.Mem{Base: groups, Disp: groupBase}, k.a)
	build.MOVLQSX(operand.Mem{Base: groups, Disp: groupOffset}, k.b)
	build.KMOVW(operand.Mem{Base: groups, Disp: groupLanes}, k.lanes)
	build.CMPQ(k.b, operand.U8(16))
	build.JLT(operand.LabelRef("near"))
	build.ADDQ(k.a, k.b)
	k.far()
	build.Label("next")
	build.ADDQ(operand.U8(groupBytes), groups)
	build.ADDQ(operand.U8(numbers), k.at)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("group"))
	build.VZEROUPPER()
	build.RET()

	build.Label("near")
	k.near(ascending)
	build.JMP(operand.LabelRef("next"))
	build.Generate()
}

// kernel is the code for a group at hand: the lanes a and b of the ends of its first spring, and
// the springs that are there.
type kernel struct {
	call, at              reg.GPVirtual
	a, b                  reg.GPVirtual
	lanes, kept           reg.OpmaskVirtual
	one, half, two, least reg.VecVirtual
}

func (k *kernel) field(place int) reg.GPVirtual {
	r := build.GP64()
	build.MOVQ(operand.Mem{Base: k.call, Disp: place}, r)
	return r
}

func (k *kernel) constant(name string, bits uint32) reg.VecVirtual {
	data := build.GLOBL(name, attr.RODATA|attr.NOPTR)
	build.DATA(0, operand.U32(bits))
	v := build.ZMM()
	build.VBROADCASTSS(data, v)
	return v
}

// end is a number of the masses at one end.
func (k *kernel) end(array int, lane reg.GPVirtual) operand.Mem {
	return operand.Mem{Base: k.field(array), Index: lane, Scale: 4}
}

// own is a number of the springs.
func (k *kernel) own(array int) operand.Mem {
	return operand.Mem{Base: k.field(array), Index: k.at, Scale: 1}
}

// masked is what a place in memory has of the springs that are there, and 0 elsewhere.
func (k *kernel) masked(from operand.Mem) reg.VecVirtual {
	v := build.ZMM()
	build.VMOVUPS_Z(from, k.lanes, v)
	return v
}

// less is b − a.
func less(b, a reg.VecVirtual) reg.VecVirtual {
	v := build.ZMM()
	build.VSUBPS(a, b, v)
	return v
}

func times(a, b reg.VecVirtual) reg.VecVirtual {
	v := build.ZMM()
	build.VMULPS(a, b, v)
	return v
}

func dot(a, b [3]reg.VecVirtual) reg.VecVirtual {
	sum := times(a[0], b[0])
	build.VFMADD231PS(a[1], b[1], sum)
	build.VFMADD231PS(a[2], b[2], sum)
	return sum
}

// solve writes the operations of springs.line for masses and the sums of their 1/m: what the
// ends get for each meter of the spring, −Δ/L, and where it acts. 1/L and the quotient are
// estimates of 14 bits and a step of Newton's method.
func (k *kernel) solve(d, apart [3]reg.VecVirtual, weight reg.VecVirtual) (above reg.VecVirtual, acts reg.OpmaskVirtual) {
	square, rate, acts := dot(d, d), dot(d, apart), build.K()
	build.VCMPPS(operand.U8(greaterOrEqual), k.least, square, k.lanes, acts)
	shorter := build.ZMM()
	build.VRSQRT14PS(square, shorter)
	rest := times(square, shorter)
	build.VFNMADD213PS(k.one, shorter, rest) // 1 − L² r²
	build.VMULPS(shorter, rest, rest)
	build.VFMADD231PS(k.half, rest, shorter)
	answer := k.masked(k.own(callAnswer))
	build.VFMADD213PS(k.one, answer, weight) // 1 + a W
	share := build.ZMM()
	build.VRCP14PS(weight, share)
	build.VFNMADD213PS(k.two, share, weight)
	build.VMULPS(weight, share, share)
	above = times(square, shorter) // L
	build.VSUBPS(k.own(callRest), above, above)
	impulse, has := build.ZMM(), build.K()
	build.KANDW(k.lanes, k.kept, has)
	build.VMOVUPS_Z(k.own(callImpulse), has, impulse)
	build.VFMADD213PS(impulse, k.masked(k.own(callPush)), above)
	build.VMULPS(shorter, rate, rate)
	build.VFMADD231PS(rate, answer, above)
	build.VMULPS(share, above, above) // −Δ
	build.VSUBPS(above, impulse, acts, impulse)
	build.VMOVUPS(impulse, k.lanes, k.own(callImpulse))
	build.VMULPS_Z(shorter, above, acts, above)
	return above, acts
}

// far writes a visit to springs whose ends are at least a group apart.
func (k *kernel) far() {
	var d, apart, va, vb [3]reg.VecVirtual
	for axis := range 3 {
		d[axis] = less(k.masked(k.end(callX+8*axis, k.b)), k.masked(k.end(callX+8*axis, k.a)))
		va[axis], vb[axis] = k.masked(k.end(callV+8*axis, k.a)), k.masked(k.end(callV+8*axis, k.b))
		apart[axis] = less(vb[axis], va[axis])
	}
	ofA, ofB, weight := k.masked(k.end(callWeight, k.a)), k.masked(k.end(callWeight, k.b)), build.ZMM()
	build.VADDPS(ofA, ofB, weight)
	above, acts := k.solve(d, apart, weight)
	build.VMULPS(above, ofA, ofA)
	build.VMULPS(above, ofB, ofB)
	for axis := range 3 {
		build.VFMADD231PS(d[axis], ofA, va[axis])
		build.VFNMADD231PS(d[axis], ofB, vb[axis])
		build.VMOVUPS(va[axis], acts, k.end(callV+8*axis, k.a))
		build.VMOVUPS(vb[axis], acts, k.end(callV+8*axis, k.b))
	}
}

// near writes a visit to springs whose ends are both among 16 masses: what comes behind them in
// memory is neither read nor written, so that groups need not wait for each other.
func (k *kernel) near(iota operand.Mem) {
	springs, both, bits := k.lanes, build.K(), build.GP32()
	build.KMOVW(springs, bits)
	shifted := build.GP32()
	build.MOVL(bits, shifted)
	build.MOVQ(k.b, reg.RCX)
	build.SHLL(reg.CL, shifted)
	build.ORL(bits, shifted)
	build.KMOVW(shifted, both)
	up, down, offset := build.ZMM(), build.ZMM(), build.ZMM()
	build.VPBROADCASTD(k.b.As32(), offset)
	build.VMOVDQU32(iota, up)
	build.VPSUBD(offset, up, down)
	build.VPADDD(offset, up, up)
	from := func(array int) (here, there reg.VecVirtual) {
		here, there = build.ZMM(), build.ZMM()
		build.VMOVUPS_Z(k.end(array, k.a), both, here)
		build.VPERMPS(here, up, there)
		return here, there
	}
	var d, apart, v [3]reg.VecVirtual
	for axis := range 3 {
		here, there := from(callX + 8*axis)
		d[axis] = less(there, here)
		v[axis], there = from(callV + 8*axis)
		apart[axis] = less(there, v[axis])
	}
	of, ofB := from(callWeight)
	weight := build.ZMM()
	build.VADDPS(of, ofB, weight)
	above, _ := k.solve(d, apart, weight)
	for axis := range 3 {
		along, back := times(above, d[axis]), build.ZMM()
		build.VPERMPS(along, down, back)
		build.VSUBPS(back, along, along) // no mass is both ends
		build.VFMADD231PS(along, of, v[axis])
		build.VMOVUPS(v[axis], both, k.end(callV+8*axis, k.a))
	}
}
