package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Places of the fields of moveCall and of a mass [bytes], and rows of contacts and numbers.
const (
	moveMasses = 8 * iota
	moveList
	moveCount
	moveScales
	moveContacts
	movePlanes
	moveNumbers
	moveTouching
	moveAlive
	moveBad
	moveSlip
	moveAny
	moveDT

	massAt      = 0
	massPerMass = 4
	massScale   = 8
	massMoves   = 12
	massNumber  = 24
	massSize    = 28

	rowNormal   = 0
	rowOffset   = 3
	rowPush     = 4
	rowBrake    = 5
	rowStatic   = 6
	rowKinetic  = 7
	contactSize = 8 * row

	rowFall  = 0
	rowDrag  = 3
	rowAlive = 4
)

// mover is the mass at hand.
type mover struct {
	*writer
	mass, at, numbers reg.Register
	x, v              [3]operand.Op
	bad               reg.VecVirtual
	alive             mask
	touched           mask // lanes that one of the planes so far touches
}

// move writes the kernel of masses; see moveGo.
func (w *writer) move() {
	w.text("move", "advances masses by one step.")
	m := &mover{writer: w, mass: w.field(moveList), numbers: w.field(moveNumbers), bad: w.zero()}
	masses, left := w.field(moveMasses), w.field(moveCount)
	if w.wide {
		k := build.K()
		build.KMOVW(operand.Mem{Base: w.call, Disp: moveAlive}, k)
		m.alive = mask{k}
	}
	build.Label("mass")
	m.at = w.placed(masses, operand.Mem{Base: m.mass, Disp: massAt})
	m.x, m.v = rowsOf(m.at, rowX), rowsOf(m.at, rowV)
	m.write()
	build.ADDQ(operand.U8(massSize), m.mass)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("mass"))
	build.MOVQ(w.bits(w.compare(unordered, m.bad, m.bad)).As64(), operand.Mem{Base: w.call, Disp: moveBad})
	w.end()
}

// write advances the mass.
func (m *mover) write() {
	touched := build.GP32()
	build.XORL(touched, touched)
	velocity := m.load3(rowsOf(m.at, rowForce))
	m.touched = m.nowhere()
	m.eachPlane("push", func(contact reg.Register, pressed reg.VecVirtual, touches mask) {
		build.ORL(m.bits(touches), touched)
		m.slide(contact, touches)
		for axis := range 3 {
			if n := rowOf(contact, rowNormal+axis); m.wide {
				build.VFMADD231PS(n, pressed, touches.op, velocity[axis])
			} else {
				pushed := m.vec()
				build.VMOVAPS(velocity[axis], pushed)
				build.VFMADD231PS(n, pressed, pushed)
				m.overwrite(velocity[axis], pushed, touches)
			}
		}
	})
	build.ORL(touched, operand.Mem{Base: m.call, Disp: moveAny})
	m.tell(touched)
	perMass := m.broadcast(operand.Mem{Base: m.mass, Disp: massPerMass})
	scales := m.field(moveScales)
	build.VMULPS(rowOf(m.placed(scales, operand.Mem{Base: m.mass, Disp: massScale}), 0), perMass, perMass)
	for axis := range 3 {
		free := m.load(m.v[axis])
		build.VADDPS(rowOf(m.numbers, rowFall+axis), free, free)
		build.VFMADD213PS(free, perMass, velocity[axis])
	}
	m.pin(velocity)
	build.TESTL(touched, touched)
	build.JZ(operand.LabelRef("smooth"))
	m.applyFriction(velocity, perMass)
	m.pin(velocity)
	build.Label("smooth")
	m.advance(velocity)
}

// tell writes which members touch a plane.
func (m *mover) tell(touched reg.GPVirtual) {
	to, number := m.field(moveTouching), build.GP64()
	build.MOVL(operand.Mem{Base: m.mass, Disp: massNumber}, number.As32())
	place := operand.Mem{Base: to, Index: number, Scale: 2}
	if m.wide {
		build.MOVW(touched.As16(), place)
	} else {
		build.MOVB(touched.As8(), place)
	}
}

// nowhere returns a new mask of no lane.
func (m *mover) nowhere() mask {
	if m.wide {
		k := build.K()
		build.KXORW(k, k, k)
		return mask{k}
	}
	return mask{m.zero()}
}

// slide adds |v_t| on the first plane that a member touches, where that is asked for.
func (m *mover) slide(contact reg.Register, touches mask) {
	slip := m.field(moveSlip)
	build.TESTQ(slip, slip)
	build.JZ(operand.LabelRef("unmeasured"))
	normal := m.load3(rowsOf(contact, rowNormal))
	across := m.dot(normal, m.v)
	for axis := range 3 {
		along := m.load(m.v[axis])
		build.VFNMADD231PS(normal[axis], across, along)
		normal[axis] = along
	}
	speed := m.dot(normal, normal.ops())
	build.VSQRTPS(speed, speed)
	m.keep(speed, touches)
	number := build.GP64()
	build.MOVL(operand.Mem{Base: m.mass, Disp: massNumber}, number.As32())
	build.SHLQ(operand.U8(7), number) // times row64
	build.ADDQ(number, slip)
	if m.wide {
		fresh := build.K()
		build.KANDNW(touches.op, m.touched.op, fresh)
		build.KANDW(fresh, m.alive.op, fresh)
		m.keep(speed, mask{fresh})
		build.KORW(touches.op, m.touched.op, m.touched.op)
	} else {
		fresh := m.vec()
		build.VANDNPS(touches.op, m.touched.op.(reg.VecVirtual), fresh)
		m.keep(speed, mask{fresh})
		m.keep(speed, mask{m.load(rowOf(m.numbers, rowAlive))})
		build.VORPS(touches.op, m.touched.op, m.touched.op)
	}
	m.addTo(slip, 0, speed)
	build.Label("unmeasured")
}

// pin makes a velocity 0 on pinned axes.
func (m *mover) pin(velocity vec3) {
	for axis := range 3 {
		moves := m.broadcast(operand.Mem{Base: m.mass, Disp: massMoves + 4*axis})
		if m.wide {
			build.VPANDD(moves, velocity[axis], velocity[axis])
		} else {
			build.VPAND(moves, velocity[axis], velocity[axis])
		}
	}
}

// advance is the end of a step: drag, the way, and forces of 0.
func (m *mover) advance(velocity vec3) {
	nothing, dt := m.zero(), m.broadcast(operand.Mem{Base: m.call, Disp: moveDT})
	alive := m.alive
	if !m.wide {
		alive = mask{m.load(rowOf(m.numbers, rowAlive))}
	}
	for axis := range 3 {
		v := velocity[axis]
		build.VMULPS(rowOf(m.numbers, rowDrag), v, v)
		x := m.load(m.x[axis])
		build.VFMADD231PS(v, dt, x)
		finite := m.less(x, x)
		if m.wide {
			build.VPORD(finite, m.bad, m.bad)
			build.VMOVUPS(x, alive.op, m.x[axis])
			build.VMOVUPS(v, alive.op, m.v[axis])
		} else {
			build.VPOR(finite, m.bad, m.bad)
			build.VMASKMOVPS(x, alive.op, m.x[axis])
			build.VMASKMOVPS(v, alive.op, m.v[axis])
		}
		build.VMOVUPS(nothing, rowOf(m.at, rowForce+axis))
	}
}

// eachPlane goes through the planes that any member touches, with F_N of each.
func (m *mover) eachPlane(name string, do func(contact reg.Register, pressed reg.VecVirtual, touches mask)) {
	contact, left := m.field(moveContacts), m.field(movePlanes)
	build.TESTQ(left, left)
	build.JZ(operand.LabelRef(name + "Done"))
	build.Label(name)
	normal := m.load3(rowsOf(contact, rowNormal))
	depth := m.load(rowOf(contact, rowOffset))
	for axis := range 3 {
		build.VFNMADD231PS(m.x[axis], normal[axis], depth)
	}
	nothing := m.zero()
	touches := m.compare(greater, depth, nothing)
	bits := m.bits(touches)
	build.TESTL(bits, bits)
	build.JZ(operand.LabelRef(name + "Next"))
	parting := m.dot(normal, m.v)
	build.VMULPS(rowOf(contact, rowPush), depth, depth)
	build.VFNMADD231PS(rowOf(contact, rowBrake), parting, depth)
	build.VMAXPS(nothing, depth, depth) // of NaN and a number it takes the first operand here, 0
	m.keep(depth, touches)
	do(contact, depth, touches)
	build.Label(name + "Next")
	build.ADDQ(operand.U32(contactSize), contact)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(name))
	build.Label(name + "Done")
}

// applyFriction takes slip out of a velocity.
func (m *mover) applyFriction(velocity vec3, perMass reg.VecVirtual) {
	m.eachPlane("friction", func(contact reg.Register, pressed reg.VecVirtual, _ mask) {
		pushes := m.compare(greater, pressed, m.zero())
		build.VMULPS(perMass, pressed, pressed)
		across := m.times(velocity[0], rowOf(contact, rowNormal))
		for axis := 1; axis < 3; axis++ {
			build.VFMADD231PS(rowOf(contact, rowNormal+axis), velocity[axis], across)
		}
		var slip vec3
		for axis := range 3 {
			slip[axis] = m.vec()
			build.VMOVAPS(velocity[axis], slip[axis])
			build.VFNMADD231PS(rowOf(contact, rowNormal+axis), across, slip[axis])
		}
		speed := m.dot(slip, slip.ops())
		build.VSQRTPS(speed, speed)
		part := m.times(pressed, rowOf(contact, rowKinetic))
		build.VDIVPS(speed, part, part)
		build.VMULPS(rowOf(contact, rowStatic), pressed, pressed)
		m.overwrite(part, m.number(1), m.compare(lessOrEqual, speed, pressed))
		for axis := range 3 {
			build.VFNMADD213PS(velocity[axis], part, slip[axis])
			m.overwrite(velocity[axis], slip[axis], pushes)
		}
	})
}
