package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Rows of a mass and of a law; see cpu/ensemble/table.go.
const (
	rowX     = 0
	rowV     = 3
	rowForce = 6

	rowStiffness = 0
	rowDamping   = 1
	rowRest      = 2
	rowSlack     = 3
	rowFloor     = 4
)

// Places of the fields of springCall, of a spring and of a run [bytes].
const (
	springsMasses = 8 * iota
	springsLaws
	springsSprings
	springsRuns
	springsCount
	springsLongest

	springB         = 0
	springLaw       = 4
	springRest      = 8
	springStiffness = 12
	springDamping   = 16
	springSize      = 20

	runA     = 0
	runCount = 4
	runSize  = 8
)

// leastSquare is that of cpu/ensemble: shorter springs have no direction.
const leastSquare = 1e-24

// springs writes the kernel of springs; see springsGo.
func (w *writer) springs(full bool) {
	name := "springs"
	if full {
		name = "allSprings"
	}
	w.text(name, "adds the forces of springs to their ends.")
	masses, laws := w.field(springsMasses), w.field(springsLaws)
	spring, run, left := w.field(springsSprings), w.field(springsRuns), w.field(springsCount)
	longest, one, least := w.zero(), w.number(1), w.number(leastSquare)

	build.Label("run")
	a, count := w.placed(masses, operand.Mem{Base: run, Disp: runA}), build.GP64()
	build.MOVL(operand.Mem{Base: run, Disp: runCount}, count.As32())
	s := &springOf{writer: w, spring: spring, force: w.load3(rowsOf(a, rowForce)), x: rowsOf(a, rowX), v: rowsOf(a, rowV), longest: longest, one: one, least: least}
	if w.wide { // there are registers for end A
		s.x, s.v = w.load3(s.x).ops(), w.load3(s.v).ops()
	}
	build.Label("spring")
	s.write(masses, laws, full)
	build.ADDQ(operand.U8(springSize), spring)
	build.DECQ(count)
	build.JNZ(operand.LabelRef("spring"))
	for axis := range 3 {
		build.VMOVUPS(s.force[axis], rowOf(a, rowForce+axis))
	}
	build.ADDQ(operand.U8(runSize), run)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("run"))
	to := w.field(springsLongest)
	build.VMOVUPS(longest, rowOf(to, 0))
	w.end()
}

// springOf is a spring of the run at hand.
type springOf struct {
	*writer
	spring              reg.Register
	force               vec3 // on end A
	x, v                [3]operand.Op
	longest, one, least reg.VecVirtual
}

// apart returns the difference of a number between end A and end B.
func (s *springOf) apart(a operand.Op, b operand.Mem) reg.VecVirtual {
	if held, ok := a.(reg.VecVirtual); ok {
		return s.less(held, b)
	}
	return s.less(s.load(a), b)
}

// own returns a row of the law plus the spring's own part.
func (s *springOf) own(law reg.Register, which, place int, full bool) operand.Op {
	if !full {
		return rowOf(law, which)
	}
	sum := s.broadcast(operand.Mem{Base: s.spring, Disp: place})
	build.VADDPS(rowOf(law, which), sum, sum)
	return sum
}

// write adds its force to both ends. Distances are from end B to end A, so that end B can be an
// operand in memory; that changes signs, and no bit else.
func (s *springOf) write(masses, laws reg.Register, full bool) {
	b, law := s.placed(masses, operand.Mem{Base: s.spring, Disp: springB}), s.placed(laws, operand.Mem{Base: s.spring, Disp: springLaw})
	var d, u vec3
	for axis := range 3 {
		d[axis] = s.apart(s.x[axis], rowOf(b, rowX+axis))
	}
	square := s.dot(d, d.ops())
	build.VMAXPS(s.longest, square, s.longest)
	long := s.compare(greater, square, s.least)
	for axis := range 3 {
		u[axis] = s.apart(s.v[axis], rowOf(b, rowV+axis))
	}
	rate := s.dot(u, d.ops())
	length, perLength := s.vec(), s.vec()
	build.VSQRTPS(square, length)
	if s.wide {
		build.VDIVPS_Z(length, s.one, long.op, perLength)
	} else {
		build.VDIVPS(length, s.one, perLength)
		s.keep(perLength, long)
	}
	stretch := length
	build.VFNMADD231PS(rowOf(law, rowRest), s.broadcast(operand.Mem{Base: s.spring, Disp: springRest}), stretch)
	f := s.times(stretch, s.own(law, rowStiffness, springStiffness, full))
	build.VMULPS(perLength, rate, rate)
	build.VFMADD231PS(s.own(law, rowDamping, springDamping, full), rate, f)
	if full {
		build.VMAXPS(rowOf(law, rowFloor), f, f)
		s.keep(f, s.compare(greater, stretch, rowOf(law, rowSlack)))
	}
	build.VMULPS(perLength, f, f)
	for axis := range 3 {
		build.VFNMADD231PS(f, d[axis], s.force[axis])
		onB := s.load(rowOf(b, rowForce+axis))
		build.VFMADD231PS(f, d[axis], onB)
		build.VMOVUPS(onB, rowOf(b, rowForce+axis))
	}
}
