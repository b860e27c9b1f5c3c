package main

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// notEqual is a comparison, quiet; of unordered numbers it is true.
const notEqual = 0x04

// writeUnfused writes the kernels that advance slices with the bits of plain Go, where no contact but planes is near.
// They round every product, as Go does, and keep the order of Go's sums.
func (g integrate) writeUnfused() {
	g.exact = true
	g.slices("unfusedEuler"+g.name, false, g.unfused)
	g.writeVerlet()
	g.writeStage()
}

// titled returns the name of a kernel.
func (g *integrate) titled(name string) string {
	if g.exact {
		name = "unfused" + strings.ToUpper(name[:1]) + name[1:]
	}
	return name + g.name
}

// plusProduct adds a b to a sum.
func (g *integrate) plusProduct(a operand.Op, b, sum reg.VecVirtual) {
	if g.exact {
		build.VADDPS(g.product(a, b), sum, sum)
		return
	}
	build.VFMADD231PS(a, b, sum)
}

// lessProduct takes a b off a sum.
func (g *integrate) lessProduct(a operand.Op, b, sum reg.VecVirtual) {
	if g.exact {
		build.VSUBPS(g.product(a, b), sum, sum)
		return
	}
	build.VFNMADD231PS(a, b, sum)
}

// timesPlus multiplies x by b, and adds c.
func (g *integrate) timesPlus(c operand.Op, b, x reg.VecVirtual) {
	if g.exact {
		build.VMULPS(b, x, x)
		build.VADDPS(c, x, x)
		return
	}
	build.VFMADD213PS(c, b, x)
}

// product returns a new vector.
func (g *integrate) product(a operand.Op, b reg.VecVirtual) reg.VecVirtual {
	v := g.vec()
	build.VMULPS(a, b, v)
	return v
}

// skipFriction jumps where a call has no contacts. Unfused kernels do not, since Go adds a change of 0 there. They jump
// where a call lacks a phase, if one is given.
func (g *integrate) skipFriction(phase uint8, label string) {
	switch {
	case !g.exact:
		left := g.field(integrateContactCount)
		build.TESTQ(left, left)
	case phase == 0:
		return
	default:
		build.TESTB(operand.U8(phase), operand.Mem{Base: g.call, Disp: integratePhases})
	}
	build.JZ(operand.LabelRef(label))
}

// reachOfFriction returns how far friction as an impulse moves a mass, in velocity Verlet; see kernels.Numbers.
func (g *integrate) reachOfFriction() reg.VecVirtual {
	if g.exact {
		return g.number(numbersFrictionReach)
	}
	return g.number(numbersHalf)
}

// unfused treats all or half of a slice.
func (g *integrate) unfused(part int) {
	shift := part * g.bytes()
	x := func(axis int) operand.Op { return g.array(g.x, axis, shift) }
	v := func(axis int) operand.Op { return g.array(g.v, axis, shift) }
	w := g.vec3()
	for axis := range 3 {
		build.VMOVUPS(operand.Mem{Base: g.force, Disp: axis*g.slice() + shift}, w[axis])
	}
	g.push(part, w, x, v)
	for axis := range 3 { // w = v + dt (F/m + g), 0 on pinned axes
		build.VMULPS(operand.Mem{Base: g.perMass, Disp: shift}, w[axis], w[axis])
		build.VADDPS(g.number(numbersGravity+4*axis), w[axis], w[axis])
		build.VMULPS(g.number(numbersDT), w[axis], w[axis])
		build.VADDPS(v(axis), w[axis], w[axis])
		g.keep(w[axis], g.moves(g.movable, axis, part))
	}
	g.eachPlaneFriction(part, w, x, v)
	for axis := range 3 { // v ← w 2^(−dt/h), x ← x + dt v; a pinned mass stays bit for bit
		moves, at, moved := g.moves(g.movable, axis, part), g.vec(), g.number(numbersDT)
		build.VMULPS(g.number(numbersDrag), w[axis], w[axis])
		g.keep(w[axis], moves)
		build.VMULPS(w[axis], moved, moved)
		build.VMOVUPS(x(axis), at)
		build.VADDPS(at, moved, moved)
		g.overwrite(at, moved, moves)
		build.VMOVUPS(w[axis], g.array(g.nextV, axis, shift))
		build.VMOVUPS(at, g.array(g.nextX, axis, shift))
		g.keep(at, moves)
		g.suspect(at)
	}
	g.pack(part)
}

// pushUnfused adds the pushes of planes to the forces.
func (g *integrate) pushUnfused(part int, w vec3, x, v func(axis int) operand.Op) {
	g.eachPlane(fmt.Sprintf("push%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual, _ mask) {
		pushes := g.compare(greater, pressed, g.zero(), nil)
		for axis := range 3 {
			push := g.broadcast(contact(contactNormal + 4*axis))
			build.VMULPS(pressed, push, push)
			build.VADDPS(push, w[axis], push)
			g.overwrite(w[axis], push, pushes)
		}
	})
}

// eachPlaneFriction applies the friction of planes.
func (g *integrate) eachPlaneFriction(part int, w vec3, x, v func(axis int) operand.Op) {
	g.eachPlane(fmt.Sprintf("friction%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual, touches mask) {
		impulse := g.number(numbersDT)
		build.VMULPS(operand.Mem{Base: g.perMass, Disp: part * g.bytes()}, impulse, impulse)
		build.VMULPS(impulse, pressed, impulse)
		g.applyFrictionUnfused(w, contact, impulse, touches)
	})
}

// eachPlane goes through the planes that any mass touches, with F_N as laws.PushOf has it, and the masses that
// touch it.
func (g *integrate) eachPlane(name string, x, v func(axis int) operand.Op, do func(contact func(int) operand.Mem, pressed reg.VecVirtual, touches mask)) {
	at, left := g.field(integrateContacts), g.field(integrateContactCount)
	contact := func(place int) operand.Mem { return operand.Mem{Base: at, Disp: g.of(place)} }
	along := func(of func(axis int) operand.Op) reg.VecVirtual {
		sum := g.broadcast(contact(contactNormal))
		build.VMULPS(of(0), sum, sum)
		for axis := 1; axis < 3; axis++ {
			product := g.broadcast(contact(contactNormal + 4*axis))
			build.VMULPS(of(axis), product, product)
			build.VADDPS(product, sum, sum)
		}
		return sum
	}
	build.TESTQ(left, left)
	build.JZ(operand.LabelRef(name + "done"))
	build.Label(name)
	depth := g.broadcast(contact(contactOffset))
	build.VSUBPS(along(x), depth, depth)
	touches := g.compare(greater, depth, g.zero(), nil)
	g.skipUnlessAny(touches, name+"next")
	pressed, leaving := g.broadcast(contact(contactStiffness)), along(v)
	build.VMULPS(depth, pressed, pressed)
	build.VMULPS(g.broadcast(contact(contactDamping)), leaving, leaving)
	build.VSUBPS(leaving, pressed, pressed)
	build.VMAXPS(pressed, g.zero(), pressed) // of NaN and a number it takes the last operand, NaN
	g.keep(pressed, touches)
	do(contact, pressed, touches)
	build.Label(name + "next")
	build.ADDQ(operand.U8(g.of(contactSize)), at)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(name))
	build.Label(name + "done")
}

// applyFrictionUnfused applies friction to masses that touch, as solid.applyFrictionAt of package cpu/kernels does; impulse is
// F_N dt/m.
func (g *integrate) applyFrictionUnfused(w vec3, contact func(int) operand.Mem, impulse reg.VecVirtual, touches mask) {
	nothing := g.zero()
	frictional := g.compare(notLessOrEqual, impulse, nothing, &touches)
	frictional = g.compare(notEqual, g.broadcast(contact(contactStatic)), nothing, &frictional)
	normal := func(axis int) reg.VecVirtual { return g.broadcast(contact(contactNormal + 4*axis)) }
	across := normal(0)
	build.VMULPS(w[0], across, across)
	for axis := 1; axis < 3; axis++ {
		product := normal(axis)
		build.VMULPS(w[axis], product, product)
		build.VADDPS(product, across, across)
	}
	slip, speed := g.vec3(), g.vec()
	for axis := range 3 {
		along := normal(axis)
		build.VMULPS(across, along, along)
		build.VSUBPS(along, w[axis], slip[axis])
	}
	build.VMULPS(slip[0], slip[0], speed)
	for axis := 1; axis < 3; axis++ {
		square := g.vec()
		build.VMULPS(slip[axis], slip[axis], square)
		build.VADDPS(square, speed, speed)
	}
	build.VSQRTPS(speed, speed)
	part, hold := g.broadcast(contact(contactKinetic)), g.broadcast(contact(contactStatic))
	build.VMULPS(impulse, part, part)
	build.VDIVPS(speed, part, part)
	build.VMULPS(impulse, hold, hold)
	sticks := g.compare(lessOrEqual, speed, hold, nil)
	g.overwrite(part, g.zero(), sticks)
	for axis := range 3 {
		left, along := g.vec(), normal(axis)
		build.VMULPS(across, along, along)
		build.VMOVAPS(w[axis], left)
		g.overwrite(left, along, sticks)
		build.VMULPS(part, slip[axis], slip[axis])
		build.VSUBPS(slip[axis], left, left)
		g.overwrite(w[axis], left, frictional)
	}
}

// Places of the fields of NearCall, and of a box [bytes].
const (
	nearX          = 8 * iota // first lane in the array x
	nearStride                // to the next array [bytes]
	nearBounds                // the first box
	nearBoundCount            // of boxes, at least 1
	nearCount                 // of slices
	nearOut                   // result: a byte for each slice

	nearLow       = 0
	nearHigh      = 12
	nearBoundSize = 24
)

// writeNear writes the kernel that finds slices near boxes; see kernels.NearGo.
func (i isa) writeNear() {
	build.TEXT("near"+i.name, attr.NOSPLIT, "func(c *byte)")
	call := build.Load(build.Param("c"), build.GP64())
	field := func(place int) reg.GPVirtual { return fieldOf(call, place) }
	x, stride, count, out := field(nearX), field(nearStride), field(nearCount), field(nearOut)
	lanes := uint64(1)<<(i.bytes()/i.of(4)) - 1
	build.Label("slice")
	at, left, near := field(nearBounds), field(nearBoundCount), build.GP32()
	build.XORL(near, near)
	build.Label("bound")
	for axis := range 3 {
		var rows []reg.VecVirtual
		for part := range i.parts() {
			row, from := i.vec(), operand.Mem{Base: x, Disp: part * i.bytes()}
			if axis > 0 {
				from.Index, from.Scale = stride, uint8(axis)
			}
			build.VMOVUPS(from, row)
			rows = append(rows, row)
		}
		for _, side := range []struct {
			place     int
			predicate uint8
		}{{nearLow, less}, {nearHigh, greater}} {
			end, beyond := i.broadcast(operand.Mem{Base: at, Disp: i.of(side.place + 4*axis)}), mask{}
			for part, row := range rows {
				if part == 0 {
					beyond = i.compare(side.predicate, row, end, nil)
				} else {
					beyond = i.compare(side.predicate, row, end, &beyond)
				}
			}
			bits := build.GP32()
			if i.wide {
				build.KMOVW(beyond.op, bits)
			} else {
				build.VMOVMSKPS(beyond.op, bits)
			}
			build.CMPL(bits, operand.U32(lanes))
			build.JE(operand.LabelRef("missed"))
		}
	}
	build.MOVL(operand.U32(1), near)
	build.JMP(operand.LabelRef("known"))
	build.Label("missed")
	build.ADDQ(operand.U8(i.of(nearBoundSize)), at)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("bound"))
	build.Label("known")
	build.MOVB(near.As8(), operand.Mem{Base: out})
	build.INCQ(out)
	build.ADDQ(i.sliceStep(), x)
	build.DECQ(count)
	build.JNZ(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}
