package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeLoad writes the kernel that adds a load to the forces on masses; see kernels.LoadGo.
func (i isa) writeLoad() {
	build.TEXT("load"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual {
		r := build.GP64()
		build.MOVQ(operand.Mem{Base: call, Disp: place}, r)
		return r
	}
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
