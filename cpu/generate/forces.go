package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// format is what an entry of a column holds; see package cpu.
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

	call, x, stride, stride3, stride5, slots, columns, records, ends, done reg.Register

	one, half, threeEighths, least operand.Op

	self [6]operand.Op // position and velocity of the masses
	sum  vec3
	move *integrate
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
	f.x, f.stride, f.slots, f.columns = f.field(forcesX), f.field(forcesStride), f.field(forcesSlots), f.field(forcesColumns)
	f.records, f.ends = f.field(forcesRecords), f.field(forcesEnds)
	f.done = build.GP64() // bytes of each array
	build.XORQ(f.done, f.done)
	f.one, f.half, f.least = f.constant(1), f.constant(0.5), f.constant(leastSquare())
	if !f.wide {
		f.threeEighths = f.constant(0.375)
	}

	if f.moves {
		f.move = &integrate{isa: f.isa, x: f.x, stride: f.stride, done: f.done}
		if !f.move.scarce() {
			f.move.bad = f.zero()
			f.move.call = f.field(forcesMove)
			f.move.hold()
		}
	}

	build.Label("slice")
	f.fetch()
	for part := range f.parts() {
		f.part(part)
	}
	build.ADDQ(operand.U8(sliceBytes), f.x)
	build.ADDQ(operand.U8(8), f.ends)
	build.ADDQ(operand.U8(sliceBytes), f.done)
	build.CMPQ(f.done, operand.Mem{Base: f.call, Disp: forcesBytes})
	build.JLT(operand.LabelRef("slice"))
	if f.moves && !f.move.scarce() {
		f.move.call = f.field(forcesMove)
		f.move.report()
	}
	build.VZEROUPPER()
	build.RET()
}

// field is a field of the call, in a register.
func (f *forces) field(place int) reg.Register {
	r := build.GP64()
	build.MOVQ(operand.Mem{Base: f.call, Disp: place}, r)
	return r
}

// fetch asks for the memory that the integration of the slice will need, which
// is not in a near cache where the model is large, and for the neighbors some
// slices ahead. Forces take long enough that it comes meanwhile. A reach of 0
// says that all is near already.
func (f *forces) fetch() {
	build.CMPQ(operand.Mem{Base: f.call, Disp: forcesReach}, operand.I8(0))
	build.JE(operand.LabelRef("fetched"))
	ahead := 0
	if f.moves {
		ahead = 16 * sliceBytes // the slice at hand needs it at once
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
	label := func(name string) string { return fmt.Sprintf("%s%d", name, part) }
	shift := part * f.bytes()
	if f.full {
		f.stride3, f.stride5 = build.GP64(), build.GP64()
		build.LEAQ(operand.Mem{Base: f.stride, Index: f.stride, Scale: 2}, f.stride3)
		build.LEAQ(operand.Mem{Base: f.stride, Index: f.stride, Scale: 4}, f.stride5)
	}
	for axis := range 3 {
		f.sum[axis] = f.zero()
	}
	for which := range f.arrays() {
		f.self[which] = f.array(f.x, which, shift)
		if f.wide {
			held := f.vec()
			build.VMOVUPS(f.self[which], held)
			f.self[which] = held
		}
	}
	last := part == f.parts()-1

	// Slots. Their pointer and that of the columns go on at the last part only.
	at, left := f.slots, build.GP64()
	if !last {
		at = build.GP64()
		build.MOVQ(f.slots, at)
	}
	f.between(0, left)
	build.JZ(operand.LabelRef(label("slotted")))
	build.Label(label("slot"))
	f.slot(at, part)
	build.ADDQ(operand.U8(slotSize), at)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(label("slot")))
	build.Label(label("slotted"))

	at = f.columns
	if !last {
		at = build.GP64()
		build.MOVQ(f.columns, at)
	}
	f.between(4, left)
	build.JZ(operand.LabelRef(label("done")))
	build.Label(label("column"))
	f.column(at, part)
	build.ADDQ(operand.U32(uint32(f.format.words*sliceBytes)), at)
	build.DECQ(left)
	build.JNZ(operand.LabelRef(label("column")))
	build.Label(label("done"))

	if f.moves {
		f.move.call = f.field(forcesMove)
		f.move.numbers = f.move.field(integrateNumbers)
		if f.wide {
			f.move.self = f.self[:f.arrays()]
		}
		f.move.euler(part, f.sum)
		return
	}
	out, three := f.field(forcesOut), build.GP64()
	build.LEAQ(operand.Mem{Base: f.done, Index: f.done, Scale: 2}, three)
	for axis := range 3 {
		build.VMOVUPS(f.sum[axis], operand.Mem{Base: out, Index: three, Scale: 1, Disp: axis*sliceBytes + shift})
	}
}

// between is how many slots (or columns) a slice has.
func (f *forces) between(place int, count reg.GPVirtual) {
	build.MOVL(operand.Mem{Base: f.ends, Disp: 8 + place}, count.As32())
	build.SUBL(operand.Mem{Base: f.ends, Disp: place}, count.As32())
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

// less is a new vector: the difference between a neighbor's and the masses' own,
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

// slot treats one neighbor of all masses, all at the same distance in memory.
func (f *forces) slot(at reg.Register, part int) {
	there, class := build.GP64(), build.GP64()
	build.MOVLQSX(operand.Mem{Base: at, Disp: slotOffset}, there)
	build.LEAQ(operand.Mem{Base: f.x, Index: there, Scale: 4}, there)
	build.MOVWLZX(operand.Mem{Base: at, Disp: slotClass}, class.As32())
	record := func(place int) operand.Mem { return operand.Mem{Base: f.records, Index: class, Scale: 8, Disp: place} }

	var d vec3
	for axis := range 3 {
		d[axis] = f.less(f.array(there, axis, part*f.bytes()), axis)
	}
	byLength, acts := f.pull(d, record, operand.Mem{Base: at, Disp: slotLanes}, part,
		func(axis int) operand.Op { return f.array(there, 3+axis, part*f.bytes()) })
	f.add(d, byLength, acts)
}

// pull is the force by length of springs of one class, and which of them act.
func (f *forces) pull(d vec3, record func(place int) operand.Mem, bits operand.Mem, part int, velocity func(axis int) operand.Op) (reg.VecVirtual, mask) {
	s := f.square(d)
	lanes := f.maskOf(bits, part)
	var acts mask
	if f.wide {
		k := build.K()
		build.VCMPPS_BCST(operand.U8(notLessOrEqual), record(recordLeast), s, lanes.op, k)
		acts = mask{k}
	} else {
		acts = f.compare(notLessOrEqual, s, f.broadcast(record(recordLeast)), &lanes)
	}
	r := f.inverseRoot(s, f.one, f.half, f.threeEighths)
	byLength := f.broadcast(record(recordStiffness))
	f.fnmadd(record(recordPull), r, byLength)
	if f.full {
		f.damp(d, r, byLength, func() operand.Op { return f.broadcast(record(recordDamping)) },
			func() reg.VecVirtual { return f.broadcast(record(recordFloor)) }, velocity)
	}
	return byLength, acts
}

// fnmadd is sum −= a·b with a number a in memory.
func (f *forces) fnmadd(a operand.Mem, b, sum reg.VecVirtual) {
	if f.wide {
		build.VFNMADD231PS_BCST(a, b, sum)
		return
	}
	build.VFNMADD231PS(f.broadcast(a), b, sum)
}

// damp adds the damper, and bounds the force from below.
func (f *forces) damp(d vec3, r, byLength reg.VecVirtual, damping func() operand.Op, floor func() reg.VecVirtual, velocity func(axis int) operand.Op) {
	rate := f.vec()
	build.VMULPS(d[0], f.less(velocity(0), 3), rate)
	for axis := 1; axis < 3; axis++ {
		build.VFMADD231PS(d[axis], f.less(velocity(axis), 3+axis), rate)
	}
	build.VMULPS(r, r, r)
	build.VMULPS(r, rate, rate)
	build.VFMADD231PS(damping(), rate, byLength)
	build.VMAXPS(byLength, floor(), byLength) // of NaN and a number it takes the last operand, NaN
}

// add adds the force where it acts.
func (f *forces) add(d vec3, byLength reg.VecVirtual, acts mask) {
	if !f.wide {
		f.keep(byLength, acts)
	}
	for axis := range 3 {
		if f.wide {
			build.VFNMADD231PS(byLength, d[axis], acts.op, f.sum[axis])
		} else {
			build.VFMADD231PS(byLength, d[axis], f.sum[axis])
		}
	}
}

// column treats one neighbor of each mass, wherever it is.
func (f *forces) column(at reg.Register, part int) {
	word := func(i int) operand.Mem { return operand.Mem{Base: at, Disp: i*sliceBytes + part*f.bytes()} }
	entry := f.vec()
	if f.wide {
		build.VMOVDQU32(word(0), entry)
	} else {
		build.VMOVDQU(word(0), entry)
	}
	index := func() reg.VecVirtual {
		v := f.vec()
		build.VPSRAD(operand.U8(4), entry, v)
		return v
	}
	row := func(place int) reg.VecVirtual { return f.row(place, entry) }
	var d vec3
	places := index()
	for axis := range 3 {
		d[axis] = f.gather(axis, places)
		if f.wide {
			build.VSUBPS(d[axis], f.self[axis], d[axis])
		} else {
			build.VSUBPS(f.self[axis], d[axis], d[axis])
		}
	}
	s := f.square(d)
	acts := f.compare(notLessOrEqual, s, f.leastOf(word, row), nil)
	r := f.inverseRoot(s, f.one, f.half, f.threeEighths)

	var byLength, pull reg.VecVirtual
	switch f.format.words {
	case 1:
		byLength, pull = row(laneStiffness), row(lanePull)
	case 2:
		byLength, pull = row(laneStiffness), row(laneScaled)
		build.VMULPS(word(1), pull, pull)
	default:
		byLength, pull = f.vec(), row(laneScaled)
		build.VMOVUPS(word(2), byLength)
		build.VMULPS(word(1), pull, pull)
		build.VMULPS(byLength, pull, pull)
	}
	build.VFNMADD231PS(pull, r, byLength)
	if f.full {
		f.damp(d, r, byLength, func() operand.Op {
			if f.format.words == 4 {
				return word(3)
			}
			return row(laneDamping)
		}, func() reg.VecVirtual { return row(laneFloor) }, func(axis int) operand.Op { return f.gather(3+axis, index()) })
	}
	f.add(d, byLength, acts)
}

// leastOf is the square of the length below which a spring of a column exerts
// no force: for a cable that of its rest length.
func (f *forces) leastOf(word func(int) operand.Mem, row func(int) reg.VecVirtual) operand.Op {
	switch {
	case !f.full:
		return f.least
	case f.format.words == 1:
		return row(laneLeast)
	}
	cable := row(lanePull) // the scale of the rest length for a cable, else 0
	build.VMULPS(word(1), cable, cable)
	build.VMULPS(cable, cable, cable)
	build.VMAXPS(f.least, cable, cable)
	return cable
}

// gather is a new vector from array number which.
func (f *forces) gather(which int, index reg.VecVirtual) reg.VecVirtual {
	from := f.x
	if which > 0 {
		from = build.GP64()
		build.LEAQ(f.array(f.x, which, 0), from)
	}
	v := f.zero()
	if f.wide {
		all := build.K()
		build.KXNORW(all, all, all)
		build.VGATHERDPS(operand.Mem{Base: from, Index: index, Scale: 4}, all, v)
		return v
	}
	all := f.vec()
	build.VPCMPEQD(all, all, all)
	build.VGATHERDPS(all, operand.Mem{Base: from, Index: index, Scale: 4}, v)
	return v
}

// row is a new vector of the numbers in a row of table.lanes that the lower four
// bits of each entry name; AVX2 looks up eight at once.
func (f *forces) row(place int, entry reg.VecVirtual) reg.VecVirtual {
	v, lanes := f.vec(), f.field(forcesLanes)
	build.VPERMPS(operand.Mem{Base: lanes, Disp: place}, entry, v)
	if !f.wide {
		upper, high := f.vec(), f.vec()
		build.VPERMPS(operand.Mem{Base: lanes, Disp: place + 32}, entry, upper)
		build.VPSLLD(operand.U8(28), entry, high) // bit 3 becomes the sign
		build.VBLENDVPS(high, upper, v, v)
	}
	return v
}
