package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Places of the fields of placeCall, and rows of frames and planes; see cpu/ensemble/measure_go.go.
const (
	placeMasses = 8 * iota
	placeList
	placeCount
	placeWeights
	placeScales
	placeNear
	placeFrames
	placePlanes
	placePlaneCount
	placeBase
	placeBody
	placeSums
	placeClearance
	placeMoments

	frameSize     = 6 * row
	highPlaneSize = 3 * row
	momentSize    = 5 * row
)

// row64 is the bytes of 16 numbers of 8 bytes.
const row64 = 2 * row

// widened returns the members of a vector as two vectors of float64.
func (w *writer) widened(v reg.VecVirtual) [2]reg.VecVirtual {
	lower, upper := w.vec(), w.vec()
	if w.wide {
		part := build.YMM()
		build.VEXTRACTF64X4(operand.U8(1), v, part)
		build.VCVTPS2PD(v.AsY(), lower)
		build.VCVTPS2PD(part, upper)
	} else {
		part := build.XMM()
		build.VEXTRACTF128(operand.U8(1), v, part)
		build.VCVTPS2PD(v.AsX(), lower)
		build.VCVTPS2PD(part, upper)
	}
	return [2]reg.VecVirtual{lower, upper}
}

// addTo adds a vector to numbers of 8 bytes in memory.
func (w *writer) addTo(base reg.Register, disp int, v reg.VecVirtual) {
	bytes := 32
	if w.wide {
		bytes = 64
	}
	for i, part := range w.widened(v) {
		at := operand.Mem{Base: base, Disp: disp + i*bytes}
		build.VADDPD(at, part, part)
		build.VMOVUPD(part, at)
	}
}

// places writes the kernel that sums up positions of masses, or writes the terms one by one; see placesGo and momentsGo.
func (w *writer) places(terms bool) {
	add := w.addTo
	if terms {
		w.text("moments", "says where masses are.")
		add = func(base reg.Register, disp int, v reg.VecVirtual) {
			build.VMOVUPS(v, operand.Mem{Base: base, Disp: disp / 2})
		}
	} else {
		w.text("places", "sums up where masses are.")
	}
	masses, list, left := w.field(placeMasses), w.field(placeList), w.field(placeCount)
	weights, scales, frames, body := w.field(placeWeights), w.field(placeScales), w.field(placeFrames), w.field(placeBody)
	sums, near := w.field(placeSums), w.field(placeNear)
	if terms {
		sums = w.field(placeMoments)
	}
	build.Label("mass")
	at := w.placed(masses, operand.Mem{Base: list, Disp: massAt})
	weight := w.broadcast(operand.Mem{Base: weights})
	build.VMULPS(rowOf(w.placed(scales, operand.Mem{Base: list, Disp: massScale}), 0), weight, weight)
	var moment vec3
	for axis := range 3 {
		moment[axis] = w.load(rowOf(at, rowX+axis))
		build.VSUBPS(rowOf(near, axis), moment[axis], moment[axis])
		build.VMULPS(weight, moment[axis], moment[axis])
		add(sums, axis*row64, moment[axis])
	}
	for k := range 2 {
		add(sums, (3+k)*row64, w.dot(moment, rowsOf(frames, 3*k)))
	}
	is := build.GP32()
	build.MOVL(operand.Mem{Base: body}, is)
	build.TESTL(is, is)
	build.JZ(operand.LabelRef("next"))
	w.clear(at)
	build.Label("next")
	build.ADDQ(operand.U8(massSize), list)
	build.ADDQ(operand.U8(4), weights)
	build.ADDQ(operand.U8(4), body)
	build.ADDQ(operand.U32(frameSize), frames)
	if terms {
		build.ADDQ(operand.U32(momentSize), sums)
	}
	build.DECQ(left)
	build.JNZ(operand.LabelRef("mass"))
	w.end()
}

// clear takes in the height of a mass over the highest plane.
func (w *writer) clear(at reg.Register) {
	highest := w.load(rowOf(w.field(placeBase), 0))
	plane, planes := w.field(placePlanes), w.field(placePlaneCount)
	build.TESTQ(planes, planes)
	build.JZ(operand.LabelRef("level"))
	build.Label("plane")
	z := w.load(rowOf(plane, 0))
	for axis := range 2 {
		build.VFNMADD231PS(rowOf(at, rowX+axis), w.load(rowOf(plane, 1+axis)), z)
	}
	build.VMAXPS(highest, z, highest)
	build.ADDQ(operand.U32(highPlaneSize), plane)
	build.DECQ(planes)
	build.JNZ(operand.LabelRef("plane"))
	build.Label("level")
	clearance := w.field(placeClearance)
	height := w.less(w.load(rowOf(at, rowX+2)), highest)
	build.VMINPS(rowOf(clearance, 0), height, height)
	build.VMOVUPS(height, rowOf(clearance, 0))
}

// Places of the fields of stretchCall and of a measured spring [bytes], and rows of changes.
const (
	stretchMasses = 8 * iota
	stretchLaws
	stretchChanges
	stretchSprings
	stretchCount
	stretchStrain
	stretchSums
	stretchLengths
	stretchKeeps

	measuredA         = 0
	measuredB         = 4
	measuredLaw       = 8
	measuredChange    = 12
	measuredRest      = 16
	measuredPerRest   = 20
	measuredStiffness = 24
	measuredDriven    = 28
	measuredSize      = 32

	rowPerRest = 0
	rowBefore  = 1
)

// stretch writes the kernel that sums up how springs are stretched; see stretchGo.
func (w *writer) stretch() {
	w.text("stretch", "sums up how springs are stretched, and what muscles do.")
	masses, laws, changes := w.field(stretchMasses), w.field(stretchLaws), w.field(stretchChanges)
	spring, left, lengths, keeps := w.field(stretchSprings), w.field(stretchCount), w.field(stretchLengths), w.field(stretchKeeps)
	kept := w.compare(greater, w.load(rowOf(keeps, 0)), w.zero())
	strain, magnitude := w.zero(), w.broadcast(w.bitsInMemory(0x7fffffff))
	build.Label("spring")
	a, b := w.placed(masses, operand.Mem{Base: spring, Disp: measuredA}), w.placed(masses, operand.Mem{Base: spring, Disp: measuredB})
	law, change := w.placed(laws, operand.Mem{Base: spring, Disp: measuredLaw}), w.placed(changes, operand.Mem{Base: spring, Disp: measuredChange})
	var d vec3
	for axis := range 3 {
		d[axis] = w.less(w.load(rowOf(a, rowX+axis)), rowOf(b, rowX+axis))
	}
	length := w.dot(d, d.ops())
	build.VSQRTPS(length, length)
	rest := w.broadcast(operand.Mem{Base: spring, Disp: measuredRest})
	now := w.stretched(length, rest, rowOf(law, rowRest))
	per := w.times(w.broadcast(operand.Mem{Base: spring, Disp: measuredPerRest}), rowOf(change, rowPerRest))
	build.VMULPS(now, per, per)
	if w.wide {
		build.VPANDD(magnitude, per, per)
	} else {
		build.VPAND(magnitude, per, per)
	}
	w.keep(per, w.compare(greater, now, rowOf(law, rowSlack)))
	build.VMAXPS(strain, per, strain)
	driven := build.GP32()
	build.MOVL(operand.Mem{Base: spring, Disp: measuredDriven}, driven)
	build.TESTL(driven, driven)
	build.JZ(operand.LabelRef("passive"))
	last := w.load(rowOf(lengths, 0))
	done := w.doubled(now, w.stretched(length, rest, rowOf(change, rowBefore)), w.stretched(last, rest, rowOf(law, rowRest)), w.stretched(last, rest, rowOf(change, rowBefore)), rowOf(law, rowFloor))
	w.work(law, spring, done)
	w.overwrite(last, length, kept)
	build.VMOVUPS(last, rowOf(lengths, 0))
	build.ADDQ(operand.U8(row), lengths)
	build.Label("passive")
	build.ADDQ(operand.U8(measuredSize), spring)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("spring"))
	build.VMOVUPS(strain, rowOf(w.field(stretchStrain), 0))
	w.end()
}

// stretched returns L − L0.
func (w *writer) stretched(length, rest reg.VecVirtual, scale operand.Op) reg.VecVirtual {
	v := w.vec()
	build.VMOVAPS(length, v)
	build.VFNMADD231PS(scale, rest, v)
	return v
}

// doubled is that of cpu/ensemble; it overwrites a, b, c and d.
func (w *writer) doubled(a, b, c, d reg.VecVirtual, floor operand.Mem) reg.VecVirtual {
	for _, v := range []reg.VecVirtual{a, b, c, d} {
		build.VMAXPS(floor, v, v)
	}
	done := w.less(a, b)
	build.VADDPS(b, a, b)
	build.VMULPS(b, done, done)
	less := w.less(c, d)
	build.VADDPS(d, c, d)
	build.VFMADD231PS(d, less, done)
	return done
}

// work adds k/4 times the result of doubled, and its positive part.
func (w *writer) work(law, spring reg.Register, done reg.VecVirtual) {
	k := w.broadcast(operand.Mem{Base: spring, Disp: measuredStiffness})
	build.VADDPS(rowOf(law, rowStiffness), k, k)
	build.VMULPS(w.number(0.25), k, k)
	build.VMULPS(k, done, done)
	sums := w.field(stretchSums)
	w.addTo(sums, 0, done)
	build.VMAXPS(w.zero(), done, done)
	w.addTo(sums, row64, done)
}
