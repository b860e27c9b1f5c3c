package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A link of a chain has two slots, to the mass before and to the one after.
const (
	linkSlots = 2 * slotSize
	linkLanes = slotSize + slotLanes // of the second slot
)

// writeChain writes a kernel that sums and moves as forces do, for links of a
// chain: see package cpu/kernels. It evaluates each spring once, by the
// mass before it, and hands its force on to the next lane; what comes from the
// slice before the first one is evaluated again. With AVX-512, this is for where
// there are contacts; see links for the rest.
func (f *forces) writeChain() {
	kind := "plain"
	if f.full {
		kind = "full"
	}
	build.TEXT(kind+"Chain"+f.name, attr.NOSPLIT, "func(c *byte)")
	f.call = build.Load(build.Param("c"), build.GP64())
	f.x, f.stride = f.field(forcesX), f.field(forcesStride)
	slots, class := f.field(forcesSlots), build.GP64()
	f.records = f.field(forcesRecords)
	build.MOVWLZX(operand.Mem{Base: slots, Disp: slotClass}, class.As32())
	build.LEAQ(operand.Mem{Base: f.records, Index: class, Scale: 8}, f.records)
	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	f.three = f.constant(3)
	f.farStrides()
	f.beginMoves()
	if f.wide {
		build.CMPQ(operand.Mem{Base: f.move.call, Disp: integrateContactCount}, operand.I8(0))
		build.JNE(operand.LabelRef("contacts"))
		f.writeLinks(slots)
		build.Label("contacts")
		f.move.call = f.field(forcesMove)
		f.move.hold()
	}
	f.move.unpacked = true

	before := f.link(slots, -sliceBytes, -linkSlots, f.parts()-1)

	build.Label("slice")
	f.fetch()
	for part := range f.parts() {
		pulls := f.link(slots, 0, 0, part)
		for axis := range 3 {
			f.sum[axis] = f.handOn(before[axis], pulls[axis])
			build.VMOVAPS(pulls[axis], before[axis])
		}
		f.moveOn(part)
	}
	build.ADDQ(operand.U8(sliceBytes), f.x)
	build.ADDQ(operand.U8(linkSlots), slots)
	build.ADDQ(operand.U8(sliceBytes), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	build.Label("end")
	f.endMoves()
	build.VZEROUPPER()
	build.RET()
}

// link is the force that each mass of all or half of a slice exerts on the one
// after it (or the reverse of it: see forces), 0 where there is none; x and
// before are where the slice and its slots are from those at hand.
func (f *forces) link(slots reg.Register, x, before, part int) vec3 {
	const next = 4 // bytes
	x += part * f.bytes()
	f.load(x)
	s := &spring{
		neighbor: func(which int) operand.Mem { return f.array(f.x, which, x+next) },
		record:   func(place int) operand.Mem { return operand.Mem{Base: f.records, Disp: place} },
		lanes:    operand.Mem{Base: slots, Disp: before + linkLanes},
	}
	f.evaluate(part, s)
	f.times(s)
	return s.d
}

// handOn is a new vector: the force on each mass from the links at its sides,
// one of which is in the lane before it. before is that of the lanes before.
func (f *forces) handOn(before, pulls reg.VecVirtual) reg.VecVirtual {
	sum := f.vec()
	if f.wide {
		const last = 15 // lane
		build.VALIGND(operand.U8(last), before, pulls, sum)
		build.VSUBPS(pulls, sum, sum)
		return sum
	}
	// Lanes 4 to 7 before and 0 to 3 of pulls, then one on in each half.
	build.VPERM2F128(operand.U8(0x21), pulls, before, sum)
	build.VPALIGNR(operand.U8(12), sum, pulls, sum)
	build.VSUBPS(sum, pulls, sum)
	return sum
}
