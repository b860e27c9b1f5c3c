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
	turnForces
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

// spread writes the kernel that copies places and velocities from rows to where springs read them; see spreadGo.
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

// collect writes the kernel that moves forces to the rows of masses; see collectGo.
func (w *writer) collect() {
	w.text("collect", "moves forces to the rows of masses.")
	forces, nothing := w.field(turnForces), w.zero()
	w.eachHalf("collect", func(masses reg.Register, k int) {
		var rows [4]reg.VecVirtual
		for i := range rows {
			rows[i] = w.vec()
			build.VMOVUPS(operand.Mem{Base: forces, Disp: k*8*16 + i*16}, rows[i].AsX())
			build.VINSERTF128(operand.U8(1), operand.Mem{Base: forces, Disp: k*8*16 + (4+i)*16}, rows[i], rows[i])
		}
		for i := range 4 {
			build.VMOVUPS(nothing, operand.Mem{Base: forces, Disp: k*8*16 + i*half})
		}
		for axis, f := range w.transposed(rows) {
			build.VMOVUPS(f, operand.Mem{Base: masses, Disp: (rowForce+axis)*row + k*half})
		}
		if k == 1 {
			build.ADDQ(operand.U32(16*16), forces)
		}
	})
}

// Places of the fields of strainCall and rows of a measured group [bytes].
const (
	strainGroups = 8 * iota
	strainGauges
	strainLengths
	strainCount
	strainMost
	strainWork

	gaugePerRest = 0
	gaugeDriven  = 1 * half
	gaugeSlack   = 2 * half
	gaugeFloor   = 3 * half
	gaugeBefore  = 4 * half
	gaugeSize    = 5 * half
)

// strains writes the kernel that sums up how springs of a member are stretched; see strainsGo.
func (w *writer) strains() {
	w.text("strains", "says how springs of a member are stretched, and what muscles do.")
	springs, gauges, lengths := w.field(strainGroups), w.field(strainGauges), w.field(strainLengths)
	left, work := w.field(strainCount), w.field(strainWork)
	most, one, magnitude := w.zero(), w.number(1), w.broadcast(w.bitsInMemory(0x7fffffff))
	gauge := func(which int) operand.Mem { return operand.Mem{Base: gauges, Disp: which} }
	build.Label("group")
	length := w.load(operand.Mem{Base: lengths})
	rest, scale := w.load(operand.Mem{Base: springs, Disp: groupRest}), w.load(operand.Mem{Base: springs, Disp: groupScale})
	now, per := w.vec(), w.vec()
	build.VMOVAPS(length, now)
	build.VFNMADD231PS(scale, rest, now)
	build.VDIVPS(scale, one, per)
	build.VMULPS(gauge(gaugePerRest), per, per)
	build.VMULPS(now, per, per)
	build.VPAND(magnitude, per, per)
	w.keep(per, w.compare(greater, now, gauge(gaugeSlack)))
	build.VMAXPS(most, per, most)
	before := length
	build.VFNMADD231PS(gauge(gaugeBefore), rest, before)
	build.VMOVUPS(scale, gauge(gaugeBefore))
	build.VMAXPS(gauge(gaugeFloor), now, now)
	build.VMAXPS(gauge(gaugeFloor), before, before)
	k := w.times(w.number(0.5), gauge(gaugeDriven))
	done := w.less(now, before)
	build.VADDPS(before, now, before)
	build.VMULPS(before, done, done)
	build.VMULPS(k, done, done)
	build.VMOVUPS(done, operand.Mem{Base: work})
	build.ADDQ(operand.U8(half), work)
	build.ADDQ(operand.U32(groupSize), springs)
	build.ADDQ(operand.U32(gaugeSize), gauges)
	build.ADDQ(operand.U8(half), lengths)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("group"))
	build.VMOVUPS(most, operand.Mem{Base: w.field(strainMost)})
	w.end()
}
