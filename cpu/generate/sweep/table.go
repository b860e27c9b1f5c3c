package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// These are the offsets of the fields of a call, see tableCall in cpu/impulses/sweep_amd64.go, and the
// bytes of a mass and where its velocity begins.
const (
	tableMasses  = 0
	tableEnds    = 8 // two
	tableGroups  = 24
	tableCount   = 32
	tableRest    = 40
	tablePush    = 48
	tableAnswer  = 56
	tableImpulse = 64
	tableKept    = 72
	tablePart    = 80

	massShift, massVelocity = 5, 16
)

// tabled is the code for 16 springs with a table of their ends.
type tabled struct {
	call, masses, at       reg.GPVirtual
	ends                   [2]reg.GPVirtual
	lanes, kept            reg.OpmaskVirtual
	one, least, sign, part reg.VecVirtual
}

// table writes a function that does something with groups with a table of their ends. Masses are
// side by side: x, y, z, 0 and vx, vy, vz, 1/m.
func table(numbers map[string]operand.Mem, name, doc string, visit func(k *tabled, s *spring)) {
	k := tabled{call: begin(name, doc), at: build.GP64(), kept: build.K(), lanes: build.K()}
	build.XORQ(k.at, k.at)
	k.masses, k.ends = field(k.call, tableMasses), [2]reg.GPVirtual{field(k.call, tableEnds), field(k.call, tableEnds+8)}
	groups, left := field(k.call, tableGroups), field(k.call, tableCount)
	k.one, k.least, k.sign = everywhere(numbers["one"]), everywhere(numbers["leastLength"]), everywhere(numbers["sign"])
	k.part = everywhere(operand.Mem{Base: k.call, Disp: tablePart})
	build.KMOVW(operand.Mem{Base: k.call, Disp: tableKept}, k.kept)

	build.Label("group")
	build.KMOVW(operand.Mem{Base: groups, Disp: groupLanes}, k.lanes)
	var s spring
	xa, va := k.load(0)
	xb, vb := k.load(1)
	for axis := range 3 {
		s.d[axis], s.apart[axis] = less(xb[axis], xa[axis]), less(vb[axis], va[axis])
	}
	s.weight = plus(va[3], vb[3])
	visit(&k, &s)
	for axis := range 3 {
		along := times(s.given, s.d[axis])
		build.VSUBPS(times(va[3], along), va[axis], s.acts, va[axis])
		build.VADDPS(times(vb[3], along), vb[axis], s.acts, vb[axis])
	}
	k.store(0, va)
	k.store(1, vb)
	for _, ends := range k.ends {
		build.ADDQ(operand.U8(numbersBytes), ends)
	}
	build.ADDQ(operand.U8(numbersBytes), k.at)
	build.ADDQ(operand.U8(groupBytes), groups)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("group"))
	build.VZEROUPPER()
	build.RET()
}

// spring is 16 springs in a visit, and the impulses on their ends per meter.
type spring struct {
	d, apart       [3]reg.VecVirtual
	weight, answer reg.VecVirtual
	length         reg.VecVirtual
	both, below    reg.VecVirtual
	given          reg.VecVirtual
	acts           reg.OpmaskVirtual
}

// measure finds lengths and quotients, with the roundings of springs.line.
func (k *tabled) measure(s *spring) {
	s.length, s.acts = sum(s.d, s.d), build.K()
	build.VSQRTPS(s.length, s.length)
	build.VCMPPS(operand.U8(greaterOrEqual), k.least, s.length, k.lanes, s.acts)
	s.answer, s.both = k.number(tableAnswer, k.lanes), build.ZMM()
	s.below = plus(times(s.answer, s.weight), k.one)
	build.VDIVPS(times(s.length, s.below), k.one, s.both)
}

// visit writes a visit of springs.
func (k *tabled) visit(s *spring) {
	e := sum(s.d, s.apart)
	k.measure(s)
	shorter, has := times(s.both, s.below), build.K()
	above := times(k.number(tablePush, k.lanes), less(s.length, k.number(tableRest, k.lanes)))
	build.KANDW(k.lanes, k.kept, has)
	impulse := k.number(tableImpulse, has)
	above = plus(plus(above, times(times(s.answer, e), shorter)), impulse)
	s.given = times(above, times(s.both, s.length))
	build.VPXORD(k.sign, s.given, s.given)
	build.VADDPS(s.given, impulse, s.acts, impulse)
	k.keep(impulse)
	build.VMULPS(shorter, s.given, s.given)
}

// warm writes the operations of springs.warm.
func (k *tabled) warm(s *spring) {
	k.measure(s)
	zero, impulse := build.ZMM(), k.number(tableImpulse, k.lanes)
	build.VPXORD(zero, zero, zero)
	build.VCMPPS(operand.U8(notEqual), zero, s.answer, s.acts, s.acts)
	build.VMULPS_Z(k.part, impulse, s.acts, impulse)
	k.keep(impulse)
	s.given = times(impulse, times(s.both, s.below))
}

// keep stores λ of the springs.
func (k *tabled) keep(impulse reg.VecVirtual) {
	build.VMOVUPS(impulse, k.lanes, operand.Mem{Base: field(k.call, tableImpulse), Index: k.at, Scale: 1})
}

// sum is a·b, each product and each sum rounded.
func sum(a, b [3]reg.VecVirtual) reg.VecVirtual {
	return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]))
}

// number returns a number of the springs in some lanes.
func (k *tabled) number(array int, lanes reg.OpmaskVirtual) reg.VecVirtual {
	v := build.ZMM()
	build.VMOVUPS_Z(operand.Mem{Base: field(k.call, array), Index: k.at, Scale: 1}, lanes, v)
	return v
}

// mass returns the offset of the mass at an end of a spring, from the first mass on [bytes].
func (k *tabled) mass(end, spring int) reg.GPVirtual {
	r := build.GP64()
	build.MOVL(operand.Mem{Base: k.ends[end], Disp: 4 * spring}, r.As32())
	build.SHLQ(operand.U8(massShift), r)
	return r
}

// load loads x, y, z, and vx, vy, vz, 1/m of the masses at an end of springs. Four springs after
// four are loaded one mass after the other, and turned.
func (k *tabled) load(end int) (x, v [4]reg.VecVirtual) {
	for j := range 4 {
		x[j], v[j] = build.ZMM(), build.ZMM()
		for block := range 4 {
			at := k.mass(end, 4*block+j)
			place, speed := operand.Mem{Base: k.masses, Index: at, Scale: 1}, operand.Mem{Base: k.masses, Index: at, Scale: 1, Disp: massVelocity}
			if block == 0 {
				build.VBROADCASTF32X4(place, x[j])
				build.VBROADCASTF32X4(speed, v[j])
				continue
			}
			build.VINSERTF32X4(operand.U8(block), place, x[j], x[j])
			build.VINSERTF32X4(operand.U8(block), speed, v[j], v[j])
		}
	}
	return turned(x), turned(v)
}

// store stores velocities. A slot without a spring has the ends of the last spring, and its
// numbers are stored before those of the spring.
func (k *tabled) store(end int, v [4]reg.VecVirtual) {
	v = turned(v)
	for spring := 15; spring >= 0; spring-- {
		quarter(v, spring, operand.Mem{Base: k.masses, Index: k.mass(end, spring), Scale: 1, Disp: massVelocity})
	}
}

// quarter stores the four numbers of one of 16 from rows that are turned.
func quarter(rows [4]reg.VecVirtual, which int, to operand.Mem) {
	if which < 4 {
		build.VMOVUPS(rows[which].AsX(), to)
	} else {
		build.VEXTRACTF32X4(operand.U8(which/4), rows[which%4], to)
	}
}

// turned exchanges rows and columns in each block of 4 × 4 numbers.
func turned(rows [4]reg.VecVirtual) (columns [4]reg.VecVirtual) {
	var halves [4]reg.VecVirtual
	for k := range 4 {
		halves[k], columns[k] = build.ZMM(), build.ZMM()
	}
	build.VUNPCKLPS(rows[1], rows[0], halves[0])
	build.VUNPCKHPS(rows[1], rows[0], halves[1])
	build.VUNPCKLPS(rows[3], rows[2], halves[2])
	build.VUNPCKHPS(rows[3], rows[2], halves[3])
	build.VUNPCKLPD(halves[2], halves[0], columns[0])
	build.VUNPCKHPD(halves[2], halves[0], columns[1])
	build.VUNPCKLPD(halves[3], halves[1], columns[2])
	build.VUNPCKHPD(halves[3], halves[1], columns[3])
	return columns
}

// pack writes the loop of Solver.pack, and unpack that of Solver.unpack.
func pack() {
	call := begin("packAVX512", "packAVX512 copies masses into the packed copy, 16 at once.")
	left, at, packed, weight := field(call, massCount), build.GP64(), field(call, massPacked), field(call, massWeight)
	build.XORQ(at, at)
	var x, v [3]reg.GPVirtual
	for axis := range 3 {
		x[axis], v[axis] = field(call, massX+8*axis), field(call, massV+8*axis)
	}
	build.Label("masses")
	for part, from := range [2][]reg.GPVirtual{append(x[:], nil), append(v[:], weight)} {
		var rows [4]reg.VecVirtual
		for k := range rows {
			if rows[k] = build.ZMM(); from[k] == nil {
				build.VPXORD(rows[k], rows[k], rows[k])
			} else {
				build.VMOVUPS(operand.Mem{Base: from[k], Index: at, Scale: 1}, rows[k])
			}
		}
		rows = turned(rows)
		for lane := range 16 {
			quarter(rows, lane, operand.Mem{Base: packed, Disp: lane<<massShift + part*massVelocity})
		}
	}
	build.ADDQ(operand.U32(16<<massShift), packed)
	build.ADDQ(operand.U8(64), at)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("masses"))
	build.VZEROUPPER()
	build.RET()
}

func unpack() {
	call := begin("unpackAVX512", "unpackAVX512 copies velocities back from the packed copy, 16 at once.")
	left, at, packed := field(call, massCount), build.GP64(), field(call, massPacked)
	build.XORQ(at, at)
	var v [3]reg.GPVirtual
	for axis := range 3 {
		v[axis] = field(call, massV+8*axis)
	}
	build.Label("masses")
	var rows [4]reg.VecVirtual
	for k := range rows {
		rows[k] = build.ZMM()
		for block := range 4 {
			from := operand.Mem{Base: packed, Disp: (4*block+k)<<massShift + massVelocity}
			if block == 0 {
				build.VBROADCASTF32X4(from, rows[k])
			} else {
				build.VINSERTF32X4(operand.U8(block), from, rows[k], rows[k])
			}
		}
	}
	rows = turned(rows)
	for axis := range 3 {
		build.VMOVUPS(rows[axis], operand.Mem{Base: v[axis], Index: at, Scale: 1})
	}
	build.ADDQ(operand.U32(16<<massShift), packed)
	build.ADDQ(operand.U8(64), at)
	build.SUBQ(operand.U8(1), left)
	build.JNZ(operand.LabelRef("masses"))
	build.VZEROUPPER()
	build.RET()
}
