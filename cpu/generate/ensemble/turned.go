package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Places of the fields of turnCall [bytes]; a block is 16 masses of one member, with the rows of a mass of a pack.
const (
	turnMasses = 8 * iota
	turnEnds
	turnCount

	blockSize = 9 * row
)

// eachHalf goes through the halves of the blocks, 8 masses each.
func (w *writer) eachHalf(name string, do func(masses reg.Register, half int)) {
	masses, left := w.field(turnMasses), w.field(turnCount)
	build.Label(name)
	for k := range 2 {
		do(masses, k)
	}
	build.ADDQ(operand.U32(blockSize), masses)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(name))
	w.end()
}

// spread writes the kernel that copies positions and velocities from rows to where springs read them; see spreadGo.
func (w *writer) spread() {
	w.text("spread", "copies places and velocities to where springs read them.")
	ends, nothing := w.field(turnEnds), w.zero()
	w.eachHalf("spread", func(masses reg.Register, k int) {
		var parts [2][4]reg.VecVirtual // x, then v, of masses 0 and 4, 1 and 5, ...
		for which, first := range []int{rowX, rowV} {
			var r vec3
			for axis := range 3 {
				r[axis] = w.load(operand.Mem{Base: masses, Disp: (first+axis)*row + k*half})
			}
			for pair := range 2 {
				flat, up := w.vec(), w.vec()
				if pair == 0 {
					build.VUNPCKLPS(r[1], r[0], flat)
					build.VUNPCKLPS(nothing, r[2], up)
				} else {
					build.VUNPCKHPS(r[1], r[0], flat)
					build.VUNPCKHPS(nothing, r[2], up)
				}
				for side := range 2 {
					parts[which][2*pair+side] = w.vec()
				}
				build.VUNPCKLPD(up, flat, parts[which][2*pair])
				build.VUNPCKHPD(up, flat, parts[which][2*pair+1])
			}
		}
		for i := range 4 {
			low, high := w.vec(), w.vec()
			build.VPERM2F128(operand.U8(0x20), parts[1][i], parts[0][i], low)
			build.VPERM2F128(operand.U8(0x31), parts[1][i], parts[0][i], high)
			build.VMOVUPS(low, operand.Mem{Base: ends, Disp: k*8*half + i*half})
			build.VMOVUPS(high, operand.Mem{Base: ends, Disp: k*8*half + (4+i)*half})
		}
		if k == 1 {
			build.ADDQ(operand.U32(16*half), ends)
		}
	})
}

// Places of the fields of strainCall and rows of a measured group [bytes].
const (
	strainGroups = 8 * iota
	strainGauges
	strainLengths
	strainLaws
	strainCount
	strainMost
	strainWork

	groupLength = 0
	groupScale  = 1 * half
	groupRest   = 2 * half
	groupSize   = 3 * half

	gaugePerRest = 0
	gaugeDriven  = 1 * half
	gaugeSlack   = 2 * half
	gaugeFloor   = 3 * half
	gaugeBefore  = 4 * half
	gaugeLength  = 5 * half
	gaugeSize    = 6 * half
)

// strains writes the kernel that sums up how springs of a member are stretched; see strainsGo.
func (w *writer) strains() {
	w.text("strains", "says how springs of a member are stretched, and what muscles do.")
	springs, gauges, lengths, laws := w.field(strainGroups), w.field(strainGauges), w.field(strainLengths), w.field(strainLaws)
	left, work := w.field(strainCount), w.field(strainWork)
	most, one, magnitude := w.zero(), w.number(1), w.broadcast(w.bitsInMemory(0x7fffffff))
	gauge := func(which int) operand.Mem { return operand.Mem{Base: gauges, Disp: which} }
	build.Label("group")
	length, scale := w.gathered(lengths, operand.Mem{Base: springs, Disp: groupLength}), w.gathered(laws, operand.Mem{Base: springs, Disp: groupScale})
	rest := w.load(operand.Mem{Base: springs, Disp: groupRest})
	now, per := w.stretched(length, rest, scale), w.vec()
	build.VDIVPS(scale, one, per)
	build.VMULPS(gauge(gaugePerRest), per, per)
	build.VMULPS(now, per, per)
	build.VPAND(magnitude, per, per)
	w.keep(per, w.compare(greater, now, gauge(gaugeSlack)))
	build.VMAXPS(most, per, most)
	last, were := w.load(gauge(gaugeLength)), w.load(gauge(gaugeBefore))
	build.VMOVUPS(length, gauge(gaugeLength))
	build.VMOVUPS(scale, gauge(gaugeBefore))
	done := w.doubled(now, w.stretched(length, rest, were), w.stretched(last, rest, scale), w.stretched(last, rest, were), gauge(gaugeFloor))
	build.VMULPS(w.times(w.number(0.25), gauge(gaugeDriven)), done, done)
	build.VMOVUPS(done, operand.Mem{Base: work})
	build.ADDQ(operand.U8(half), work)
	build.ADDQ(operand.U8(groupSize), springs)
	build.ADDQ(operand.U32(gaugeSize), gauges)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("group"))
	build.VMOVUPS(most, operand.Mem{Base: w.field(strainMost)})
	w.end()
}

// gathered are 8 numbers at listed indices.
func (w *writer) gathered(from reg.Register, places operand.Mem) reg.VecVirtual {
	at, found, all := w.load(places), w.zero(), w.vec()
	build.VPCMPEQD(at, at, all)
	build.VGATHERDPS(all, operand.Mem{Base: from, Index: at, Scale: 1}, found)
	return found
}
