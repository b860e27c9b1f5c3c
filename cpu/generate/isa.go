package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// isa is an instruction set: 16 lanes at once with AVX-512, where masks are
// registers of their own, or 8 with AVX2, where they are vectors.
type isa struct {
	name   string
	wide   bool
	double bool                   // numbers are float64
	data   map[string]operand.Mem // written already, by name
}

func avx512(data map[string]operand.Mem) isa { return isa{"AVX512", true, false, data} }
func avx2(data map[string]operand.Mem) isa   { return isa{"AVX2", false, false, data} }

// Comparisons, quiet.
const (
	notLessOrEqual = 0x16 // or unordered
	greater        = 0x1e
	lessOrEqual    = 0x12
	less           = 0x11
	unordered      = 0x03
)

// bytes returns the size of a vector; a slice takes parts of them.
func (i isa) bytes() int {
	if i.wide {
		return 64
	}
	return 32
}

func (i isa) parts() int { return i.slice() / i.bytes() }

func (i isa) vec() reg.VecVirtual {
	if i.wide {
		return build.ZMM()
	}
	return build.YMM()
}

// vec3 is three vectors: x, y and z.
type vec3 [3]reg.VecVirtual

func (i isa) vec3() vec3 { return vec3{i.vec(), i.vec(), i.vec()} }

// zero returns a new vector of zeros. With AVX-512 it is a difference: avo takes the XOR
// of a register with itself for one that reads it, and would keep it for good.
func (i isa) zero() reg.VecVirtual {
	v := i.vec()
	if i.wide {
		build.VPSUBD(v, v, v)
	} else {
		build.VXORPS(v, v, v)
	}
	return v
}

// broadcast returns a new vector of one number in memory.
func (i isa) broadcast(from operand.Mem) reg.VecVirtual {
	v := i.vec()
	build.VBROADCASTSS(from, v)
	return v
}

// constant returns a vector of one number, for use as the last operand of an
// instruction: a register of the many that AVX-512 has, or memory.
func (i isa) constant(x float64) operand.Op {
	if i.wide {
		return i.broadcast(i.inMemory(x))
	}
	return i.inMemory(x)
}

// inMemory returns a number in memory, eight times, or a float64 four times.
func (i isa) inMemory(x float64) operand.Mem {
	if i.double {
		return i.doubles(fmt.Sprintf("double%016x", math.Float64bits(x)), func(int) uint64 { return math.Float64bits(x) })
	}
	bits := math.Float32bits(float32(x))
	name := fmt.Sprintf("float%08x", bits)
	if _, ok := i.data[name]; !ok {
		i.data[name] = build.GLOBL(name, attr.RODATA|attr.NOPTR)
		for lane := range 8 {
			build.DATA(4*lane, operand.U32(bits))
		}
	}
	return i.data[name]
}

// mask is the result of a comparison.
type mask struct{ op operand.Op }

// maskOf takes bits of 16 from memory, those of a part of a slice.
func (i isa) maskOf(bits operand.Mem, part int) mask {
	if i.wide && i.double { // the byte of the part
		k := build.K()
		bits.Disp += part
		build.KMOVB(bits, k)
		return mask{k}
	}
	if i.wide {
		k := build.K()
		build.KMOVW(bits, k)
		return mask{k}
	}
	v := i.vec()
	lane := i.lanesData(part)
	build.VPBROADCASTW(bits, v)
	build.VPAND(lane, v, v)
	if i.double {
		build.VPCMPEQQ(lane, v, v)
	} else {
		build.VPCMPEQD(lane, v, v)
	}
	return mask{v}
}

// lanesData is memory with the bit of each lane of a part.
func (i isa) lanesData(part int) operand.Mem {
	if i.double {
		return i.doubles(fmt.Sprintf("lanes%dof4", part), func(lane int) uint64 { return 1 << (4*part + lane) })
	}
	name := fmt.Sprintf("lanes%d", part)
	if _, ok := i.data[name]; !ok {
		i.data[name] = build.GLOBL(name, attr.RODATA|attr.NOPTR)
		for lane := range 8 {
			build.DATA(4*lane, operand.U32(1)<<(8*part+lane))
		}
	}
	return i.data[name]
}

// compare returns a new mask: a ? b, within another mask if that is given.
func (i isa) compare(predicate uint8, a reg.VecVirtual, b operand.Op, within *mask) mask {
	if i.wide {
		k := build.K()
		if within != nil {
			build.VCMPPS(operand.U8(predicate), b, a, within.op, k)
		} else {
			build.VCMPPS(operand.U8(predicate), b, a, k)
		}
		return mask{k}
	}
	v := i.vec()
	build.VCMPPS(operand.U8(predicate), b, a, v)
	if within != nil {
		build.VANDPS(within.op, v, v)
	}
	return mask{v}
}

// keep makes a vector 0 outside a mask.
func (i isa) keep(v reg.VecVirtual, m mask) {
	if i.wide {
		build.VMOVAPS_Z(v, m.op, v)
		return
	}
	build.VANDPS(m.op, v, v)
}

// overwrite puts a number into a vector inside a mask.
func (i isa) overwrite(v reg.VecVirtual, with operand.Op, m mask) {
	if i.wide {
		build.VMOVAPS(with, m.op, v)
		return
	}
	build.VBLENDVPS(m.op, with, v, v)
}

// skipUnlessAny jumps when a mask is empty.
func (i isa) skipUnlessAny(m mask, label string) {
	if i.wide {
		build.KORTESTW(m.op, m.op)
		build.JZ(operand.LabelRef(label))
		return
	}
	bits := build.GP32()
	build.VMOVMSKPS(m.op, bits)
	build.TESTL(bits, bits)
	build.JZ(operand.LabelRef(label))
}

// inverseRoot returns a new vector 1/√s within a rounding or so: the processor's
// estimate (14 bits, or 12 with AVX2) and one step of Newton's (or Halley's)
// method, r + r e/2 (+ 3/8 r e²) with e = 1 − s r².
func (i isa) inverseRoot(s reg.VecVirtual) reg.VecVirtual {
	if i.double {
		return i.inverseRoot64(s)
	}
	r, e := i.vec(), i.vec()
	if i.wide {
		build.VRSQRT14PS(s, r)
	} else {
		build.VRSQRTPS(s, r)
	}
	build.VMULPS(s, r, e)
	if i.wide {
		build.VFNMADD213PS_BCST(i.inMemory(1), r, e)
		build.VMULPS(e, r, e)
		build.VFMADD231PS_BCST(i.inMemory(0.5), e, r)
		return r
	}
	build.VFNMADD213PS(i.inMemory(1), r, e)
	q := i.vec()
	build.VMOVUPS(i.inMemory(0.5), q)
	build.VFMADD231PS(i.inMemory(0.375), e, q)
	build.VMULPS(e, r, e)
	build.VFMADD231PS(q, e, r)
	return r
}

// doubles returns the instruction sets for float64. Kernels for it are those for float32 with twice
// the bytes: a slice of 16 masses takes two vectors with AVX-512 and four with AVX2. Their
// instructions are written as those for float32, and renamed in the text, see rename.
func doubles(data map[string]operand.Mem) []isa {
	return []isa{{"AVX512Double", true, true, data}, {"AVX2Double", false, true, data}}
}

// of returns the offset of a number, or of a slice, that has the given offset where numbers have 4
// bytes.
func (i isa) of(place int) int {
	if i.double {
		return 2 * place
	}
	return place
}

// slice returns the bytes of a slice in an array.
func (i isa) slice() int { return i.of(sliceBytes) }

// sliceStep returns the same as an operand.
func (i isa) sliceStep() operand.Op {
	if i.double {
		return operand.U32(i.slice())
	}
	return operand.U8(sliceBytes)
}

// perSlice returns how often bytes of an array are halved to get 8 for each slice.
func (i isa) perSlice() operand.Op {
	if i.double {
		return operand.U8(4)
	}
	return operand.U8(3)
}

// doubles are four words of 8 bytes in memory.
func (i isa) doubles(name string, word func(lane int) uint64) operand.Mem {
	if _, ok := i.data[name]; !ok {
		i.data[name] = build.GLOBL(name, attr.RODATA|attr.NOPTR)
		for lane := range 4 {
			build.DATA(8*lane, operand.U64(word(lane)))
		}
	}
	return i.data[name]
}

// inverseRoot64 is inverseRoot for float64: two steps of Newton's method from 14 bits, or a root
// and a division with AVX2, which has no estimate.
func (i isa) inverseRoot64(s reg.VecVirtual) reg.VecVirtual {
	r, e := i.vec(), i.vec()
	if !i.wide {
		build.VSQRTPS(s, e)
		build.VMOVUPS(i.inMemory(1), r)
		build.VDIVPS(e, r, r)
		return r
	}
	build.VRSQRT14PS(s, r)
	for range 2 {
		build.VMULPS(s, r, e)
		build.VFNMADD213PS_BCST(i.inMemory(1), r, e)
		build.VMULPS(e, r, e)
		build.VFMADD231PS_BCST(i.inMemory(0.5), e, r)
	}
	return r
}
