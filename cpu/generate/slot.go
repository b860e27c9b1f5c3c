package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// spring is one neighbor of all masses at hand, all at the same distance in
// memory, over springs of one class.
type spring struct {
	neighbor func(which int) operand.Mem // its arrays
	record   func(place int) operand.Mem // of the class
	lanes    operand.Mem                 // that have the neighbor

	d        vec3           // distance, then force: see forces
	square   reg.VecVirtual // d·d
	byLength reg.VecVirtual // force by length [N/m]
	acts     mask
}

// slot treats one neighbor of all masses.
func (f *forces) slot(at reg.Register, part int) {
	there, class := build.GP64(), build.GP64()
	build.MOVLQSX(operand.Mem{Base: at, Disp: slotOffset}, there)
	build.LEAQ(operand.Mem{Base: f.x, Index: there, Scale: uint8(f.of(4))}, there)
	build.MOVWLZX(operand.Mem{Base: at, Disp: slotClass}, class.As32())
	s := f.spring(there, part*f.bytes(), class, operand.Mem{Base: at, Disp: slotLanes})
	f.evaluate(part, s)
	f.add(s.d, s.byLength, s.acts)
}

// spring is one whose neighbor is at an address and a displacement.
func (f *forces) spring(there reg.Register, disp int, class reg.Register, lanes operand.Mem) *spring {
	if f.double { // its unit are two numbers
		build.ADDQ(class, class)
	}
	return &spring{
		neighbor: func(which int) operand.Mem { return f.array(there, which, disp) },
		record: func(place int) operand.Mem {
			return operand.Mem{Base: f.records, Index: class, Scale: 8, Disp: f.of(place)}
		},
		lanes: lanes,
	}
}

// evaluate finds the force by length of springs, and which of them act. It does
// each thing for all of them before the next, since one spring is a long row of
// things that wait for one another.
func (f *forces) evaluate(part int, springs ...*spring) {
	for _, s := range springs {
		for axis := range 3 {
			s.d[axis] = f.less(s.neighbor(axis), axis)
		}
	}
	for _, s := range springs {
		s.square = f.vec()
		build.VMULPS(s.d[0], s.d[0], s.square)
	}
	for axis := 1; axis < 3; axis++ {
		for _, s := range springs {
			build.VFMADD231PS(s.d[axis], s.d[axis], s.square)
		}
	}
	for _, s := range springs {
		f.mask(s, part)
	}
	if f.wide {
		f.forceByLength(springs)
		return
	}
	for _, s := range springs {
		r := f.inverseRoot(s.square)
		s.byLength = f.broadcast(s.record(recordStiffness))
		build.VFNMADD231PS(f.broadcast(s.record(recordPull)), r, s.byLength)
		if f.full {
			f.damp(s.d, r, s.byLength, func() operand.Op { return f.broadcast(s.record(recordDamping)) },
				func() reg.VecVirtual { return f.broadcast(s.record(recordFloor)) }, func(axis int) operand.Op { return s.neighbor(3 + axis) })
		}
	}
}

// mask finds which springs act.
func (f *forces) mask(s *spring, part int) {
	lanes := f.maskOf(s.lanes, part)
	if f.wide {
		k := build.K()
		build.VCMPPS_BCST(operand.U8(notLessOrEqual), s.record(recordLeast), s.square, lanes.op, k)
		s.acts = mask{k}
		return
	}
	s.acts = f.compare(notLessOrEqual, s.square, f.broadcast(s.record(recordLeast)), &lanes)
}

// forceByLength makes that of springs with AVX-512, in as few multiplications as
// there can be: with an estimate r of 1/L and ρ = r (3 − L² r²), which is 2/L,
//
//	k − (k L0/2) ρ,  with dampers  k + ρ ((c/4) (Δv·d) ρ − k L0/2).
//
// With float64 r is first made 2/L of twice the digits, by again, and ρ = r (12 − L² r²) is 8 · 2/L;
// the numbers of a record are smaller by that factor.
func (f *forces) forceByLength(springs []*spring) {
	r := make([]reg.VecVirtual, len(springs))
	for i, s := range springs {
		r[i] = f.vec()
		build.VRSQRT14PS(s.square, r[i])
	}
	if f.double {
		f.again(springs, r)
	}
	for i, s := range springs {
		build.VMULPS(s.square, r[i], s.square)
	}
	for i, s := range springs {
		build.VFNMADD213PS(f.last, r[i], s.square)
	}
	if !f.full {
		for i, s := range springs {
			build.VMULPS_BCST(s.record(recordHalfPull), r[i], r[i])
		}
		for i, s := range springs {
			s.byLength = f.broadcast(s.record(recordStiffness))
			build.VFNMADD231PS(s.square, r[i], s.byLength)
		}
		return
	}
	for i, s := range springs {
		build.VMULPS(s.square, r[i], r[i])
	}
	for i, s := range springs {
		rate := f.rate(s.d, func(axis int) operand.Op { return s.neighbor(3 + axis) })
		build.VMULPS(r[i], rate, rate)
		pull := f.broadcast(s.record(recordHalfPull))
		build.VFMSUB231PS_BCST(s.record(recordQuarter), rate, pull)
		s.byLength = f.broadcast(s.record(recordStiffness))
		build.VFMADD231PS(r[i], pull, s.byLength)
		build.VMAXPS(s.byLength, f.broadcast(s.record(recordFloor)), s.byLength) // as damp has it
	}
}

// again makes 2/L of an estimate r of 1/L, with twice the digits: r (3 − L² r²).
func (f *forces) again(springs []*spring, r []reg.VecVirtual) {
	rest := make([]reg.VecVirtual, len(springs))
	for i, s := range springs {
		rest[i] = f.vec()
		build.VMULPS(s.square, r[i], rest[i])
	}
	for i := range springs {
		build.VFNMADD213PS(f.three, r[i], rest[i])
	}
	for i := range springs {
		build.VMULPS(rest[i], r[i], r[i])
	}
}

// rate returns a new vector: Δv·d.
func (f *forces) rate(d vec3, velocity func(axis int) operand.Op) reg.VecVirtual {
	rate := f.vec()
	build.VMULPS(d[0], f.less(velocity(0), 3), rate)
	for axis := 1; axis < 3; axis++ {
		build.VFMADD231PS(d[axis], f.less(velocity(axis), 3+axis), rate)
	}
	return rate
}

// damp adds the damper, and bounds the force from below.
func (f *forces) damp(d vec3, r, byLength reg.VecVirtual, damping func() operand.Op, floor func() reg.VecVirtual, velocity func(axis int) operand.Op) {
	rate := f.rate(d, velocity)
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

// shift moves forces on by one lane.
func (f *forces) shift(acc vec3, carry reg.Register) {
	moved := f.shifted(acc, carry)
	for axis := range 3 {
		build.VMOVAPS(moved[axis], acc[axis])
	}
}

// shifted returns new vectors of forces, shifted by one lane. The force that leaves the slice
// is kept for the next.
func (f *forces) shifted(acc vec3, carry reg.Register) vec3 {
	all := f.vec3()
	for axis := range 3 {
		before, moved := operand.Mem{Base: carry, Disp: axis * f.slice()}, all[axis]
		if f.wide && f.double {
			const last = 7 // lane
			build.VALIGNQ_Z(operand.U8(last), before, acc[axis], f.carried.op, moved)
		} else if f.wide {
			const last = 15 // lane
			build.VALIGND_Z(operand.U8(last), before, acc[axis], f.carried.op, moved)
		} else {
			// The upper half before and the lower one of acc, then one lane on in each half.
			held := f.vec()
			build.VMOVAPS(before, held)
			build.VPERM2F128(operand.U8(0x21), acc[axis], held, moved)
			build.VPALIGNR(operand.U8(16-f.of(4)), moved, acc[axis], moved)
			build.VANDPS(f.carried.op, moved, moved)
		}
		build.VMOVAPS(acc[axis], before)
	}
	build.ADDQ(operand.U32(3*f.slice()), carry)
	return all
}
