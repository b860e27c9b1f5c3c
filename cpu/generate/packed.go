package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Sizes of a mass in the packed copy of a state, see package cpu/kernels: x, y, z and one more,
// and where velocities are read, too, the same of them.
const (
	packedSize     = 16
	packedVelocity = 16 // where it begins
)

// eachColumn goes through the columns of a slice, whose neighbors it reads from
// the packed copy if there is one, else by gathers.
func (f *forces) eachColumn(part int) {
	if f.double {
		f.each("column", "done", part, forcesColumns, 4, operand.U32(uint32(f.columnBytes())), f.column)
		return
	}
	gathers, end := fmt.Sprintf("gathers%d", part), fmt.Sprintf("columned%d", part)
	size := operand.U32(uint32(f.format.words * sliceBytes))
	f.packed = f.field(forcesPacked)
	build.TESTQ(f.packed, f.packed)
	build.JZ(operand.LabelRef(gathers))
	build.LEAQ(operand.Mem{Base: f.packed, Index: f.done, Scale: f.packedScale() * packedSize / 4}, f.packed)
	f.each("packed", "unpacked", part, forcesColumns, 4, size, func(at reg.Register, part int) {
		if part == 0 {
			f.fetchColumn(at)
		}
		f.column(at, part)
	})
	build.JMP(operand.LabelRef(end))
	build.Label(gathers)
	f.packed = nil
	f.each("column", "done", part, forcesColumns, 4, size, f.column)
	build.Label(end)
}

// fetchColumn asks for a column some way ahead, past the caches, which masses need more: columns are read
// once a step and come from afar, and the processor's own prefetch ends with a page, which has but some
// dozens of them.
func (f *forces) fetchColumn(at reg.Register) {
	const ahead = 16 // columns
	for word := range f.format.words {
		build.PREFETCHNTA(operand.Mem{Base: at, Disp: (ahead*f.format.words + word) * sliceBytes})
	}
}

// packedScale returns the size of a mass in the packed copy, in units of packedSize.
func (f *forces) packedScale() uint8 {
	if f.full {
		return 2
	}
	return 1
}

// unpack returns the neighbors' x, y and z, or the vectors at disp further on, from entries
// that begin at an address. Four masses at once are loaded side by side, so that
// lane i of a row has mass 4i, 4i+1, 4i+2 or 4i+3, and then are transposed.
func (f *forces) unpack(entries operand.Mem, disp int) vec3 {
	const kind = 15 // the bits of an entry that are not of its neighbor
	place := func(lane int) operand.Mem {
		at := build.GP64()
		entry := entries
		entry.Disp += 4 * lane
		build.MOVLQSX(entry, at)
		build.ANDQ(operand.I8(^kind), at) // 16 times the neighbor
		return operand.Mem{Base: f.packed, Index: at, Scale: f.packedScale(), Disp: disp}
	}
	var rows [4]reg.VecVirtual
	for i := range rows {
		row := f.vec()
		if f.wide { // all of it is written, so that nothing waits for its old content
			build.VBROADCASTF32X4(place(i), row)
		} else {
			build.VBROADCASTF128(place(i), row)
		}
		for block := 1; block < f.bytes()/16; block++ {
			if f.wide {
				build.VINSERTF32X4(operand.U8(block), place(4*block+i), row, row)
			} else {
				build.VINSERTF128(operand.U8(block), place(4*block+i), row, row)
			}
		}
		rows[i] = row
	}
	xy, zw := [2]reg.VecVirtual{f.vec(), f.vec()}, [2]reg.VecVirtual{f.vec(), f.vec()}
	for i := range 2 {
		build.VUNPCKLPS(rows[2*i+1], rows[2*i], xy[i])
		build.VUNPCKHPS(rows[2*i+1], rows[2*i], zw[i])
	}
	out := f.vec3()
	build.VUNPCKLPD(xy[1], xy[0], out[0])
	build.VUNPCKHPD(xy[1], xy[0], out[1])
	build.VUNPCKLPD(zw[1], zw[0], out[2])
	return out
}

// pack writes the packed copy of all or half of a slice of the next state, which
// has just been written, and continues to the next; velocities too where the copy
// has them.
func (g *integrate) pack(part int) {
	if g.unpacked {
		return
	}
	end := fmt.Sprintf("copied%d", part)
	to, step := g.field(integratePacked), build.GP64()
	build.TESTQ(to, to)
	build.JZ(operand.LabelRef(end))
	build.MOVQ(operand.Mem{Base: g.call, Disp: integratePackedStep}, step)
	g.packRows(part, to, step, g.place(g.nextX, integrateNextX), 0)
	build.CMPQ(step, operand.I8(packedSize))
	build.JE(operand.LabelRef(fmt.Sprintf("moved%d", part)))
	build.MOVQ(operand.Mem{Base: g.call, Disp: integratePacked}, to)
	g.packRows(part, to, step, g.place(g.nextV, integrateNextV), packedVelocity)
	build.Label(fmt.Sprintf("moved%d", part))
	build.MOVQ(to, operand.Mem{Base: g.call, Disp: integratePacked})
	build.Label(end)
}

// packRows writes three numbers of each mass side by side, step bytes from one
// mass to the next, and leaves to after the last.
func (g *integrate) packRows(part int, to, step reg.GPVirtual, from reg.Register, disp int) {
	var v [4]reg.VecVirtual
	for axis := range 3 {
		v[axis] = g.vec()
		build.VMOVUPS(g.array(from, axis, part*g.bytes()), v[axis])
	}
	v[3] = v[2] // unused
	low, high := [2]reg.VecVirtual{g.vec(), g.vec()}, [2]reg.VecVirtual{g.vec(), g.vec()}
	for i := range 2 {
		build.VUNPCKLPS(v[2*i+1], v[2*i], low[i])
		build.VUNPCKHPS(v[2*i+1], v[2*i], high[i])
	}
	v[3] = g.vec()
	build.VUNPCKLPD(low[1], low[0], v[0])
	build.VUNPCKHPD(low[1], low[0], v[1])
	build.VUNPCKLPD(high[1], high[0], v[2])
	build.VUNPCKHPD(high[1], high[0], v[3])
	for block := range g.bytes() / 16 {
		for i := range v {
			place := operand.Mem{Base: to, Disp: disp}
			switch {
			case block == 0:
				build.VMOVUPS(v[i].AsX(), place)
			case g.wide:
				build.VEXTRACTF32X4(operand.U8(block), v[i], place)
			default:
				build.VEXTRACTF128(operand.U8(block), v[i], place)
			}
			build.ADDQ(step, to)
		}
	}
}

// neighbors returns the positions of neighbors, or their velocities: array number
// first and the two after it.
func (f *forces) neighbors(first int, index func() reg.VecVirtual, entries operand.Mem) vec3 {
	if f.packed != nil {
		return f.unpack(entries, first/3*packedVelocity)
	}
	places := index()
	var v vec3
	for axis := range 3 {
		v[axis] = f.gather(first+axis, places)
	}
	return v
}

// velocities gives those of neighbors when they are asked for.
func (f *forces) velocities(index func() reg.VecVirtual, entries operand.Mem) func(axis int) operand.Op {
	if f.packed == nil {
		return func(axis int) operand.Op { return f.gather(3+axis, index()) }
	}
	var v vec3
	return func(axis int) operand.Op {
		if axis == 0 {
			v = f.neighbors(3, index, entries)
		}
		return v[axis]
	}
}
