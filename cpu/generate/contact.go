package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// push adds the pushes of contacts to the forces.
func (g *integrate) push(part int, w vec3, x, v func(axis int) operand.Op) {
	g.eachContact(fmt.Sprintf("push%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual) {
		for axis := range 3 {
			build.VFMADD231PS(g.broadcast(contact(contactNormal+4*axis)), pressed, w[axis])
		}
	})
}

// rub is friction: it takes the slip out of w, or a part of it. stepPerMass is
// dt/m; pushes are those at x and v.
func (g *integrate) rub(part int, w vec3, stepPerMass reg.VecVirtual, x, v func(axis int) operand.Op) {
	g.eachContact(fmt.Sprintf("rub%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual) {
		build.VMULPS(stepPerMass, pressed, pressed) // F_N dt/m [m/s]
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
}

// eachContact goes through the contacts that any mass touches, with F_N of each
// mass: max(0, kc δ − bc v·n) where δ > 0.
func (g *integrate) eachContact(name string, x, v func(axis int) operand.Op, do func(contact func(int) operand.Mem, pressed reg.VecVirtual)) {
	at, left := build.GP64(), build.GP64()
	build.MOVQ(operand.Mem{Base: g.call, Disp: integrateContacts}, at)
	build.MOVQ(operand.Mem{Base: g.call, Disp: integrateContactCount}, left)
	contact := func(place int) operand.Mem { return operand.Mem{Base: at, Disp: g.of(place)} }
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
	build.ADDQ(operand.U8(g.of(contactSize)), at)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(name))
	build.Label(name + "done")
}
