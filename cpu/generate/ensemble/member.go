package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Places of the fields of memberCall and rows of a group of springs [bytes]; see
// cpu/ensemble/member.go. A group is 8 springs of one member; ends are 16 times the slot of a mass.
const (
	memberEnds = 8 * iota
	memberApart
	memberGroups
	memberBounds
	memberCount
	memberLengths
	memberLongest
	memberPulls

	half = row / 2 // bytes of 8 numbers

	groupA         = 0
	groupB         = 1 * half
	groupRest      = 2 * half
	groupScale     = 3 * half
	groupStiffness = 4 * half
	groupDamping   = 5 * half
	groupSize      = 6 * half

	boundSlack = 0
	boundFloor = 1 * half
	boundSize  = 2 * half
)

// ofMember writes the kernels for one member by itself, which all processors with AVX2 share: vectors are 8 springs, or 8 masses.
func ofMember(data map[string]operand.Mem) {
	w := writer{data: data}
	w.memberSprings(false)
	w.memberSprings(true)
	w.spread()
	w.gather()
	w.strains()
}

// group is the group of springs at hand.
type group struct {
	*writer
	ends, apart, springs, bounds reg.Register
	longest, one, least          reg.VecVirtual
}

// memberSprings writes the kernel of springs of one member; see memberSpringsGo.
func (w *writer) memberSprings(full bool) {
	name := "memberSprings"
	if full {
		name = "allMemberSprings"
	}
	w.text(name, "says how springs of one member pull.")
	g := &group{writer: w, ends: w.field(memberEnds), apart: w.field(memberApart), springs: w.field(memberGroups),
		longest: w.zero(), one: w.number(1), least: w.number(leastSquare)}
	if full {
		g.bounds = w.field(memberBounds)
	}
	left, lengths, pulls := w.field(memberCount), w.field(memberLengths), w.field(memberPulls)
	sign := w.broadcast(w.bitsInMemory(0x80000000))
	build.Label("group")
	squares, rates := g.squares()
	build.VMAXPS(g.longest, squares, g.longest)
	long := w.compare(greater, squares, g.least)
	length, perLength := w.vec(), w.vec()
	build.VSQRTPS(squares, length)
	build.VMOVUPS(length, operand.Mem{Base: lengths})
	build.VDIVPS(length, g.one, perLength)
	w.keep(perLength, long)
	stretch := length
	build.VFNMADD231PS(g.row(groupScale), w.load(g.row(groupRest)), stretch)
	f := w.times(stretch, g.row(groupStiffness))
	build.VMULPS(perLength, rates, rates)
	build.VFMADD231PS(g.row(groupDamping), rates, f)
	if full {
		build.VMAXPS(operand.Mem{Base: g.bounds, Disp: boundFloor}, f, f)
		w.keep(f, w.compare(greater, stretch, operand.Mem{Base: g.bounds, Disp: boundSlack}))
		build.ADDQ(operand.U8(boundSize), g.bounds)
	}
	build.VMULPS(perLength, f, f)
	build.VMOVUPS(f, operand.Mem{Base: pulls})
	build.VPXOR(sign, f, f)
	build.VMOVUPS(f, operand.Mem{Base: pulls, Disp: half})
	build.ADDQ(operand.U8(2*half), pulls)
	build.ADDQ(operand.U32(8*16), g.apart)
	build.ADDQ(operand.U8(half), lengths)
	build.ADDQ(operand.U32(groupSize), g.springs)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("group"))
	build.VMOVUPS(g.longest, operand.Mem{Base: w.field(memberLongest)})
	w.end()
}

func (g *group) row(which int) operand.Mem { return operand.Mem{Base: g.springs, Disp: which} }

// end is 16 times the slot of an end of spring i.
func (g *group) end(which, i int) reg.Register {
	r := build.GP64()
	build.MOVL(operand.Mem{Base: g.springs, Disp: which + 4*i}, r.As32())
	return r
}

// squares are d·d and u·d of the springs, with d and u what end A has more than end B of place and velocity.
func (g *group) squares() (squares, rates reg.VecVirtual) {
	var sums [2]reg.VecVirtual
	for quad := range sums {
		var rows [4]reg.VecVirtual
		for k := range rows {
			i := 4*quad + k
			rows[k] = g.load(operand.Mem{Base: g.ends, Index: g.end(groupA, i), Scale: 2})
			build.VSUBPS(operand.Mem{Base: g.ends, Index: g.end(groupB, i), Scale: 2}, rows[k], rows[k])
			build.VMOVUPS(rows[k].AsX(), operand.Mem{Base: g.apart, Disp: 16 * i})
		}
		v := g.transposed(rows)
		for axis := range 3 {
			d := g.vec()
			build.VPERM2F128(operand.U8(0), v[axis], v[axis], d) // d twice: v has d and u
			if axis == 0 {
				sums[quad] = g.times(v[axis], d)
			} else {
				build.VFMADD231PS(d, v[axis], sums[quad])
			}
		}
	}
	squares, rates = g.vec(), g.vec()
	build.VPERM2F128(operand.U8(0x20), sums[1], sums[0], squares)
	build.VPERM2F128(operand.U8(0x31), sums[1], sums[0], rates)
	return squares, rates
}

// transposed are x, y and z of four rows, in both halves of vectors.
func (w *writer) transposed(rows [4]reg.VecVirtual) (out vec3) {
	var low, high [2]reg.VecVirtual
	for k := range 2 {
		low[k], high[k] = w.vec(), w.vec()
		build.VUNPCKLPS(rows[2*k+1], rows[2*k], low[k])
		build.VUNPCKHPS(rows[2*k+1], rows[2*k], high[k])
	}
	out = vec3{w.vec(), w.vec(), w.vec()}
	build.VUNPCKLPD(low[1], low[0], out[0])
	build.VUNPCKHPD(low[1], low[0], out[1])
	build.VUNPCKLPD(high[1], high[0], out[2])
	return out
}
