package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes returns those of a vector ahead that have a mass after them: of which half of which slice,
// with float64.
func (l *links) lanes(ahead int) (at operand.Mem, part int) {
	part = (ahead + l.parts()) % l.parts()
	return operand.Mem{Base: l.slots, Disp: (ahead-part)/l.parts()*linkSlots + linkLanes}, part
}

// less returns the difference between an array of a vector ahead and that of the next
// masses.
func (l *links) less(into reg.VecVirtual, which, ahead int) stage {
	return stage{
		func() { build.VMOVUPS(l.array(l.x, which, ahead*l.bytes()), into) },
		func() { build.VSUBPS(l.array(l.x, which, ahead*l.bytes()+l.of(4)), into, into) },
	}
}

// length finds d, its square and r of a vector; the last of it makes them those
// whose force is next.
func (l *links) length(ahead int) (t stage) {
	d, square, r := l.vec3(), l.vec(), l.vec()
	to := l.at(ahead)
	if l.double { // which the next vector does not overwrite
		d, square, r = to.d, to.square, to.r
	}
	for axis := range 3 {
		t.add(l.less(d[axis], axis, ahead)...)
	}
	t.add(func() { build.VMULPS(d[0], d[0], square) })
	for axis := 1; axis < 3; axis++ {
		t.add(func() { build.VFMADD231PS(d[axis], d[axis], square) })
	}
	t.add(func() { build.VRSQRT14PS(square, r) })
	if l.double {
		return t
	}
	t.add(func() {
		for axis := range 3 {
			build.VMOVAPS(d[axis], to.d[axis])
		}
		build.VMOVAPS(square, to.square)
		build.VMOVAPS(r, to.r)
	})
	return t
}

// force computes the pulls of a vector from the result of length, as forceByLength and times
// do; with float64 it hands them on at once.
func (l *links) force(ahead int) (t stage) {
	by, acts, of := l.vec(), mask{build.K()}, l.at(ahead)
	t.add(func() {
		build.VCMPPS_BCST(operand.U8(notLessOrEqual), operand.Mem{Base: l.records, Disp: l.of(recordLeast)}, of.square, l.linked(ahead).op, acts.op)
	})
	if l.double { // as again has it
		rest := l.vec()
		t.add(
			func() { build.VMULPS(of.square, of.r, rest) },
			func() { build.VFNMADD213PS(l.three, of.r, rest) },
			func() { build.VMULPS(rest, of.r, of.r) },
		)
	}
	t.add(func() { build.VMULPS(of.square, of.r, of.square) })
	if l.full {
		t.add(l.less(by, 3, ahead)...)
		t.add(func() { build.VFNMADD213PS(l.last, of.r, of.square) })
		t.add(func() { build.VMULPS(of.d[0], by, by) })
		for axis := 1; axis < 3; axis++ {
			speed := l.vec()
			t.add(l.less(speed, 3+axis, ahead)...)
			t.add(func() { build.VFMADD231PS(of.d[axis], speed, by) })
		}
		t.add(
			func() { build.VMULPS(of.square, of.r, of.r) },
			func() { build.VMULPS(of.r, by, by) },
			func() { build.VFMSUB213PS(l.halfPull, l.quarter, by) },
			func() { build.VFMADD213PS(l.stiffness, of.r, by) },
			func() { build.VMAXPS(by, l.floor, by) }, // as damp has it
		)
	} else {
		t.add(
			func() { build.VFNMADD213PS(l.last, of.r, of.square) },
			func() { build.VMULPS(l.halfPull, of.r, by) },
			func() { build.VFNMADD213PS(l.stiffness, of.square, by) },
		)
	}
	for axis := range 3 {
		if !l.double {
			t.add(func() { build.VMULPS_Z(by, of.d[axis], acts.op, l.pulls[axis]) })
			continue
		}
		pull := of.pulls[axis]
		t.add(
			func() { build.VMULPS_Z(by, of.d[axis], acts.op, pull) },
			func() { build.VALIGNQ(operand.U8(7), l.at(ahead - 1).pulls[axis], pull, l.pulls[axis]) },
			func() { build.VFNMADD231PS(by, of.d[axis], acts.op, l.pulls[axis]) }, // as handOn has it
		)
	}
	return t
}

// advance moves the slice at hand: with the forces of links F and everything of
// the step, v ← 2^(−dt/h) (v + dt g) + (2^(−dt/h) dt F)/m, x ← x + dt v.
func (l *links) advance() (t stage) {
	perMass, w := l.vec(), l.vec3()
	for axis := range 3 {
		const last = 15 // lane
		t.add(func() {
			build.VALIGND(operand.U8(last), l.before[axis], l.pulls[axis], w[axis])
			build.VMOVAPS(l.pulls[axis], l.before[axis])
		})
	}
	t.add(func() { build.VMOVUPS(operand.Mem{Base: l.perMass}, perMass) })
	for axis := range 3 {
		free := l.vec()
		t.add(
			func() {
				build.VSUBPS(l.before[axis], w[axis], w[axis])
				if l.push != nil {
					build.VFMADD231PS(operand.Mem{Base: l.push, Disp: axis * l.slice()}, l.scale, w[axis])
				}
			},
			func() {
				build.VMOVUPS(l.velocity(axis, 0), free)
				build.VFMADD213PS(l.fall[axis], l.drag, free)
			},
			func() { build.VFMADD213PS_Z(free, perMass, l.moves(axis).op, w[axis]) },
		)
	}
	for axis := range 3 {
		at := l.vec()
		t.add(
			func() { build.VMOVUPS(l.array(l.x, axis, 0), at) },
			func() { build.VFMADD231PS(l.dt, w[axis], l.moves(axis).op, at) },
			func() { build.VMOVUPS(w[axis], l.move.array(l.nextV, axis, 0)) },
			func() { build.VMOVUPS(at, l.move.array(l.nextX, axis, 0)) },
			func() { build.VADDPS(at, l.move.bad, l.move.bad) },
		)
	}
	return t
}

// advance64 is advance with float64, for half of the slice at hand: integrate.euler word for
// word, so that it has its bits.
func (l *links) advance64(part int, end string) (t stage) {
	perMass, w, g, at := l.vec(), l.vec3(), l.move, part*l.bytes()
	number := func(place int) operand.Mem { return operand.Mem{Base: g.numbers, Disp: l.of(place)} }
	t.add(
		func() { build.VMOVUPS(operand.Mem{Base: l.perMass, Disp: at}, perMass) },
		func() { build.VMULPS(l.dt, perMass, perMass) },
	)
	for axis := range 3 {
		t.add(
			func() { build.VMOVUPS(l.velocity(axis, at), w[axis]) },
			func() { build.VADDPS_BCST(number(numbersFall+4*axis), w[axis], w[axis]) },
			func() { build.VFMADD231PS(l.pulls[axis], perMass, w[axis]) },
		)
	}
	for axis := range 3 {
		x, moves := l.vec(), build.K()
		t.add(
			func() { build.KMOVB(operand.Mem{Base: l.movable, Disp: 2*axis + part}, moves) },
			func() { build.VMOVUPS(l.array(l.x, axis, at), x) },
			func() { build.VMULPS_Z(l.drag, w[axis], moves, w[axis]) },
			func() { build.VFMADD231PS(l.dt, w[axis], moves, x) },
			func() { build.VMOVUPS(x, g.array(l.nextX, axis, at)) },
			func() { build.VADDPS(x, g.bad, g.bad) },
		)
	}
	for axis := range 3 {
		t.add(func() { build.VMOVUPS(w[axis], g.array(l.nextV, axis, at)) })
	}
	return t
}

// velocity is that of the slice at hand along an axis.
func (l *links) velocity(axis, at int) operand.Mem {
	if l.full {
		return l.array(l.x, 3+axis, at)
	}
	return l.move.array(l.v, axis, at)
}

// moves is which masses of the slice at hand move along an axis.
func (l *links) moves(axis int) mask {
	if l.held != nil {
		return l.held.moves[axis]
	}
	return l.maskOf(operand.Mem{Base: l.movable, Disp: 2 * axis}, 0)
}

// linked is which masses of a vector ahead have one after them.
func (l *links) linked(ahead int) mask {
	if l.held != nil {
		return l.held.act
	}
	return l.maskOf(l.lanes(ahead))
}

// write64 is the rest of writeLinks with float64, where a slice takes two vectors: it has all
// three stages of each of them, and the bits of steps without code for chains.
func (l *links) write64() {
	l.straight(l.length(-1), l.force(-1))
	build.CMPQ(operand.Mem{Base: l.call, Disp: forcesBytes}, operand.I32(3*l.slice()))
	build.JLT(operand.LabelRef("single"))
	l.straight(l.length(0), l.force(0), l.length(forceAhead))
	build.Label("links")
	for part := range l.parts() {
		weave(l.advance64(part, fmt.Sprintf("woven%d", part)), l.force(part+forceAhead), l.length(part+lengthAhead))
	}
	l.goOn()
	ahead := build.GP64()
	build.LEAQ(operand.Mem{Base: l.done, Disp: l.slice()}, ahead)
	build.CMPQ(ahead, operand.Mem{Base: l.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("links"))
	l.straight(l.length(-1), l.force(-1)) // the stages before again, and those begun

	build.Label("single") // one half after the other, of slices that are left
	build.CMPQ(l.done, operand.Mem{Base: l.call, Disp: forcesBytes})
	build.JGE(operand.LabelRef("linked"))
	for part := range l.parts() {
		l.straight(l.length(part), l.force(part), l.advance64(part, fmt.Sprintf("single%d", part)))
	}
	l.goOn()
	build.JMP(operand.LabelRef("single"))

	build.Label("linked")
	build.VSUBPS(l.move.bad, l.move.bad, l.move.bad) // 0, or NaN
	build.JMP(operand.LabelRef("end"))
}

// woven is the loop that continues while there are slices ahead. Its work begun for the last
// two is done again.
func (l *links) woven() {
	l.straight(l.length(0), l.force(0), l.length(forceAhead))
	l.held = &held{acts: build.GP64(), movable: build.GP64(), act: mask{build.K()}, moves: [3]mask{{build.K()}, {build.K()}, {build.K()}}}
	l.loadActs()
	l.loadMovable()

	build.Label("links")
	build.CMPQ(operand.Mem{Base: l.movable}, l.held.movable)
	build.JNE(operand.LabelRef("moves"))
	build.Label("moving")
	lanes, _ := l.lanes(forceAhead)
	build.CMPW(lanes, l.held.acts.As16())
	build.JNE(operand.LabelRef("acts"))
	build.Label("acting")
	length := l.length(lengthAhead)
	last := len(length) - 1 // it overwrites the inputs of the force
	weave(l.advance(), l.force(forceAhead), length[:last])
	length[last]()
	l.goOn()
	ahead := build.GP64()
	build.LEAQ(operand.Mem{Base: l.done, Disp: lengthAhead * sliceBytes}, ahead)
	build.CMPQ(ahead, operand.Mem{Base: l.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("links"))
	build.JMP(operand.LabelRef("single"))

	build.Label("moves")
	l.loadMovable()
	build.JMP(operand.LabelRef("moving"))
	build.Label("acts")
	l.loadActs()
	build.JMP(operand.LabelRef("acting"))
	l.held = nil
}

// loadActs and loadMovable load masks of the slices that need them next.
func (l *links) loadActs() {
	lanes, _ := l.lanes(forceAhead)
	build.MOVWLZX(lanes, l.held.acts.As32())
	build.KMOVW(lanes, l.held.act.op)
}

func (l *links) loadMovable() {
	build.MOVQ(operand.Mem{Base: l.movable}, l.held.movable)
	for axis := range 3 {
		build.KMOVW(operand.Mem{Base: l.movable, Disp: 2 * axis}, l.held.moves[axis].op)
	}
}
