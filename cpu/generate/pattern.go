package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeHand writes a kernel that only evaluates the pairs of slices and hands
// their forces on: for the slices before those that are to be moved.
func (f *forces) writeHand() {
	kind := "plain"
	if f.full {
		kind = "full"
	}
	build.TEXT(kind+"Hand"+f.name, attr.NOSPLIT, "func(c *byte)")
	f.call = build.Load(build.Param("c"), build.GP64())
	f.x, f.stride, f.records = f.field(forcesX), f.field(forcesStride), f.field(forcesRecords)
	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	f.constants()

	build.Label("slice")
	far := f.field(forcesReach)
	build.ADDQ(f.x, far)
	for axis := range 3 {
		build.PREFETCHT0(f.array(f.x, axis, 12*f.slice()))
		build.PREFETCHT0(f.array(far, axis, 8*f.slice()))
	}
	for part := range f.parts() {
		f.farStrides()
		f.load(part * f.bytes())
		f.pairs(part)
	}
	build.ADDQ(f.sliceStep(), f.x)
	build.ADDQ(f.sliceStep(), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}

// pairs evaluates the springs of all or half of a slice that are evaluated once,
// by the mass that comes first in the order. Each force acts on that mass, and
// is handed on to the other one: forces of neighbors side by side are added up,
// from lane to lane, and kept until the slice comes that they act on. See
// package cpu. Without sums of its own it only hands on.
func (f *forces) pairs(part int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	run, at, carry := f.field(forcesRuns), f.field(forcesPairs), f.field(forcesCarries)

	if part > 0 { // again
		bytes := f.field(forcesSpanBytes)
		build.SUBQ(bytes, operand.Mem{Base: f.call, Disp: forcesSpans})
	}

	build.Label(label("run"))
	left := build.GP64()
	build.MOVQ(operand.Mem{Base: run, Disp: runCount}, left)
	build.TESTQ(left, left)
	build.JZ(operand.LabelRef(label("paired")))
	span := f.field(forcesSpans)
	there := build.GP64()
	build.MOVLQSX(operand.Mem{Base: span, Disp: spanAhead}, there)
	build.ADDQ(f.x, there)
	f.carried = f.maskOf(operand.Mem{Base: span, Disp: spanCarries}, part)
	if f.sums() {
		f.takeUp(run, span, part, label("taken"))
	}
	build.ADDQ(operand.U8(spanSize), span)
	build.MOVQ(span, operand.Mem{Base: f.call, Disp: forcesSpans})
	acc := f.vec3()
	if f.wide {
		f.triple(there, at, left, carry, acc, part, label)
	}

	f.members(there, at, left, carry, acc, part, label)

	build.Label(label("ran"))
	f.handOver(run, part, acc, carry, label)
	build.ADDQ(operand.U8(runSize), run)
	build.JMP(operand.LabelRef(label("run")))
	build.Label(label("paired"))
	if part == f.parts()-1 {
		build.MOVQ(at, operand.Mem{Base: f.call, Disp: forcesPairs})
	}
}

// members treats a run of any length, one neighbor after the other.
func (f *forces) members(there, at, left, carry reg.Register, acc vec3, part int, label func(string) string) {
	build.Label(label("one"))
	for axis := range 3 {
		build.VBROADCASTSS(f.inMemory(0), acc[axis])
	}
	build.Label(label("members"))
	lanes := operand.Mem{Base: at, Disp: pairLanes}
	switch {
	case f.parts() == 1:
		build.CMPW(lanes, operand.I8(0))
	case f.parts() == 2:
		build.CMPB(operand.Mem{Base: at, Disp: pairLanes + part}, operand.I8(0))
	default:
		build.TESTB(operand.U8(0xf<<(part%2*4)), operand.Mem{Base: at, Disp: pairLanes + part/2})
	}
	build.JE(operand.LabelRef(label("member")))
	class := build.GP64()
	build.MOVWLZX(operand.Mem{Base: at, Disp: pairClass}, class.As32())
	s := f.spring(there, part*f.bytes(), class, lanes)
	f.evaluate(part, s)
	f.times(s)
	f.onto(s, acc, acc)
	build.Label(label("member"))
	build.ADDQ(operand.U8(pairSize), at)
	build.DECQ(left)
	build.JZ(operand.LabelRef(label("ran")))
	f.shift(acc, carry)
	build.SUBQ(operand.U8(f.of(4)), there)
	build.JMP(operand.LabelRef(label("members")))
}

// onto adds the forces of a spring to those to be handed on, and to the sums.
func (f *forces) onto(s *spring, handed, into vec3) {
	for axis := range 3 {
		build.VADDPS(s.d[axis], handed[axis], into[axis])
	}
	f.count(s)
}

// count adds the forces of a spring to the sums, if there are any.
func (f *forces) count(s *spring) {
	if !f.sums() {
		return
	}
	for axis := range 3 {
		f.sign(f.wide, s.d[axis], f.sum[axis])
	}
}

// triple treats a run of three at once, where no lane is without: so a processor
// has three springs to continue with, whose results do not wait for one another.
func (f *forces) triple(there, at, left, carry reg.Register, acc vec3, part int, label func(string) string) {
	build.CMPQ(left, operand.I8(3))
	build.JNE(operand.LabelRef(label("one")))
	for i := range 3 {
		build.CMPW(operand.Mem{Base: at, Disp: i*pairSize + pairLanes}, operand.I8(0))
		build.JE(operand.LabelRef(label("one")))
	}
	var springs []*spring
	for i := range 3 {
		class := build.GP64()
		build.MOVWLZX(operand.Mem{Base: at, Disp: i*pairSize + pairClass}, class.As32())
		springs = append(springs, f.spring(there, part*f.bytes()-f.of(4)*i, class, operand.Mem{Base: at, Disp: i*pairSize + pairLanes}))
	}
	f.evaluate(part, springs...)
	for _, s := range springs {
		f.times(s)
	}
	f.count(springs[0])
	once := f.shifted(springs[0].d, carry)
	f.onto(springs[1], once, once)
	f.onto(springs[2], f.shifted(once, carry), acc)
	build.ADDQ(operand.U8(3*pairSize), at)
	build.JMP(operand.LabelRef(label("ran")))
}

// sums reports whether forces on the slice at hand are added up.
func (f *forces) sums() bool { return f.sum[0] != nil }

// sign subtracts from a sum, or adds to it.
func (f *forces) sign(minus bool, what operand.Op, sum reg.VecVirtual) {
	if minus {
		build.VSUBPS(what, sum, sum)
	} else {
		build.VADDPS(what, sum, sum)
	}
}

// times makes forces of distances, 0 where they do not act.
func (f *forces) times(s *spring) {
	if !f.wide {
		f.keep(s.byLength, s.acts)
	}
	for axis := range 3 {
		if f.wide {
			build.VMULPS_Z(s.byLength, s.d[axis], s.acts.op, s.d[axis])
		} else {
			build.VMULPS(s.byLength, s.d[axis], s.d[axis])
		}
	}
}

// takeUp adds the forces that slices before have handed on through a ring.
func (f *forces) takeUp(run, span reg.Register, part int, end string) {
	from, other := build.GP64(), build.GP64()
	build.CMPQ(operand.Mem{Base: run, Disp: runRing}, operand.I8(0))
	build.JE(operand.LabelRef(end))
	build.MOVQ(operand.Mem{Base: run, Disp: runAt}, from)
	build.MOVLQSX(operand.Mem{Base: span, Disp: spanBack}, other)
	build.SUBQ(other, from)
	build.MOVQ(operand.Mem{Base: run, Disp: runBytes}, other)
	build.LEAQ(operand.Mem{Base: from, Index: other, Scale: 1}, other) // once around
	build.TESTQ(from, from)
	build.CMOVQLT(other, from)
	build.ADDQ(operand.Mem{Base: run, Disp: runRing}, from)
	build.MOVQ(operand.Mem{Base: run, Disp: runStride}, other)
	takes := f.maskOf(operand.Mem{Base: span, Disp: spanTakes}, part)
	for axis := range 3 {
		kept := ringAt(from, other, axis, part*f.bytes())
		if f.wide {
			build.VADDPS(kept, f.sum[axis], takes.op, f.sum[axis])
			continue
		}
		v := f.vec()
		build.VANDPS(kept, takes.op, v)
		build.VSUBPS(v, f.sum[axis], f.sum[axis])
	}
	build.Label(end)
}

// ringAt is memory in one of the three arrays of a ring.
func ringAt(from, stride reg.Register, axis, disp int) operand.Mem {
	m := operand.Mem{Base: from, Disp: disp}
	if axis > 0 {
		m.Index, m.Scale = stride, uint8(axis)
	}
	return m
}

// handOver ends a run: its sum goes into its ring, or to the next lane if the other ends are
// there.
func (f *forces) handOver(run reg.Register, part int, acc vec3, carry reg.Register, label func(string) string) {
	ring, to, stride := build.GP64(), build.GP64(), build.GP64()
	build.MOVQ(operand.Mem{Base: run, Disp: runRing}, ring)
	build.TESTQ(ring, ring)
	build.JNZ(operand.LabelRef(label("ring")))
	f.shift(acc, carry)
	if f.sums() {
		for axis := range 3 {
			f.sign(!f.wide, acc[axis], f.sum[axis])
		}
	}
	build.JMP(operand.LabelRef(label("over")))

	build.Label(label("ring"))
	build.MOVQ(operand.Mem{Base: run, Disp: runAt}, to)
	build.MOVQ(operand.Mem{Base: run, Disp: runStride}, stride)
	build.ADDQ(to, ring)
	for axis := range 3 {
		build.VMOVAPS(acc[axis], ringAt(ring, stride, axis, part*f.bytes()))
	}
	// The first vector is behind the last, too, since a slice takes up across it.
	build.TESTQ(to, to)
	build.JNZ(operand.LabelRef(label("once")))
	build.ADDQ(operand.Mem{Base: run, Disp: runBytes}, ring)
	for axis := range 3 {
		build.VMOVAPS(acc[axis], ringAt(ring, stride, axis, part*f.bytes()))
	}
	build.Label(label("once"))
	if part == f.parts()-1 {
		next := build.GP64()
		build.XORQ(next, next)
		build.ADDQ(f.sliceStep(), to)
		build.CMPQ(to, operand.Mem{Base: run, Disp: runBytes})
		build.CMOVQEQ(next, to)
		build.MOVQ(to, operand.Mem{Base: run, Disp: runAt})
	}
	build.Label(label("over"))
}
