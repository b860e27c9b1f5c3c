package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// format is what an entry of a column holds; see package cpu.
type format struct {
	name  string
	words int
}

func formats() []format { return []format{{"Class", 1}, {"Law", 2}, {"Own", 4}} }

// forces writes a kernel that sums the spring forces on the masses of slices.
// With AVX-512, which has the registers for the masses themselves, distances
// are from the neighbor to the mass, and forces are subtracted: so a neighbor
// can be an operand in memory. With AVX2 it is the other way around.
type forces struct {
	isa
	format format
	full   bool // with dampers and tension-only springs

	x, stride, stride3, stride5, slots, columns, records, lanes, ends, out, count Register

	one, half, threeEighths, least Op

	self [6]Op // position and velocity of the masses
	sum  vec3
}

func (f forces) write() {
	kind := "plain"
	if f.full {
		kind = "full"
	}
	TEXT(fmt.Sprintf("%sForces%s%s", kind, f.format.name, f.name), attr.NOSPLIT, "func(c *byte)")
	call := Load(Param("c"), GP64())
	field := func(place int) Register {
		r := GP64()
		MOVQ(Mem{Base: call, Disp: place}, r)
		return r
	}
	f.x, f.stride, f.slots, f.columns = field(forcesX), field(forcesStride), field(forcesSlots), field(forcesColumns)
	f.records, f.lanes, f.ends = field(forcesRecords), field(forcesLanes), field(forcesEnds)
	f.out, f.count = field(forcesOut), field(forcesCount)
	if f.full {
		f.stride3, f.stride5 = GP64(), GP64()
		LEAQ(Mem{Base: f.stride, Index: f.stride, Scale: 2}, f.stride3)
		LEAQ(Mem{Base: f.stride, Index: f.stride, Scale: 4}, f.stride5)
	}
	f.one, f.half, f.least = f.constant(1), f.constant(0.5), f.constant(leastSquare())
	if !f.wide {
		f.threeEighths = f.constant(0.375)
	}

	Label("slice")
	for part := range f.parts() {
		f.part(part)
	}
	ADDQ(U8(sliceBytes), f.x)
	ADDQ(U8(8), f.ends)
	ADDQ(U32(3*sliceBytes), f.out)
	DECQ(f.count)
	JNZ(LabelRef("slice"))
	VZEROUPPER()
	RET()
}

// part treats all or half of a slice.
func (f *forces) part(part int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	shift := part * f.bytes()
	for axis := range 3 {
		f.sum[axis] = f.zero()
	}
	for which := range f.arrays() {
		f.self[which] = f.array(f.x, which, shift)
		if f.wide {
			held := f.vec()
			VMOVUPS(f.self[which], held)
			f.self[which] = held
		}
	}
	last := part == f.parts()-1

	// Slots. Their pointer and that of the columns go on at the last part only.
	at, left := f.slots, GP64()
	if !last {
		at = GP64()
		MOVQ(f.slots, at)
	}
	f.between(0, left)
	JZ(LabelRef(label("slotted")))
	Label(label("slot"))
	f.slot(at, part)
	ADDQ(U8(slotSize), at)
	DECQ(left)
	JNZ(LabelRef(label("slot")))
	Label(label("slotted"))

	at = f.columns
	if !last {
		at = GP64()
		MOVQ(f.columns, at)
	}
	f.between(4, left)
	JZ(LabelRef(label("done")))
	Label(label("column"))
	f.column(at, part)
	ADDQ(U32(uint32(f.format.words*sliceBytes)), at)
	DECQ(left)
	JNZ(LabelRef(label("column")))
	Label(label("done"))

	for axis := range 3 {
		VMOVUPS(f.sum[axis], Mem{Base: f.out, Disp: axis*sliceBytes + shift})
	}
}

// between is how many slots (or columns) a slice has.
func (f *forces) between(place int, count GPVirtual) {
	MOVL(Mem{Base: f.ends, Disp: 8 + place}, count.As32())
	SUBL(Mem{Base: f.ends, Disp: place}, count.As32())
}

// arrays is how many arrays it reads.
func (f *forces) arrays() int {
	if f.full {
		return 6
	}
	return 3
}

// leastSquare is that of package cpu: just below (1e-12 m)².
func leastSquare() float32 { return math.Nextafter32(1e-24, 0) }

// array is memory in array number 0 to 5, from a place in array 0.
func (f *forces) array(from Register, which, disp int) Mem {
	m := Mem{Base: from, Disp: disp}
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
func (f *forces) square(d vec3) VecVirtual {
	s := f.vec()
	VMULPS(d[0], d[0], s)
	VFMADD231PS(d[1], d[1], s)
	VFMADD231PS(d[2], d[2], s)
	return s
}

// less is a new vector: the difference between a neighbor's and the masses' own,
// with the sign that the comment of forces tells.
func (f *forces) less(neighbor Op, which int) VecVirtual {
	d := f.vec()
	if f.wide {
		VSUBPS(neighbor, f.self[which], d)
		return d
	}
	VMOVUPS(neighbor, d)
	VSUBPS(f.self[which], d, d)
	return d
}

// slot treats one neighbor of all masses, all at the same distance in memory.
func (f *forces) slot(at Register, part int) {
	there, class := GP64(), GP64()
	MOVLQSX(Mem{Base: at, Disp: slotOffset}, there)
	LEAQ(Mem{Base: f.x, Index: there, Scale: 4}, there)
	MOVWLZX(Mem{Base: at, Disp: slotClass}, class.As32())
	record := func(place int) Mem { return Mem{Base: f.records, Index: class, Scale: 8, Disp: place} }

	var d vec3
	for axis := range 3 {
		d[axis] = f.less(f.array(there, axis, part*f.bytes()), axis)
	}
	s := f.square(d)
	lanes := f.maskOf(Mem{Base: at, Disp: slotLanes}, part)
	var acts mask
	if f.wide {
		k := K()
		VCMPPS_BCST(U8(notLessOrEqual), record(recordLeast), s, lanes.op, k)
		acts = mask{k}
	} else {
		acts = f.compare(notLessOrEqual, s, f.broadcast(record(recordLeast)), &lanes)
	}
	r := f.inverseRoot(s, f.one, f.half, f.threeEighths)
	byLength := f.broadcast(record(recordStiffness))
	f.fnmadd(record(recordPull), r, byLength)
	if f.full {
		f.damp(d, r, byLength, func() Op { return f.broadcast(record(recordDamping)) },
			func() VecVirtual { return f.broadcast(record(recordFloor)) },
			func(axis int) Op { return f.array(there, 3+axis, part*f.bytes()) })
	}
	f.add(d, byLength, acts)
}

// fnmadd is sum −= a·b with a number a in memory.
func (f *forces) fnmadd(a Mem, b, sum VecVirtual) {
	if f.wide {
		VFNMADD231PS_BCST(a, b, sum)
		return
	}
	VFNMADD231PS(f.broadcast(a), b, sum)
}

// damp adds the damper, and bounds the force from below.
func (f *forces) damp(d vec3, r, byLength VecVirtual, damping func() Op, floor func() VecVirtual, velocity func(axis int) Op) {
	rate := f.vec()
	VMULPS(d[0], f.less(velocity(0), 3), rate)
	for axis := 1; axis < 3; axis++ {
		VFMADD231PS(d[axis], f.less(velocity(axis), 3+axis), rate)
	}
	VMULPS(r, r, r)
	VMULPS(r, rate, rate)
	VFMADD231PS(damping(), rate, byLength)
	VMAXPS(byLength, floor(), byLength) // of NaN and a number it takes the last operand, NaN
}

// add adds the force where it acts.
func (f *forces) add(d vec3, byLength VecVirtual, acts mask) {
	if !f.wide {
		f.keep(byLength, acts)
	}
	for axis := range 3 {
		if f.wide {
			VFNMADD231PS(byLength, d[axis], acts.op, f.sum[axis])
		} else {
			VFMADD231PS(byLength, d[axis], f.sum[axis])
		}
	}
}

// column treats one neighbor of each mass, wherever it is.
func (f *forces) column(at Register, part int) {
	word := func(i int) Mem { return Mem{Base: at, Disp: i*sliceBytes + part*f.bytes()} }
	entry := f.vec()
	if f.wide {
		VMOVDQU32(word(0), entry)
	} else {
		VMOVDQU(word(0), entry)
	}
	index := func() VecVirtual {
		v := f.vec()
		VPSRAD(U8(4), entry, v)
		return v
	}
	row := func(place int) VecVirtual { return f.row(place, entry) }
	var d vec3
	places := index()
	for axis := range 3 {
		d[axis] = f.gather(axis, places)
		if f.wide {
			VSUBPS(d[axis], f.self[axis], d[axis])
		} else {
			VSUBPS(f.self[axis], d[axis], d[axis])
		}
	}
	s := f.square(d)
	acts := f.compare(notLessOrEqual, s, f.leastOf(word, row), nil)
	r := f.inverseRoot(s, f.one, f.half, f.threeEighths)

	var byLength, pull VecVirtual
	switch f.format.words {
	case 1:
		byLength, pull = row(laneStiffness), row(lanePull)
	case 2:
		byLength, pull = row(laneStiffness), f.vec()
		VMULPS(word(1), byLength, pull)
	default:
		byLength, pull = f.vec(), f.vec()
		VMOVUPS(word(2), byLength)
		VMULPS(word(1), byLength, pull)
	}
	VFNMADD231PS(pull, r, byLength)
	if f.full {
		f.damp(d, r, byLength, func() Op {
			if f.format.words == 4 {
				return word(3)
			}
			return row(laneDamping)
		}, func() VecVirtual { return row(laneFloor) }, func(axis int) Op { return f.gather(3+axis, index()) })
	}
	f.add(d, byLength, acts)
}

// leastOf is the square of the length below which a spring of a column exerts
// no force: for a cable that of its rest length.
func (f *forces) leastOf(word func(int) Mem, row func(int) VecVirtual) Op {
	switch {
	case !f.full:
		return f.least
	case f.format.words == 1:
		return row(laneLeast)
	}
	cable := row(lanePull) // 1 for a cable, else 0
	VMULPS(word(1), cable, cable)
	VMULPS(cable, cable, cable)
	VMAXPS(f.least, cable, cable)
	return cable
}

// gather is a new vector from array number which.
func (f *forces) gather(which int, index VecVirtual) VecVirtual {
	from := f.x
	if which > 0 {
		from = GP64()
		LEAQ(f.array(f.x, which, 0), from)
	}
	v := f.zero()
	if f.wide {
		all := K()
		KXNORW(all, all, all)
		VGATHERDPS(Mem{Base: from, Index: index, Scale: 4}, all, v)
		return v
	}
	all := f.vec()
	VPCMPEQD(all, all, all)
	VGATHERDPS(all, Mem{Base: from, Index: index, Scale: 4}, v)
	return v
}

// row is a new vector of the numbers in a row of table.lanes that the lower four
// bits of each entry name; AVX2 looks up eight at once.
func (f *forces) row(place int, entry VecVirtual) VecVirtual {
	v := f.vec()
	VPERMPS(Mem{Base: f.lanes, Disp: place}, entry, v)
	if !f.wide {
		upper, high := f.vec(), f.vec()
		VPERMPS(Mem{Base: f.lanes, Disp: place + 32}, entry, upper)
		VPSLLD(U8(28), entry, high) // bit 3 becomes the sign
		VBLENDVPS(high, upper, v, v)
	}
	return v
}
