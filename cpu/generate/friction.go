package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pairFriction writes the kernels of friction of pairs; see kernels.PairFrictionGo and kernels.NudgeGo.
type pairFriction struct {
	pairs
	impulse vec3
	number  reg.GPVirtual
}

var (
	frictionPosition   = arrays{frictionX, frictionStride}
	frictionVelocity   = arrays{frictionV, frictionVStride}
	frictionBefore     = arrays{frictionGain, frictionGainStride}
	applyFrictionAfter = arrays{frictionOut, frictionGainStride}
)

func (r *pairFriction) write() {
	r.eachSlice("pairFriction", func() {
		r.unlessPushed()
		r.eachPart(r.half)
	})
}

// unlessPushed goes to the next slice where no pair pushes this one.
func (r *pairFriction) unlessPushed() {
	build.CMPL(operand.Mem{Base: r.slice, Disp: pairSlicePushed}, operand.I8(0))
	build.JE(operand.LabelRef("over"))
	r.number = r.field(frictionNumbers)
}

// numbers returns a number of the step in all lanes.
func (r *pairFriction) numbers(place int) reg.VecVirtual {
	return r.broadcast(operand.Mem{Base: r.number, Disp: place})
}

// half treats all or half of a slice.
func (r *pairFriction) half() {
	r.impulse = vec3{r.zero(), r.zero(), r.zero()}
	r.eachColumn(r.column)

	perMass := r.vec()
	build.VMOVUPS(r.self(arrays{first: frictionPerMass})[0], perMass)
	movable := r.field(frictionMovable)
	at := build.GP64()
	build.MOVQ(r.lane, at) // 64 bytes of a slice to 8
	build.SHRQ(operand.U8(3), at)
	build.ADDQ(at, movable)
	for axis := range 3 {
		build.VMULPS(perMass, r.impulse[axis], r.impulse[axis])
		r.keep(r.impulse[axis], r.maskOf(operand.Mem{Base: movable, Disp: 2 * axis}, r.part))
	}
	r.skipIfNil(frictionGain, "gain"+r.tag)
	for axis, at := range r.self(frictionBefore) {
		build.VADDPS(at, r.impulse[axis], r.impulse[axis])
	}
	build.Label("gain" + r.tag)
	for axis, at := range r.self(applyFrictionAfter) {
		build.VMOVUPS(r.impulse[axis], at)
	}
}

// column adds the impulse of friction with one neighbor of each mass.
func (r *pairFriction) column(column reg.GPVirtual) {
	touches := r.maskOf(operand.Mem{Base: column, Disp: columnPushed}, r.part)
	r.skipUnlessAny(touches, "next"+r.tag)
	n := r.push(column)
	square := r.sum(n, n)
	touches = r.compare(greater, square, r.constant(1e-36), &touches)
	r.skipUnlessAny(touches, "next"+r.tag)
	root, pressed := r.inverseRoot(square), r.vec()
	build.VMULPS(root, square, pressed)
	build.VMULPS(r.numbers(numbersTime), pressed, pressed) // F_N dt

	w := r.relative(column, touches)
	n = r.push(column)
	for axis := range 3 {
		build.VMULPS(root, n[axis], n[axis])
	}
	along := r.sum(w, n)
	for axis := range 3 {
		build.VFNMADD231PS(n[axis], along, w[axis])
	}
	squared := r.sum(w, w)
	touches = r.compare(greater, squared, r.constant(1e-36), &touches)
	r.skipUnlessAny(touches, "next"+r.tag)
	perSpeed, speed := r.inverseRoot(squared), r.vec()
	build.VMULPS(perSpeed, squared, speed)

	law := r.law(column)
	part := r.vec()
	build.VMOVUPS(law(lawReduced), part)
	r.share(column, touches, part)
	hold, most := r.vec(), r.vec()
	build.VMULPS(speed, part, most)
	build.VMULPS(law(lawStatic), pressed, hold)
	slides := r.compare(greater, most, hold, &touches)
	build.VMULPS(law(lawKinetic), pressed, hold)
	build.VMINPS(most, hold, hold)
	build.VMULPS(perSpeed, hold, hold)
	r.overwrite(part, hold, slides)
	for axis := range 3 {
		build.VMULPS(part, w[axis], w[axis])
		r.keep(w[axis], touches) // a lane that touches nothing has no normal
		build.VSUBPS(w[axis], r.impulse[axis], r.impulse[axis])
	}
}

// sum returns a new vector a · b.
func (r *pairFriction) sum(a, b vec3) reg.VecVirtual {
	sum := r.vec()
	build.VMULPS(a[0], b[0], sum)
	build.VFMADD231PS(a[1], b[1], sum)
	build.VFMADD231PS(a[2], b[2], sum)
	return sum
}

// push returns F_N n of a column, in new vectors.
func (r *pairFriction) push(column reg.GPVirtual) vec3 {
	at, n := r.beside(column, pairsTouches, touchSize), r.vec3()
	for axis := range 3 {
		build.VMOVUPS(operand.Mem{Base: at, Disp: axis*sliceBytes + r.shift()}, n[axis])
	}
	return n
}

// relative is w of the masses of the slice, relative to the others of a column. Both ends of
// a pair round alike.
func (r *pairFriction) relative(column reg.GPVirtual, touches mask) vec3 {
	w := r.others("v", column, &touches, frictionVelocity)[0]
	free := r.numbers(numbersFree)
	for axis := range 3 {
		build.VMULPS(free, w[axis], w[axis])
	}
	r.skipIfNil(frictionGain, "other"+r.tag)
	for axis, gain := range r.others("gain", column, &touches, frictionBefore)[0] {
		build.VADDPS(gain, w[axis], w[axis])
	}
	build.Label("other" + r.tag)
	own := r.vec3()
	for axis, at := range r.self(frictionVelocity) {
		build.VMULPS(at, free, own[axis])
	}
	r.skipIfNil(frictionGain, "own"+r.tag)
	for axis, at := range r.self(frictionBefore) {
		build.VADDPS(at, own[axis], own[axis])
	}
	build.Label("own" + r.tag)
	for axis := range 3 {
		build.VSUBPS(w[axis], own[axis], w[axis])
	}
	return vec3{w[0], w[1], w[2]}
}

// share divides a vector by the most touches of both masses.
func (r *pairFriction) share(column reg.GPVirtual, touches mask, part reg.VecVirtual) {
	r.skipIfNil(pairsCounts, "alone"+r.tag)
	most := r.others("count", column, &touches, arrays{first: pairsCounts})[0][0]
	build.VPMAXUD(r.self(arrays{first: pairsCounts})[0], most, most)
	build.VCVTDQ2PS(most, most)
	build.VDIVPS(most, part, part)
	build.Label("alone" + r.tag)
}

// writeNudge writes the kernel that moves masses by the sum of friction.
func (r *pairFriction) writeNudge() {
	r.eachSlice("nudge", func() {
		r.unlessPushed()
		r.eachPart(r.nudge)
	})
}

// nudge treats all or half of a slice.
func (r *pairFriction) nudge() {
	gain := r.vec3()
	for axis, at := range r.self(frictionBefore) {
		build.VMOVUPS(at, gain[axis])
	}
	drag, reach := r.numbers(numbersBack), r.numbers(numbersReach)
	for axis, at := range r.self(frictionVelocity) {
		v := r.vec()
		build.VMOVUPS(at, v)
		build.VFMADD231PS(gain[axis], drag, v)
		build.VMOVUPS(v, at)
	}
	square := r.zero()
	for axis, at := range r.self(frictionPosition) {
		x := r.vec()
		build.VMOVUPS(at, x)
		build.VFMADD231PS(gain[axis], reach, x)
		build.VSUBPS(at, x, gain[axis])
		build.VMOVUPS(x, at)
		build.VFMADD231PS(gain[axis], gain[axis], square)
	}
	most := operand.Mem{Base: r.call, Disp: frictionMost + r.shift()}
	build.VMAXPS(most, square, square)
	build.VMOVUPS(square, most)
}
