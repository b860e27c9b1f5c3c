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

	bad reg.VecVirtual // 0, or NaN once a position is not a finite number
}

func (g integrate) write() {
	build.TEXT("integrate"+g.name, attr.NOSPLIT, "func(c *byte)")
	g.call = build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.Register {
		r := build.GP64()
		build.MOVQ(operand.Mem{Base: g.call, Disp: place}, r)
		return r
	}
	g.x, g.nextX, g.stride = field(integrateX), field(integrateNextX), field(integrateStride)
	g.v, g.nextV, g.perMass = field(integrateV), field(integrateNextV), field(integratePerMass)
	g.movable, g.force, g.numbers = field(integrateMovable), field(integrateForce), field(integrateNumbers)
	g.bad = g.zero()

	build.Label("slice")
	for part := range g.parts() {
		g.part(part)
	}
	for _, pointer := range []reg.Register{g.x, g.nextX, g.v, g.nextV, g.perMass} {
		build.ADDQ(operand.U8(sliceBytes), pointer)
	}
	build.ADDQ(operand.U8(6), g.movable)
	build.ADDQ(operand.U32(3*sliceBytes), g.force)
	build.DECQ(operand.Mem{Base: g.call, Disp: integrateCount})
	build.JNZ(operand.LabelRef("slice"))

	finite := g.compare(unordered, g.bad, g.bad, nil)
	bits := build.GP32()
	if g.wide {
		build.KMOVW(finite.op, bits)
	} else {
		build.VMOVMSKPS(finite.op, bits)
	}
	build.MOVQ(bits.As64(), operand.Mem{Base: g.call, Disp: integrateBad})
	build.VZEROUPPER()
	build.RET()
}

func (g *integrate) array(from reg.Register, axis, disp int) operand.Mem {
	m := operand.Mem{Base: from, Disp: disp}
	if axis > 0 {
		m.Index, m.Scale = g.stride, uint8(axis)
	}
	return m
}

func (g *integrate) number(place int) operand.Mem { return operand.Mem{Base: g.numbers, Disp: place} }

// part treats all or half of a slice.
func (g *integrate) part(part int) {
	shift := part * g.bytes()
	x := func(axis int) operand.Mem { return g.array(g.x, axis, shift) }
	v := func(axis int) operand.Mem { return g.array(g.v, axis, shift) }
	moves := func(axis int) mask { return g.maskOf(operand.Mem{Base: g.movable, Disp: 2 * axis}, part) }

	// F = Σ springs + Σ pushes
	w := g.vec3()
	for axis := range 3 {
		build.VMOVUPS(operand.Mem{Base: g.force, Disp: axis*sliceBytes + shift}, w[axis])
	}
	g.eachContact(fmt.Sprintf("push%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual) {
		for axis := range 3 {
			build.VFMADD231PS(g.broadcast(contact(contactNormal+4*axis)), pressed, w[axis])
		}
	})

	// w = v + dt (F/m + g), 0 on pinned axes
	perMass, dt := g.vec(), g.broadcast(g.number(numbersDT))
	build.VMOVUPS(operand.Mem{Base: g.perMass, Disp: shift}, perMass)
	for axis := range 3 {
		gravity := g.broadcast(g.number(numbersGravity + 4*axis))
		build.VFMADD213PS(gravity, perMass, w[axis])
		build.VFMADD213PS(v(axis), dt, w[axis])
		g.keep(w[axis], moves(axis))
	}

	// Friction takes the slip away, or a part of it.
	build.VMULPS(dt, perMass, perMass)
	g.eachContact(fmt.Sprintf("rub%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual) {
		build.VMULPS(perMass, pressed, pressed) // F_N dt/m [m/s]
		normal := func(axis int) reg.VecVirtual { return g.broadcast(contact(contactNormal + 4*axis)) }
		across := g.vec()
		build.VMULPS(normal(0), w[0], across)
		build.VFMADD231PS(normal(1), w[1], across)
		build.VFMADD231PS(normal(2), w[2], across)
		slip, speed := g.vec3(), g.vec()
		for axis := range 3 {
			build.VMOVAPS(w[axis], slip[axis])
			build.VFNMADD231PS(normal(axis), across, slip[axis])
		}
		build.VMULPS(slip[0], slip[0], speed)
		build.VFMADD231PS(slip[1], slip[1], speed)
		build.VFMADD231PS(slip[2], slip[2], speed)
		build.VSQRTPS(speed, speed)

		// All of it where μs F_N dt/m is enough, else μk F_N dt/m, and none where
		// nothing presses.
		hold := g.broadcast(contact(contactStatic))
		build.VMULPS(pressed, hold, hold)
		sticks := g.compare(lessOrEqual, speed, hold, nil)
		part := g.broadcast(contact(contactKinetic))
		build.VMULPS(pressed, part, part)
		build.VDIVPS(speed, part, part)
		g.overwrite(part, g.constant(1), sticks)
		g.keep(part, g.compare(greater, pressed, g.zero(), nil))
		for axis := range 3 {
			build.VFNMADD231PS(part, slip[axis], w[axis])
		}
	})

	// v ← w 2^(−dt/h), x ← x + dt v; what is pinned stays bit for bit.
	drag, nothing := g.broadcast(g.number(numbersDrag)), g.zero()
	dt = g.broadcast(g.number(numbersDT))
	for axis := range 3 {
		moves := moves(axis)
		build.VMULPS(drag, w[axis], w[axis])
		g.keep(w[axis], moves)
		build.VMOVUPS(w[axis], g.array(g.nextV, axis, shift))
		moved, at := g.vec(), g.vec()
		build.VMOVUPS(x(axis), at)
		build.VMOVAPS(at, moved)
		build.VFMADD231PS(dt, w[axis], moved)
		g.overwrite(at, moved, moves)
		build.VMOVUPS(at, g.array(g.nextX, axis, shift))
		build.VFMADD231PS(nothing, at, g.bad)
	}
}

// eachContact goes through the contacts that any mass touches, with F_N of each
// mass: max(0, kc δ − bc v·n) where δ > 0.
func (g *integrate) eachContact(name string, x, v func(axis int) operand.Mem, do func(contact func(int) operand.Mem, pressed reg.VecVirtual)) {
	at, left := build.GP64(), build.GP64()
	build.MOVQ(operand.Mem{Base: g.call, Disp: integrateContacts}, at)
	build.MOVQ(operand.Mem{Base: g.call, Disp: integrateContactCount}, left)
	contact := func(place int) operand.Mem { return operand.Mem{Base: at, Disp: place} }
	build.TESTQ(left, left)
	build.JZ(operand.LabelRef(name + "done"))
	build.Label(name)
	depth := g.broadcast(contact(contactOffset))
	for axis := range 3 {
		build.VFNMADD231PS(x(axis), g.broadcast(contact(contactNormal+4*axis)), depth)
	}
	nothing := g.zero()
	touches := g.compare(greater, depth, nothing, nil)
	g.skipUnlessAny(touches, name+"next")
	pressed, speed := g.broadcast(contact(contactStiffness)), g.broadcast(contact(contactNormal))
	build.VMULPS(depth, pressed, pressed)
	build.VMULPS(v(0), speed, speed)
	for axis := 1; axis < 3; axis++ {
		build.VFMADD231PS(v(axis), g.broadcast(contact(contactNormal+4*axis)), speed)
	}
	build.VFNMADD231PS(g.broadcast(contact(contactDamping)), speed, pressed)
	build.VMAXPS(pressed, nothing, pressed) // of NaN and a number it takes the last operand, NaN
	g.keep(pressed, touches)
	do(contact, pressed)
	build.Label(name + "next")
	build.ADDQ(operand.U8(contactSize), at)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(name))
	build.Label(name + "done")
}
