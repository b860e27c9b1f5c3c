package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// Phases of velocity Verlet, bits of a call's field.
const (
	phaseKick  = 1
	phaseDrift = 2
)

// writeVerlet writes the kernel that kicks the masses of slices, lets them drift, or both,
// with planes and their friction. For a kick, positions have drifted already; v is then the
// predicted velocity.
func (g integrate) writeVerlet() { g.slices(g.titled("verlet"), true, g.verlet) }

// verlet treats all or half of a slice.
func (g *integrate) verlet(part int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	shift := part * g.bytes()
	x := func(axis int) operand.Op { return g.array(g.x, axis, shift) }
	v := func(axis int) operand.Op { return g.array(g.v, axis, shift) }
	nextV := func(axis int) operand.Op { return g.array(g.nextV, axis, shift) }
	moves := func(axis int) mask { return g.moves(g.movable, axis, part) }
	at, w := g.vec3(), g.vec3()
	skipUnless := func(phase uint8, label string) {
		build.TESTB(operand.U8(phase), operand.Mem{Base: g.call, Disp: integratePhases})
		build.JZ(operand.LabelRef(label))
	}

	skipUnless(phaseKick, label("drift"))
	g.kick(part, w, x, v, nextV, moves)
	g.settle(part, at, w, x, nextV, moves)
	skipUnless(phaseDrift, label("store"))
	build.JMP(operand.LabelRef(label("drifting")))

	build.Label(label("drift"))
	for axis := range 3 {
		build.VMOVUPS(x(axis), at[axis])
		build.VMOVUPS(v(axis), w[axis])
	}

	// v½ = v + dt/2 a, x ← x + dt v½, v ← v½ + dt/2 a
	build.Label(label("drifting"))
	half, dt := g.number(numbersHalf), g.number(numbersDT)
	for axis := range 3 {
		a := g.acceleration(axis, shift)
		g.plusProduct(a, half, w[axis])
		g.plusProduct(dt, w[axis], at[axis])
		g.plusProduct(a, half, w[axis])
	}

	build.Label(label("store")) // pinned coordinates stay bit for bit
	for axis := range 3 {
		moves, before := moves(axis), g.vec()
		g.keep(w[axis], moves)
		build.VMOVUPS(w[axis], nextV(axis))
		build.VMOVUPS(x(axis), before)
		g.overwrite(before, at[axis], moves)
		build.VMOVUPS(before, g.array(g.nextX, axis, shift))
	}
	g.pack(part)
}

// kick makes the new acceleration, which it stores, and the velocity:
//
//	a' = F/m + g − (ln 2/h) v, 0 on pinned axes
//	w = v + dt/2 (a' − a)
func (g *integrate) kick(part int, w vec3, x, v, nextV func(axis int) operand.Op, moves func(axis int) mask) {
	shift := part * g.bytes()
	force := g.vec3()
	for axis := range 3 {
		build.VMOVUPS(operand.Mem{Base: g.force, Disp: axis*g.slice() + shift}, force[axis])
	}
	g.push(part, force, x, v)
	perMass, rate, half := g.vec(), g.number(numbersRate), g.number(numbersHalf)
	build.VMOVUPS(operand.Mem{Base: g.perMass, Disp: shift}, perMass)
	for axis := range 3 {
		g.accelerate(force[axis], perMass, axis)
		g.lessProduct(v(axis), rate, force[axis])
		g.keep(force[axis], moves(axis))
		build.VSUBPS(g.acceleration(axis, shift), force[axis], w[axis])
		build.VMOVUPS(force[axis], g.acceleration(axis, shift))
		g.timesPlus(v(axis), half, w[axis])
		build.VMOVUPS(w[axis], nextV(axis))
	}
}

// settle makes at the position after a kick, which friction moves, too:
// x ← x + dt/2 Δv. nextV is v without it, w with it.
func (g *integrate) settle(part int, at, w vec3, x, nextV func(axis int) operand.Op, moves func(axis int) mask) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	g.skipFriction(0, label("smooth"))
	stepPerMass := g.number(numbersDT)
	build.VMULPS(operand.Mem{Base: g.perMass, Disp: part * g.bytes()}, stepPerMass, stepPerMass)
	g.applyFriction(part, w, stepPerMass, x, nextV)
	reach := g.reachOfFriction()
	for axis := range 3 {
		if !g.exact {
			g.keep(w[axis], moves(axis))
		}
		build.VMOVUPS(x(axis), at[axis])
		change := g.vec()
		build.VSUBPS(nextV(axis), w[axis], change)
		g.plusProduct(reach, change, at[axis])
	}
	build.JMP(operand.LabelRef(label("kicked")))
	build.Label(label("smooth"))
	for axis := range 3 {
		build.VMOVUPS(x(axis), at[axis])
	}
	build.Label(label("kicked"))
	nothing := g.zero()
	for axis := range 3 {
		build.VFMADD231PS(nothing, at[axis], g.bad)
		build.VFMADD231PS(nothing, w[axis], g.bad)
	}
}

// acceleration is memory of the array of an axis.
func (g *integrate) acceleration(axis, shift int) operand.Mem {
	return g.array(g.a, axis, shift)
}

// Arrays of RK4's registers, as package cpu/kernels has them: the first of three each.
const (
	stageX = 3 * iota
	stageV
	stageSumV
	stageSumA
)

// writeStage writes the kernel that follows the forces of a stage of RK4, with planes and
// their friction; see kernels.StageGo.
func (g integrate) writeStage() { g.slices(g.titled("stage"), true, g.stage) }

// stage treats all or half of a slice. A call has one stage, so that branches cost little.
func (g *integrate) stage(part int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	shift := part * g.bytes()
	at, w, a := g.vec3(), g.vec3(), g.acceleration4(part)
	keep := func(array int, from vec3) {
		g.eachKept(array, shift, func(axis int, at operand.Mem) { build.VMOVUPS(from[axis], at) })
	}
	which, ahead := g.field(integrateStage), g.vec()
	build.VBROADCASTSS(operand.Mem{Base: g.numbers, Disp: g.of(numbersHalf)}, ahead)
	addTwice := func() { // A += 2 a
		g.eachKept(stageSumA, shift, func(axis int, sum operand.Mem) {
			more := g.vec()
			build.VADDPS(a[axis], a[axis], more)
			build.VADDPS(sum, more, more)
			build.VMOVUPS(more, sum)
		})
	}
	build.CMPQ(which, operand.U8(1))
	build.JE(operand.LabelRef(label("second")))
	build.JG(operand.LabelRef(label("later")))

	for axis := range 3 { // x0, v0 = x, v;  A = a
		build.VMOVUPS(g.array(g.x, axis, shift), at[axis])
		build.VMOVUPS(g.array(g.v, axis, shift), w[axis])
	}
	keep(stageX, at)
	keep(stageV, w)
	keep(stageSumA, a)
	build.JMP(operand.LabelRef(label("ahead")))

	build.Label(label("second")) // V = v
	g.eachKept(stageSumV, shift, func(axis int, sum operand.Mem) {
		build.VMOVUPS(g.array(g.v, axis, shift), at[axis])
		build.VMOVUPS(at[axis], sum)
	})
	addTwice()
	build.JMP(operand.LabelRef(label("ahead")))

	build.Label(label("later"))
	build.CMPQ(which, operand.U8(2))
	build.JG(operand.LabelRef(label("last")))
	build.VBROADCASTSS(operand.Mem{Base: g.numbers, Disp: g.of(numbersDT)}, ahead)
	g.eachKept(stageSumV, shift, func(axis int, sum operand.Mem) { // V += v
		build.VMOVUPS(g.array(g.v, axis, shift), at[axis])
		build.VADDPS(sum, at[axis], at[axis])
		build.VMOVUPS(at[axis], sum)
	})
	addTwice()

	build.Label(label("ahead")) // x = x0 + c v, v = v0 + c a
	g.eachKept(stageX, shift, func(axis int, x0 operand.Mem) {
		build.VMOVUPS(x0, at[axis])
		g.plusProduct(g.array(g.v, axis, shift), ahead, at[axis])
	})
	g.eachKept(stageV, shift, func(axis int, v0 operand.Mem) {
		build.VMOVUPS(v0, w[axis])
		g.plusProduct(a[axis], ahead, w[axis])
	})
	build.JMP(operand.LabelRef(label("store")))

	build.Label(label("last"))
	g.lastStage(part, at, w, a)

	build.Label(label("store")) // pinned coordinates stay bit for bit
	for axis := range 3 {
		moves, before := g.moves(g.movable, axis, part), g.vec()
		g.keep(w[axis], moves)
		build.VMOVUPS(w[axis], g.array(g.nextV, axis, shift))
		build.VMOVUPS(g.array(g.x, axis, shift), before)
		g.overwrite(before, at[axis], moves)
		build.VMOVUPS(before, g.array(g.nextX, axis, shift))
	}
	g.pack(part)
}

// acceleration4 is new vectors of the acceleration in the state of a stage:
// F/m + g − (ln 2/h) v, 0 on pinned axes.
func (g *integrate) acceleration4(part int) vec3 {
	shift := part * g.bytes()
	a := g.vec3()
	for axis := range 3 {
		build.VMOVUPS(operand.Mem{Base: g.force, Disp: axis*g.slice() + shift}, a[axis])
	}
	v := func(axis int) operand.Op { return g.array(g.v, axis, shift) }
	g.push(part, a, func(axis int) operand.Op { return g.array(g.x, axis, shift) }, v)
	perMass, rate := g.vec(), g.number(numbersRate)
	build.VMOVUPS(operand.Mem{Base: g.perMass, Disp: shift}, perMass)
	for axis := range 3 {
		g.accelerate(a[axis], perMass, axis)
		g.lessProduct(v(axis), rate, a[axis])
		g.keep(a[axis], g.moves(g.movable, axis, part))
	}
	return a
}

// lastStage makes the state after the step, with friction as an impulse:
//
//	x = x0 + dt/6 (v0 + 2 V + v),  v = v0 + dt/6 (A + a)
func (g *integrate) lastStage(part int, at, w, a vec3) {
	label := fmt.Sprintf("ended%d", part)
	shift := part * g.bytes()
	sixth := g.number(numbersDT)
	build.VMULPS(g.constant(1./6), sixth, sixth)
	g.eachKept(stageSumV, shift, func(axis int, sum operand.Mem) {
		build.VMOVUPS(sum, at[axis])
		build.VADDPS(at[axis], at[axis], at[axis])
	})
	g.eachKept(stageSumA, shift, func(axis int, sum operand.Mem) { build.VADDPS(sum, a[axis], w[axis]) })
	g.eachKept(stageV, shift, func(axis int, v0 operand.Mem) {
		g.timesPlus(v0, sixth, w[axis])
		sum := g.vec()
		build.VMOVUPS(g.array(g.v, axis, shift), sum)
		build.VADDPS(v0, sum, sum)
		build.VADDPS(sum, at[axis], at[axis])
	})
	g.eachKept(stageX, shift, func(axis int, x0 operand.Mem) { g.timesPlus(x0, sixth, at[axis]) })
	g.skipFriction(phaseDrift, label)
	nextX := func(axis int) operand.Op { return g.array(g.nextX, axis, shift) }
	nextV := func(axis int) operand.Op { return g.array(g.nextV, axis, shift) }
	for axis := range 3 { // friction reads the state that it finds
		build.VMOVUPS(at[axis], nextX(axis))
		build.VMOVUPS(w[axis], nextV(axis))
	}
	stepPerMass := g.number(numbersDT)
	build.VMULPS(operand.Mem{Base: g.perMass, Disp: shift}, stepPerMass, stepPerMass)
	g.applyFriction(part, w, stepPerMass, nextX, nextV)
	reach := g.number(numbersFrictionReach)
	for axis := range 3 {
		if g.exact { // there are not registers enough to hold it meanwhile
			build.VMOVUPS(nextX(axis), at[axis])
		}
		change := g.vec()
		build.VSUBPS(nextV(axis), w[axis], change)
		g.plusProduct(reach, change, at[axis])
	}
	build.Label(label)
	nothing := g.zero()
	for axis := range 3 {
		build.VFMADD231PS(nothing, at[axis], g.bad)
		build.VFMADD231PS(nothing, w[axis], g.bad)
	}
}

// eachKept goes through three registers of the integrator, from number array on. Their
// distance is that of the arrays of the state.
func (g *integrate) eachKept(array, shift int, do func(axis int, at operand.Mem)) {
	at := build.GP64()
	build.MOVQ(g.a, at)
	for range array / 3 {
		build.LEAQ(operand.Mem{Base: at, Index: g.stride, Scale: 2}, at)
		build.ADDQ(g.stride, at)
	}
	for axis := range 3 {
		do(axis, g.array(at, axis, shift))
	}
}
