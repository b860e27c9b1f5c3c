package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// column treats one neighbor of each mass, wherever it is.
func (f *forces) column(at reg.Register, part int) {
	word := func(i int) operand.Mem {
		return operand.Mem{Base: at, Disp: sliceBytes + (i-1)*f.slice() + part*f.bytes()}
	}
	var entry reg.VecVirtual
	switch {
	case f.double:
		entry = f.entries(at, part)
	case f.wide:
		entry = f.vec()
		build.VMOVDQU32(word(0), entry)
	default:
		entry = f.vec()
		build.VMOVDQU(word(0), entry)
	}
	index := func() reg.VecVirtual {
		v := f.vec()
		if f.double {
			v = f.halfVec()
		}
		build.VPSRAD(operand.U8(4), entry, v)
		return v
	}
	row := func(place int) reg.VecVirtual { return f.row(place, entry) }
	d := f.neighbors(0, index, word(0))
	for axis := range 3 {
		if f.wide {
			build.VSUBPS(d[axis], f.self[axis], d[axis])
		} else {
			build.VSUBPS(f.self[axis], d[axis], d[axis])
		}
	}
	s := f.square(d)
	acts := f.compare(notLessOrEqual, s, f.leastOf(word, row), nil)
	r := f.inverseRoot(s)

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
		}, func() reg.VecVirtual { return row(laneFloor) }, f.velocities(index, word(0)))
	}
	f.add(d, byLength, acts)
}

// leastOf returns the square of the length below which a spring of a column exerts
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

// gather returns a new vector from array number which.
func (f *forces) gather(which int, index reg.VecVirtual) reg.VecVirtual {
	from := f.x
	if which > 0 {
		from = build.GP64()
		build.LEAQ(f.array(f.x, which, 0), from)
	}
	if f.double {
		return f.gather64(operand.Mem{Base: from}, index)
	}
	v := f.zero()
	if f.wide {
		all := build.K()
		build.VPCMPEQD(index, index, all) // all of them; a mask of itself alone avo would keep for good
		build.VGATHERDPS(operand.Mem{Base: from, Index: index, Scale: 4}, all, v)
		return v
	}
	all := f.vec()
	build.VPCMPEQD(all, all, all)
	build.VGATHERDPS(all, operand.Mem{Base: from, Index: index, Scale: 4}, v)
	return v
}

// row returns a new vector of the numbers in a row of table.lanes that the lower four
// bits of each entry name; AVX2 looks up eight at once.
func (f *forces) row(place int, entry reg.VecVirtual) reg.VecVirtual {
	if f.double {
		return f.row64(place, entry)
	}
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

// columns goes through the columns of a slice, as forces do.
func (f *dampers) columns(part int) {
	gathers, end := fmt.Sprintf("gathers%d", part), fmt.Sprintf("columned%d", part)
	size := operand.U32(uint32(f.format.words * sliceBytes))
	f.packed = f.field(forcesPacked)
	build.TESTQ(f.packed, f.packed)
	build.JZ(operand.LabelRef(gathers))
	build.LEAQ(operand.Mem{Base: f.packed, Index: f.done, Scale: f.packedScale() * packedSize / 4}, f.packed)
	f.each("packed", "unpacked", part, forcesColumns, 4, size, f.column)
	build.JMP(operand.LabelRef(end))
	build.Label(gathers)
	f.packed = nil
	f.each("column", "done", part, forcesColumns, 4, size, f.column)
	build.Label(end)
}

// column treats one neighbor of each mass, wherever it is.
func (f *dampers) column(at reg.Register, part int) {
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
	d := f.neighbors(0, index, word(0))
	for axis := range 3 {
		build.VSUBPS(f.self[axis], d[axis], d[axis])
	}
	square := f.square(d)
	least := f.least
	if f.works {
		least = f.columnLaw(workLeast, entry, word)
	}
	acts := f.compare(notLessOrEqual, square, least, nil)
	seen := f.along(d, f.neighbors(3, index, word(0)), f.self[3:])
	later := f.along(d, f.laterNeighbors(index, word(0)), f.w[:])
	share := f.shares(index(), part)
	if f.works {
		f.takeAll(square, seen, later, acts, share, func(place int) reg.VecVirtual { return f.columnLaw(place, entry, word) })
		return
	}
	f.take(square, seen, later, acts, share, func(v reg.VecVirtual) {
		if f.format.words == 4 {
			build.VMULPS(word(3), v, v)
		} else {
			build.VMULPS(f.row(laneDamping, entry), v, v)
		}
	})
}

// shares returns a new vector of those of neighbors, at indices that are counted from the first mass.
func (f *dampers) shares(places reg.VecVirtual, part int) reg.VecVirtual {
	x := f.x
	f.x = f.field(dampersShare)
	build.ADDQ(x, f.x)
	share := f.gather(0, places)
	f.x = x
	least := f.zero()
	if f.wide {
		later := build.K()
		build.VPCMPGTD(f.places(part), places, later)
		f.overwrite(least, f.broadcast(operand.Mem{Base: f.call, Disp: dampersLeast}), mask{later})
	} else {
		later := f.vec()
		build.VPCMPGTD(f.places(part), places, later)
		f.overwrite(least, f.broadcast(operand.Mem{Base: f.call, Disp: dampersLeast}), mask{later})
	}
	build.VMAXPS(least, share, share)
	return share
}

// places returns the numbers of the masses of all or half of a slice.
func (f *dampers) places(part int) operand.Mem {
	name := fmt.Sprintf("places%d", f.bytes()/4)
	if _, ok := f.data[name]; !ok {
		f.data[name] = build.GLOBL(name, attr.RODATA|attr.NOPTR)
		for lane := range 16 {
			build.DATA(4*lane, operand.U32(lane))
		}
	}
	at := f.data[name]
	at.Disp += part * f.bytes()
	return at
}

// along returns a new vector: d·(v − own).
func (f *dampers) along(d, v vec3, own []operand.Op) reg.VecVirtual {
	rate := f.vec()
	for axis := range 3 {
		build.VSUBPS(own[axis], v[axis], v[axis])
		if axis == 0 {
			build.VMULPS(d[0], v[0], rate)
		} else {
			build.VFMADD231PS(d[axis], v[axis], rate)
		}
	}
	return rate
}

// laterNeighbors are w of neighbors.
func (f *dampers) laterNeighbors(index func() reg.VecVirtual, entries operand.Mem) vec3 {
	x, packed := f.x, f.packed
	defer func() { f.x, f.packed = x, packed }()
	if packed != nil {
		f.packed = f.field(dampersPacked)
		build.ADDQ(packed, f.packed)
		return f.neighbors(3, index, entries)
	}
	f.x = f.laterOf(f.x)
	return f.neighbors(0, index, entries)
}

// columnBytes returns the size of a column with float64: 16 words, then numbers.
func (f *forces) columnBytes() int { return sliceBytes + (f.format.words-1)*f.slice() }

// entries returns those of a part of a column: the first words, in half of the bytes of a vector.
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

// halfVec returns a vector of as many words as a vector has float64.
func (f *forces) halfVec() reg.VecVirtual {
	if f.wide {
		return build.YMM()
	}
	return build.XMM()
}

// gather64 returns a new vector of the numbers at indices from an address.
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
