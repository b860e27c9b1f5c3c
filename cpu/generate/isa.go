package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// isa is an instruction set: 16 lanes at once with AVX-512, where masks are
// registers of their own, or 8 with AVX2, where they are vectors.
type isa struct {
	name string
	wide bool
	data map[string]Mem // written already, by name
}

func avx512(data map[string]Mem) isa { return isa{"AVX512", true, data} }
func avx2(data map[string]Mem) isa   { return isa{"AVX2", false, data} }

// Comparisons, quiet.
const (
	notLessOrEqual = 0x16 // or unordered
	greater        = 0x1e
	lessOrEqual    = 0x12
	unordered      = 0x03
)

// bytes is the size of a vector; a slice takes parts of them.
func (i isa) bytes() int {
	if i.wide {
		return 64
	}
	return 32
}

func (i isa) parts() int { return sliceBytes / i.bytes() }

func (i isa) vec() VecVirtual {
	if i.wide {
		return ZMM()
	}
	return YMM()
}

// vec3 is three vectors: x, y and z.
type vec3 [3]VecVirtual

func (i isa) vec3() vec3 { return vec3{i.vec(), i.vec(), i.vec()} }

// zero is a new vector of zeros.
func (i isa) zero() VecVirtual {
	v := i.vec()
	if i.wide {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
	return v
}

// broadcast is a new vector of one number in memory.
func (i isa) broadcast(from Mem) VecVirtual {
	v := i.vec()
	VBROADCASTSS(from, v)
	return v
}

// constant is a vector of one number, for use as the last operand of an
// instruction: a register of the many that AVX-512 has, or memory.
func (i isa) constant(x float32) Op {
	bits := math.Float32bits(x)
	name := fmt.Sprintf("float%08x", bits)
	if _, ok := i.data[name]; !ok {
		i.data[name] = GLOBL(name, attr.RODATA|attr.NOPTR)
		for lane := range 8 {
			DATA(4*lane, U32(bits))
		}
	}
	if i.wide {
		return i.broadcast(i.data[name])
	}
	return i.data[name]
}

// mask is what a comparison gives.
type mask struct{ op Op }

// maskOf takes bits of 16 from memory, those of a part of a slice.
func (i isa) maskOf(bits Mem, part int) mask {
	if i.wide {
		k := K()
		KMOVW(bits, k)
		return mask{k}
	}
	v := i.vec()
	lane := i.lanesData(part)
	VPBROADCASTW(bits, v)
	VPAND(lane, v, v)
	VPCMPEQD(lane, v, v)
	return mask{v}
}

// lanesData is memory with the bit of each lane of a part.
func (i isa) lanesData(part int) Mem {
	name := fmt.Sprintf("lanes%d", part)
	if _, ok := i.data[name]; !ok {
		i.data[name] = GLOBL(name, attr.RODATA|attr.NOPTR)
		for lane := range 8 {
			DATA(4*lane, U32(1)<<(8*part+lane))
		}
	}
	return i.data[name]
}

// compare is a new mask: a ? b, within another mask if that is given.
func (i isa) compare(predicate uint8, a VecVirtual, b Op, within *mask) mask {
	if i.wide {
		k := K()
		if within != nil {
			VCMPPS(U8(predicate), b, a, within.op, k)
		} else {
			VCMPPS(U8(predicate), b, a, k)
		}
		return mask{k}
	}
	v := i.vec()
	VCMPPS(U8(predicate), b, a, v)
	if within != nil {
		VANDPS(within.op, v, v)
	}
	return mask{v}
}

// keep makes a vector 0 outside a mask.
func (i isa) keep(v VecVirtual, m mask) {
	if i.wide {
		VMOVAPS_Z(v, m.op, v)
		return
	}
	VANDPS(m.op, v, v)
}

// overwrite puts a number into a vector inside a mask.
func (i isa) overwrite(v VecVirtual, with Op, m mask) {
	if i.wide {
		VMOVAPS(with, m.op, v)
		return
	}
	VBLENDVPS(m.op, with, v, v)
}

// skipUnlessAny jumps when a mask is empty.
func (i isa) skipUnlessAny(m mask, label string) {
	if i.wide {
		KORTESTW(m.op, m.op)
		JZ(LabelRef(label))
		return
	}
	bits := GP32()
	VMOVMSKPS(m.op, bits)
	TESTL(bits, bits)
	JZ(LabelRef(label))
}

// inverseRoot is a new vector 1/√s within a rounding or so: the processor's
// estimate (14 bits, or 12 with AVX2) and one step of Newton's (or Halley's)
// method, r + r e/2 (+ 3/8 r e²) with e = 1 − s r².
func (i isa) inverseRoot(s VecVirtual, one, half, threeEighths Op) VecVirtual {
	r, e := i.vec(), i.vec()
	if i.wide {
		VRSQRT14PS(s, r)
	} else {
		VRSQRTPS(s, r)
	}
	VMULPS(s, r, e)
	VFNMADD213PS(one, r, e)
	if i.wide {
		VMULPS(e, r, e)
		VFMADD231PS(half, e, r)
		return r
	}
	q := i.vec()
	VMOVUPS(half, q)
	VFMADD231PS(threeEighths, e, q)
	VMULPS(e, r, e)
	VFMADD231PS(q, e, r)
	return r
}
