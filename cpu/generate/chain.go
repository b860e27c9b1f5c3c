package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// A link of a chain has two slots, to the mass before and to the one after.
const (
	linkSlots  = 2 * slotSize
	linkLanes  = slotSize + slotLanes // of the second slot
	lanesInAll = 16
)

// writeChain writes a kernel that sums and moves as forces do, for links of a
// chain with AVX-512: see package cpu. It evaluates each spring once, by the
// mass before it, and hands its force on to the next lane; what comes from the
// slice before the first one is evaluated again.
func (f *forces) writeChain() {
	kind := "plain"
	if f.full {
		kind = "full"
	}
	build.TEXT(kind+"Chain"+f.name, attr.NOSPLIT, "func(c *byte)")
	f.call = build.Load(build.Param("c"), build.GP64())
	f.x, f.stride, f.slots = f.field(forcesX), f.field(forcesStride), f.field(forcesSlots)
	class := build.GP64()
	f.records = f.field(forcesRecords)
	build.MOVWLZX(operand.Mem{Base: f.slots, Disp: slotClass}, class.As32())
	build.LEAQ(operand.Mem{Base: f.records, Index: class, Scale: 8}, f.records)
	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	f.one, f.half = f.constant(1), f.constant(0.5)
	f.farStrides()
	f.move = &integrate{isa: f.isa, x: f.x, stride: f.stride, done: f.done}
	f.move.bad = f.zero()
	f.move.call = f.field(forcesMove)
	f.move.hold()

	before := f.link(-sliceBytes, -linkSlots)

	build.Label("slice")
	f.fetch()
	pulls := f.link(0, 0)
	for axis := range 3 {
		f.sum[axis] = f.vec()
		build.VALIGND(operand.U8(lanesInAll-1), before[axis], pulls[axis], f.sum[axis])
		build.VSUBPS(pulls[axis], f.sum[axis], f.sum[axis])
		build.VMOVAPS(pulls[axis], before[axis])
	}
	f.move.call = f.field(forcesMove)
	f.move.numbers = f.move.field(integrateNumbers)
	f.move.self = f.self[:f.arrays()]
	f.move.euler(0, f.sum)
	build.ADDQ(operand.U8(sliceBytes), f.x)
	build.ADDQ(operand.U8(linkSlots), f.slots)
	build.ADDQ(operand.U8(sliceBytes), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	f.move.call = f.field(forcesMove)
	f.move.report()
	build.VZEROUPPER()
	build.RET()
}

// link is the force that each mass of a slice exerts on the one after it, 0
// where there is none; x and slots are where the slice is from the one at hand.
func (f *forces) link(x, slots int) vec3 {
	const next = 4 // bytes
	f.load(x)
	var d vec3
	for axis := range 3 {
		d[axis] = f.less(f.array(f.x, axis, x+next), axis)
	}
	record := func(place int) operand.Mem { return operand.Mem{Base: f.records, Disp: place} }
	byLength, acts := f.pull(d, record, operand.Mem{Base: f.slots, Disp: slots + linkLanes}, 0,
		func(axis int) operand.Op { return f.array(f.x, 3+axis, x+next) })
	for axis := range 3 {
		build.VMULPS_Z(byLength, d[axis], acts.op, d[axis])
	}
	return d
}

// load reads the masses of a slice into registers.
func (f *forces) load(x int) {
	for which := range f.arrays() {
		held := f.vec()
		build.VMOVUPS(f.array(f.x, which, x), held)
		f.self[which] = held
	}
}

// farStrides are those of the arrays that a scale does not reach.
func (f *forces) farStrides() {
	if !f.full {
		return
	}
	f.stride3, f.stride5 = build.GP64(), build.GP64()
	build.LEAQ(operand.Mem{Base: f.stride, Index: f.stride, Scale: 2}, f.stride3)
	build.LEAQ(operand.Mem{Base: f.stride, Index: f.stride, Scale: 4}, f.stride5)
}
