package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeDrag writes a kernel that sums m w·(u + β w), and finds masses in planes.
func (i isa) writeDrag() {
	build.TEXT("drag"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual { return fieldOf(call, place) }
	x, u, w, stride, perMass, touching := field(dragX), field(dragU), field(dragW), field(dragStride), field(dragPerMass), field(dragTouching)
	same, zero := i.broadcast(operand.Mem{Base: call, Disp: dragSame}), i.zero()
	array := func(base reg.Register, axis, part int) operand.Mem {
		m := operand.Mem{Base: base, Disp: part * i.bytes()}
		if axis > 0 {
			m.Index, m.Scale = stride, uint8(axis)
		}
		return m
	}
	build.Label("slice")
	for part := range i.parts() {
		sum, inverse := i.zero(), i.vec()
		for axis := range 3 {
			seen, later := i.vec(), i.vec()
			build.VMOVUPS(array(u, axis, part), seen)
			build.VMOVUPS(array(w, axis, part), later)
			build.VFMADD231PS(same, later, seen)
			build.VFMADD231PS(seen, later, sum)
		}
		build.VMOVUPS(operand.Mem{Base: perMass, Disp: part * i.bytes()}, inverse)
		movable := i.compare(greater, inverse, zero, nil)
		build.VDIVPS(inverse, sum, sum)
		i.keep(sum, movable)
		i.addUp(sum, call, dragSum)
		i.findTouching(call, part, movable, touching, func(axis int) operand.Mem { return array(x, axis, part) })
	}
	for _, pointer := range []reg.Register{x, u, w, perMass} {
		build.ADDQ(operand.U8(sliceBytes), pointer)
	}
	build.ADDQ(operand.U8(2), touching)
	build.DECQ(operand.Mem{Base: call, Disp: dragSlices})
	build.JNZ(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}

// findTouching writes which movable masses of all or half of a slice are in planes.
func (i isa) findTouching(call reg.Register, part int, movable mask, touching reg.Register, x func(axis int) operand.Mem) {
	plane, end := fmt.Sprintf("plane%d", part), fmt.Sprintf("planes%d", part)
	bits, some := build.GP64(), build.GP64()
	build.XORQ(bits, bits)
	contact, left := build.GP64(), build.GP64()
	build.MOVQ(operand.Mem{Base: call, Disp: dragPlanes}, contact)
	build.MOVQ(operand.Mem{Base: call, Disp: dragCount}, left)
	build.TESTQ(left, left)
	build.JZ(operand.LabelRef(end))
	build.Label(plane)
	depth := i.broadcast(operand.Mem{Base: contact, Disp: contactOffset})
	for axis := range 3 {
		build.VFNMADD231PS(x(axis), i.broadcast(operand.Mem{Base: contact, Disp: contactNormal + 4*axis}), depth)
	}
	in := i.compare(greater, depth, i.zero(), &movable)
	if i.wide {
		build.KMOVW(in.op, some.As32())
	} else {
		build.VMOVMSKPS(in.op, some.As32())
	}
	build.ORQ(some, bits)
	build.ADDQ(operand.U8(contactSize), contact)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(plane))
	build.Label(end)
	if i.wide {
		build.MOVW(bits.As16(), operand.Mem{Base: touching})
	} else {
		build.MOVB(bits.As8(), operand.Mem{Base: touching, Disp: part})
	}
}

// writeLoad writes the kernel that adds a load to the forces on masses; see kernels.LoadGo.
func (i isa) writeLoad() {
	build.TEXT("load"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual { return fieldOf(call, place) }
	force, v, stride, load, lanes, count := field(loadForce), field(loadV), field(loadStride), field(loadLoad), field(loadLanes), field(loadCount)
	number := func(place int) operand.Mem { return operand.Mem{Base: load, Disp: place} }

	build.Label("slice")
	build.CMPW(operand.Mem{Base: lanes}, operand.I8(0))
	build.JE(operand.LabelRef("over"))
	for part := range i.parts() {
		speed, f := i.vec3(), i.vec3()
		for axis := range 3 {
			at := operand.Mem{Base: v, Disp: part * i.bytes()}
			if axis > 0 {
				at.Index, at.Scale = stride, uint8(axis)
			}
			build.VMOVUPS(at, speed[axis])
			build.VBROADCASTSS(number(numberForce+4*axis), f[axis])
		}
		i.skipIfZero(number(numberDamping), fmt.Sprintf("undriven%d", part))
		i.drive(number, speed, f)
		build.Label(fmt.Sprintf("undriven%d", part))
		i.skipIfZero(number(numberDrag), fmt.Sprintf("unslowed%d", part))
		i.slow(number, speed, f)
		build.Label(fmt.Sprintf("unslowed%d", part))
		acts := i.maskOf(operand.Mem{Base: lanes}, part)
		for axis := range 3 {
			at := operand.Mem{Base: force, Disp: axis*sliceBytes + part*i.bytes()}
			i.keep(f[axis], acts)
			build.VADDPS(at, f[axis], f[axis])
			build.VMOVUPS(f[axis], at)
		}
	}
	build.Label("over")
	build.ADDQ(operand.U32(3*sliceBytes), force)
	build.ADDQ(operand.U8(sliceBytes), v)
	build.ADDQ(operand.U8(2), lanes)
	build.DECQ(count)
	build.JNZ(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}

// skipIfZero jumps where the bits of a number are all 0.
func (i isa) skipIfZero(number operand.Mem, label string) {
	build.CMPL(number, operand.I8(0))
	build.JE(operand.LabelRef(label))
}

// drive adds s a to f, with s = c (u − v·a) of a size up to the limit.
func (i isa) drive(number func(int) operand.Mem, v, f vec3) {
	axis := vec3{i.broadcast(number(numberAxis)), i.broadcast(number(numberAxis + 4)), i.broadcast(number(numberAxis + 8))}
	size, limit, least := i.broadcast(number(numberSpeed)), i.broadcast(number(numberLimit)), i.zero()
	build.VSUBPS(limit, least, least)
	for k := range axis {
		build.VFNMADD231PS(axis[k], v[k], size)
	}
	build.VMULPS(i.broadcast(number(numberDamping)), size, size)
	build.VMAXPS(size, least, size) // of NaN and a number it takes the last operand
	build.VMINPS(size, limit, size)
	for k := range axis {
		build.VFMADD231PS(axis[k], size, f[k])
	}
}

// slow takes q |v| v from f.
func (i isa) slow(number func(int) operand.Mem, v, f vec3) {
	q := i.vec()
	build.VMULPS(v[0], v[0], q)
	build.VFMADD231PS(v[1], v[1], q)
	build.VFMADD231PS(v[2], v[2], q)
	build.VSQRTPS(q, q)
	build.VMULPS(i.broadcast(number(numberDrag)), q, q)
	for k := range v {
		build.VFNMADD231PS(q, v[k], f[k])
	}
}

// writeGather writes the kernel that adds up forces for masses; see kernels.GatherGo.
func (i isa) writeGather() {
	build.TEXT("gather"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual { return fieldOf(call, place) }
	places, begins, count, parts, from, force := field(gatherPlaces), field(gatherBegins), field(gatherCount), field(gatherParts), field(gatherFrom), field(gatherForce)
	build.SUBQ(operand.Mem{Base: call, Disp: gatherSkip}, force)
	at, end, place, part := build.GP64(), build.GP64(), build.GP64(), build.GP64()
	build.MOVLQSX(operand.Mem{Base: begins}, at)

	build.Label("mass")
	build.MOVLQSX(operand.Mem{Base: begins, Disp: 4}, end)
	build.MOVLQSX(operand.Mem{Base: places}, place)
	sum := reg.VecVirtual(build.XMM())
	if i.double {
		sum = build.YMM()
	}
	build.VXORPS(sum, sum, sum)
	build.CMPQ(at, end)
	build.JGE(operand.LabelRef("summed"))
	build.Label("part")
	build.MOVLQSX(operand.Mem{Base: parts, Index: at, Scale: 4}, part)
	if i.double {
		build.ADDQ(part, part)
	}
	build.VADDPS(operand.Mem{Base: from, Index: part, Scale: 8}, sum, sum)
	build.INCQ(at)
	build.CMPQ(at, end)
	build.JLT(operand.LabelRef("part"))
	build.Label("summed")
	for axis := range 3 {
		to := operand.Mem{Base: force, Index: place, Scale: uint8(i.of(4)), Disp: axis * i.slice()}
		one := build.XMM()
		switch {
		case !i.double:
			build.VPERMILPS(operand.U8(axis), sum, one)
			build.VADDSS(to, one, one)
			build.VMOVSS(one, to)
			continue
		case axis < 2:
			build.VPERMILPD(operand.U8(axis), sum.AsX(), one)
		default:
			build.VEXTRACTF128(operand.U8(1), sum, one)
		}
		build.VADDSD(to, one, one)
		build.VMOVSD(one, to)
	}
	build.ADDQ(operand.U8(4), places)
	build.ADDQ(operand.U8(4), begins)
	build.DECQ(count)
	build.JNZ(operand.LabelRef("mass"))
	if i.double {
		build.VZEROUPPER()
	}
	build.RET()
}

// Places of the fields of PullCall [bytes].
const (
	pullForce = 8 * iota // 16 of x, y and z for each slice
	pullU                // first lane in the arrays vx of u and of w
	pullW
	pullStride  // to the next array [bytes]
	pullPerMass // first lane
	pullSlices  // of slices
	pullSame    // β, and whether quadratic drag acts
	pullSum     // result: 8 numbers of 8 bytes

	pullSlows  = pullSame + 4
	pullSlowed = pullSum + 64 // result: 8 numbers of 8 bytes
)

// writePull writes the kernel that sums external forces; see kernels.PullGo.
func (i isa) writePull() {
	build.TEXT("pull"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual { return fieldOf(call, place) }
	force, u, w, stride, perMass := field(pullForce), field(pullU), field(pullW), field(pullStride), field(pullPerMass)
	same := i.broadcast(operand.Mem{Base: call, Disp: pullSame})
	build.Label("slice")
	for part := range i.parts() {
		array := func(base reg.Register, axis int) operand.Mem {
			m := operand.Mem{Base: base, Disp: part * i.bytes()}
			if axis > 0 {
				m.Index, m.Scale = stride, uint8(axis)
			}
			return m
		}
		inverse, sum, slowed, speed := i.vec(), i.zero(), i.zero(), i.zero()
		build.VMOVUPS(operand.Mem{Base: perMass, Disp: part * i.bytes()}, inverse)
		movable := i.compare(greater, inverse, i.zero(), nil)
		for axis := range 3 {
			seen, later := i.vec(), i.vec()
			build.VMOVUPS(array(u, axis), seen)
			build.VMOVUPS(array(w, axis), later)
			build.VFMADD231PS(same, seen, later)
			build.VFMADD231PS(operand.Mem{Base: force, Disp: axis*sliceBytes + part*i.bytes()}, later, sum)
			build.VFMADD231PS(seen, later, slowed)
			build.VFMADD231PS(seen, seen, speed)
		}
		i.keep(sum, movable)
		i.addUp(sum, call, pullSum)
		end := fmt.Sprintf("unslowed%d", part)
		i.skipIfZero(operand.Mem{Base: call, Disp: pullSlows}, end)
		build.VSQRTPS(speed, speed)
		build.VMULPS(speed, slowed, slowed)
		i.keep(slowed, movable)
		i.addUp(slowed, call, pullSlowed)
		build.Label(end)
	}
	build.ADDQ(operand.U32(3*sliceBytes), force)
	for _, pointer := range []reg.Register{u, w, perMass} {
		build.ADDQ(operand.U8(sliceBytes), pointer)
	}
	build.DECQ(operand.Mem{Base: call, Disp: pullSlices})
	build.JNZ(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}
