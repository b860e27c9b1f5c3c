package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// integrate writes the kernel that advances the masses of slices by one step
// of symplectic Euler, with planes and their friction.
type integrate struct {
	isa
	call, x, nextX, stride, v, nextV, perMass, movable, force, numbers reg.Register
	a                                                                  reg.Register // of velocity Verlet

	unpacked bool // it is for models without a packed copy alone
	exact    bool // it has the bits of plain Go, see unfused.go

	done reg.Register // how far the slice at hand is from the first one [bytes]; nil: pointers go along

	self []operand.Op           // x, y, z and vx, vy, vz of the masses in registers, as many as there are
	held map[int]reg.VecVirtual // numbers of the step in registers, by offset; may be nil

	bad reg.VecVirtual // 0, or NaN once a position is not a finite number
}

func (g integrate) write() {
	g.slices("integrate"+g.name, false, g.part)
}

// slices writes a kernel that goes through the slices; part treats all or half
// of one.
func (g *integrate) slices(name string, verlet bool, part func(part int)) {
	build.TEXT(name, attr.NOSPLIT, "func(c *byte)")
	g.call = build.Load(build.Param("c"), build.GP64())
	g.x, g.nextX, g.stride = g.field(integrateX), g.field(integrateNextX), g.field(integrateStride)
	g.v, g.nextV, g.perMass = g.field(integrateV), g.field(integrateNextV), g.field(integratePerMass)
	g.movable, g.force, g.numbers = g.field(integrateMovable), g.field(integrateForce), g.field(integrateNumbers)
	pointers := []reg.Register{g.x, g.nextX, g.v, g.nextV, g.perMass}
	if verlet {
		g.a = g.field(integrateA)
		pointers = append(pointers, g.a)
	}
	g.bad = g.zero()

	build.Label("slice")
	for i := range g.parts() {
		part(i)
	}
	for _, pointer := range pointers {
		build.ADDQ(g.sliceStep(), pointer)
	}
	build.ADDQ(operand.U8(movableBytes), g.movable)
	build.ADDQ(operand.U32(3*g.slice()), g.force)
	build.DECQ(operand.Mem{Base: g.call, Disp: integrateCount})
	build.JNZ(operand.LabelRef("slice"))

	g.report()
	build.VZEROUPPER()
	build.RET()
}

// report tells whether a position was not a finite number.
func (g *integrate) report() {
	finite := g.compare(unordered, g.bad, g.bad, nil)
	bits := build.GP32()
	if g.wide {
		build.KMOVW(finite.op, bits)
	} else {
		build.VMOVMSKPS(finite.op, bits)
	}
	build.ORQ(bits.As64(), operand.Mem{Base: g.call, Disp: integrateBad})
}

// field returns a field of the call, in a register.
func (g *integrate) field(place int) reg.GPVirtual { return fieldOf(g.call, place) }

func (g *integrate) array(from reg.Register, axis, disp int) operand.Mem {
	m := operand.Mem{Base: from, Disp: disp}
	if axis > 0 {
		m.Index, m.Scale = g.stride, uint8(axis)
	}
	return m
}

// number is one of the step's, in a register that is not to be changed.
func (g *integrate) number(place int) reg.VecVirtual {
	if held, ok := g.held[place]; ok {
		return held
	}
	return g.broadcast(operand.Mem{Base: g.numbers, Disp: g.of(place)})
}

// hold keeps the numbers of symplectic Euler in registers.
func (g *integrate) hold() {
	g.numbers = g.field(integrateNumbers)
	held := map[int]reg.VecVirtual{}
	for _, place := range []int{numbersDT, numbersDrag} {
		held[place] = g.number(place)
	}
	g.held = held
}

// part treats all or half of a slice.
func (g *integrate) part(part int) {
	w := g.vec3()
	for axis := range 3 {
		build.VMOVUPS(operand.Mem{Base: g.force, Disp: axis*g.slice() + part*g.bytes()}, w[axis])
	}
	g.euler(part, w)
}

// euler advances all or half of a slice from the forces of springs on it, which
// it overwrites.
func (g *integrate) euler(part int, w vec3) {
	shift := part * g.bytes()
	label := fmt.Sprintf("smooth%d", part)
	from, at := g.place(g.v, integrateV), g.place(g.perMass, integratePerMass)
	x := func(axis int) operand.Op { return g.motion(axis, g.array(g.x, axis, shift)) }
	v := func(axis int) operand.Op { return g.motion(3+axis, g.array(from, axis, shift)) }
	g.push(part, w, x, v)

	// w = (v + dt g) + F dt/m: one multiplication and addition after the forces
	// are known, and sums beside, for which processors have units of their own.
	stepPerMass, dt := g.vec(), g.number(numbersDT)
	build.VMULPS(operand.Mem{Base: at, Disp: shift}, dt, stepPerMass)
	for axis := range 3 {
		free := g.broadcast(operand.Mem{Base: g.numbers, Disp: g.of(numbersFall + 4*axis)})
		build.VADDPS(v(axis), free, free)
		build.VFMADD213PS(free, stepPerMass, w[axis])
	}
	contacts := g.field(integrateContactCount)
	build.TESTQ(contacts, contacts)
	build.JZ(operand.LabelRef(label))
	movable := g.movables()
	for axis := range 3 {
		g.keep(w[axis], g.moves(movable, axis, part)) // 0 on pinned axes
	}
	g.applyFriction(part, w, stepPerMass, x, v)
	build.Label(label)

	// v ← w 2^(−dt/h), x ← x + dt v; pinned coordinates stay bit for bit.
	drag := g.number(numbersDrag)
	dt = g.number(numbersDT)
	if g.scarce() {
		g.bad = g.zero()
	}
	nextX, nextV, movable := g.place(g.nextX, integrateNextX), g.place(g.nextV, integrateNextV), g.movables()
	for axis := range 3 {
		moves := g.moves(movable, axis, part)
		at := g.vec()
		build.VMOVUPS(x(axis), at)
		if g.wide {
			build.VMULPS_Z(drag, w[axis], moves.op, w[axis])
			build.VFMADD231PS(dt, w[axis], moves.op, at)
		} else {
			build.VMULPS(drag, w[axis], w[axis])
			g.keep(w[axis], moves)
			moved := g.vec()
			build.VMOVAPS(at, moved)
			build.VFMADD231PS(dt, w[axis], moved)
			g.overwrite(at, moved, moves)
		}
		if !g.double {
			build.VMOVUPS(w[axis], g.array(nextV, axis, shift))
		}
		build.VMOVUPS(at, g.array(nextX, axis, shift))
		g.suspect(at)
	}
	if g.double {
		for axis := range 3 {
			build.VMOVUPS(w[axis], g.array(nextV, axis, shift))
		}
	}
	if g.scarce() {
		g.report()
	}
	g.pack(part)
}

// suspect overwrites a position by its difference with itself, and adds the bits
// to bad: those of 0, or of NaN when it is not a finite number.
func (g *integrate) suspect(x reg.VecVirtual) {
	build.VSUBPS(x, x, x)
	if g.wide {
		build.VPORD(x, g.bad, g.bad)
		return
	}
	build.VORPS(x, g.bad, g.bad)
}

// scarce reports whether there is no register to hold bad while forces are summed:
// then it is reported for each slice.
func (g *integrate) scarce() bool { return g.done != nil && !g.wide }

// accelerate makes F/m + g of F.
func (g *integrate) accelerate(force, perMass reg.VecVirtual, axis int) {
	gravity := operand.Mem{Base: g.numbers, Disp: g.of(numbersGravity + 4*axis)}
	if g.exact {
		g.timesPlus(g.broadcast(gravity), perMass, force)
		return
	}
	if g.wide {
		build.VFMADD213PS_BCST(gravity, perMass, force)
		return
	}
	build.VFMADD213PS(g.broadcast(gravity), perMass, force)
}

// motion is array number which of the slice at hand: in a register if it is in
// one, else in memory.
func (g *integrate) motion(which int, memory operand.Mem) operand.Op {
	if which < len(g.self) {
		return g.self[which]
	}
	return memory
}

// place returns a pointer of the call at the slice at hand: one that goes along with
// the slices, or else the first one and as far on as the slice is.
func (g *integrate) place(along reg.Register, field int) reg.Register {
	if g.done == nil {
		return along
	}
	at := g.field(field)
	build.ADDQ(g.done, at)
	return at
}

// movables returns a pointer to the free axes of the current slice.
func (g *integrate) movables() reg.Register {
	if g.done == nil {
		return g.movable
	}
	at := build.GP64()
	build.MOVQ(g.done, at)
	build.SHRQ(g.perSlice(), at) // 8 bytes for 64
	build.ADDQ(operand.Mem{Base: g.call, Disp: integrateMovable}, at)
	return at
}

// moves is which masses move along an axis.
func (g *integrate) moves(movable reg.Register, axis, part int) mask {
	return g.maskOf(operand.Mem{Base: movable, Disp: 2 * axis}, part)
}
