package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeMoved writes the kernel that measures how far masses have moved; see kernels.MovedGo.
func (i isa) writeMoved() {
	build.TEXT("moved"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual {
		r := build.GP64()
		build.MOVQ(operand.Mem{Base: call, Disp: place}, r)
		return r
	}
	from, to, fromStride, toStride, count := field(movedFrom), field(movedTo), field(movedFromStride), field(movedToStride), field(movedCount)
	shift := vec3{}
	for axis := range 3 {
		shift[axis] = i.broadcast(operand.Mem{Base: call, Disp: movedShift + 4*axis})
	}
	most := i.zero()
	build.Label("slice")
	for part := range i.parts() {
		square := i.zero()
		for axis := range 3 {
			a, b := operand.Mem{Base: from, Disp: part * i.bytes()}, operand.Mem{Base: to, Disp: part * i.bytes()}
			if axis > 0 {
				a.Index, a.Scale, b.Index, b.Scale = fromStride, uint8(axis), toStride, uint8(axis)
			}
			d := i.vec()
			build.VMOVUPS(b, d)
			build.VSUBPS(a, d, d)
			build.VSUBPS(shift[axis], d, d)
			build.VFMADD231PS(d, d, square)
		}
		build.VMAXPS(square, most, most)
	}
	build.ADDQ(operand.U8(sliceBytes), from)
	build.ADDQ(operand.U8(sliceBytes), to)
	build.DECQ(count)
	build.JNZ(operand.LabelRef("slice"))
	build.VMOVUPS(most, operand.Mem{Base: call, Disp: movedMost})
	build.VZEROUPPER()
	build.RET()
}
