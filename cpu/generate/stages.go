package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// stage is instructions, in their order.
type stage []func()

func (t *stage) add(do ...func()) { *t = append(*t, do...) }

// straight does one stage after the other.
func (l *links) straight(stages ...stage) {
	for _, t := range stages {
		for _, do := range t {
			do()
		}
	}
}

// weave does all of some stages, in the order of each, evenly mixed.
func weave(stages ...stage) {
	done := make([]int, len(stages))
	for {
		next := -1 // that of which the least share is done
		for i, t := range stages {
			if done[i] < len(t) && (next < 0 || (2*done[i]+1)*len(stages[next]) < (2*done[next]+1)*len(t)) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		stages[next][done[next]]()
		done[next]++
	}
}

// lanes are those of a slice ahead that have a mass after them.
func (l *links) lanes(ahead int) operand.Mem {
	return operand.Mem{Base: l.slots, Disp: ahead*linkSlots + linkLanes}
}

// less is the difference between an array of a slice ahead and that of the next
// masses.
func (l *links) less(into reg.VecVirtual, which, ahead int) stage {
	return stage{
		func() { build.VMOVUPS(l.array(l.x, which, ahead*sliceBytes), into) },
		func() { build.VSUBPS(l.array(l.x, which, ahead*sliceBytes+4), into, into) },
	}
}

// length finds d, its square and r of a slice; the last of it makes them those
// whose force is next.
func (l *links) length(ahead int) (t stage) {
	d, square, r := l.vec3(), l.vec(), l.vec()
	for axis := range 3 {
		t.add(l.less(d[axis], axis, ahead)...)
	}
	t.add(func() { build.VMULPS(d[0], d[0], square) })
	for axis := 1; axis < 3; axis++ {
		t.add(func() { build.VFMADD231PS(d[axis], d[axis], square) })
	}
	t.add(func() { build.VRSQRT14PS(square, r) })
	t.add(func() {
		for axis := range 3 {
			build.VMOVAPS(d[axis], l.d[axis])
		}
		build.VMOVAPS(square, l.square)
		build.VMOVAPS(r, l.r)
	})
	return t
}

// force makes pulls of a slice from what length has found, as forceByLength and
// times do.
func (l *links) force(ahead int) (t stage) {
	by, acts := l.vec(), mask{build.K()}
	t.add(func() {
		build.VCMPPS_BCST(operand.U8(notLessOrEqual), operand.Mem{Base: l.records, Disp: recordLeast}, l.square, l.linked(ahead).op, acts.op)
	})
	t.add(func() { build.VMULPS(l.square, l.r, l.square) })
	if l.full {
		t.add(l.less(by, 3, ahead)...)
		t.add(func() { build.VFNMADD213PS(l.three, l.r, l.square) })
		t.add(func() { build.VMULPS(l.d[0], by, by) })
		for axis := 1; axis < 3; axis++ {
			speed := l.vec()
			t.add(l.less(speed, 3+axis, ahead)...)
			t.add(func() { build.VFMADD231PS(l.d[axis], speed, by) })
		}
		t.add(
			func() { build.VMULPS(l.square, l.r, l.r) },
			func() { build.VMULPS(l.r, by, by) },
			func() { build.VFMSUB213PS(l.halfPull, l.quarter, by) },
			func() { build.VFMADD213PS(l.stiffness, l.r, by) },
			func() { build.VMAXPS(by, l.floor, by) }, // as damp has it
		)
	} else {
		t.add(
			func() { build.VFNMADD213PS(l.three, l.r, l.square) },
			func() { build.VMULPS(l.halfPull, l.r, by) },
			func() { build.VFNMADD213PS(l.stiffness, l.square, by) },
		)
	}
	for axis := range 3 {
		t.add(func() { build.VMULPS_Z(by, l.d[axis], acts.op, l.pulls[axis]) })
	}
	return t
}

// advance moves the slice at hand: with the forces of links F and everything of
// the step, v ← 2^(−dt/h) (v + dt g) + (2^(−dt/h) dt F)/m, x ← x + dt v.
func (l *links) advance() (t stage) {
	perMass, w := l.vec(), l.vec3()
	for axis := range 3 {
		const last = 15 // lane
		t.add(func() {
			build.VALIGND(operand.U8(last), l.before[axis], l.pulls[axis], w[axis])
			build.VMOVAPS(l.pulls[axis], l.before[axis])
		})
	}
	t.add(func() { build.VMOVUPS(operand.Mem{Base: l.perMass}, perMass) })
	for axis := range 3 {
		free := l.vec()
		t.add(
			func() { build.VSUBPS(l.before[axis], w[axis], w[axis]) },
			func() {
				v := l.array(l.x, 3+axis, 0)
				if !l.full {
					v = l.move.array(l.v, axis, 0)
				}
				build.VMOVUPS(v, free)
				build.VFMADD213PS(l.fall[axis], l.drag, free)
			},
			func() { build.VFMADD213PS_Z(free, perMass, l.moves(axis).op, w[axis]) },
		)
	}
	for axis := range 3 {
		at := l.vec()
		t.add(
			func() { build.VMOVUPS(l.array(l.x, axis, 0), at) },
			func() { build.VFMADD231PS(l.dt, w[axis], l.moves(axis).op, at) },
			func() { build.VMOVUPS(w[axis], l.move.array(l.nextV, axis, 0)) },
			func() { build.VMOVUPS(at, l.move.array(l.nextX, axis, 0)) },
			func() { build.VADDPS(at, l.move.bad, l.move.bad) },
		)
	}
	return t
}

// moves is which masses of the slice at hand move along an axis.
func (l *links) moves(axis int) mask {
	if l.held != nil {
		return l.held.moves[axis]
	}
	return l.maskOf(operand.Mem{Base: l.movable, Disp: 2 * axis}, 0)
}

// linked is which masses of a slice ahead have one after them.
func (l *links) linked(ahead int) mask {
	if l.held != nil {
		return l.held.act
	}
	return l.maskOf(l.lanes(ahead), 0)
}
