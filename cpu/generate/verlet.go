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

// writeVerlet writes the kernel that kicks the masses of slices, lets them
// drift, or both, with planes and their friction. What it reads has drifted
// where it kicks; v is then the predicted velocity.
func (g integrate) writeVerlet() { g.slices("verlet"+g.name, true, g.verlet) }

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
		build.VFMADD231PS(a, half, w[axis])
		build.VFMADD231PS(dt, w[axis], at[axis])
		build.VFMADD231PS(a, half, w[axis])
	}

	build.Label(label("store")) // what is pinned stays bit for bit
	g.short(fmt.Sprintf("long%d", part), w)
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
		build.VFNMADD231PS(v(axis), rate, force[axis])
		g.keep(force[axis], moves(axis))
		build.VSUBPS(g.acceleration(axis, shift), force[axis], w[axis])
		build.VMOVUPS(force[axis], g.acceleration(axis, shift))
		build.VFMADD213PS(v(axis), half, w[axis])
		build.VMOVUPS(w[axis], nextV(axis))
	}
}

// settle makes at the position after a kick, which friction moves, too:
// x ← x + dt/2 Δv. nextV is v without it, w with it.
func (g *integrate) settle(part int, at, w vec3, x, nextV func(axis int) operand.Op, moves func(axis int) mask) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	left := g.field(integrateContactCount)
	build.TESTQ(left, left)
	build.JZ(operand.LabelRef(label("smooth")))
	stepPerMass := g.number(numbersDT)
	build.VMULPS(operand.Mem{Base: g.perMass, Disp: part * g.bytes()}, stepPerMass, stepPerMass)
	g.rub(part, w, stepPerMass, x, nextV)
	half := g.number(numbersHalf)
	for axis := range 3 {
		g.keep(w[axis], moves(axis))
		build.VMOVUPS(x(axis), at[axis])
		change := g.vec()
		build.VSUBPS(nextV(axis), w[axis], change)
		build.VFMADD231PS(half, change, at[axis])
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
