// Command ensemble writes the kernels of cpu/ensemble in assembly. Run it with "go generate
// ./cpu/ensemble". Every operation is one of the plain Go in cpu/ensemble/kernel_go.go, in its
// order, with a product and a sum at once where that has them: so all kernels have the same bits.
//
// With AVX-512 a vector is all 16 members of a pack. With AVX2 it is half of them, and
// a kernel is called once for each half.
package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	build.ConstraintExpr("amd64")
	data := map[string]operand.Mem{}
	for _, w := range []writer{{wide: true, data: data}, {data: data}} {
		w.springs(false)
		w.springs(true)
		w.move()
		w.drive()
		w.places(false)
		w.places(true)
		w.stretch()
		w.memberSprings(false)
		w.memberSprings(true)
		if !w.wide { // these serve all processors
			w.spread()
			w.strains()
		}
	}
	build.Generate()
}

// row is the bytes of 16 numbers.
const row = 64

// Comparisons, quiet.
const (
	greater     = 0x1e
	lessOrEqual = 0x12
	unordered   = 0x03
)

// writer writes instructions of AVX-512, or of AVX2.
type writer struct {
	wide bool
	data map[string]operand.Mem // written already, by name
	call reg.GPVirtual
}

// text begins a kernel.
func (w *writer) text(name, what string) {
	isa := "AVX2"
	if w.wide {
		isa = "AVX512"
	}
	build.TEXT(name+isa, attr.NOSPLIT, "func(c *byte)")
	build.Doc(name + isa + " " + what)
	build.Pragma("noescape")
	w.call = build.GP64()
	build.Load(build.Param("c"), w.call)
}

func (w *writer) end() {
	build.VZEROUPPER()
	build.RET()
}

// field returns a field of the call, in a register of its own.
func (w *writer) field(place int) reg.GPVirtual {
	r := build.GP64()
	build.MOVQ(operand.Mem{Base: w.call, Disp: place}, r)
	return r
}

func (w *writer) vec() reg.VecVirtual {
	if w.wide {
		return build.ZMM()
	}
	return build.YMM()
}

type vec3 [3]reg.VecVirtual

// zero returns a difference: avo takes the XOR of a register with itself for one that reads it.
func (w *writer) zero() reg.VecVirtual {
	v := w.vec()
	build.VPSUBD(v, v, v)
	return v
}

func (w *writer) load(from operand.Op) reg.VecVirtual {
	v := w.vec()
	build.VMOVUPS(from, v)
	return v
}

func (w *writer) broadcast(from operand.Mem) reg.VecVirtual {
	v := w.vec()
	build.VBROADCASTSS(from, v)
	return v
}

// number returns a vector of one number, and inMemory one number in memory.
func (w *writer) number(x float64) reg.VecVirtual { return w.broadcast(w.inMemory(x)) }

func (w *writer) inMemory(x float64) operand.Mem { return w.bitsInMemory(math.Float32bits(float32(x))) }

func (w *writer) bitsInMemory(bits uint32) operand.Mem {
	name := fmt.Sprintf("float%08x", bits)
	if _, ok := w.data[name]; !ok {
		w.data[name] = build.GLOBL(name, attr.RODATA|attr.NOPTR)
		build.DATA(0, operand.U32(bits))
	}
	return w.data[name]
}

// times and less are new vectors; the second operand may be in memory.
func (w *writer) times(a reg.VecVirtual, b operand.Op) reg.VecVirtual {
	v := w.vec()
	build.VMULPS(b, a, v)
	return v
}

func (w *writer) less(a reg.VecVirtual, b operand.Op) reg.VecVirtual {
	v := w.vec()
	build.VSUBPS(b, a, v)
	return v
}

// dot is a·b, in the order of the axes.
func (w *writer) dot(a vec3, b [3]operand.Op) reg.VecVirtual {
	sum := w.times(a[0], b[0])
	for axis := 1; axis < 3; axis++ {
		build.VFMADD231PS(b[axis], a[axis], sum)
	}
	return sum
}

func (v vec3) ops() [3]operand.Op { return [3]operand.Op{v[0], v[1], v[2]} }

// mask is the result of a comparison: a register of bits, or a vector.
type mask struct{ op operand.Op }

func (w *writer) compare(predicate uint8, a reg.VecVirtual, b operand.Op) mask {
	if w.wide {
		k := build.K()
		build.VCMPPS(operand.U8(predicate), b, a, k)
		return mask{k}
	}
	v := w.vec()
	build.VCMPPS(operand.U8(predicate), b, a, v)
	return mask{v}
}

// keep makes a vector 0 outside a mask.
func (w *writer) keep(v reg.VecVirtual, m mask) {
	if w.wide {
		build.VMOVAPS_Z(v, m.op, v)
		return
	}
	build.VANDPS(m.op, v, v)
}

// overwrite puts a vector into another one inside a mask.
func (w *writer) overwrite(v, with reg.VecVirtual, m mask) {
	if w.wide {
		build.VMOVAPS(with, m.op, v)
		return
	}
	build.VBLENDVPS(m.op, with, v, v)
}

// bits returns those of a mask.
func (w *writer) bits(m mask) reg.GPVirtual {
	bits := build.GP32()
	if w.wide {
		build.KMOVW(m.op, bits)
	} else {
		build.VMOVMSKPS(m.op, bits)
	}
	return bits
}

// addresses of a number of records: a pointer plus an index of numbers, read from a record.
func (w *writer) placed(base reg.Register, place operand.Mem) reg.GPVirtual {
	at := build.GP64()
	build.MOVL(place, at.As32())
	build.LEAQ(operand.Mem{Base: base, Index: at, Scale: 4}, at)
	return at
}

// rowOf returns a row from a pointer on.
func rowOf(base reg.Register, which int) operand.Mem {
	return operand.Mem{Base: base, Disp: which * row}
}

func rowsOf(base reg.Register, first int) [3]operand.Op {
	return [3]operand.Op{rowOf(base, first), rowOf(base, first+1), rowOf(base, first+2)}
}

func (w *writer) load3(from [3]operand.Op) vec3 {
	return vec3{w.load(from[0]), w.load(from[1]), w.load(from[2])}
}
