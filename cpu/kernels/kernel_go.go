package kernels

import (
	"math"

	"hooke/cpu/table"
)

// PlainGo returns the kernel for machines without another one. It is also the kernel to read:
// the others compute the same.
func PlainGo[T table.Real]() Kernel[T] {
	k := Kernel[T]{Name: "go", Integrate: IntegrateGo[T], Verlet: VerletGo[T], Stage: StageGo[T], Press: PressGo[T], PairFriction: PairFrictionGo[T], Nudge: NudgeGo[T], Add: AddGo[T], Moved: MovedGo[T], Load: LoadGo[T], Drag: DragGo[T], Slide: SlideGo[T], Pull: PullGo[T], Dissipation: DissipationGo[T], Wind: WindGo[T], Gather: GatherGo[T], Near: NearGo[T]}
	for f := range k.Forces {
		k.Dampers[f], k.Works[f] = DampersGo[T], DampersGo[T]
		k.Forces[f] = [2]func(*ForcesCall[T]){
			func(c *ForcesCall[T]) { forcesGo(c, false) },
			func(c *ForcesCall[T]) { forcesGo(c, true) },
		}
	}
	k.Hands = [2]func(*ForcesCall[T]){
		func(c *ForcesCall[T]) { handGo(c, false) },
		func(c *ForcesCall[T]) { handGo(c, true) },
	}
	return k
}

// forcesGo sums the spring forces on the masses of some slices.
func forcesGo[T table.Real](c *ForcesCall[T], full bool) {
	for i := range c.count {
		s := c.first + i
		var sum [3][table.Width]T
		addPairs(&sum, c, s, full)
		begin, end := c.table.Ends[s], c.table.Ends[s+1]
		for _, slot := range c.table.Slots[begin.Slot:end.Slot] {
			addSlot(&sum, c, s*table.Width, slot, full)
		}
		for column := begin.Column; column < end.Column; column++ {
			addColumn(&sum, c, s*table.Width, int(column), full)
		}
		out := c.Force[i*3*table.Width : (i+1)*3*table.Width]
		for axis := range sum {
			copy(out[axis*table.Width:], sum[axis][:])
		}
	}
}

// addSlot adds the forces of one slot: 16 masses whose neighbors lie side by
// side, over springs of one class.
func addSlot[T table.Real](sum *[3][table.Width]T, c *ForcesCall[T], base int, slot table.Slot, full bool) {
	var none Handed[T]
	c.pull(sum, &none, base, base+int(slot.Offset), slot.Lanes, &c.table.Records[slot.Class/table.RecordPlaces], full)
}

// addColumn adds the forces of one column: a neighbor for each of 16 masses.
func addColumn[T table.Real](sum *[3][table.Width]T, c *ForcesCall[T], base, column int, full bool) {
	for lane := range table.Width {
		r, offset := c.entry(column, lane)
		x, y, z := c.springForce(base+lane, base+offset, &r, full)
		add(sum, lane, x, y, z)
	}
}

// entry returns the class of the spring of an entry of a column, and the distance from the
// first lane of the slice to the neighbor.
func (c *ForcesCall[T]) entry(column, lane int) (r table.Record[T], offset int) {
	t := c.table
	words := t.Words()
	entries := t.Columns[column*table.Width*words : (column+1)*table.Width*words]
	kind := entries[lane] & 15
	switch t.Format {
	case table.ByClass:
		r = table.Record[T]{Stiffness: t.Lanes[table.LaneStiffness][kind], Pull: t.Lanes[table.LanePull][kind], Damping: t.Lanes[table.LaneDamping][kind],
			Least: t.Lanes[table.LaneLeast][kind]}
	default:
		rest := table.NumberOf[T](entries, 0, lane)
		k, damping := t.Lanes[table.LaneStiffness][kind], t.Lanes[table.LaneDamping][kind]
		if t.Format == table.Own {
			k, damping = table.NumberOf[T](entries, 1, lane), table.NumberOf[T](entries, 2, lane)
		}
		pull := t.Lanes[table.LaneScaled][kind] * rest
		if t.Format == table.Own {
			pull *= k
		}
		shortest := rest * t.Lanes[table.LanePull][kind]
		r = table.Record[T]{Stiffness: k, Pull: pull, Damping: damping, Least: max(shortest*shortest, t.Lanes[table.LaneLeast][kind])}
	}
	r.Floor = t.Lanes[table.LaneFloor][kind]
	return r, int(int32(entries[lane]) >> 4)
}

// add adds a force on a mass.
func add[T table.Real](sum *[3][table.Width]T, lane int, x, y, z T) {
	sum[0][lane] += x
	sum[1][lane] += y
	sum[2][lane] += z
}

// springForce returns the force of one spring on mass a, from the mass b at its other
// end. With d = xb − xa, r = 1/|d| it is
//
//	d (k − k L0 r + c ((vb − va)·d) r²),
//
// which is k (L − L0) + c ((vb − va)·n) along n.
func (c *ForcesCall[T]) springForce(a, b int, law *table.Record[T], full bool) (x, y, z T) {
	arena, stride := c.from.Arena, c.from.Stride
	a, b = a+table.Width, b+table.Width
	dx, dy, dz := arena[b]-arena[a], arena[b+stride]-arena[a+stride], arena[b+2*stride]-arena[a+2*stride]
	square := dx*dx + dy*dy + dz*dz
	if square <= law.Least {
		return 0, 0, 0 // too short to have a direction, or a slack cable
	}
	r := 1 / T(math.Sqrt(float64(square)))
	byLength := law.Stiffness - law.Pull*r // [N/m]
	if full {
		a, b = a+3*stride, b+3*stride
		rate := (arena[b]-arena[a])*dx + (arena[b+stride]-arena[a+stride])*dy + (arena[b+2*stride]-arena[a+2*stride])*dz
		byLength += law.Damping * rate * (r * r)
		if byLength < law.Floor {
			byLength = law.Floor
		}
	}
	return byLength * dx, byLength * dy, byLength * dz
}

// Handed are forces along x, y and z, each behind that which comes from the slice before.
type Handed[T table.Real] [3][table.Width + 1]T

// pull adds the forces of springs of one class, of which some of 16 masses side by side have one to as
// many neighbors side by side, as springForce has them: to sum, and moved on by a lane to acc.
func (c *ForcesCall[T]) pull(sum *[3][table.Width]T, acc *Handed[T], a, b int, lanes uint16, law *table.Record[T], full bool) {
	if lanes == 0 { // the neighbors may lie beyond all lanes
		for axis := range acc {
			copy(acc[axis][1:], acc[axis][:])
		}
		return
	}
	if full {
		c.pullDamped(sum, acc, a, b, lanes, law)
		return
	}
	c.pullElastic(sum, acc, a, b, lanes, law)
}

// pullElastic is pull without dampers and cables. Both are written for the compiler: arrays of 16 numbers
// have no checks of bounds, and there are not many more of them than a processor has registers.
func (c *ForcesCall[T]) pullElastic(sum *[3][table.Width]T, acc *Handed[T], a, b int, lanes uint16, law *table.Record[T]) {
	xa, ya, za := c.from.sides(ArrayX, a)
	xb, yb, zb := c.from.sides(ArrayX, b)
	stiffness, most, least := law.Stiffness, law.Pull, law.Least
	for lane := table.Width - 1; lane >= 0; lane-- {
		dx, dy, dz := xb[lane]-xa[lane], yb[lane]-ya[lane], zb[lane]-za[lane]
		square := dx*dx + dy*dy + dz*dz
		here := int16(lanes) < 0
		lanes <<= 1
		r := 1 / T(math.Sqrt(float64(square)))
		byLength := stiffness - most*r // [N/m]
		if !here || square <= least {
			byLength, dx, dy, dz = 0, 0, 0, 0 // whatever lies there
		}
		dx, dy, dz = byLength*dx, byLength*dy, byLength*dz
		sum[0][lane] += dx
		sum[1][lane] += dy
		sum[2][lane] += dz
		acc[0][lane+1] = acc[0][lane] + dx
		acc[1][lane+1] = acc[1][lane] + dy
		acc[2][lane+1] = acc[2][lane] + dz
	}
}

// pullDamped is pull with dampers or cables.
func (c *ForcesCall[T]) pullDamped(sum *[3][table.Width]T, acc *Handed[T], a, b int, lanes uint16, law *table.Record[T]) {
	xa, ya, za := c.from.sides(ArrayX, a)
	xb, yb, zb := c.from.sides(ArrayX, b)
	ua, va, wa := c.from.sides(ArrayVX, a)
	ub, vb, wb := c.from.sides(ArrayVX, b)
	stiffness, most, damping, least, floor := law.Stiffness, law.Pull, law.Damping, law.Least, law.Floor
	for lane := table.Width - 1; lane >= 0; lane-- {
		dx, dy, dz := xb[lane]-xa[lane], yb[lane]-ya[lane], zb[lane]-za[lane]
		square := dx*dx + dy*dy + dz*dz
		here := int16(lanes) < 0
		lanes <<= 1
		r := 1 / T(math.Sqrt(float64(square)))
		rate := (ub[lane]-ua[lane])*dx + (vb[lane]-va[lane])*dy + (wb[lane]-wa[lane])*dz
		byLength := stiffness - most*r + damping*rate*(r*r) // [N/m]
		if byLength < floor {
			byLength = floor
		}
		if !here || square <= least {
			byLength, dx, dy, dz = 0, 0, 0, 0
		}
		dx, dy, dz = byLength*dx, byLength*dy, byLength*dz
		sum[0][lane] += dx
		sum[1][lane] += dy
		sum[2][lane] += dz
		acc[0][lane+1] = acc[0][lane] + dx
		acc[1][lane+1] = acc[1][lane] + dy
		acc[2][lane+1] = acc[2][lane] + dz
	}
}
