package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// press writes the kernel that sums the pushes of pairs; see kernels.PressGo.
type press struct {
	pairs
	out  reg.GPVirtual
	sum  vec3           // of pushes
	most reg.VecVirtual // touches
}

var (
	pressPosition = arrays{pressX, pressStride}
	pressVelocity = arrays{pressV, pressVStride}
)

func (p *press) write() {
	p.eachSlice("press", func() {
		p.out = p.field(pressOut)
		build.MOVL(operand.U32(0), operand.Mem{Base: p.slice, Disp: pairSlicePushed})
		p.eachPart(p.half)
		build.ADDQ(operand.U32(3*sliceBytes), operand.Mem{Base: p.call, Disp: pressOut})
	})
}

// half treats all or half of a slice.
func (p *press) half() {
	p.sum, p.most = vec3{p.zero(), p.zero(), p.zero()}, p.zero()
	p.eachColumn(p.column)
	for axis := range 3 {
		build.VMOVUPS(p.sum[axis], operand.Mem{Base: p.out, Disp: axis*sliceBytes + p.shift()})
	}
	p.skipIfNil(pairsCounts, "counted"+p.tag)
	build.VMOVUPS(p.most, p.self(arrays{first: pairsCounts})[0])
	most := operand.Mem{Base: p.call, Disp: pressMost + p.shift()}
	build.VPMAXUD(most, p.most, p.most)
	build.VMOVUPS(p.most, most)
	build.Label("counted" + p.tag)
}

// column adds the pushes of one neighbor of each mass. It reads velocities only where masses
// touch, and continues at once where none does.
func (p *press) column(column reg.GPVirtual) {
	if p.part == 0 {
		build.MOVL(operand.U32(0), operand.Mem{Base: column, Disp: columnPushed})
	}
	law, d, square, reach, touches := p.apart(column, pressPosition)

	r, force := p.inverseRoot(square), p.vec()
	length := p.vec()
	build.VMULPS(r, square, length)
	build.VSUBPS(length, reach, reach) // δ
	build.VMOVUPS(law(lawStiffness), force)
	build.VMULPS(reach, force, force)
	parting := p.zero()
	w, at := p.others("v", column, &touches, pressVelocity)[0], p.self(pressVelocity)
	for axis := range 3 {
		own := p.vec()
		build.VMULPS(r, d[axis], d[axis]) // n
		build.VMOVUPS(at[axis], own)
		build.VSUBPS(w[axis], own, own)
		build.VFMADD231PS(d[axis], own, parting)
	}
	build.VFNMADD231PS(law(lawDamping), parting, force)
	pushes := p.compare(greater, force, p.zero(), &touches)
	p.skipUnlessAny(pushes, "next"+p.tag)
	for axis := range 3 {
		build.VMULPS(force, d[axis], d[axis])
		p.keep(d[axis], pushes) // a mass that is at the other one has no normal
		build.VADDPS(d[axis], p.sum[axis], p.sum[axis])
	}
	p.addBits(pushes, operand.Mem{Base: p.slice, Disp: pairSlicePushed})
	p.addBits(pushes, operand.Mem{Base: column, Disp: columnPushed})
	p.skipIfNil(pairsTouches, "next"+p.tag)
	p.count(pushes)
	touch := p.beside(column, pairsTouches, touchSize)
	for axis := range 3 {
		build.VMOVUPS(d[axis], operand.Mem{Base: touch, Disp: axis*sliceBytes + p.shift()})
	}
}

// count counts a touch of the lanes of a mask.
func (p *press) count(pushes mask) {
	if p.wide {
		one := p.zero()
		build.VPTERNLOGD(operand.U8(0xff), one, one, one)
		build.VPSUBD(one, p.most, pushes.op, p.most)
		return
	}
	build.VPSUBD(pushes.op, p.most, p.most)
}

// writeAdd writes the kernel that adds numbers to others; see kernels.AddGo.
func (i isa) writeAdd() {
	build.TEXT("add"+i.name, attr.NOSPLIT, "func(to, from []float32)")
	to, from := build.Load(build.Param("to").Base(), build.GP64()), build.Load(build.Param("from").Base(), build.GP64())
	left := build.Load(build.Param("from").Len(), build.GP64())
	build.Label("more")
	for part := range i.parts() {
		v := i.vec()
		at := operand.Mem{Base: to, Disp: part * i.bytes()}
		build.VMOVUPS(at, v)
		build.VADDPS(operand.Mem{Base: from, Disp: part * i.bytes()}, v, v)
		build.VMOVUPS(v, at)
	}
	build.ADDQ(operand.U8(sliceBytes), to)
	build.ADDQ(operand.U8(sliceBytes), from)
	build.SUBQ(operand.U8(16), left)
	build.JNZ(operand.LabelRef("more"))
	build.VZEROUPPER()
	build.RET()
}

// Places of the fields of DissipationCall [bytes].
const (
	dissipationX          = pairsSize + 8*iota  // lane 0 in the array x
	dissipationStride                           // to the next array [bytes]
	dissipationV                                // lane 0 in the array vx
	dissipationVStride                          // to the next array [bytes]
	dissipationW                                // lane 0 in the array vx after the step
	dissipationWStride                          // to the next array [bytes]
	dissipationGain                             // lane 0 of x, or nil
	dissipationGainStride                       // to the next array [bytes]
	dissipationPerMass                          // lane 0
	dissipationSum                              // result: 8 numbers of 8 bytes
	dissipationFriction   = dissipationSum + 64 // result: 8 numbers of 8 bytes
)

// pairDissipation writes the kernel that sums the dissipation of pairs; see kernels.DissipationGo.
type pairDissipation struct {
	pairs
	sum reg.VecVirtual
}

var (
	dissipationPosition = arrays{dissipationX, dissipationStride}
	dissipationSeen     = arrays{dissipationV, dissipationVStride}
	dissipationLater    = arrays{dissipationW, dissipationWStride}
	dissipationGained   = arrays{dissipationGain, dissipationGainStride}
)

func (l *pairDissipation) write() {
	l.eachSlice("dissipation", func() { l.eachPart(l.half) })
}

// half treats all or half of a slice.
func (l *pairDissipation) half() {
	l.sum = l.zero()
	l.eachColumn(l.column)
	l.addUp(l.sum, l.call, dissipationSum)
	l.skipIfNil(dissipationGain, "friction"+l.tag)
	l.addFriction()
	build.Label("friction" + l.tag)
}

// column adds the dissipation of pairs with one neighbor of each mass.
func (l *pairDissipation) column(column reg.GPVirtual) {
	law, d, square, reach, touches := l.apart(column, dissipationPosition)

	r, length := l.inverseRoot(square), l.vec()
	build.VMULPS(r, square, length)
	build.VSUBPS(length, reach, reach) // δ
	build.VMULPS(law(lawStiffness), reach, reach)
	seen := l.parting("v", column, touches, d, dissipationSeen)
	later := l.parting("w", column, touches, d, dissipationLater)
	build.VADDPS(seen, later, later)
	build.VMULPS(r, seen, seen)
	build.VMULPS(law(lawDamping), seen, seen)
	build.VMINPS(reach, seen, seen)
	build.VMULPS(r, later, later)
	build.VMULPS(later, seen, seen)
	l.keep(seen, touches) // a mass that is at the other one has no normal
	build.VADDPS(seen, l.sum, l.sum)
}

// parting returns a new vector: the difference of velocities, times d.
func (l *pairDissipation) parting(label string, column reg.GPVirtual, touches mask, d []reg.VecVirtual, from arrays) reg.VecVirtual {
	sum := l.zero()
	other, at := l.others(label, column, &touches, from)[0], l.self(from)
	for axis := range 3 {
		own := l.vec()
		build.VMOVUPS(at[axis], own)
		build.VSUBPS(other[axis], own, own)
		build.VFMADD231PS(d[axis], own, sum)
	}
	return sum
}

// addFriction adds the change by friction to masses that pairs push.
func (l *pairDissipation) addFriction() {
	inverse, sum := l.vec(), l.zero()
	build.VMOVUPS(l.self(arrays{first: dissipationPerMass})[0], inverse)
	pushed := l.maskOf(operand.Mem{Base: l.slice, Disp: pairSlicePushed}, l.part)
	pushed = l.compare(greater, inverse, l.zero(), &pushed)
	gained, seen, later := l.self(dissipationGained), l.self(dissipationSeen), l.self(dissipationLater)
	for axis := range 3 {
		v := l.vec()
		build.VMOVUPS(seen[axis], v)
		build.VADDPS(later[axis], v, v)
		build.VFMADD231PS(gained[axis], v, sum)
	}
	build.VDIVPS(inverse, sum, sum)
	l.keep(sum, pushed)
	l.addUp(sum, l.call, dissipationFriction)
}
