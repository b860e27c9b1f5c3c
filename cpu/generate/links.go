package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// links is the kernel of chains with AVX-512, where there are no contacts. It
// treats a slice in three stages, and three slices at once: while one is moved,
// the force of the links of the next one is found, and how long those of the one
// after that are. Instructions of the stages alternate, so that few of them wait
// for the one before. What limits it is how many there are: forces come out
// multiplied by dt and by what drag leaves of a velocity, and positions are added
// up to see whether one of them is not a number.
type links struct {
	*forces
	slots, perMass, nextX, nextV, movable reg.Register
	v                                     reg.Register // nil: those that springs read

	dt, drag                            reg.VecVirtual
	stiffness, halfPull, quarter, floor reg.VecVirtual // of the class
	fall                                vec3

	d         vec3           // of the slice whose force is next
	square, r reg.VecVirtual // its d·d, and an estimate of 1/√ of it
	pulls     vec3           // force of the slice that is moved next
	before    vec3           // force of the slice that was moved last

	held *held // masks; nil: they are loaded for each slice
}

// held is masks in registers, with what they were loaded from: they are loaded
// again when that changes, which is rare.
type held struct {
	acts, movable reg.GPVirtual
	act           mask
	moves         [3]mask
}

// Slices ahead of the one that is moved.
const (
	forceAhead  = 1
	lengthAhead = 2
)

// writeLinks writes it; it ends at the end of writeChain.
func (f *forces) writeLinks(slots reg.Register) {
	l := &links{forces: f, slots: slots}
	l.begin()
	l.straight(l.length(-1), l.force(-1))
	for axis := range 3 {
		build.VMOVAPS(l.pulls[axis], l.before[axis])
	}
	build.CMPQ(operand.Mem{Base: f.call, Disp: forcesBytes}, operand.I32((lengthAhead+2)*sliceBytes))
	build.JLT(operand.LabelRef("single"))
	l.woven()

	build.Label("single") // one slice after the other, of those that are left
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JGE(operand.LabelRef("linked"))
	l.straight(l.length(0), l.force(0), l.advance())
	l.goOn()
	build.JMP(operand.LabelRef("single"))

	build.Label("linked")
	build.VSUBPS(f.move.bad, f.move.bad, f.move.bad) // 0, or NaN
	build.JMP(operand.LabelRef("end"))
}

// begin loads pointers and numbers.
func (l *links) begin() {
	g := l.move
	l.perMass, l.nextX, l.nextV = g.field(integratePerMass), g.field(integrateNextX), g.field(integrateNextV)
	l.movable = g.field(integrateMovable)
	if !l.full {
		l.v = g.field(integrateV)
	}
	numbers := g.field(integrateNumbers)
	number := func(place int) operand.Mem { return operand.Mem{Base: numbers, Disp: place} }
	l.dt, l.drag = l.broadcast(number(numbersDT)), l.broadcast(number(numbersDrag))
	for axis := range 3 {
		l.fall[axis] = l.vec()
		build.VMULPS_BCST(number(numbersFall+4*axis), l.drag, l.fall[axis])
	}
	record := func(place int) reg.VecVirtual {
		v := l.vec()
		build.VMULPS_BCST(operand.Mem{Base: l.records, Disp: place}, l.dt, v)
		build.VMULPS(l.drag, v, v)
		return v
	}
	l.stiffness, l.halfPull = record(recordStiffness), record(recordHalfPull)
	if l.full {
		l.quarter, l.floor = record(recordQuarter), l.broadcast(operand.Mem{Base: l.records, Disp: recordFloor})
	}
	l.d, l.square, l.r, l.pulls, l.before = l.vec3(), l.vec(), l.vec(), l.vec3(), l.vec3()
}

// woven is the loop that goes on while there are slices ahead. What it has begun
// for the two that are left is done again.
func (l *links) woven() {
	l.straight(l.length(0), l.force(0), l.length(forceAhead))
	l.held = &held{acts: build.GP64(), movable: build.GP64(), act: mask{build.K()}, moves: [3]mask{{build.K()}, {build.K()}, {build.K()}}}
	l.loadActs()
	l.loadMovable()

	build.Label("links")
	build.CMPQ(operand.Mem{Base: l.movable}, l.held.movable)
	build.JNE(operand.LabelRef("moves"))
	build.Label("moving")
	build.CMPW(l.lanes(forceAhead), l.held.acts.As16())
	build.JNE(operand.LabelRef("acts"))
	build.Label("acting")
	length := l.length(lengthAhead)
	last := len(length) - 1 // it overwrites what the force is made of
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
	build.MOVWLZX(l.lanes(forceAhead), l.held.acts.As32())
	build.KMOVW(l.lanes(forceAhead), l.held.act.op)
}

func (l *links) loadMovable() {
	build.MOVQ(operand.Mem{Base: l.movable}, l.held.movable)
	for axis := range 3 {
		build.KMOVW(operand.Mem{Base: l.movable, Disp: 2 * axis}, l.held.moves[axis].op)
	}
}

// goOn makes the next slice the one at hand.
func (l *links) goOn() {
	pointers := []reg.Register{l.x, l.perMass, l.nextX, l.nextV, l.done}
	if l.v != nil {
		pointers = append(pointers, l.v)
	}
	for _, pointer := range pointers {
		build.ADDQ(operand.U8(sliceBytes), pointer)
	}
	build.ADDQ(operand.U8(linkSlots), l.slots)
	build.ADDQ(operand.U8(movableBytes), l.movable)
}
