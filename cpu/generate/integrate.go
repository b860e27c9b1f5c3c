package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// integrate writes the kernel that advances the masses of slices by one step
// of symplectic Euler, with planes and their friction.
type integrate struct {
	isa
	call, x, nextX, stride, v, nextV, perMass, movable, force, numbers Register

	bad VecVirtual // 0, or NaN once a position is not a finite number
}

func (g integrate) write() {
	TEXT("integrate"+g.name, attr.NOSPLIT, "func(c *byte)")
	g.call = Load(Param("c"), GP64())
	field := func(place int) Register {
		r := GP64()
		MOVQ(Mem{Base: g.call, Disp: place}, r)
		return r
	}
	g.x, g.nextX, g.stride = field(integrateX), field(integrateNextX), field(integrateStride)
	g.v, g.nextV, g.perMass = field(integrateV), field(integrateNextV), field(integratePerMass)
	g.movable, g.force, g.numbers = field(integrateMovable), field(integrateForce), field(integrateNumbers)
	g.bad = g.zero()

	Label("slice")
	for part := range g.parts() {
		g.part(part)
	}
	for _, pointer := range []Register{g.x, g.nextX, g.v, g.nextV, g.perMass} {
		ADDQ(U8(sliceBytes), pointer)
	}
	ADDQ(U8(6), g.movable)
	ADDQ(U32(3*sliceBytes), g.force)
	DECQ(Mem{Base: g.call, Disp: integrateCount})
	JNZ(LabelRef("slice"))

	finite := g.compare(unordered, g.bad, g.bad, nil)
	bits := GP32()
	if g.wide {
		KMOVW(finite.op, bits)
	} else {
		VMOVMSKPS(finite.op, bits)
	}
	MOVQ(bits.As64(), Mem{Base: g.call, Disp: integrateBad})
	VZEROUPPER()
	RET()
}

func (g *integrate) array(from Register, axis, disp int) Mem {
	m := Mem{Base: from, Disp: disp}
	if axis > 0 {
		m.Index, m.Scale = g.stride, uint8(axis)
	}
	return m
}

func (g *integrate) number(place int) Mem { return Mem{Base: g.numbers, Disp: place} }

// part treats all or half of a slice.
func (g *integrate) part(part int) {
	shift := part * g.bytes()
	x := func(axis int) Mem { return g.array(g.x, axis, shift) }
	v := func(axis int) Mem { return g.array(g.v, axis, shift) }
	moves := func(axis int) mask { return g.maskOf(Mem{Base: g.movable, Disp: 2 * axis}, part) }

	// F = Σ springs + Σ pushes
	w := g.vec3()
	for axis := range 3 {
		VMOVUPS(Mem{Base: g.force, Disp: axis*sliceBytes + shift}, w[axis])
	}
	g.eachContact(fmt.Sprintf("push%d", part), x, v, func(contact func(int) Mem, pressed VecVirtual) {
		for axis := range 3 {
			VFMADD231PS(g.broadcast(contact(contactNormal+4*axis)), pressed, w[axis])
		}
	})

	// w = v + dt (F/m + g), 0 on pinned axes
	perMass, dt := g.vec(), g.broadcast(g.number(numbersDT))
	VMOVUPS(Mem{Base: g.perMass, Disp: shift}, perMass)
	for axis := range 3 {
		gravity := g.broadcast(g.number(numbersGravity + 4*axis))
		VFMADD213PS(gravity, perMass, w[axis])
		VFMADD213PS(v(axis), dt, w[axis])
		g.keep(w[axis], moves(axis))
	}

	// Friction takes the slip away, or a part of it.
	VMULPS(dt, perMass, perMass)
	g.eachContact(fmt.Sprintf("rub%d", part), x, v, func(contact func(int) Mem, pressed VecVirtual) {
		VMULPS(perMass, pressed, pressed) // F_N dt/m [m/s]
		normal := func(axis int) VecVirtual { return g.broadcast(contact(contactNormal + 4*axis)) }
		across := g.vec()
		VMULPS(normal(0), w[0], across)
		VFMADD231PS(normal(1), w[1], across)
		VFMADD231PS(normal(2), w[2], across)
		slip, speed := g.vec3(), g.vec()
		for axis := range 3 {
			VMOVAPS(w[axis], slip[axis])
			VFNMADD231PS(normal(axis), across, slip[axis])
		}
		VMULPS(slip[0], slip[0], speed)
		VFMADD231PS(slip[1], slip[1], speed)
		VFMADD231PS(slip[2], slip[2], speed)
		VSQRTPS(speed, speed)

		// All of it where μs F_N dt/m is enough, else μk F_N dt/m, and none where
		// nothing presses.
		hold := g.broadcast(contact(contactStatic))
		VMULPS(pressed, hold, hold)
		sticks := g.compare(lessOrEqual, speed, hold, nil)
		part := g.broadcast(contact(contactKinetic))
		VMULPS(pressed, part, part)
		VDIVPS(speed, part, part)
		g.overwrite(part, g.constant(1), sticks)
		g.keep(part, g.compare(greater, pressed, g.zero(), nil))
		for axis := range 3 {
			VFNMADD231PS(part, slip[axis], w[axis])
		}
	})

	// v ← w 2^(−dt/h), x ← x + dt v; what is pinned stays bit for bit.
	drag, nothing := g.broadcast(g.number(numbersDrag)), g.zero()
	dt = g.broadcast(g.number(numbersDT))
	for axis := range 3 {
		moves := moves(axis)
		VMULPS(drag, w[axis], w[axis])
		g.keep(w[axis], moves)
		VMOVUPS(w[axis], g.array(g.nextV, axis, shift))
		moved, at := g.vec(), g.vec()
		VMOVUPS(x(axis), at)
		VMOVAPS(at, moved)
		VFMADD231PS(dt, w[axis], moved)
		g.overwrite(at, moved, moves)
		VMOVUPS(at, g.array(g.nextX, axis, shift))
		VFMADD231PS(nothing, at, g.bad)
	}
}

// eachContact goes through the contacts that any mass touches, with F_N of each
// mass: max(0, kc δ − bc v·n) where δ > 0.
func (g *integrate) eachContact(name string, x, v func(axis int) Mem, do func(contact func(int) Mem, pressed VecVirtual)) {
	at, left := GP64(), GP64()
	MOVQ(Mem{Base: g.call, Disp: integrateContacts}, at)
	MOVQ(Mem{Base: g.call, Disp: integrateContactCount}, left)
	contact := func(place int) Mem { return Mem{Base: at, Disp: place} }
	TESTQ(left, left)
	JZ(LabelRef(name + "done"))
	Label(name)
	depth := g.broadcast(contact(contactOffset))
	for axis := range 3 {
		VFNMADD231PS(x(axis), g.broadcast(contact(contactNormal+4*axis)), depth)
	}
	nothing := g.zero()
	touches := g.compare(greater, depth, nothing, nil)
	g.skipUnlessAny(touches, name+"next")
	pressed, speed := g.broadcast(contact(contactStiffness)), g.broadcast(contact(contactNormal))
	VMULPS(depth, pressed, pressed)
	VMULPS(v(0), speed, speed)
	for axis := 1; axis < 3; axis++ {
		VFMADD231PS(v(axis), g.broadcast(contact(contactNormal+4*axis)), speed)
	}
	VFNMADD231PS(g.broadcast(contact(contactDamping)), speed, pressed)
	VMAXPS(pressed, nothing, pressed) // of NaN and a number it takes the last operand, NaN
	g.keep(pressed, touches)
	do(contact, pressed)
	Label(name + "next")
	ADDQ(U8(contactSize), at)
	DECQ(left)
	JNZ(LabelRef(name))
	Label(name + "done")
}
