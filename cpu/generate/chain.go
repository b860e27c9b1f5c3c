package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A link of a chain has two slots, to the mass before and to the one after.
const (
	linkSlots = 2 * slotSize
	linkLanes = slotSize + slotLanes // of the second slot
)

// writeChain writes a kernel that sums and moves as forces do, for links of a
// chain: see package cpu/kernels. It evaluates each spring once, by the
// mass before it, and hands its force on to the next lane; what comes from the
// slice before the first one is evaluated again. With AVX-512, this is for where
// there are contacts; see links for the rest.
func (f *forces) writeChain() {
	kind := "plain"
	if f.full {
		kind = "full"
	}
	build.TEXT(kind+"Chain"+f.name, attr.NOSPLIT, "func(c *byte)")
	f.call = build.Load(build.Param("c"), build.GP64())
	f.x, f.stride = f.field(forcesX), f.field(forcesStride)
	slots, class := f.field(forcesSlots), build.GP64()
	f.records = f.field(forcesRecords)
	build.MOVWLZX(operand.Mem{Base: slots, Disp: slotClass}, class.As32())
	build.LEAQ(operand.Mem{Base: f.records, Index: class, Scale: 8}, f.records)
	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	f.constants()
	f.farStrides()
	f.beginMoves()
	if f.wide {
		build.CMPQ(operand.Mem{Base: f.move.call, Disp: integrateContactCount}, operand.I8(0))
		build.JNE(operand.LabelRef("contacts"))
		f.writeLinks(slots)
		build.Label("contacts")
		f.move.call = f.field(forcesMove)
		f.move.hold()
	}
	f.move.unpacked = true

	before := f.link(slots, -sliceBytes, -linkSlots, f.parts()-1)

	build.Label("slice")
	f.fetch()
	for part := range f.parts() {
		pulls := f.link(slots, 0, 0, part)
		for axis := range 3 {
			f.sum[axis] = f.handOn(before[axis], pulls[axis])
			build.VMOVAPS(pulls[axis], before[axis])
		}
		f.moveOn(part)
	}
	build.ADDQ(operand.U8(sliceBytes), f.x)
	build.ADDQ(operand.U8(linkSlots), slots)
	build.ADDQ(operand.U8(sliceBytes), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	build.Label("end")
	f.endMoves()
	build.VZEROUPPER()
	build.RET()
}

// link is the force that each mass of all or half of a slice exerts on the one
// after it (or the reverse of it: see forces), 0 where there is none; x and
// before are where the slice and its slots are from those at hand.
func (f *forces) link(slots reg.Register, x, before, part int) vec3 {
	const next = 4 // bytes
	x += part * f.bytes()
	f.load(x)
	s := &spring{
		neighbor: func(which int) operand.Mem { return f.array(f.x, which, x+next) },
		record:   func(place int) operand.Mem { return operand.Mem{Base: f.records, Disp: place} },
		lanes:    operand.Mem{Base: slots, Disp: before + linkLanes},
	}
	f.evaluate(part, s)
	f.times(s)
	return s.d
}

// handOn is a new vector: the force on each mass from the links at its sides,
// one of which is in the lane before it. before is that of the lanes before.
func (f *forces) handOn(before, pulls reg.VecVirtual) reg.VecVirtual {
	sum := f.vec()
	if f.wide {
		const last = 15 // lane
		build.VALIGND(operand.U8(last), before, pulls, sum)
		build.VSUBPS(pulls, sum, sum)
		return sum
	}
	// Lanes 4 to 7 before and 0 to 3 of pulls, then one on in each half.
	build.VPERM2F128(operand.U8(0x21), pulls, before, sum)
	build.VPALIGNR(operand.U8(12), sum, pulls, sum)
	build.VSUBPS(sum, pulls, sum)
	return sum
}

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
