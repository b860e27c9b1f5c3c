package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wind writes the kernel that evaluates wind on triangles; see kernels.WindGo.
type wind struct {
	isa
	call, x, v, stride, group, own reg.GPVirtual
	part                           int
}

func (w *wind) write() {
	build.TEXT("wind"+w.name, attr.NOSPLIT, "func(c *byte)")
	w.call = build.GP64()
	build.Load(build.Param("c"), w.call)
	w.x, w.v, w.stride, w.group = w.field(windX), w.field(windV), w.field(windStride), w.field(windGroups)
	third := w.field(windThird)
	build.Label("group")
	for w.part = range w.parts() {
		w.half(third)
	}
	build.ADDQ(operand.U8(windGroupSize), w.group)
	build.ADDQ(operand.U32(4*w.slice()), third)
	build.DECQ(operand.Mem{Base: w.call, Disp: windCount})
	build.JNZ(operand.LabelRef("group"))
	build.VZEROUPPER()
	build.RET()
}

func (w *wind) field(place int) reg.GPVirtual { return fieldOf(w.call, place) }

// half treats all or half of a group.
func (w *wind) half(third reg.GPVirtual) {
	label := string(rune('0' + w.part))
	at, u := [3]vec3{w.vec3(), w.vec3(), w.vec3()}, w.vec3()
	w.own = build.GP64()
	build.MOVLQSX(operand.Mem{Base: w.group, Disp: windGroupOwn}, w.own)
	build.TESTQ(w.own, w.own)
	build.JGE(operand.LabelRef("own" + label))
	for corner := range 3 {
		w.row(corner, at[corner], u)
	}
	build.JMP(operand.LabelRef("known" + label))

	build.Label("own" + label)
	build.IMUL3Q(operand.U32(3*sliceBytes), w.own, w.own)
	build.ADDQ(operand.Mem{Base: w.call, Disp: windCorners}, w.own)
	for corner := range 3 {
		w.gathered(corner, at[corner], u)
	}

	build.Label("known" + label)
	for _, corner := range []int{1, 2} {
		for axis := range 3 {
			build.VSUBPS(at[0][axis], at[corner][axis], at[corner][axis])
		}
	}
	w.store(third, w.force(w.cross(at[1], at[2]), u))
}

// air returns the velocity of the air along an axis, in a new vector.
func (w *wind) air(axis int) reg.VecVirtual {
	return w.broadcast(operand.Mem{Base: w.field(windNumbers), Disp: w.of(windAir + 4*axis)})
}

// against adds to u, or begins it with, the velocity of the air against that of a corner. The
// differences are summed, so that a plate that moves with the air feels none.
func (w *wind) against(corner, axis int, velocity operand.Op, u vec3) {
	air := w.air(axis)
	if corner == 0 {
		build.VSUBPS(velocity, air, u[axis])
		return
	}
	build.VSUBPS(velocity, air, air)
	build.VADDPS(air, u[axis], u[axis])
}

// row reads corners that follow each other in all arrays; u sums the velocities of the air
// against them.
func (w *wind) row(corner int, at, u vec3) {
	base, place := build.GP64(), build.GP64()
	build.MOVLQSX(operand.Mem{Base: w.group, Disp: 4 * corner}, base)
	for which, from := range []reg.GPVirtual{w.x, w.v} {
		build.LEAQ(operand.Mem{Base: from, Index: base, Scale: uint8(w.of(4))}, place)
		for axis := range 3 {
			m := operand.Mem{Base: place, Disp: w.part * w.bytes()}
			if axis > 0 {
				m.Index, m.Scale = w.stride, uint8(axis)
			}
			if which == 0 {
				build.VMOVUPS(m, at[axis])
			} else {
				w.against(corner, axis, m, u)
			}
		}
	}
}

// gathered reads corners from anywhere.
func (w *wind) gathered(corner int, at, u vec3) {
	for which, from := range []reg.GPVirtual{w.x, w.v} {
		base := build.GP64()
		build.MOVQ(from, base)
		for axis := range 3 {
			if axis > 0 {
				build.ADDQ(w.stride, base)
			}
			if which == 0 {
				w.gather(base, corner, at[axis])
			} else {
				v := w.vec()
				w.gather(base, corner, v)
				w.against(corner, axis, v, u)
			}
		}
	}
}

// gather reads one array at the lanes of a corner.
func (w *wind) gather(base reg.GPVirtual, corner int, into reg.VecVirtual) {
	if w.double {
		w.gather64(base, corner, into)
		return
	}
	index, nothing := w.vec(), w.zero()
	lanes := operand.Mem{Base: w.own, Disp: corner*sliceBytes + w.part*w.bytes()}
	from := operand.Mem{Base: base, Index: index, Scale: 4}
	build.VMOVAPS(nothing, into)
	if w.wide {
		build.VMOVDQU32(lanes, index)
		all := build.K()
		build.VPCMPEQD(index, index, all)
		build.VGATHERDPS(from, all, into)
		return
	}
	build.VMOVDQU(lanes, index)
	all := w.vec()
	build.VPCMPEQD(all, all, all)
	build.VGATHERDPS(all, from, into)
}

// gather64 is gather for float64, whose lanes are half of a vector.
func (w *wind) gather64(base reg.GPVirtual, corner int, into reg.VecVirtual) {
	lanes := operand.Mem{Base: w.own, Disp: corner*sliceBytes + w.part*w.bytes()/2}
	from := operand.Mem{Base: base, Scale: 8}
	build.VMOVAPS(w.zero(), into)
	if w.wide {
		index, all, ones := build.YMM(), build.K(), build.GP32()
		build.VMOVDQU(lanes, index)
		build.MOVL(operand.U32(0xff), ones)
		build.KMOVW(ones, all)
		from.Index = index
		build.VGATHERDPD(from, all, into)
		return
	}
	index, all := build.XMM(), w.vec()
	build.VMOVDQU(lanes, index)
	build.VPCMPEQD(all, all, all)
	from.Index = index
	build.VGATHERDPD(all, from, into)
}

// cross returns a new vector product.
func (w *wind) cross(a, b vec3) vec3 {
	n := w.vec3()
	for axis := range 3 {
		y, z := (axis+1)%3, (axis+2)%3
		build.VMULPS(a[z], b[y], n[axis])
		build.VFMSUB231PS(a[y], b[z], n[axis])
	}
	return n
}

// dot returns a new scalar product.
func (w *wind) dot(a, b vec3) reg.VecVirtual {
	s := w.vec()
	build.VMULPS(a[0], b[0], s)
	build.VFMADD231PS(a[1], b[1], s)
	build.VFMADD231PS(a[2], b[2], s)
	return s
}

// force makes of n and u, the sum of the velocities of the air against the corners, a third of
// the force, in u.
func (w *wind) force(n, u vec3) vec3 {
	numbers := w.field(windNumbers)
	number := func(place int) reg.VecVirtual { return w.broadcast(operand.Mem{Base: numbers, Disp: w.of(place)}) }
	for axis := range 3 {
		build.VMULPS(w.constant(1./3), u[axis], u[axis])
	}
	square, speed, q := w.dot(n, n), w.dot(u, u), w.dot(n, u)
	nothing := w.zero()
	acts := w.compare(notLessOrEqual, square, nothing, nil)
	acts = w.compare(notLessOrEqual, speed, nothing, &acts)
	perSize, perSpeed := w.inverseRoot(square), w.inverseRoot(speed)
	across, drag, lift := w.vec(), w.vec(), number(windLift)
	build.VSUBPS(q, nothing, across)
	build.VMAXPS(across, q, across)
	build.VMULPS(perSize, across, drag)
	build.VMULPS(perSpeed, drag, drag)
	build.VMULPS(lift, drag, drag)
	most := number(windDrag)
	build.VSUBPS(drag, most, drag)
	build.VMULPS(across, drag, drag)
	build.VMULPS(speed, perSpeed, perSpeed)
	build.VMULPS(perSpeed, lift, lift)
	build.VMULPS(q, perSize, perSize)
	build.VMULPS(perSize, lift, lift)
	for axis := range 3 {
		build.VMULPS(drag, u[axis], u[axis])
		build.VFMADD231PS(lift, n[axis], u[axis])
		w.keep(u[axis], acts)
	}
	return u
}

// store writes {x, y, z, 0} of each triangle, at kernels.WindPlace.
func (w *wind) store(to reg.GPVirtual, f vec3) {
	nothing := w.zero()
	if w.double {
		w.store64(to, f, nothing)
		return
	}
	rows := [4]reg.VecVirtual{f[0], f[1], f[2], nothing}
	low, high := [2]reg.VecVirtual{w.vec(), w.vec()}, [2]reg.VecVirtual{w.vec(), w.vec()}
	for i := range 2 {
		build.VUNPCKLPS(rows[2*i+1], rows[2*i], low[i])
		build.VUNPCKHPS(rows[2*i+1], rows[2*i], high[i])
	}
	build.VUNPCKLPD(low[1], low[0], rows[0])
	build.VUNPCKHPD(low[1], low[0], rows[1])
	build.VUNPCKLPD(high[1], high[0], rows[2])
	build.VUNPCKHPD(high[1], high[0], rows[3])
	for i, row := range rows {
		build.VMOVUPS(row, operand.Mem{Base: to, Disp: i*sliceBytes + w.part*w.bytes()})
	}
}

// store64 is store for float64: {x, y} and {z, 0} of each second triangle lie in a lane of 128
// bits of a vector, and a row has those of triangles 4 apart.
func (w *wind) store64(to reg.GPVirtual, f vec3, nothing reg.VecVirtual) {
	xy, z := [2]reg.VecVirtual{w.vec(), w.vec()}, [2]reg.VecVirtual{w.vec(), w.vec()}
	build.VUNPCKLPD(f[1], f[0], xy[0])
	build.VUNPCKHPD(f[1], f[0], xy[1])
	build.VUNPCKLPD(nothing, f[2], z[0])
	build.VUNPCKHPD(nothing, f[2], z[1])
	for row := range 4 {
		out, i, at := w.vec(), row%2, operand.Mem{Base: to, Disp: row*w.slice() + w.part*w.bytes()}
		switch {
		case w.wide:
			lanes := operand.U8([2]int{0x88, 0xdd}[row/2]) // 0 and 2 of both, or 1 and 3
			build.VSHUFF64X2(lanes, z[i], xy[i], out)
			build.VSHUFF64X2(operand.U8(0xd8), out, out, out)
		case row < 2:
			build.VINSERTF128(operand.U8(1), z[i].AsX(), xy[i], out)
		default:
			build.VPERM2F128(operand.U8(0x31), z[i], xy[i], out)
		}
		build.VMOVUPS(out, at)
	}
}
