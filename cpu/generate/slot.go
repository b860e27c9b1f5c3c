package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// slot treats one neighbor of all masses, all at the same distance in memory.
func (f *forces) slot(at reg.Register, part int) {
	there, class := build.GP64(), build.GP64()
	build.MOVLQSX(operand.Mem{Base: at, Disp: slotOffset}, there)
	build.LEAQ(operand.Mem{Base: f.x, Index: there, Scale: 4}, there)
	build.MOVWLZX(operand.Mem{Base: at, Disp: slotClass}, class.As32())
	record := func(place int) operand.Mem { return operand.Mem{Base: f.records, Index: class, Scale: 8, Disp: place} }

	var d vec3
	for axis := range 3 {
		d[axis] = f.less(f.array(there, axis, part*f.bytes()), axis)
	}
	byLength, acts := f.pull(d, record, operand.Mem{Base: at, Disp: slotLanes}, part,
		func(axis int) operand.Op { return f.array(there, 3+axis, part*f.bytes()) })
	f.add(d, byLength, acts)
}

// pull is the force by length of springs of one class, and which of them act.
func (f *forces) pull(d vec3, record func(place int) operand.Mem, bits operand.Mem, part int, velocity func(axis int) operand.Op) (reg.VecVirtual, mask) {
	s := f.square(d)
	lanes := f.maskOf(bits, part)
	var acts mask
	if f.wide {
		k := build.K()
		build.VCMPPS_BCST(operand.U8(notLessOrEqual), record(recordLeast), s, lanes.op, k)
		acts = mask{k}
	} else {
		acts = f.compare(notLessOrEqual, s, f.broadcast(record(recordLeast)), &lanes)
	}
	r := f.inverseRoot(s, f.one, f.half, f.threeEighths)
	byLength := f.broadcast(record(recordStiffness))
	f.fnmadd(record(recordPull), r, byLength)
	if f.full {
		f.damp(d, r, byLength, func() operand.Op { return f.broadcast(record(recordDamping)) },
			func() reg.VecVirtual { return f.broadcast(record(recordFloor)) }, velocity)
	}
	return byLength, acts
}

// fnmadd is sum −= a·b with a number a in memory.
func (f *forces) fnmadd(a operand.Mem, b, sum reg.VecVirtual) {
	if f.wide {
		build.VFNMADD231PS_BCST(a, b, sum)
		return
	}
	build.VFNMADD231PS(f.broadcast(a), b, sum)
}

// damp adds the damper, and bounds the force from below.
func (f *forces) damp(d vec3, r, byLength reg.VecVirtual, damping func() operand.Op, floor func() reg.VecVirtual, velocity func(axis int) operand.Op) {
	rate := f.vec()
	build.VMULPS(d[0], f.less(velocity(0), 3), rate)
	for axis := 1; axis < 3; axis++ {
		build.VFMADD231PS(d[axis], f.less(velocity(axis), 3+axis), rate)
	}
	build.VMULPS(r, r, r)
	build.VMULPS(r, rate, rate)
	build.VFMADD231PS(damping(), rate, byLength)
	build.VMAXPS(byLength, floor(), byLength) // of NaN and a number it takes the last operand, NaN
}

// add adds the force where it acts.
func (f *forces) add(d vec3, byLength reg.VecVirtual, acts mask) {
	if !f.wide {
		f.keep(byLength, acts)
	}
	for axis := range 3 {
		if f.wide {
			build.VFNMADD231PS(byLength, d[axis], acts.op, f.sum[axis])
		} else {
			build.VFMADD231PS(byLength, d[axis], f.sum[axis])
		}
	}
}
