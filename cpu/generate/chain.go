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
// mass before it, and hands its force on to the next lane; the force from the
// slice before the first one is evaluated again. With AVX-512, this is for where
// there are contacts; see links for the rest.
func (f *forces) writeChain() {
	kind := "plain"
	if f.full {
		kind = "full"
	}
	if f.pushed {
		kind += "Pushed"
	}
	build.TEXT(kind+"Chain"+f.name, attr.NOSPLIT, "func(c *byte)")
	f.call = build.Load(build.Param("c"), build.GP64())
	f.x, f.stride = f.field(forcesX), f.field(forcesStride)
	slots, class := f.field(forcesSlots), build.GP64()
	f.records = f.field(forcesRecords)
	build.MOVWLZX(operand.Mem{Base: slots, Disp: slotClass}, class.As32())
	if f.double { // its unit are two numbers
		build.ADDQ(class, class)
	}
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

	before := f.pulls(f.link(slots, -f.slice(), -linkSlots, f.parts()-1))

	build.Label("slice")
	f.fetch()
	for part := range f.parts() {
		s := f.link(slots, 0, 0, part)
		pulls := f.pulls(s)
		for axis := range 3 {
			f.sum[axis] = f.handOn(s, axis, before[axis], pulls[axis])
			build.VMOVAPS(pulls[axis], before[axis])
		}
		f.addPushes(part)
		f.moveOn(part)
	}
	build.ADDQ(f.sliceStep(), f.x)
	build.ADDQ(operand.U8(linkSlots), slots)
	build.ADDQ(f.sliceStep(), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	build.Label("end")
	f.endMoves()
	build.VZEROUPPER()
	build.RET()
}

// addPushes adds other forces to the sums, if there are any.
func (f *forces) addPushes(part int) {
	if !f.pushed {
		return
	}
	push := f.field(forcesOut)
	for range 3 {
		build.ADDQ(f.done, push)
	}
	for axis := range 3 {
		build.VADDPS(operand.Mem{Base: push, Disp: axis*f.slice() + part*f.bytes()}, f.sum[axis], f.sum[axis])
	}
}

// link returns the springs from each mass of all or half of a slice to the one after it; x and
// before are where the slice and its slots are from those at hand.
func (f *forces) link(slots reg.Register, x, before, part int) *spring {
	next := f.of(4) // bytes
	x += part * f.bytes()
	f.load(x)
	s := &spring{
		neighbor: func(which int) operand.Mem { return f.array(f.x, which, x+next) },
		record:   func(place int) operand.Mem { return operand.Mem{Base: f.records, Disp: f.of(place)} },
		lanes:    operand.Mem{Base: slots, Disp: before + linkLanes},
	}
	f.evaluate(part, s)
	return s
}

// pulls returns the force of links on the mass after each (or the reverse of it: see forces), 0 where
// there is no mass after it. With float32 it overwrites distances, with float64 handOn needs them.
func (f *forces) pulls(s *spring) vec3 {
	if !f.double {
		f.times(s)
		return s.d
	}
	pulls := f.vec3()
	if !f.wide {
		f.keep(s.byLength, s.acts)
	}
	for axis := range 3 {
		if f.wide {
			build.VMULPS_Z(s.byLength, s.d[axis], s.acts.op, pulls[axis])
		} else {
			build.VMULPS(s.byLength, s.d[axis], pulls[axis])
		}
	}
	return pulls
}

// handOn returns a new vector: the force on each mass from the links at its sides,
// one of which is in the lane before it. before is that of the lanes before. With
// float64 it rounds as slots do, where the link after a mass is added without a rounding
// of its own: so steps with code for chains and without it have the same bits.
func (f *forces) handOn(s *spring, axis int, before, pulls reg.VecVirtual) reg.VecVirtual {
	sum := f.vec()
	switch {
	case f.double && f.wide:
		build.VALIGNQ(operand.U8(7), before, pulls, sum)
		build.VFNMADD231PS(s.byLength, s.d[axis], s.acts.op, sum)
		return sum
	case f.double:
		build.VPERM2F128(operand.U8(0x21), pulls, before, sum)
		build.VPALIGNR(operand.U8(8), sum, pulls, sum)
		build.VFMSUB231PS(s.byLength, s.d[axis], sum)
		return sum
	case f.wide:
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

// links is the kernel of chains with AVX-512, without contacts. It
// treats a slice in three stages, and three slices at once: while one is moved,
// the force of the links of the next one is found, and how long those of the one
// after that are. Instructions of the stages alternate, so that few of them wait for the one before. Their
// number limits the speed: forces come out multiplied by dt and by the factor of drag, and positions are
// added up to see whether one of them is not a number.
type links struct {
	*forces
	slots, perMass, nextX, nextV, movable reg.Register
	v                                     reg.Register // nil: those that springs read

	dt, drag                            reg.VecVirtual
	stiffness, halfPull, quarter, floor reg.VecVirtual // of the class
	fall                                vec3
	push                                reg.Register   // other forces on the slice at hand
	scale                               reg.VecVirtual // dt times the factor of drag

	vectors [2]*vector // even and odd ones; with float32 the one whose force is next
	pulls   vec3       // force of the slice that is moved next
	before  vec3       // force of the slice that was moved last; with float64 vectors have it

	held *held // masks; nil: they are loaded for each slice
}

// vector holds the known data on the links of a vector of masses.
type vector struct {
	d         vec3
	square, r reg.VecVirtual // its d·d, and an estimate of 1/√ of it
	pulls     vec3           // with float64, their forces
}

// at is that of a vector ahead.
func (l *links) at(ahead int) *vector { return l.vectors[(ahead+2)%2] }

// held is masks in registers, and their sources: they are loaded again when a source changes,
// which is rare.
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
	if f.double {
		l.write64()
		return
	}
	l.straight(l.length(-1), l.force(-1))
	for axis := range 3 {
		build.VMOVAPS(l.pulls[axis], l.before[axis])
	}
	if !f.pushed { // few slices in a row are
		build.CMPQ(operand.Mem{Base: f.call, Disp: forcesBytes}, operand.I32((lengthAhead+2)*sliceBytes))
		build.JLT(operand.LabelRef("single"))
		l.woven()
	}

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
	g.numbers = g.field(integrateNumbers)
	number := func(place int) operand.Mem { return operand.Mem{Base: g.numbers, Disp: l.of(place)} }
	l.dt, l.drag = l.broadcast(number(numbersDT)), l.broadcast(number(numbersDrag))
	if l.double {
		for i := range l.vectors {
			l.vectors[i] = &vector{l.vec3(), l.vec(), l.vec(), l.vec3()}
		}
		l.pulls = l.vec3()
		record := func(place int) reg.VecVirtual { return l.broadcast(operand.Mem{Base: l.records, Disp: l.of(place)}) }
		l.stiffness, l.halfPull = record(recordStiffness), record(recordHalfPull)
		if l.full {
			l.quarter, l.floor = record(recordQuarter), record(recordFloor)
		}
		return
	}
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
	next := &vector{d: l.vec3(), square: l.vec(), r: l.vec()}
	l.vectors, l.pulls, l.before = [2]*vector{next, next}, l.vec3(), l.vec3()
	if l.pushed {
		l.push, l.scale = l.field(forcesOut), l.vec()
		build.VMULPS(l.dt, l.drag, l.scale)
	}
}

// goOn makes the next slice the one at hand.
func (l *links) goOn() {
	pointers := []reg.Register{l.x, l.perMass, l.nextX, l.nextV, l.done}
	if l.v != nil {
		pointers = append(pointers, l.v)
	}
	for _, pointer := range pointers {
		build.ADDQ(l.sliceStep(), pointer)
	}
	build.ADDQ(operand.U8(linkSlots), l.slots)
	build.ADDQ(operand.U8(movableBytes), l.movable)
	if l.push != nil {
		build.ADDQ(operand.U32(3*l.slice()), l.push)
	}
}
