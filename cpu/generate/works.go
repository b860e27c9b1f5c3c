package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The kernels "works" are dampers that know cables, and that sum the work of actuators, too: with
// r = 1/L, the force of the damper by length is
//
//	max(c (Δu·d) r², P r − K)
//
// where P is k L0 and K is k of a cable, 0 and infinite of others; and the work is
//
//	W (2 L + dt (Δw·d) r − R).
//
// See PowerLaw of package cpu/kernels.

// lawsOf returns the offset of the laws of classes in a call.
func (f *dampers) lawsOf() int {
	if f.works {
		return dampersLaws
	}
	return forcesRecords
}

// takeAll adds the power of springs, and the work of their actuators. law is a new vector of a
// number of their laws.
func (f *dampers) takeAll(square, seen, later reg.VecVirtual, acts mask, share reg.Register, law func(place int) reg.VecVirtual) {
	r := f.inverseRoot(square)
	build.VMULPS(r, square, square) // L
	way := f.vec()
	build.VMULPS(r, later, way)
	build.VMULPS(f.number(dampersTime), way, way)
	build.VADDPS(square, way, way)
	build.VADDPS(square, way, way)
	build.VSUBPS(law(workRests), way, way)
	build.VMULPS(law(workWork), way, way)

	held, force := law(workPull), seen
	build.VMULPS(r, held, held)
	build.VSUBPS(law(workStiffness), held, held)
	build.VFMADD231PS(f.number(dampersSame), seen, later)
	build.VMULPS(r, force, force)
	build.VMULPS(r, force, force)
	build.VMULPS(law(workDamping), force, force)
	build.VMAXPS(force, held, force) // of NaN and a number it takes the last operand
	build.VMULPS(later, force, force)
	into, work := f.once, f.work[0]
	if share != nil {
		build.VMULPS(share, force, force)
		build.VMULPS(share, way, way)
		into, work = f.twice, f.work[1]
	}
	if f.wide {
		build.VADDPS(force, into, acts.op, into)
		build.VADDPS(way, work, acts.op, work)
		return
	}
	f.keep(force, acts)
	f.keep(way, acts)
	build.VADDPS(force, into, into)
	build.VADDPS(way, work, work)
}

// number returns a new vector of a number of the call.
func (f *dampers) number(place int) reg.VecVirtual {
	return f.broadcast(operand.Mem{Base: f.call, Disp: place})
}

// columnLaw returns a new vector of a number of the laws of entries; workLeast is not that of
// springs that are no cables.
func (f *dampers) columnLaw(place int, entry reg.VecVirtual, word func(int) operand.Mem) reg.VecVirtual {
	if f.format.words == 4 && place == workDamping {
		v := f.vec()
		build.VMOVUPS(word(3), v)
		return v
	}
	v := f.row(map[int]int{workDamping: laneDamping, workLeast: laneLeast, workPull: lanePull, workStiffness: laneStiffness, workWork: laneFloor, workRests: laneScaled}[place], entry)
	if f.format.words == 1 {
		return v
	}
	if f.format.words == 4 && place == workStiffness {
		build.VADDPS(word(2), v, v)
		return v
	}
	if place == workDamping || place == workStiffness {
		return v
	}
	build.VMULPS(word(1), v, v)
	switch {
	case place == workLeast:
		build.VMULPS(v, v, v)
		build.VMAXPS(f.least, v, v)
	case f.format.words == 4 && place != workRests:
		build.VMULPS(word(2), v, v)
	}
	return v
}

// sumWorks adds the works of a slice to those of the call; own is the part of those evaluated
// at both ends, without the factor of the call.
func (f *dampers) sumWorks(own reg.VecVirtual) {
	build.VMULPS(f.number(dampersSame+4), f.work[1], f.work[1])
	build.VMULPS(own, f.work[1], f.work[1])
	build.VADDPS(f.work[1], f.work[0], f.work[0])
	f.addUp(f.work[0], f.call, dampersWork)
}

// writeLinks writes the kernel of dampers and drag for links of a chain, see LinkCall of package
// cpu/kernels. It evaluates each spring once, at the mass before it, with the bits of the kernel
// of slots.
func (f *dampers) writeLinks() {
	build.TEXT("dampersLinks"+f.name, attr.NOSPLIT, "func(c *byte)")
	f.call, f.sameAt = build.Load(build.Param("c"), build.GP64()), linksSame
	f.x, f.stride = f.field(linksX), f.field(linksStride)
	f.farStrides()
	later, mass, slots, record, out := f.field(linksW), f.field(linksMass), f.field(linksSlots), f.field(linksRecord), f.field(linksOut)
	f.least, f.two = f.constant(f.leastSquare()), f.constant(2)
	if f.wide {
		f.same = f.number(linksSame)
	}

	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	build.Label("chunk")
	slices := f.field(linksPerChunk)
	sums := map[int]reg.VecVirtual{}
	for _, sum := range []int{linksSum, linksDrag} {
		if f.wide {
			sums[sum] = f.zero()
			continue
		}
		for at := 0; at < 64; at += f.bytes() {
			build.VMOVUPS(f.zero(), operand.Mem{Base: f.call, Disp: sum + at})
		}
	}
	build.Label("slice")
	for part := range f.parts() {
		f.linksOf(part, later, mass, slots, record, sums)
	}
	for _, pointer := range []reg.Register{f.x, later, f.done} {
		build.ADDQ(operand.U8(sliceBytes), pointer)
	}
	build.ADDQ(operand.U8(linkSlots), slots)
	build.DECQ(slices)
	build.JNZ(operand.LabelRef("slice"))
	for place, sum := range []int{linksSum, linksDrag} {
		f.addOut(sum, sums, operand.Mem{Base: out, Disp: 8 * place})
	}
	build.ADDQ(operand.U8(16), out)
	build.DECQ(operand.Mem{Base: f.call, Disp: linksChunks})
	build.JNZ(operand.LabelRef("chunk"))
	build.VZEROUPPER()
	build.RET()
}

// linksOf treats all or half of a slice.
func (f *dampers) linksOf(part int, later, mass, slots, record reg.Register, sums map[int]reg.VecVirtual) {
	shift := part * f.bytes()
	next := shift + 4
	f.load(shift)
	for axis := range 3 {
		f.w[axis] = f.array(later, axis, shift)
		if f.wide {
			held := f.vec()
			build.VMOVUPS(f.w[axis], held)
			f.w[axis] = held
		}
	}
	var d vec3
	for axis := range 3 {
		d[axis] = f.less(f.array(f.x, axis, next), axis)
	}
	square := f.square(d)
	lanes := f.maskOf(operand.Mem{Base: slots, Disp: linkLanes}, part)
	acts := f.compare(notLessOrEqual, square, f.least, &lanes)
	seen := f.rate(d, func(axis int) operand.Op { return f.array(f.x, 3+axis, next) })
	rate := f.rateOf(d, func(axis int) operand.Op { return f.array(later, axis, next) })
	f.once = f.zero()
	f.take(square, seen, rate, acts, nil, func(v reg.VecVirtual) {
		if f.wide {
			build.VMULPS_BCST(operand.Mem{Base: record, Disp: recordDamping}, v, v)
		} else {
			build.VMULPS(f.broadcast(operand.Mem{Base: record, Disp: recordDamping}), v, v)
		}
	})
	f.addChunk(f.once, linksSum, sums)

	unslowed := fmt.Sprintf("unslowed%d", part)
	build.TESTQ(mass, mass)
	build.JZ(operand.LabelRef(unslowed))
	slowed := f.zero() // w·(u + β w)
	for axis := range 3 {
		u, w := f.vec(), f.vec()
		build.VMOVUPS(f.self[3+axis], u)
		build.VMOVUPS(f.w[axis], w)
		if f.wide {
			build.VFMADD231PS(f.same, w, u)
		} else {
			build.VFMADD231PS(f.number(linksSame), w, u)
		}
		build.VFMADD231PS(u, w, slowed)
	}
	build.VMULPS(operand.Mem{Base: mass, Index: f.done, Scale: 1, Disp: shift}, slowed, slowed)
	f.addChunk(slowed, linksDrag, sums)
	build.Label(unslowed)
}

// addChunk adds numbers to the sums of a chunk, as addUp does: in registers if enough are free.
func (f *dampers) addChunk(v reg.VecVirtual, place int, sums map[int]reg.VecVirtual) {
	if !f.wide {
		f.addUp(v, f.call, place)
		return
	}
	low, high, upper := build.ZMM(), build.ZMM(), build.YMM()
	build.VCVTPS2PD(v.AsY(), low)
	build.VEXTRACTF64X4(operand.U8(1), v, upper)
	build.VCVTPS2PD(upper, high)
	build.VADDPD(low, sums[place], sums[place])
	build.VADDPD(high, sums[place], sums[place])
}

// addOut writes the sum of eight numbers of the call, as addUp of package cpu/kernels adds them.
func (f *dampers) addOut(place int, sums map[int]reg.VecVirtual, to operand.Mem) {
	sum, other := build.YMM(), build.XMM()
	if f.wide {
		build.VEXTRACTF64X4(operand.U8(1), sums[place], sum)
		build.VADDPD(sum, sums[place].AsY(), sum)
	} else {
		build.VMOVUPD(operand.Mem{Base: f.call, Disp: place}, sum)
		build.VADDPD(operand.Mem{Base: f.call, Disp: place + 32}, sum, sum)
	}
	build.VHADDPD(sum, sum, sum)
	build.VEXTRACTF128(operand.U8(1), sum, other)
	build.VADDSD(other, sum.AsX(), other)
	build.VMOVSD(other, to)
}
