package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// push adds the pushes of contacts to the forces.
func (g *integrate) push(part int, w vec3, x, v func(axis int) operand.Op) {
	if g.exact {
		g.pushUnfused(part, w, x, v)
		return
	}
	g.eachContact(fmt.Sprintf("push%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual) {
		for axis := range 3 {
			build.VFMADD231PS(g.broadcast(contact(contactNormal+4*axis)), pressed, w[axis])
		}
	})
}

// applyFriction takes the slip out of w, or a part of it. stepPerMass is
// dt/m; pushes are those at x and v.
func (g *integrate) applyFriction(part int, w vec3, stepPerMass reg.VecVirtual, x, v func(axis int) operand.Op) {
	if g.exact {
		g.eachPlaneFriction(part, w, x, v)
		return
	}
	g.eachContact(fmt.Sprintf("friction%d", part), x, v, func(contact func(int) operand.Mem, pressed reg.VecVirtual) {
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

// Places of the fields of SlideCall [bytes].
const (
	slideX = 8 * iota // first lane in the arrays x, and vx of both velocities
	slideU
	slideW
	slideStride   // to the next array [bytes]
	slidePlane    // see contactNormal
	slideTouching // 16 bits for each slice
	slideMovable  // of the first slice
	slideSlices   // of slices
	slideSum      // result: 8 numbers of 8 bytes

	slideFriction = slideSum + 64 // result: 8 numbers of 8 bytes
)

// slide writes the kernel that sums the dissipation of a plane; see kernels.SlideGo.
type slide struct {
	isa
	call, x, u, w, stride, plane, touching, movable reg.GPVirtual
	part                                            int
}

func (s *slide) write() {
	build.TEXT("slide"+s.name, attr.NOSPLIT, "func(c *byte)")
	s.call = build.GP64()
	build.Load(build.Param("c"), s.call)
	s.x, s.u, s.w, s.stride = s.field(slideX), s.field(slideU), s.field(slideW), s.field(slideStride)
	s.plane, s.touching, s.movable = s.field(slidePlane), s.field(slideTouching), s.field(slideMovable)
	build.Label("slice")
	build.CMPW(operand.Mem{Base: s.touching}, operand.I8(0))
	build.JE(operand.LabelRef("over"))
	for s.part = range s.parts() {
		s.half()
	}
	build.Label("over")
	for _, pointer := range []reg.Register{s.x, s.u, s.w} {
		build.ADDQ(operand.U8(sliceBytes), pointer)
	}
	build.ADDQ(operand.U8(2), s.touching)
	build.ADDQ(operand.U8(movableBytes), s.movable)
	build.DECQ(operand.Mem{Base: s.call, Disp: slideSlices})
	build.JNZ(operand.LabelRef("slice"))
	build.VZEROUPPER()
	build.RET()
}

func (s *slide) field(place int) reg.GPVirtual { return fieldOf(s.call, place) }

// number returns a number of the plane in all lanes.
func (s *slide) number(place int) reg.VecVirtual {
	return s.broadcast(operand.Mem{Base: s.plane, Disp: place})
}

// array returns an array at the masses of the part at hand.
func (s *slide) array(base reg.Register, axis int) operand.Mem {
	m := operand.Mem{Base: base, Disp: s.part * s.bytes()}
	if axis > 0 {
		m.Index, m.Scale = s.stride, uint8(axis)
	}
	return m
}

// half treats all or half of a slice.
func (s *slide) half() {
	lanes := s.maskOf(operand.Mem{Base: s.touching}, s.part)
	for axis := range 3 {
		lanes = s.both(lanes, s.maskOf(operand.Mem{Base: s.movable, Disp: 2 * axis}, s.part))
	}
	parting, later, full := s.zero(), s.zero(), s.number(contactOffset)
	var normal vec3
	for axis := range 3 {
		normal[axis] = s.number(contactNormal + 4*axis)
		build.VFMADD231PS(s.array(s.u, axis), normal[axis], parting)
		build.VFMADD231PS(s.array(s.w, axis), normal[axis], later)
		build.VFNMADD231PS(s.array(s.x, axis), normal[axis], full)
	}
	build.VMULPS(s.number(contactStiffness), full, full)
	taken := s.number(contactDamping)
	build.VMULPS(parting, taken, taken)
	build.VMINPS(full, taken, taken)
	build.VSUBPS(taken, full, full) // F_N

	slip, left, with, fastest := s.zero(), s.zero(), s.zero(), s.zero() // squares
	for axis := range 3 {
		v, across := s.vec(), s.vec()
		build.VMOVUPS(s.array(s.u, axis), v)
		build.VMOVAPS(v, across)
		build.VFNMADD231PS(normal[axis], parting, across)
		build.VFMADD231PS(across, across, slip)
		build.VMULPS(v, v, across)
		build.VMAXPS(across, fastest, fastest)
		build.VMOVUPS(s.array(s.w, axis), across)
		build.VADDPS(across, v, v)
		build.VFNMADD231PS(normal[axis], later, across)
		build.VFMADD231PS(across, across, left)
		build.VFMADD231PS(across, v, with)
		build.VMOVUPS(s.array(s.w, axis), across)
		build.VMULPS(across, across, across)
		build.VMAXPS(across, fastest, fastest)
	}
	s.judge(lanes, parting, later, full, taken, slip, left, with, fastest)
}

// judge finds the masses that certainly slide or certainly do not, and adds the plane's
// dissipation for these.
func (s *slide) judge(lanes mask, parting, later, pushed, taken, slip, left, with, fastest reg.VecVirtual) {
	limit, friction := s.vec(), s.vec()
	build.VMULPS(s.inMemoryVec(surelySlides), fastest, limit)
	slides := s.compare(greater, left, limit, &lanes)
	build.VMULPS(s.inMemoryVec(surelySticks), fastest, fastest)
	build.VMAXPS(slip, left, slip)
	moves := s.compare(greater, slip, fastest, &lanes)
	frictional := s.compare(greater, pushed, s.zero(), &lanes)
	frictional = s.compare(greater, s.number(contactStatic), s.zero(), &frictional)
	slides = s.both(slides, frictional)
	unsure := s.butNot(s.both(moves, frictional), slides)
	sure := s.butNot(lanes, unsure)

	build.VSQRTPS(left, left)
	build.VMULPS(s.number(contactKinetic), pushed, friction)
	build.VMULPS(with, friction, friction)
	build.VDIVPS(left, friction, friction)
	s.keep(friction, slides)
	s.addUp(friction, s.call, slideFriction)
	build.VADDPS(later, parting, parting)
	build.VMULPS(parting, taken, taken)
	s.keep(taken, sure)
	s.addUp(taken, s.call, slideSum)

	bits := build.GP32()
	if s.wide {
		build.KMOVW(sure.op, bits)
	} else {
		build.VMOVMSKPS(sure.op, bits)
		build.SHLL(operand.U8(8*s.part), bits)
	}
	build.NOTL(bits)
	build.ANDW(bits.As16(), operand.Mem{Base: s.touching})
}

// The squares of the same numbers in package cpu/kernels.
const (
	surelySlides = 1e-2 * 1e-2
	surelySticks = 1e-6 * 1e-6
)

// inMemoryVec returns a new vector of a number.
func (s *slide) inMemoryVec(x float64) reg.VecVirtual { return s.broadcast(s.inMemory(x)) }

// both returns a new mask of lanes that are in two.
func (i isa) both(a, b mask) mask {
	if i.wide {
		k := build.K()
		build.KANDW(a.op, b.op, k)
		return mask{k}
	}
	v := i.vec()
	build.VANDPS(a.op, b.op, v)
	return mask{v}
}

// butNot returns a new mask of lanes that are in a, and not in b.
func (i isa) butNot(a, b mask) mask {
	if i.wide {
		k := build.K()
		build.KANDNW(a.op, b.op, k)
		return mask{k}
	}
	v := i.vec()
	build.VANDNPS(a.op, b.op, v)
	return mask{v}
}
