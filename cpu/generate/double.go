package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Kernels for float64 are those for float32 with twice the bytes: a slice of 16 masses takes
// two vectors with AVX-512 and four with AVX2. Their instructions are written as those for
// float32, and renamed in the text: each of them for packed single numbers has a twin for
// packed doubles with the same operands.

// doubles are the instruction sets for float64.
func doubles(data map[string]operand.Mem) []isa {
	return []isa{{"AVX512Double", true, true, data}, {"AVX2Double", false, true, data}}
}

// rename makes instructions for doubles of those for single numbers in an assembly.
func rename(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text = regexp.MustCompile(`(?m)^\tV\w+PS\b`).ReplaceAllFunc(text, func(name []byte) []byte {
		if bytes.Contains(name, []byte("VCVT")) {
			return name
		}
		return append(bytes.TrimSuffix(name, []byte("PS")), "PD"...)
	})
	text = regexp.MustCompile(`(?m)^\tVBROADCASTSS\b`).ReplaceAll(text, []byte("\tVBROADCASTSD"))
	return os.WriteFile(path, text, 0o644)
}

// of is the place of a number, or of a slice, that has the given place where numbers have 4
// bytes.
func (i isa) of(place int) int {
	if i.double {
		return 2 * place
	}
	return place
}

// slice is the bytes of a slice in an array.
func (i isa) slice() int { return i.of(sliceBytes) }

// sliceStep is the same as an operand.
func (i isa) sliceStep() operand.Op {
	if i.double {
		return operand.U32(i.slice())
	}
	return operand.U8(sliceBytes)
}

// perSlice is how often bytes of an array are halved to get 8 for each slice.
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

// columnBytes is the size of a column with float64: 16 words, then numbers.
func (f *forces) columnBytes() int { return sliceBytes + (f.format.words-1)*f.slice() }

// entries are those of a part of a column: the first words, in half of the bytes of a vector.
func (f *forces) entries(at reg.Register, part int) reg.VecVirtual {
	from := operand.Mem{Base: at, Disp: part * f.bytes() / 2}
	if f.wide {
		v := build.YMM()
		build.VMOVDQU(from, v)
		return v
	}
	v := build.XMM()
	build.VMOVDQU(from, v)
	return v
}

// halfVec is a vector of as many words as a vector has float64.
func (f *forces) halfVec() reg.VecVirtual {
	if f.wide {
		return build.YMM()
	}
	return build.XMM()
}

// gather64 is a new vector of the numbers at indices from an address.
func (f *forces) gather64(from operand.Mem, index reg.VecVirtual) reg.VecVirtual {
	v := f.zero()
	from.Index, from.Scale = index, 8
	if f.wide {
		all, ones := build.K(), build.GP32()
		build.MOVL(operand.U32(0xff), ones)
		build.KMOVW(ones, all)
		build.VGATHERDPD(from, all, v)
		return v
	}
	all := f.vec()
	build.VPCMPEQD(all, all, all)
	build.VGATHERDPD(all, from, v)
	return v
}

// row64 is row for float64.
func (f *forces) row64(place int, entry reg.VecVirtual) reg.VecVirtual {
	kind, lanes := f.halfVec(), f.field(forcesLanes)
	build.VPSLLD(operand.U8(28), entry, kind)
	build.VPSRLD(operand.U8(28), kind, kind)
	return f.gather64(operand.Mem{Base: lanes, Disp: f.of(place)}, kind)
}

// short rounds velocities to float32 where the precision is compensated.
func (g *integrate) short(part int, w vec3) {
	if !g.double {
		return
	}
	end := fmt.Sprintf("long%d", part)
	build.CMPQ(operand.Mem{Base: g.numbers, Disp: g.of(numbersShort)}, operand.I8(0))
	build.JE(operand.LabelRef(end))
	for axis := range 3 {
		if g.wide {
			half := build.YMM()
			build.VCVTPD2PS(w[axis], half)
			build.VCVTPS2PD(half, w[axis])
			continue
		}
		half := build.XMM()
		build.VCVTPD2PSY(w[axis], half)
		build.VCVTPS2PD(half, w[axis])
	}
	build.Label(end)
}
