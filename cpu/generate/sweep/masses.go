package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// These are the offsets of the fields of a call, see massesCall in cpu/impulses/sweep_amd64.go. Arrays
// of axes are one after the other.
const (
	massX       = 0
	massV       = 24
	massTo      = 48
	massWeight  = 72
	massPerMass = 96
	massLoad    = 104
	massCount   = 112
	massFall    = 120 // three numbers
	massDT      = 132
	massDrag    = 136
	massBad     = 140
	massPacked  = 144
)

// predict writes the loop of Solver.predict.
func predict() {
	call := begin("predictAVX512", "predictAVX512 gives masses the velocities that they would end in without springs, 16 at once.")
	left, at, load := field(call, massCount), build.GP64(), field(call, massLoad)
	build.XORQ(at, at)
	dt, drag, zero := everywhere(operand.Mem{Base: call, Disp: massDT}), everywhere(operand.Mem{Base: call, Disp: massDrag}), build.ZMM()
	build.VPXORD(zero, zero, zero)
	perMass := field(call, massPerMass)
	var v, w [3]reg.GPVirtual
	var fall [3]reg.VecVirtual
	for axis := range 3 {
		v[axis], w[axis] = field(call, massV+8*axis), field(call, massWeight+8*axis)
		fall[axis] = everywhere(operand.Mem{Base: call, Disp: massFall + 4*axis})
	}
	build.Label("masses")
	moves := build.K()
	build.VCMPPS(operand.U8(notEqual), operand.Mem{Base: perMass, Index: at, Scale: 1}, zero, moves)
	pushes := [3]reg.VecVirtual{build.ZMM(), build.ZMM(), build.ZMM()}
	var weights [3]reg.VecVirtual
	for axis := range 3 {
		weights[axis] = build.ZMM()
		build.VMOVUPS(operand.Mem{Base: w[axis], Index: at, Scale: 1}, weights[axis])
		build.VMOVAPS(fall[axis], pushes[axis])
	}
	build.TESTQ(load, load)
	build.JZ(operand.LabelRef("unloaded"))
	for axis := range 3 {
		by := build.ZMM()
		build.VMULPS(operand.Mem{Base: load, Disp: 64 * axis}, weights[axis], by)
		build.VMULPS(dt, by, by)
		build.VADDPS(by, fall[axis], pushes[axis])
	}
	build.ADDQ(operand.U32(192), load)
	build.Label("unloaded")
	for axis := range 3 {
		free, place := build.K(), operand.Mem{Base: v[axis], Index: at, Scale: 1}
		build.VCMPPS(operand.U8(notEqual), zero, weights[axis], free)
		slowed := build.ZMM()
		build.VMULPS(place, drag, slowed)
		build.VADDPS_Z(slowed, pushes[axis], free, pushes[axis])
		build.VMOVUPS(pushes[axis], moves, place)
	}
	build.ADDQ(operand.U8(64), at)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("masses"))
	build.VZEROUPPER()
	build.RET()
}

// move writes the loop of Solver.move.
func move() {
	call := begin("moveAVX512", "moveAVX512 moves masses by their velocities, 16 at once.")
	left, at, perMass := field(call, massCount), build.GP64(), field(call, massPerMass)
	build.XORQ(at, at)
	h, zero, sum := everywhere(operand.Mem{Base: call, Disp: massDT}), build.ZMM(), build.ZMM()
	build.VPXORD(zero, zero, zero)
	build.VPXORD(sum, sum, sum)
	var x, v, to [3]reg.GPVirtual
	for axis := range 3 {
		x[axis], v[axis], to[axis] = field(call, massX+8*axis), field(call, massV+8*axis), field(call, massTo+8*axis)
	}
	build.Label("masses")
	moves := build.K()
	build.VCMPPS(operand.U8(notEqual), operand.Mem{Base: perMass, Index: at, Scale: 1}, zero, moves)
	for axis := range 3 {
		way, place := build.ZMM(), build.ZMM()
		build.VMULPS(operand.Mem{Base: v[axis], Index: at, Scale: 1}, h, way)
		build.VMOVUPS(operand.Mem{Base: x[axis], Index: at, Scale: 1}, place)
		build.VADDPS(way, place, moves, place)
		build.VMOVUPS(place, operand.Mem{Base: to[axis], Index: at, Scale: 1})
		build.VADDPS(less(place, place), sum, sum)
	}
	build.ADDQ(operand.U8(64), at)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("masses"))
	bad := build.K()
	build.VCMPPS(operand.U8(notEqual), zero, sum, bad)
	build.KMOVW(bad, operand.Mem{Base: call, Disp: massBad})
	build.VZEROUPPER()
	build.RET()
}
