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
	k.one, k.least = k.constant("one", 0x3f800000), k.constant("least", 0x2b8cbccc) // 1, and 1e-12 m
	kept := build.K()
	build.KMOVW(operand.Mem{Base: k.call, Disp: callKept}, kept)

	build.Label("group")
	k.a, k.b, k.lanes = build.GP64(), build.GP64(), build.K()
	build.MOVLQSX(operand.Mem{Base: groups, Disp: groupBase}, k.a)
	build.MOVLQSX(operand.Mem{Base: groups, Disp: groupOffset}, k.b)
	build.ADDQ(k.a, k.b)
	build.KMOVW(operand.Mem{Base: groups, Disp: groupLanes}, k.lanes)
	k.visit(kept)
	build.ADDQ(operand.U8(groupBytes), groups)
	build.ADDQ(operand.U8(numbers), k.at)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("group"))
	build.VZEROUPPER()
	build.RET()
	build.Generate()
}

// kernel is the code for a group at hand: the lanes a and b of the ends of its first spring, and
// the springs that are there.
type kernel struct {
	call, at   reg.GPVirtual
	a, b       reg.GPVirtual
	lanes      reg.OpmaskVirtual
	one, least reg.VecVirtual
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

// less is b − a of a number of the ends.
func (k *kernel) less(array int) reg.VecVirtual {
	v := k.masked(k.end(array, k.b))
	build.VSUBPS(k.masked(k.end(array, k.a)), v, v)
	return v
}

func times(a, b operand.Op) reg.VecVirtual {
	v := build.ZMM()
	build.VMULPS(a, b.(reg.VecVirtual), v)
	return v
}

// dot is (a0 b0 + a1 b1) + a2 b2, without fused operations.
func dot(a, b [3]reg.VecVirtual) reg.VecVirtual {
	sum := times(a[0], b[0])
	build.VADDPS(times(a[1], b[1]), sum, sum)
	build.VADDPS(times(a[2], b[2]), sum, sum)
	return sum
}

// visit writes the operations of springs.line and springs.strike, in their order.
func (k *kernel) visit(kept reg.OpmaskVirtual) {
	var d, apart [3]reg.VecVirtual
	for axis := range 3 {
		d[axis] = k.less(callX + 8*axis)
	}
	length := dot(d, d)
	build.VSQRTPS(length, length)
	acts := build.K()
	build.VCMPPS(operand.U8(greaterOrEqual), k.least, length, k.lanes, acts)
	for axis := range 3 {
		apart[axis] = k.less(callV + 8*axis)
	}
	rate := dot(d, apart)
	ofA, ofB := k.masked(k.end(callWeight, k.a)), k.masked(k.end(callWeight, k.b))
	below := build.ZMM()
	build.VADDPS(ofB, ofA, below)
	answer := k.masked(k.own(callAnswer))
	build.VMULPS(below, answer, below)
	build.VADDPS(below, k.one, below)
	both := times(length, below)
	build.VDIVPS(both, k.one, both)
	shorter := times(both, below)
	above := build.ZMM()
	build.VSUBPS(k.own(callRest), length, above) // all numbers of a group have their places
	build.VMULPS(k.own(callPush), above, above)
	build.VMULPS(rate, answer, rate)
	build.VMULPS(shorter, rate, rate)
	build.VADDPS(rate, above, above)
	impulse, has := build.ZMM(), build.K()
	build.KANDW(k.lanes, kept, has)
	build.VMOVUPS_Z(k.own(callImpulse), has, impulse)
	build.VADDPS(impulse, above, above)
	build.VMULPS(length, both, both)
	build.VMULPS(both, above, above) // −Δ
	build.VSUBPS(above, impulse, acts, impulse)
	build.VMOVUPS(impulse, k.lanes, k.own(callImpulse))
	build.VMULPS(shorter, above, above)
	for axis := range 3 {
		along := times(above, d[axis])
		v := k.masked(k.end(callV+8*axis, k.a))
		build.VADDPS(times(along, ofA), v, v)
		build.VMOVUPS(v, acts, k.end(callV+8*axis, k.a))
		v = k.masked(k.end(callV+8*axis, k.b))
		build.VSUBPS(times(along, ofB), v, v)
		build.VMOVUPS(v, acts, k.end(callV+8*axis, k.b))
	}
}
