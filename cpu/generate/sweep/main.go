// Command sweep writes the kernels of cpu/impulses in assembly: those that visit the springs of a
// color in groups by rows, and those that begin and end a substep of masses. Run it with
// "go generate ./cpu/impulses".
package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	build.ConstraintExpr("amd64")
	ascending := build.GLOBL("iota", attr.RODATA|attr.NOPTR)
	for lane := range 16 {
		build.DATA(4*lane, operand.U32(lane))
	}
	one := word("one", 0x3f800000)
	numbers := map[string]operand.Mem{"iota": ascending, "one": one, "half": word("half", 0x3f000000), "two": word("two", 0x40000000),
		"leastSquare": word("leastSquare", 0x179abe15), // of 1e-12 m
		"leastLength": word("leastLength", 0x2b8cbccc), "sign": word("sign", 0x80000000)}
	springs(numbers, "visitAVX512", "visitAVX512 visits springs, 16 at once.", (*kernel).visit)
	springs(numbers, "warmAVX512", "warmAVX512 begins with a part of the last impulses of springs, 16 at once.", (*kernel).warm)
	table(numbers, "tableAVX512", "tableAVX512 visits springs with a table of their ends, 16 at once.", (*tabled).visit)
	table(numbers, "tableWarmAVX512", "tableWarmAVX512 begins with a part of the last impulses of springs with a table, 16 at once.", (*tabled).warm)
	pack()
	unpack()
	predict()
	move()
	build.Generate()
}

// word returns a constant of 32 bits in memory.
func word(name string, bits uint32) operand.Mem {
	data := build.GLOBL(name, attr.RODATA|attr.NOPTR)
	build.DATA(0, operand.U32(bits))
	return data
}

// begin begins a function and returns the register that has the address of its call.
func begin(name, doc string) reg.GPVirtual {
	build.TEXT(name, build.NOSPLIT, "func(c *byte)")
	build.Doc(doc)
	build.Pragma("noescape")
	call := build.GP64()
	build.Load(build.Param("c"), call)
	return call
}

// field returns a field of a call.
func field(call reg.GPVirtual, place int) reg.GPVirtual {
	r := build.GP64()
	build.MOVQ(operand.Mem{Base: call, Disp: place}, r)
	return r
}

// everywhere returns a vector with a number in all lanes.
func everywhere(from operand.Mem) reg.VecVirtual {
	v := build.ZMM()
	build.VBROADCASTSS(from, v)
	return v
}

// less is b − a.
func less(b, a reg.VecVirtual) reg.VecVirtual {
	v := build.ZMM()
	build.VSUBPS(a, b, v)
	return v
}

func times(a, b reg.VecVirtual) reg.VecVirtual {
	v := build.ZMM()
	build.VMULPS(a, b, v)
	return v
}

func plus(a, b reg.VecVirtual) reg.VecVirtual {
	v := build.ZMM()
	build.VADDPS(a, b, v)
	return v
}
