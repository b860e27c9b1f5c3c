package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// These are the offsets of the fields of a call, see springsCall in cpu/impulses/sweep_amd64.go.
const (
	callX       = 0  // of lane 0
	callStride  = 8  // from x to y and from y to z, of velocities, too [bytes]
	callV       = 16 // from x to vx [bytes]
	callWeight  = 24 // from x to 1/m [bytes]
	callGroups  = 32 // the first one of all
	callTurns   = 40
	callCount   = 48
	callRest    = 56 // of the first group of all
	callPush    = 64
	callAnswer  = 72
	callImpulse = 80
	callPart    = 88
)

// These are the offsets of the fields of a turn, and its size.
const (
	turnFirst, turnLast, turnKept = 4, 8, 12
	turnBytes                     = 16
)

// These are the offsets of the fields of a group, its size, and the bytes of its numbers of a kind.
const (
	groupBase, groupOffset, groupLanes, groupAlike = 0, 4, 8, 10
	groupRest, groupPush, groupAnswer              = 12, 16, 20
	groupBytes                                     = 24
	numbersBytes                                   = 64
)

// These are comparisons: false for NaN, and true for NaN.
const (
	greaterOrEqual = 0x1d
	notEqual       = 0x04
)

// kernel is the code for a group at hand.
type kernel struct {
	call, at, groups, stride      reg.GPVirtual
	x, apart, weigh, impulse      reg.GPVirtual // x of lane 0, and from there to vx and 1/m [bytes]
	a, b, va, vb                  reg.GPVirtual // x and vx of the first end A and the first end B
	lanes, kept                   reg.OpmaskVirtual
	one, half, two, square, least reg.VecVirtual
	sign, part, iota              reg.VecVirtual
	alike                         bool // whether the group has one law
}

// springs writes a function that visits groups: those whose ends are at least a group apart and
// those whose ends are among the same 16 masses, both with a law for each spring or one for all.
func springs(numbers map[string]operand.Mem, name, doc string, visit func(k *kernel, near bool)) {
	k := kernel{call: begin(name, doc), at: build.GP64(), groups: build.GP64()}
	k.x, k.stride, k.apart, k.weigh = field(k.call, callX), field(k.call, callStride), field(k.call, callV), field(k.call, callWeight)
	k.impulse = field(k.call, callImpulse)
	turns, left := field(k.call, callTurns), build.GP64()
	k.one, k.half, k.two = everywhere(numbers["one"]), everywhere(numbers["half"]), everywhere(numbers["two"])
	k.square, k.least, k.sign = everywhere(numbers["leastSquare"]), everywhere(numbers["leastLength"]), everywhere(numbers["sign"])
	k.part, k.iota = everywhere(operand.Mem{Base: k.call, Disp: callPart}), build.ZMM()
	build.VMOVDQU32(numbers["iota"], k.iota)
	k.kept = build.K()

	build.Label("turn")
	build.MOVLQSX(operand.Mem{Base: turns, Disp: turnFirst}, k.at)
	build.MOVLQSX(operand.Mem{Base: turns, Disp: turnLast}, left)
	build.KMOVW(operand.Mem{Base: turns, Disp: turnKept}, k.kept)
	build.SUBQ(k.at, left)
	build.IMUL3Q(operand.U8(groupBytes), k.at, k.groups)
	build.ADDQ(operand.Mem{Base: k.call, Disp: callGroups}, k.groups)
	build.SHLQ(operand.U8(6), k.at) // numbersBytes
	build.Label("group")
	offset := build.GP64()
	k.a, k.b, k.va, k.vb, k.lanes = build.GP64(), build.GP64(), build.GP64(), build.GP64(), build.K()
	build.MOVLQSX(k.of(groupBase), k.a)
	build.MOVLQSX(k.of(groupOffset), offset)
	build.KMOVW(k.of(groupLanes), k.lanes)
	build.LEAQ(operand.Mem{Base: k.x, Index: k.a, Scale: 4}, k.a)
	build.LEAQ(operand.Mem{Base: k.a, Index: k.apart, Scale: 1}, k.va)
	build.CMPQ(offset, operand.U8(16))
	build.JLT(operand.LabelRef("near"))
	build.LEAQ(operand.Mem{Base: k.a, Index: offset, Scale: 4}, k.b)
	build.LEAQ(operand.Mem{Base: k.b, Index: k.apart, Scale: 1}, k.vb)
	build.CMPW(k.of(groupAlike), operand.U8(0))
	build.JEQ(operand.LabelRef("farOwn"))
	k.alike = true
	visit(&k, false)
	build.Label("next")
	build.ADDQ(operand.U8(groupBytes), k.groups)
	build.ADDQ(operand.U8(numbersBytes), k.at)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("group"))
	build.ADDQ(operand.U8(turnBytes), turns)
	build.SUBQ(operand.U8(1), operand.Mem{Base: k.call, Disp: callCount})
	build.JNZ(operand.LabelRef("turn"))
	build.VZEROUPPER()
	build.RET()

	build.Label("farOwn")
	k.alike = false
	visit(&k, false)
	build.JMP(operand.LabelRef("next"))
	build.Label("near")
	k.b = offset
	build.CMPW(k.of(groupAlike), operand.U8(0))
	build.JEQ(operand.LabelRef("nearOwn"))
	k.alike = true
	visit(&k, true)
	build.JMP(operand.LabelRef("next"))
	build.Label("nearOwn")
	k.alike = false
	visit(&k, true)
	build.JMP(operand.LabelRef("next"))
}

// of returns a field of the group.
func (k *kernel) of(place int) operand.Mem { return operand.Mem{Base: k.groups, Disp: place} }

// end returns a number of the masses from an address of their x or vx on.
func (k *kernel) end(from reg.GPVirtual, axis int) operand.Mem {
	if axis == 0 {
		return operand.Mem{Base: from}
	}
	return operand.Mem{Base: from, Index: k.stride, Scale: uint8(axis)}
}

// weightOf returns 1/m of masses from an address of their x on.
func (k *kernel) weightOf(from reg.GPVirtual) operand.Mem {
	return operand.Mem{Base: from, Index: k.weigh, Scale: 1}
}

// impulses are λ of the springs.
func (k *kernel) impulses() operand.Mem { return operand.Mem{Base: k.impulse, Index: k.at, Scale: 1} }

// law returns a number of the law of the springs: that of the group, or of each.
func (k *kernel) law(place, array int) reg.VecVirtual {
	if k.alike {
		return everywhere(k.of(place))
	}
	return k.masked(k.lanes, operand.Mem{Base: field(k.call, array), Index: k.at, Scale: 1})
}

func (k *kernel) rest() reg.VecVirtual   { return k.law(groupRest, callRest) }
func (k *kernel) push() reg.VecVirtual   { return k.law(groupPush, callPush) }
func (k *kernel) answer() reg.VecVirtual { return k.law(groupAnswer, callAnswer) }

// masked returns a memory operand in some lanes, and 0 elsewhere.
func (k *kernel) masked(lanes reg.OpmaskVirtual, from operand.Mem) reg.VecVirtual {
	v := build.ZMM()
	build.VMOVUPS_Z(from, lanes, v)
	return v
}

// neighbors holds the data for springs whose ends are among 16 masses: the masses that are
// ends of springs in some lanes, and the positions of the others, above and below.
type neighbors struct {
	both     reg.OpmaskVirtual
	up, down reg.VecVirtual
}

func (k *kernel) neighbors() (n neighbors) {
	n.up, n.down = build.ZMM(), build.ZMM()
	offset := build.ZMM()
	build.VPBROADCASTD(k.b.As32(), offset)
	build.VPSUBD(offset, k.iota, n.down)
	build.VPADDD(offset, k.iota, n.up)
	n.both = k.ends(k.lanes)
	return n
}

// ends returns the masses of springs in some lanes.
func (k *kernel) ends(lanes reg.OpmaskVirtual) reg.OpmaskVirtual {
	bits, shifted, both := build.GP32(), build.GP32(), build.K()
	build.KMOVW(lanes, bits)
	build.SHLXL(k.b.As32(), bits, shifted)
	build.ORL(bits, shifted)
	build.KMOVW(shifted, both)
	return both
}

// pair returns a number of both ends of springs whose ends are among 16 masses.
func (k *kernel) pair(n neighbors, from operand.Mem) (here, there reg.VecVirtual) {
	here, there = k.masked(n.both, from), build.ZMM()
	build.VPERMPS(here, n.up, there)
	return here, there
}
