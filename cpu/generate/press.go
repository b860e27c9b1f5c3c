package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// press writes the kernel that sums the pushes of pairs; see kernels.PressGo.
type press struct {
	isa
	call, x, stride, v, vStride, slice, out, touch reg.Register
	lane                                           reg.Register // place of the slice at hand in an array [bytes]
}

func (p press) write() {
	build.TEXT("press"+p.name, attr.NOSPLIT, "func(c *byte)")
	p.call = build.Load(build.Param("c"), build.GP64())
	p.x, p.stride, p.v, p.vStride = p.field(pressX), p.field(pressStride), p.field(pressV), p.field(pressVStride)
	p.slice, p.out = p.field(pressSlices), p.field(pressOut)
	build.Label("slice")
	pushed := build.GP32()
	build.XORL(pushed, pushed)
	for part := range p.parts() {
		p.part(part, pushed)
	}
	build.MOVL(pushed, operand.Mem{Base: p.slice, Disp: pairSlicePushed})
	build.ADDQ(operand.U8(pairSliceSize), p.slice)
	build.ADDQ(operand.U32(3*sliceBytes), p.out)
	build.DECQ(operand.Mem{Base: p.call, Disp: pressCount})
	build.JNZ(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}

// field is a field of the call, in a register.
func (p press) field(place int) reg.Register {
	r := build.GP64()
	build.MOVQ(operand.Mem{Base: p.call, Disp: place}, r)
	return r
}

// part treats all or half of a slice; pushed gets the bits of the lanes that are pushed.
func (p press) part(part int, pushed reg.GPVirtual) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	shift := part * p.bytes()
	p.lane = build.GP64()
	build.MOVLQSX(operand.Mem{Base: p.slice}, p.lane.(reg.GPVirtual))
	build.SHLQ(operand.U8(6), p.lane)
	self := p.vec3()
	for axis := range 3 {
		build.VMOVUPS(p.self(p.x, p.stride, axis, shift), self[axis])
	}
	sum := vec3{p.zero(), p.zero(), p.zero()}
	column, left := build.GP64(), build.GP64()
	build.MOVL(operand.Mem{Base: p.slice, Disp: pairSliceFirst}, column.As32())
	build.MOVL(operand.Mem{Base: p.slice, Disp: pairSliceCount}, left.As32())
	build.SHLQ(operand.U8(8), column) // 256 bytes each, and so has a touch
	touch := p.field(pressTouches).(reg.GPVirtual)
	build.ADDQ(operand.Mem{Base: p.call, Disp: pressColumns}, column)

	build.Label(label("column"))
	p.column(part, column, touch, self, sum, pushed)
	build.ADDQ(operand.U32(pairColumnSize), column)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(label("column")))
	for axis := range 3 {
		build.VMOVUPS(sum[axis], operand.Mem{Base: p.out, Disp: axis*sliceBytes + shift})
	}
}

// self is a part of an array at the slice at hand.
func (p press) self(from, stride reg.Register, axis, shift int) operand.Mem {
	at := build.GP64()
	build.MOVQ(p.lane, at)
	for range axis {
		build.ADDQ(stride, at)
	}
	return operand.Mem{Base: from, Index: at, Scale: 1, Disp: shift}
}

// column adds the pushes of one neighbor of each mass. It reads velocities only where masses
// touch, and goes on at once where none does.
func (p press) column(part int, column, touch reg.GPVirtual, self, sum vec3, pushed reg.GPVirtual) {
	name := func(s string) string { return fmt.Sprintf("%s%d", s, part) }
	word := func(row int) operand.Mem { return operand.Mem{Base: column, Disp: row*sliceBytes + part*p.bytes()} }
	d, square, reach := p.vec3(), p.vec(), p.vec()
	for axis := range 3 {
		d[axis] = p.gather(p.x, p.stride, axis, word(0), nil)
		build.VSUBPS(d[axis], self[axis], d[axis])
	}
	build.VMULPS(d[0], d[0], square)
	build.VFMADD231PS(d[1], d[1], square)
	build.VFMADD231PS(d[2], d[2], square)
	build.VMOVUPS(word(1), reach)
	limit := p.vec()
	build.VMULPS(reach, reach, limit)
	apart := p.compare(greater, square, p.constant(1e-24), nil)
	touches := p.compare(less, square, limit, &apart)
	p.clearTouch(column, touch, part)
	p.skipUnlessAny(touches, name("next"))

	r, force := p.inverseRoot(square), p.vec()
	length := p.vec()
	build.VMULPS(r, square, length)
	build.VSUBPS(length, reach, reach) // δ
	build.VMOVUPS(word(2), force)
	build.VMULPS(reach, force, force)
	parting := p.vec()
	for axis := range 3 {
		build.VMULPS(r, d[axis], d[axis]) // n
		w, own := p.gather(p.v, p.vStride, axis, word(0), &touches), p.vec()
		build.VMOVUPS(p.self(p.v, p.vStride, axis, part*p.bytes()), own)
		build.VSUBPS(w, own, own)
		if axis == 0 {
			build.VMULPS(d[0], own, parting)
		} else {
			build.VFMADD231PS(d[axis], own, parting)
		}
	}
	build.VFNMADD231PS(word(3), parting, force)
	pushes := p.compare(greater, force, p.zero(), &touches)
	p.keep(force, pushes)
	for axis := range 3 {
		p.keep(d[axis], pushes) // a mass that is at the other one has no normal
		build.VFMADD231PS(d[axis], force, sum[axis])
	}
	p.note(pushes, part, pushed)
	build.TESTQ(touch, touch)
	build.JZ(operand.LabelRef(name("next")))
	at := p.touchAt(column, touch)
	build.VMOVUPS(force, operand.Mem{Base: at, Disp: part * p.bytes()})
	for axis := range 3 {
		build.VMOVUPS(d[axis], operand.Mem{Base: at, Disp: (1+axis)*sliceBytes + part*p.bytes()})
	}
	build.Label(name("next"))
}

// touchAt is the touch of a column: they lie as columns do.
func (p press) touchAt(column, touch reg.GPVirtual) reg.GPVirtual {
	at := build.GP64()
	build.MOVQ(column, at)
	build.SUBQ(operand.Mem{Base: p.call, Disp: pressColumns}, at)
	build.ADDQ(touch, at)
	return at
}

// clearTouch writes that nothing pushes, where friction is to know.
func (p press) clearTouch(column, touch reg.GPVirtual, part int) {
	label := fmt.Sprintf("cleared%d", part)
	build.TESTQ(touch, touch)
	build.JZ(operand.LabelRef(label))
	build.VMOVUPS(p.zero(), operand.Mem{Base: p.touchAt(column, touch), Disp: part * p.bytes()})
	build.Label(label)
}

// note adds a mask to the bits of a slice.
func (p press) note(m mask, part int, pushed reg.GPVirtual) {
	bits := build.GP32()
	if p.wide {
		build.KMOVW(m.op, bits)
	} else {
		build.VMOVMSKPS(m.op, bits)
		build.SHLL(operand.U8(8*part), bits)
	}
	build.ORL(bits, pushed)
}

// gather is a new vector of an array at the lanes that a column names: all of them, or those
// in a mask.
func (p press) gather(from, stride reg.Register, axis int, lanes operand.Mem, within *mask) reg.VecVirtual {
	base := build.GP64()
	build.MOVQ(from, base)
	for range axis {
		build.ADDQ(stride, base)
	}
	index, v := p.vec(), p.zero()
	at := operand.Mem{Base: base, Index: index, Scale: 4}
	if p.wide {
		build.VMOVDQU32(lanes, index)
		k := build.K()
		if within == nil {
			build.VPCMPEQD(index, index, k)
		} else {
			build.KMOVW(within.op, k)
		}
		build.VGATHERDPS(at, k, v)
		return v
	}
	build.VMOVDQU(lanes, index)
	all := p.vec()
	if within == nil {
		build.VPCMPEQD(all, all, all)
	} else {
		build.VMOVAPS(within.op, all)
	}
	build.VGATHERDPS(all, at, v)
	return v
}
