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

// Places of the fields of gatherCall [bytes].
const (
	gatherMasses = 8 * iota
	gatherForces
	gatherApart
	gatherPulls
	gatherShares
	gatherDepths
	gatherCount
)

// gather writes the kernel that adds up the forces on masses; see gatherGo.
func (w *writer) gather() {
	w.text("gather", "adds up the forces on masses of one member.")
	masses, forces, apart, pulls := w.field(gatherMasses), w.field(gatherForces), w.field(gatherApart), w.field(gatherPulls)
	share, depths, left, nothing := w.field(gatherShares), w.field(gatherDepths), w.field(gatherCount), w.zero()
	build.Label("block")
	for k := range 2 {
		var sums [8]reg.VecVirtual
		for i := range sums {
			sums[i] = build.YMM()
			build.VMOVUPS(operand.Mem{Base: forces, Disp: (k*8 + i) * 16}, sums[i].AsX())
		}
		for i := range 4 {
			build.VMOVUPS(nothing, operand.Mem{Base: forces, Disp: k*8*16 + i*half})
		}
		depth, each, done := build.GP64(), []string{"lower", "upper"}[k], []string{"lowerDone", "upperDone"}[k]
		build.MOVL(operand.Mem{Base: depths, Disp: 4 * k}, depth.As32())
		build.TESTQ(depth, depth)
		build.JZ(operand.LabelRef(done))
		build.Label(each)
		for i := range sums {
			at, f := build.GP64(), build.XMM()
			build.MOVL(operand.Mem{Base: share, Disp: half + 4*i}, at.As32())
			build.VBROADCASTSS(operand.Mem{Base: pulls, Index: at, Scale: 1}, f)
			d := build.GP64()
			build.MOVL(operand.Mem{Base: share, Disp: 4 * i}, d.As32())
			build.VFMADD231PS(operand.Mem{Base: apart, Index: d, Scale: 1}, f, sums[i].AsX())
		}
		build.ADDQ(operand.U8(2*half), share)
		build.DECQ(depth)
		build.JNZ(operand.LabelRef(each))
		build.Label(done)
		var rows [4]reg.VecVirtual
		for i := range rows {
			rows[i] = sums[i]
			build.VINSERTF128(operand.U8(1), sums[4+i].AsX(), rows[i], rows[i])
		}
		for axis, f := range w.transposed(rows) {
			build.VMOVUPS(f, operand.Mem{Base: masses, Disp: (rowForce+axis)*row + k*half})
		}
	}
	build.ADDQ(operand.U32(16*16), forces)
	build.ADDQ(operand.U8(8), depths)
	build.ADDQ(operand.U32(blockSize), masses)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("block"))
	w.end()
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
	gaugeLength  = 5 * half
	gaugeSize    = 6 * half
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
	build.ADDQ(operand.U32(groupSize), springs)
	build.ADDQ(operand.U32(gaugeSize), gauges)
	build.ADDQ(operand.U8(half), lengths)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("group"))
	build.VMOVUPS(most, operand.Mem{Base: w.field(strainMost)})
	w.end()
}
