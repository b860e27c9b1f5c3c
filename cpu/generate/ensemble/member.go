package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Places of the fields of memberCall, of a block and of a round, and rows of tables of laws [bytes]; see member.go and
// rounds.go in cpu/ensemble.
const (
	memberMasses = 8 * iota
	memberRuns
	memberCount
	memberRounds
	memberSources
	memberOwn
	memberLaws
	memberLengths
	memberStride
	memberLongest
	memberEnds
	memberOthers

	half = row / 2 // bytes of 8 numbers

	roundRests  = row
	roundSize   = 2 * row
	sourceLanes = 16
	sourceSize  = 20

	memberRunBlock    = 0
	memberRunNeighbor = 4
	memberRunTable    = 8
	memberRunCount    = 12
	memberRunReads    = 16
	memberRunSize     = 20
)

// reads is how many blocks a round may read; cpu/ensemble/kernel_amd64.go has the same list.
var reads = []int{0, 1, 2, 3, 4}

// memberOf is the block of masses at hand.
type memberOf struct {
	*writer
	masses, round, source, own, table, lengths, stride reg.Register
	x, v                                               [3]operand.Op // vectors, or rows in memory
	nextX, nextV                                       vec3          // of the neighbor, with AVX-512
	force                                              vec3
	longest, one, least                                reg.VecVirtual
	laws                                               vec3 // the first rows of the table, with AVX-512
	full                                               bool

	ends, others reg.Register // with AVX2
}

// memberSprings writes the kernel of springs of one member; see memberSpringsGo. With AVX-512, other ends are found by permutations of
// blocks; with AVX2 they are read one by one.
func (w *writer) memberSprings(full bool) {
	name := "memberSprings"
	if full {
		name = "allMemberSprings"
	}
	w.text(name, "adds up the forces of springs on masses of one member.")
	m := &memberOf{writer: w, masses: w.field(memberMasses), round: w.field(memberRounds), lengths: w.field(memberLengths),
		longest: w.zero(), full: full}
	run, left := w.field(memberRuns), w.field(memberCount)
	if full {
		m.own = w.field(memberOwn)
	}
	if w.wide {
		m.one, m.least, m.stride, m.source = w.number(1), w.number(leastSquare), w.field(memberStride), w.field(memberSources)
	} else {
		m.ends, m.others = w.field(memberEnds), w.field(memberOthers)
	}
	build.Label("run")
	at, count, table := w.beside(m.masses, run, memberRunBlock), build.GP64(), w.beside(w.field(memberLaws), run, memberRunTable)
	build.MOVL(operand.Mem{Base: run, Disp: memberRunCount}, count.As32())
	m.table, m.force, m.x, m.v = table, w.load3(rowsOf(at, rowForce)), rowsOf(at, rowX), rowsOf(at, rowV)
	if w.wide {
		next := w.beside(m.masses, run, memberRunNeighbor)
		m.x, m.v = w.load3(m.x).ops(), w.load3(m.v).ops()
		m.laws = w.load3(rowsOf(table, 0))
		m.nextX, m.nextV = w.load3(rowsOf(next, rowX)), w.load3(rowsOf(next, rowV))
	}
	m.eachReads(run, count)
	build.Label("sums")
	for axis := range 3 {
		build.VMOVUPS(m.force[axis], rowOf(at, rowForce+axis))
	}
	build.ADDQ(operand.U8(memberRunSize), run)
	build.DECQ(left)
	build.JNZ(operand.LabelRef("run"))
	build.VMOVUPS(m.longest, rowOf(w.field(memberLongest), 0))
	w.end()
}

// beside returns a pointer and a number of bytes that a record has.
func (w *writer) beside(base, record reg.Register, place int) reg.GPVirtual {
	at := build.GP64()
	build.MOVL(operand.Mem{Base: record, Disp: place}, at.As32())
	build.ADDQ(base, at)
	return at
}

// eachReads writes a loop, with AVX-512 for each number of blocks that rounds read.
func (m *memberOf) eachReads(run, count reg.Register) {
	if !m.wide {
		m.loop("all", count, m.oneByOne)
		return
	}
	for i, k := range reads {
		next := fmt.Sprint("not", k)
		if i < len(reads)-1 {
			build.CMPL(operand.Mem{Base: run, Disp: memberRunReads}, operand.U8(k))
			build.JNE(operand.LabelRef(next))
		}
		m.loop(fmt.Sprint("reads", k), count, func() (d, u vec3, law reg.VecVirtual) { return m.permuted(k) })
		if i < len(reads)-1 {
			build.Label(next)
		}
	}
}

// loop goes through the rounds of a run.
func (m *memberOf) loop(label string, count reg.Register, ends func() (d, u vec3, law reg.VecVirtual)) {
	build.Label(label)
	m.write(ends)
	build.DECQ(count)
	build.JNZ(operand.LabelRef(label))
	build.JMP(operand.LabelRef("sums"))
}

// permuted returns the differences of position and velocity between masses and the other
// ends, and the laws of the springs. Other ends are in the block, in its neighbor, and in
// some blocks that are read.
func (m *memberOf) permuted(blocks int) (d, u vec3, law reg.VecVirtual) {
	which := m.vec()
	build.VMOVDQU32(operand.Mem{Base: m.round}, which)
	var found [6]reg.VecVirtual
	for i := range found {
		found[i] = m.vec()
		build.VMOVDQA64(which, found[i])
		if i < 3 {
			build.VPERMI2PS(m.nextX[i], m.x[i], found[i])
		} else {
			build.VPERMI2PS(m.nextV[i-3], m.v[i-3], found[i])
		}
	}
	for k := 0; k < blocks; k += 2 {
		in := build.K()
		build.KMOVW(operand.Mem{Base: m.source, Disp: sourceLanes + k}, in)
		var second reg.Register
		first := m.beside(m.masses, m.source, 4*k)
		if k+1 < blocks {
			second = m.beside(m.masses, m.source, 4*k+4)
		}
		for i := range found { // rowX, then rowV
			one := rowOf(first, i)
			if second == nil {
				build.VPERMPS(one, which, in, found[i])
				continue
			}
			pair := m.load(one)
			build.VPERMT2PS(rowOf(second, i), which, pair)
			build.VMOVAPS(pair, in, found[i])
		}
	}
	build.ADDQ(operand.U8(sourceSize), m.source)
	build.VPSRLD(operand.U8(8), which, which)
	d, u = m.apart([3]reg.VecVirtual(found[:3]), [3]reg.VecVirtual(found[3:]))
	return d, u, which
}

// oneByOne returns the same where the other ends are read one by one.
func (m *memberOf) oneByOne() (d, u vec3, law reg.VecVirtual) {
	var quads [2]vec3 // x and v of masses 0 to 3, and of 4 to 7
	for q := range quads {
		var ends [4]reg.VecVirtual
		for i := range ends {
			other := build.GP64()
			build.MOVL(operand.Mem{Base: m.others, Disp: 4 * (4*q + i)}, other.As32())
			ends[i] = m.load(operand.Mem{Base: m.ends, Index: other, Scale: 1})
		}
		quads[q] = m.transposed(ends)
	}
	var x, v vec3
	for axis := range 3 {
		x[axis], v[axis] = m.vec(), m.vec()
		build.VPERM2F128(operand.U8(0x20), quads[1][axis], quads[0][axis], x[axis])
		build.VPERM2F128(operand.U8(0x31), quads[1][axis], quads[0][axis], v[axis])
	}
	build.ADDQ(operand.U8(row), m.others)
	d, u = m.apart(x, v)
	law = m.load(operand.Mem{Base: m.round})
	build.VPSRLD(operand.U8(8), law, law)
	return d, u, law
}

// apart takes other ends from the masses, in place.
func (m *memberOf) apart(x, v vec3) (d, u vec3) {
	for axis := range 3 {
		for _, of := range []struct {
			own   operand.Op
			other reg.VecVirtual
		}{{m.x[axis], x[axis]}, {m.v[axis], v[axis]}} {
			if own, ok := of.own.(reg.VecVirtual); ok {
				build.VSUBPS(of.other, own, of.other)
			} else {
				build.VSUBPS(of.other, m.load(of.own), of.other)
			}
		}
	}
	return x, v
}

// lawNumber looks up a row of laws.
func (m *memberOf) lawNumber(law reg.VecVirtual, number int) reg.VecVirtual {
	found := m.vec()
	if m.wide {
		row := operand.Op(rowOf(m.table, number))
		if number < len(m.laws) {
			row = m.laws[number]
		}
		build.VPERMPS(row, law, found)
		return found
	}
	other, side := m.vec(), m.vec()
	build.VPERMPS(rowOf(m.table, number), law, found)
	build.VPERMPS(operand.Mem{Base: m.table, Disp: number*row + half}, law, other)
	build.VPSLLD(operand.U8(28), law, side)
	build.VBLENDVPS(side, other, found, found)
	return found
}

// write adds a spring to the force on each mass.
func (m *memberOf) write(ends func() (d, u vec3, law reg.VecVirtual)) {
	d, u, law := ends()
	squares, rates := m.dot(d, d.ops()), m.dot(u, d.ops())
	length, perLength := m.vec(), m.vec()
	build.VSQRTPS(squares, length)
	build.VMOVUPS(length, operand.Mem{Base: m.lengths})
	build.VMAXPS(m.longest, squares, m.longest)
	if m.wide {
		build.ADDQ(m.stride, m.lengths)
		build.VDIVPS_Z(length, m.one, m.compare(greater, squares, m.least).op, perLength)
	} else {
		build.ADDQ(operand.Mem{Base: m.call, Disp: memberStride}, m.lengths)
		long := m.compare(greater, squares, m.number(leastSquare))
		build.VDIVPS(length, m.number(1), perLength)
		m.keep(perLength, long)
	}
	m.pull(d, length, rates, perLength, law)
	build.SUBQ(operand.I8(-roundSize), m.round) // that fits into a byte, and adding it does not
}

// pull adds f/L of springs times their distances.
func (m *memberOf) pull(d vec3, length, rates, perLength, law reg.VecVirtual) {
	stretch := length
	build.VFNMADD231PS(operand.Mem{Base: m.round, Disp: roundRests}, m.lawNumber(law, rowRest), stretch)
	f := m.lawNumber(law, rowStiffness)
	if m.full {
		build.VADDPS(operand.Mem{Base: m.own}, f, f)
	}
	build.VMULPS(stretch, f, f)
	build.VMULPS(perLength, rates, rates)
	c := m.lawNumber(law, rowDamping)
	if m.full {
		build.VADDPS(operand.Mem{Base: m.own, Disp: row}, c, c)
		build.ADDQ(operand.U32(2*row), m.own)
	}
	build.VFMADD231PS(c, rates, f)
	if m.full {
		build.VMAXPS(m.lawNumber(law, rowFloor), f, f)
		m.keep(f, m.compare(greater, stretch, m.lawNumber(law, rowSlack)))
	}
	build.VMULPS(perLength, f, f)
	for axis := range 3 {
		build.VFNMADD231PS(f, d[axis], m.force[axis])
	}
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
