package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pairs is the common part of kernels over columns of pairs.
type pairs struct {
	isa
	call  reg.Register
	slice reg.GPVirtual // the slice at hand
	lane  reg.GPVirtual // its offset in an array [bytes]
	tag   string        // of labels: number of the part at hand
	part  int
}

// eachSlice writes a loop over the slices of a call. do treats one; it may jump to the label
// done+number of the last part.
func (p *pairs) eachSlice(name string, do func()) {
	build.TEXT(name+p.name, attr.NOSPLIT, "func(c *byte)")
	p.call = build.Load(build.Param("c"), build.GP64())
	p.slice, p.lane = p.field(pairsSlices), build.GP64()
	build.Label("slice")
	build.MOVLQSX(operand.Mem{Base: p.slice}, p.lane)
	build.SHLQ(operand.U8(6), p.lane)
	do()
	build.Label("over")
	build.ADDQ(operand.U8(pairSliceSize), p.slice)
	build.DECQ(operand.Mem{Base: p.call, Disp: pairsCount})
	build.JNZ(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}

// eachPart does something for all or both halves of a slice.
func (p *pairs) eachPart(do func()) {
	for part := range p.parts() {
		p.part, p.tag = part, fmt.Sprint(part)
		do()
	}
}

// shift returns where the part at hand is in the 64 bytes of a slice.
func (p *pairs) shift() int { return p.part * p.bytes() }

// field returns a field of the call, in a register of its own.
func (p *pairs) field(place int) reg.GPVirtual { return fieldOf(p.call, place) }

// arrays are three arrays of a call: the fields with lane 0 of the first one, and with the
// distance between them; or one array alone, without a distance.
type arrays struct{ first, stride int }

func (a arrays) count() int {
	if a.stride == 0 {
		return 1
	}
	return 3
}

// self are arrays at the slice at hand, each an operand; they hold two registers.
func (p *pairs) self(a arrays) (at []operand.Mem) {
	base := p.field(a.first)
	build.ADDQ(p.lane, base)
	at = []operand.Mem{{Base: base, Disp: p.shift()}}
	if a.stride != 0 {
		stride := p.field(a.stride)
		at = append(at, operand.Mem{Base: base, Index: stride, Scale: 1, Disp: p.shift()}, operand.Mem{Base: base, Index: stride, Scale: 2, Disp: p.shift()})
	}
	return at
}

// eachColumn writes a loop over the columns of the slice at hand. do treats one; it may jump
// to the label next+tag.
func (p *pairs) eachColumn(do func(column reg.GPVirtual)) {
	column, left := build.GP64(), build.GP64()
	build.MOVL(operand.Mem{Base: p.slice, Disp: pairSliceFirst}, column.As32())
	build.MOVL(operand.Mem{Base: p.slice, Disp: pairSliceCount}, left.As32())
	build.SHLQ(operand.U8(4), column)
	build.ADDQ(operand.Mem{Base: p.call, Disp: pairsColumns}, column)
	build.Label("column" + p.tag)
	do(column)
	build.Label("next" + p.tag)
	build.ADDQ(operand.U32(columnSize), column)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("column" + p.tag))
}

// beside returns the data of another list for a column: size is that of its entries [bytes],
// a multiple of 64, and field the one with its column 0.
func (p *pairs) beside(column reg.GPVirtual, field, size int) reg.GPVirtual {
	at := build.GP64()
	build.MOVQ(column, at)
	build.SUBQ(operand.Mem{Base: p.call, Disp: pairsColumns}, at)
	if size == touchSize {
		build.LEAQ(operand.Mem{Base: at, Index: at, Scale: 2}, at)
	}
	build.SHLQ(operand.U8(2), at) // 64 bytes for each of 16
	build.ADDQ(operand.Mem{Base: p.call, Disp: field}, at)
	return at
}

// law returns the law of a column.
func (p *pairs) law(column reg.GPVirtual) func(place int) operand.Mem {
	at := build.GP64()
	build.MOVL(operand.Mem{Base: column, Disp: columnLaw}, at.As32())
	build.IMUL3Q(operand.U32(lawSize), at, at)
	build.ADDQ(operand.Mem{Base: p.call, Disp: pairsLaws}, at)
	return func(place int) operand.Mem { return operand.Mem{Base: at, Disp: place + p.shift()} }
}

// others reads arrays at the lanes that a column names, into vectors. Lanes that follow each
// other are read side by side, others one by one: all, or those of a mask.
func (p *pairs) others(label string, column reg.GPVirtual, within *mask, all ...arrays) (out [][]reg.VecVirtual) {
	for _, a := range all {
		var v []reg.VecVirtual
		for range a.count() {
			v = append(v, p.zero())
		}
		out = append(out, v)
	}
	label += p.tag
	build.CMPL(operand.Mem{Base: column, Disp: columnStep}, operand.I8(0))
	build.JE(operand.LabelRef(label + "Anywhere"))
	build.JL(operand.LabelRef(label + "Downwards"))
	at := build.GP64()
	build.MOVLQSX(operand.Mem{Base: column, Disp: columnBase}, at)
	p.eachArray(all, out, func(base reg.GPVirtual, v reg.VecVirtual) {
		build.VMOVUPS(operand.Mem{Base: base, Index: at, Scale: 4, Disp: p.shift()}, v)
	})
	build.JMP(operand.LabelRef(label + "Read"))

	build.Label(label + "Downwards")
	build.MOVLQSX(operand.Mem{Base: column, Disp: columnBase}, at)
	turned := p.vec()
	build.VMOVUPS(p.turned(), turned)
	p.eachArray(all, out, func(base reg.GPVirtual, v reg.VecVirtual) {
		build.VPERMPS(operand.Mem{Base: base, Index: at, Scale: 4, Disp: 4 - p.bytes() - p.shift()}, turned, v)
	})
	build.JMP(operand.LabelRef(label + "Read"))

	build.Label(label + "Anywhere")
	lanes := operand.Mem{Base: p.beside(column, pairsOthers, sliceBytes), Disp: p.shift()}
	index := p.vec()
	if p.wide {
		build.VMOVDQU32(lanes, index)
	} else {
		build.VMOVDQU(lanes, index)
	}
	p.eachArray(all, out, func(base reg.GPVirtual, v reg.VecVirtual) { p.gather(base, index, v, within) })
	build.Label(label + "Read")
	return out
}

// eachArray calls do with lane 0 of every array, and its vector.
func (p *pairs) eachArray(all []arrays, out [][]reg.VecVirtual, do func(base reg.GPVirtual, v reg.VecVirtual)) {
	for i, a := range all {
		base := p.field(a.first)
		for axis, v := range out[i] {
			if axis > 0 {
				build.ADDQ(operand.Mem{Base: p.call, Disp: a.stride}, base)
			}
			do(base, v)
		}
	}
}

// turned is memory with the lanes of a part, the last one first.
func (p *pairs) turned() operand.Mem {
	name := fmt.Sprintf("turned%d", p.bytes())
	if _, ok := p.data[name]; !ok {
		p.data[name] = build.GLOBL(name, attr.RODATA|attr.NOPTR)
		for i := range p.bytes() / 4 {
			build.DATA(4*i, operand.U32(p.bytes()/4-1-i))
		}
	}
	return p.data[name]
}

// gather reads numbers of an array into a vector.
func (p *pairs) gather(base reg.GPVirtual, index, v reg.VecVirtual, within *mask) {
	at := operand.Mem{Base: base, Index: index, Scale: 4}
	if p.wide {
		k := build.K()
		if within == nil {
			build.VPCMPEQD(index, index, k)
		} else {
			build.KMOVW(within.op, k)
		}
		build.VGATHERDPS(at, k, v)
		return
	}
	all := p.vec()
	if within == nil {
		build.VPCMPEQD(all, all, all)
	} else {
		build.VMOVAPS(within.op, all)
	}
	build.VGATHERDPS(all, at, v)
}

// addBits adds the bits of a mask to those of 16 lanes in memory.
func (p *pairs) addBits(m mask, to operand.Mem) {
	bits := build.GP32()
	if p.wide {
		build.KMOVW(m.op, bits)
	} else {
		build.VMOVMSKPS(m.op, bits)
		build.SHLL(operand.U8(8*p.part), bits)
	}
	build.ORL(bits, to)
}

// skipIfNil jumps where a field of the call is nil.
func (p *pairs) skipIfNil(field int, label string) {
	build.CMPQ(operand.Mem{Base: p.call, Disp: field}, operand.I8(0))
	build.JE(operand.LabelRef(label))
}

// writeMoved writes the kernel that measures how far masses have moved; see kernels.MovedGo.
func (i isa) writeMoved() {
	build.TEXT("moved"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual { return fieldOf(call, place) }
	from, to, fromStride, toStride, count := field(movedFrom), field(movedTo), field(movedFromStride), field(movedToStride), field(movedCount)
	shift := vec3{}
	for axis := range 3 {
		shift[axis] = i.broadcast(operand.Mem{Base: call, Disp: movedShift + i.of(4*axis)})
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
			if i.double { // as Go rounds it
				build.VMULPS(d, d, d)
				build.VADDPS(d, square, square)
			} else {
				build.VFMADD231PS(d, d, square)
			}
		}
		build.VMAXPS(square, most, most)
	}
	build.ADDQ(i.sliceStep(), from)
	build.ADDQ(i.sliceStep(), to)
	build.DECQ(count)
	build.JNZ(operand.LabelRef("slice"))
	build.VMOVUPS(most, operand.Mem{Base: call, Disp: movedShift + i.of(movedMost-movedShift)})
	build.VZEROUPPER()
	build.RET()
}

// apart returns the offset of the neighbor of each mass in a column, in new vectors: d [m],
// its square [m²], the distance at which they touch [m], and the lanes that touch but do not
// coincide. The kernel continues with the next part at once if no lanes coincide. law has the
// pairs' numbers.
func (p *pairs) apart(column reg.GPVirtual, position arrays) (law func(place int) operand.Mem, d []reg.VecVirtual, square, reach reg.VecVirtual, touches mask) {
	law, square, reach = p.law(column), p.vec(), p.vec()
	d = p.others("x", column, nil, position)[0]
	for axis, at := range p.self(position) {
		own := p.vec()
		build.VMOVUPS(at, own)
		build.VSUBPS(d[axis], own, d[axis])
	}
	build.VMULPS(d[0], d[0], square)
	build.VFMADD231PS(d[1], d[1], square)
	build.VFMADD231PS(d[2], d[2], square)
	build.VMOVUPS(law(lawReach), reach)
	limit := p.vec()
	build.VMULPS(reach, reach, limit)
	other := p.compare(greater, square, p.constant(1e-24), nil)
	touches = p.compare(less, square, limit, &other)
	p.skipUnlessAny(touches, "next"+p.tag)
	return law, d, square, reach, touches
}
