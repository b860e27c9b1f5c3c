package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// format describes the entries of a column; see package cpu/kernels.
type format struct {
	name  string
	words int
}

func formats() []format { return []format{{"Class", 1}, {"Law", 2}, {"Own", 4}} }

// forces writes a kernel that sums the spring forces on the masses of slices,
// and moves them if it is told to.
// With AVX-512, which has the registers for the masses themselves, distances
// are from the neighbor to the mass, and forces are subtracted: so a neighbor
// can be an operand in memory. With AVX2 it is the other way around.
type forces struct {
	isa
	format format
	full   bool // with dampers and tension-only springs
	moves  bool // it moves the masses, too, by symplectic Euler
	pushed bool // other forces on masses come from the call, too; of chains

	call, x, stride, stride3, stride5, records, done reg.Register

	packed reg.Register // the slice in the packed copy, while columns read that

	three, last, least operand.Op // last is that of the last step toward 1/L, see forceByLength

	self [6]operand.Op // position and velocity of the masses
	sum  vec3
	move *integrate

	carried mask // lanes to which forces continue from the slice before, of the run at hand
}

func (f *forces) write() {
	kind := "plain"
	if f.full {
		kind = "full"
	}
	verb := "Forces"
	if f.moves {
		verb = "Step"
	}
	build.TEXT(fmt.Sprintf("%s%s%s%s", kind, verb, f.format.name, f.name), attr.NOSPLIT, "func(c *byte)")
	f.call = build.Load(build.Param("c"), build.GP64())
	f.x, f.stride, f.records = f.field(forcesX), f.field(forcesStride), f.field(forcesRecords)
	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	f.least = f.constant(f.leastSquare())
	f.constants()

	if f.moves {
		f.beginMoves()
	}

	build.Label("slice")
	f.fetch()
	for part := range f.parts() {
		f.part(part)
	}
	build.ADDQ(f.sliceStep(), f.x)
	build.ADDQ(f.sliceStep(), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	if f.moves {
		f.endMoves()
	}
	build.VZEROUPPER()
	build.RET()
}

// field returns a field of the call, in a register.
func (f *forces) field(place int) reg.Register { return fieldOf(f.call, place) }

// fetch asks for the memory that the integration of the slice will need, which
// is not in a near cache where the model is large, and for the neighbors some
// slices ahead. Forces take long enough that it comes meanwhile. A reach of 0
// says that all is near already.
func (f *forces) fetch() {
	build.CMPQ(operand.Mem{Base: f.call, Disp: forcesReach}, operand.I8(0))
	build.JE(operand.LabelRef("fetched"))
	ahead := 0
	if f.moves {
		ahead = 16 * f.slice() // the slice at hand needs it at once
	}
	for _, array := range []int{forcesV, forcesNextX} {
		at := f.field(array)
		build.ADDQ(f.done, at)
		for axis := range 3 {
			build.PREFETCHT0(f.array(at, axis, ahead))
		}
	}
	at := f.field(forcesPerMass)
	build.PREFETCHT0(operand.Mem{Base: at, Index: f.done, Scale: 1, Disp: ahead})
	at = f.field(forcesReach)
	build.ADDQ(f.x, at)
	for axis := range 3 {
		build.PREFETCHT0(f.array(at, axis, 0))
	}
	build.Label("fetched")
}

// part treats all or half of a slice.
func (f *forces) part(part int) {
	shift := part * f.bytes()
	f.farStrides()
	for axis := range 3 {
		f.sum[axis] = f.zero()
	}
	f.load(shift)
	f.pairs(part)
	f.each("slot", "slotted", part, forcesSlots, 0, operand.U8(slotSize), f.slot)
	f.eachColumn(part)

	if f.moves {
		f.moveOn(part)
		return
	}
	out, three := f.field(forcesOut), build.GP64()
	build.LEAQ(operand.Mem{Base: f.done, Index: f.done, Scale: 2}, three)
	for axis := range 3 {
		build.VMOVUPS(f.sum[axis], operand.Mem{Base: out, Index: three, Scale: 1, Disp: axis*f.slice() + shift})
	}
}

// beginMoves prepares the integration of masses.
func (f *forces) beginMoves() {
	f.move = &integrate{isa: f.isa, unpacked: f.double, x: f.x, stride: f.stride, done: f.done}
	if !f.move.scarce() {
		f.move.bad = f.zero()
		f.move.call = f.field(forcesMove)
	}
}

// moveOn moves all or half of a slice by the forces on it.
func (f *forces) moveOn(part int) {
	f.move.call = f.field(forcesMove)
	f.move.numbers = f.move.field(integrateNumbers)
	if f.wide {
		f.move.self = f.self[:f.arrays()]
	}
	f.move.euler(part, f.sum)
}

// endMoves reports faults.
func (f *forces) endMoves() {
	if !f.move.scarce() {
		f.move.call = f.field(forcesMove)
		f.move.report()
	}
}

// each goes through the slots or columns of a slice. Where they continue is kept in
// the call, at the last part only.
func (f *forces) each(name, end string, part, from, place int, size operand.Op, do func(at reg.Register, part int)) {
	label, end := fmt.Sprintf("%s%d", name, part), fmt.Sprintf("%s%d", end, part)
	left := f.between(place)
	build.JZ(operand.LabelRef(end))
	at := f.field(from)
	build.Label(label)
	do(at, part)
	build.ADDQ(size, at)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(label))
	if part == f.parts()-1 {
		build.MOVQ(at, operand.Mem{Base: f.call, Disp: from})
	}
	build.Label(end)
}

// load makes the masses of all or half of a slice operands: registers where
// there are enough. x is where they are from the slice at hand.
func (f *forces) load(x int) {
	for which := range f.arrays() {
		f.self[which] = f.array(f.x, which, x)
		if f.wide {
			held := f.vec()
			build.VMOVUPS(f.self[which], held)
			f.self[which] = held
		}
	}
}

// farStrides are those of the arrays that a scale does not reach.
func (f *forces) farStrides() {
	if !f.full {
		return
	}
	f.stride3, f.stride5 = build.GP64(), build.GP64()
	build.LEAQ(operand.Mem{Base: f.stride, Index: f.stride, Scale: 2}, f.stride3)
	build.LEAQ(operand.Mem{Base: f.stride, Index: f.stride, Scale: 4}, f.stride5)
}

// between returns how many slots (or columns) a slice has.
func (f *forces) between(place int) reg.GPVirtual {
	ends, count := build.GP64(), build.GP64()
	build.MOVQ(f.done, ends)
	build.SHRQ(f.perSlice(), ends) // 8 bytes for 64
	build.ADDQ(operand.Mem{Base: f.call, Disp: forcesEnds}, ends)
	build.MOVL(operand.Mem{Base: ends, Disp: 8 + place}, count.As32())
	build.SUBL(operand.Mem{Base: ends, Disp: place}, count.As32())
	return count
}

// arrays returns how many arrays it reads.
func (f *forces) arrays() int {
	if f.full {
		return 6
	}
	return 3
}

// constants makes those of forceByLength.
func (f *forces) constants() {
	f.three = f.constant(3)
	f.last = f.three
	if f.double && f.wide {
		f.last = f.constant(12)
	}
}

// leastSquare is that of package cpu/table: just below (1e-12 m)².
func (f *forces) leastSquare() float64 {
	if f.double {
		return math.Nextafter(1e-24, 0)
	}
	return float64(math.Nextafter32(1e-24, 0))
}

// array is memory in array number 0 to 5, from an address in array 0.
func (f *forces) array(from reg.Register, which, disp int) operand.Mem {
	m := operand.Mem{Base: from, Disp: disp}
	switch which {
	case 1:
		m.Index, m.Scale = f.stride, 1
	case 2:
		m.Index, m.Scale = f.stride, 2
	case 3:
		m.Index, m.Scale = f.stride3, 1
	case 4:
		m.Index, m.Scale = f.stride, 4
	case 5:
		m.Index, m.Scale = f.stride5, 1
	}
	return m
}

// square is d·d.
func (f *forces) square(d vec3) reg.VecVirtual {
	s := f.vec()
	build.VMULPS(d[0], d[0], s)
	build.VFMADD231PS(d[1], d[1], s)
	build.VFMADD231PS(d[2], d[2], s)
	return s
}

// less returns a new vector: the difference between a neighbor's and the masses' own,
// with the sign that the comment of forces tells.
func (f *forces) less(neighbor operand.Op, which int) reg.VecVirtual {
	d := f.vec()
	if f.wide {
		build.VSUBPS(neighbor, f.self[which], d)
		return d
	}
	build.VMOVUPS(neighbor, d)
	build.VSUBPS(f.self[which], d, d)
	return d
}
