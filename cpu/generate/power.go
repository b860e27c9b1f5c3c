package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dampers writes a kernel that sums the dissipation of dampers, see DamperCall of package
// cpu/kernels:
//
//	c (Δu·d) ((Δw + β Δu)·d)/d²
//
// Signs of differences do not matter, since there are two of each. Springs in pairs are
// evaluated once, and nothing is handed on.
type dampers struct {
	forces
	works bool // it knows cables, and sums the work of actuators, too, see works.go

	w           [3]operand.Op     // of the masses
	once, twice reg.VecVirtual    // sums of springs that are evaluated once, and at both ends
	work        [2]reg.VecVirtual // the same of works
	same        operand.Op        // β
	two         operand.Op
	slots       int // of the code so far, for labels
	sameAt      int // offset of β in the call
}

func (f *dampers) write() {
	name := "dampers"
	if f.works {
		name = "works"
	}
	build.TEXT(name+f.format.name+f.name, attr.NOSPLIT, "func(c *byte)")
	f.call, f.sameAt = build.Load(build.Param("c"), build.GP64()), dampersSame
	f.x, f.stride, f.records = f.field(forcesX), f.field(forcesStride), f.field(f.lawsOf())
	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	f.least = f.constant(f.leastSquare())
	f.two = f.constant(2)
	if f.wide {
		f.same = f.broadcast(operand.Mem{Base: f.call, Disp: dampersSame})
	}

	build.Label("slice")
	for part := range f.parts() {
		f.dampersOf(part)
	}
	build.ADDQ(operand.U8(sliceBytes), f.x)
	build.ADDQ(operand.U8(sliceBytes), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}

// dampersOf treats all or half of a slice.
func (f *dampers) dampersOf(part int) {
	shift := part * f.bytes()
	f.farStrides()
	f.once, f.twice = f.zero(), f.zero()
	if f.works {
		f.work = [2]reg.VecVirtual{f.zero(), f.zero()}
	}
	f.load(shift)
	later := f.laterOf(f.x)
	for axis := range 3 {
		f.w[axis] = f.array(later, axis, shift)
		if f.wide {
			held := f.vec()
			build.VMOVUPS(f.w[axis], held)
			f.w[axis] = held
		}
	}
	f.members(part)
	f.each("slot", "slotted", part, forcesSlots, 0, operand.U8(slotSize), f.slot)
	f.columns(part)

	own := f.broadcast(f.inMemory(1)) // of a mass: 0 of a pinned one
	build.VSUBPS(f.shareOf(f.x, shift), own, own)
	if f.works {
		f.sumWorks(own)
	}
	build.VMULPS(f.twice, own, own)
	if f.wide {
		build.VMULPS_BCST(operand.Mem{Base: f.call, Disp: dampersSame + 4}, own, own)
	} else {
		build.VMULPS(f.broadcast(operand.Mem{Base: f.call, Disp: dampersSame + 4}), own, own)
	}
	build.VADDPS(own, f.once, f.once)
	f.addUp(f.once, f.call, dampersSum)
}

// laterOf returns the address of w of masses at an address in the array x.
func (f *dampers) laterOf(x reg.Register) reg.Register {
	at := f.field(dampersLater)
	build.ADDQ(x, at)
	build.ADDQ(f.stride3, at)
	return at
}

// shareOf returns the share of masses at an address in the array x.
func (f *dampers) shareOf(x reg.Register, disp int) operand.Mem {
	at := f.field(dampersShare)
	return operand.Mem{Base: at, Index: x, Scale: 1, Disp: disp}
}

// members goes through the pairs of all or half of a slice, run by run.
func (f *dampers) members(part int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	run, at := f.field(forcesRuns), f.field(forcesPairs)
	span := f.field(forcesSpans)
	build.Label(label("run"))
	left := build.GP64()
	build.MOVQ(operand.Mem{Base: run, Disp: runCount}, left)
	build.TESTQ(left, left)
	build.JZ(operand.LabelRef(label("paired")))
	there := build.GP64()
	build.MOVLQSX(operand.Mem{Base: span, Disp: spanAhead}, there)
	build.ADDQ(f.x, there)
	build.Label(label("members"))
	lanes := operand.Mem{Base: at, Disp: pairLanes}
	if f.wide {
		build.CMPW(lanes, operand.I8(0))
	} else {
		build.CMPB(operand.Mem{Base: at, Disp: pairLanes + part}, operand.I8(0))
	}
	build.JE(operand.LabelRef(label("member")))
	f.ofClass(there, part, operand.Mem{Base: at, Disp: pairClass}, f.maskOf(lanes, part), nil)
	build.Label(label("member"))
	build.ADDQ(operand.U8(pairSize), at)
	build.SUBQ(operand.U8(4), there)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(label("members")))
	build.ADDQ(operand.U8(spanSize), span)
	build.ADDQ(operand.U8(runSize), run)
	build.JMP(operand.LabelRef(label("run")))
	build.Label(label("paired"))
	if part == f.parts()-1 {
		build.MOVQ(at, operand.Mem{Base: f.call, Disp: forcesPairs})
		build.MOVQ(span, operand.Mem{Base: f.call, Disp: forcesSpans})
	}
}

// slot treats one neighbor of all masses. Most slots have nothing to do here: those of
// neighbors that come before.
func (f *dampers) slot(at reg.Register, part int) {
	f.slots++
	there, before, none := build.GP64(), build.GP64(), fmt.Sprintf("elsewhere%d", f.slots)
	build.MOVLQSX(operand.Mem{Base: at, Disp: slotOffset}, there)
	build.MOVQ(there, before)
	build.SHRQ(operand.U8(63), before)
	build.LEAQ(operand.Mem{Base: f.x, Index: there, Scale: 4}, there)
	share := f.broadcast(operand.Mem{Base: f.call, Index: before, Scale: 4, Disp: dampersLeast})
	build.VMAXPS(f.shareOf(there, part*f.bytes()), share, share)
	lanes := f.maskOf(operand.Mem{Base: at, Disp: slotLanes}, part)
	counts := f.compare(greater, share, f.zero(), &lanes)
	f.skipUnlessAny(counts, none)
	f.ofClass(there, part, operand.Mem{Base: at, Disp: slotClass}, counts, share)
	build.Label(none)
}

// ofClass adds the power of springs of one class to neighbors that lie side by side. Those that
// are evaluated at both ends have shares.
func (f *dampers) ofClass(there reg.Register, part int, class operand.Mem, lanes mask, share reg.Register) {
	shift := part * f.bytes()
	var d vec3
	for axis := range 3 {
		d[axis] = f.less(f.array(there, axis, shift), axis)
	}
	record := build.GP64()
	if f.works {
		build.MOVWLZX(class, record.As32())
	}
	law := func(place int) operand.Mem {
		return operand.Mem{Base: f.records, Index: record, Scale: 8, Disp: place}
	}
	square := f.square(d)
	least := f.least
	if f.works {
		least = f.broadcast(law(workLeast))
	}
	acts := f.compare(notLessOrEqual, square, least, &lanes)
	seen := f.rate(d, func(axis int) operand.Op { return f.array(there, 3+axis, shift) })
	theirs := f.laterOf(there)
	later := f.rateOf(d, func(axis int) operand.Op { return f.array(theirs, axis, shift) })
	if f.works {
		f.takeAll(square, seen, later, acts, share, func(place int) reg.VecVirtual { return f.broadcast(law(place)) })
		return
	}
	build.MOVWLZX(class, record.As32())
	f.take(square, seen, later, acts, share, func(v reg.VecVirtual) {
		if f.wide {
			build.VMULPS_BCST(law(recordDamping), v, v)
		} else {
			build.VMULPS(f.broadcast(law(recordDamping)), v, v)
		}
	})
}

// rateOf returns a new vector: Δw·d.
func (f *dampers) rateOf(d vec3, neighbor func(axis int) operand.Op) reg.VecVirtual {
	rate := f.vec()
	for axis := range 3 {
		difference := f.vec()
		if f.wide {
			build.VSUBPS(neighbor(axis), f.w[axis], difference)
		} else {
			build.VMOVUPS(neighbor(axis), difference)
			build.VSUBPS(f.w[axis], difference, difference)
		}
		if axis == 0 {
			build.VMULPS(d[0], difference, rate)
		} else {
			build.VFMADD231PS(d[axis], difference, rate)
		}
	}
	return rate
}

// take adds c seen (later + β seen)/square where springs act; damp multiplies by c.
func (f *dampers) take(square, seen, later reg.VecVirtual, acts mask, share reg.Register, damp func(v reg.VecVirtual)) {
	r, into := f.vec(), f.once // 1/d²: the processor's estimate and a step of Newton's method
	if f.wide {
		build.VRCP14PS(square, r)
	} else {
		build.VRCPPS(square, r)
	}
	build.VFNMADD213PS(f.two, r, square)
	build.VMULPS(square, r, r)
	damp(r)
	build.VMULPS(seen, r, r)
	if share != nil {
		build.VMULPS(share, r, r)
		into = f.twice
	}
	if f.wide {
		build.VFMADD231PS(f.same, seen, later)
		build.VFMADD231PS(later, r, acts.op, into)
		return
	}
	build.VFMADD231PS(f.number(f.sameAt), seen, later)
	build.VMULPS(later, r, r)
	f.keep(r, acts)
	build.VADDPS(r, into, into)
}

// addUp adds numbers to eight sums in float64: lane i and lane i+8 have one.
func (i isa) addUp(v reg.VecVirtual, call reg.Register, place int) {
	sum := func(at int) operand.Mem { return operand.Mem{Base: call, Disp: place + at} }
	if i.wide {
		low, high, upper := build.ZMM(), build.ZMM(), build.YMM()
		build.VCVTPS2PD(v.AsY(), low)
		build.VEXTRACTF64X4(operand.U8(1), v, upper)
		build.VCVTPS2PD(upper, high)
		build.VADDPD(sum(0), low, low)
		build.VADDPD(high, low, low)
		build.VMOVUPD(low, sum(0))
		return
	}
	low, high, upper := build.YMM(), build.YMM(), build.XMM()
	build.VCVTPS2PD(v.AsX(), low)
	build.VEXTRACTF128(operand.U8(1), v, upper)
	build.VCVTPS2PD(upper, high)
	build.VADDPD(sum(0), low, low)
	build.VMOVUPD(low, sum(0))
	build.VADDPD(sum(32), high, high)
	build.VMOVUPD(high, sum(32))
}
