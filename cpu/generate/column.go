package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

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
		build.VPCMPEQD(index, index, all) // all of them; a mask of itself alone avo would keep for good
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
