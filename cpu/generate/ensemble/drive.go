package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Places of the fields of driveCall and of a driven law [bytes], and rows of muscles.
const (
	driveMuscles = 8 * iota
	driveCount
	driveLaws
	driveRest
	driveDriven
	drivePulled

	drivenLaw    = 0
	drivenRest   = 4
	drivenMuscle = 8
	drivenSize   = 12

	rowAmplitude = 0
	rowScale     = 1
	rowTurn      = 2
	muscleSize   = 3 * row
)

// drive writes the kernel of muscles; see driveGo.
func (w *writer) drive() {
	w.text("drive", "evaluates muscles that are sines.")
	muscle, left, one := w.field(driveMuscles), w.field(driveCount), w.number(1)
	build.Label("muscle")
	s := w.sine(w.load(rowOf(muscle, rowTurn)))
	build.VFMADD213PS(one, w.load(rowOf(muscle, rowAmplitude)), s)
	build.VMOVUPS(s, rowOf(muscle, rowScale))
	build.ADDQ(operand.U32(muscleSize), muscle)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("muscle"))

	muscles, laws, rest := w.field(driveMuscles), w.field(driveLaws), w.field(driveRest)
	driven, pulled := w.field(driveDriven), w.field(drivePulled)
	build.Label("law")
	scale := w.load(rowOf(w.placed(muscles, operand.Mem{Base: driven, Disp: drivenMuscle}), rowScale))
	build.VMULPS(rowOf(w.placed(rest, operand.Mem{Base: driven, Disp: drivenRest}), 0), scale, scale)
	build.VMOVUPS(scale, rowOf(w.placed(laws, operand.Mem{Base: driven, Disp: drivenLaw}), rowRest))
	build.ADDQ(operand.U8(drivenSize), driven)
	build.DECQ(pulled)
	build.JNZ(operand.LabelRef("law"))
	w.end()
}

// sine returns a new vector; turn is overwritten. Between 1/4 and 3/4 of the cycle the phase is
// folded to half a cycle less it, by integers: −t and the uppermost bit changed.
func (w *writer) sine(turn reg.VecVirtual) reg.VecVirtual {
	fold, top := w.vec(), w.vec()
	xor := func(a, b, to reg.VecVirtual) {
		if w.wide {
			build.VPXORD(a, b, to)
		} else {
			build.VPXOR(a, b, to)
		}
	}
	build.VPSLLD(operand.U8(1), turn, fold)
	xor(turn, fold, fold)
	build.VPSRAD(operand.U8(31), fold, fold) // −1 or 0
	build.VPSLLD(operand.U8(31), fold, top)
	xor(fold, turn, turn)
	build.VPSUBD(fold, turn, turn)
	xor(top, turn, turn)
	y := w.vec()
	build.VCVTDQ2PS(turn, y)
	build.VMULPS(w.number(1./(1<<32)), y, y)
	z, p := w.times(y, y), w.number(sine9)
	for _, c := range []float64{sine7, sine5, sine3, sine1} {
		build.VFMADD213PS(w.number(c), z, p)
	}
	build.VMULPS(y, p, p)
	return p
}

// The coefficients of cpu/ensemble.
const (
	sine1 = 6.283185159611164
	sine3 = -41.34165492934339
	sine5 = 81.60099819260749
	sine7 = -76.54965682048898
	sine9 = 39.535813710422055
)
