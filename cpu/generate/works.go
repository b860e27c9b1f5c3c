package main

import (
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

// lawsOf is the place of the laws of classes in a call.
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

// number is a new vector of a number of the call.
func (f *dampers) number(place int) reg.VecVirtual {
	return f.broadcast(operand.Mem{Base: f.call, Disp: place})
}

// columnLaw is a new vector of a number of the laws of entries; workLeast is not that of
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

// sumWorks adds the works of a slice to those of the call; own is what counts of those that are
// evaluated at both ends, without the factor of the call.
func (f *dampers) sumWorks(own reg.VecVirtual) {
	build.VMULPS(f.number(dampersSame+4), f.work[1], f.work[1])
	build.VMULPS(own, f.work[1], f.work[1])
	build.VADDPS(f.work[1], f.work[0], f.work[0])
	f.addUp(f.work[0], f.call, dampersWork)
}
