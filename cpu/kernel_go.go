package cpu

import "math"

// plainGo is the kernel for machines without another, and the one that is to
// be read: what the others compute is this.
func plainGo() kernel {
	k := kernel{name: "go", integrate: integrateGo, verlet: verletGo}
	for f := range k.forces {
		k.forces[f] = [2]func(*forcesCall){
			func(c *forcesCall) { forcesGo(c, false) },
			func(c *forcesCall) { forcesGo(c, true) },
		}
	}
	k.hands = [2]func(*forcesCall){
		func(c *forcesCall) { handGo(c, false) },
		func(c *forcesCall) { handGo(c, true) },
	}
	return k
}

// forcesGo sums the spring forces on the masses of some slices.
func forcesGo(c *forcesCall, full bool) {
	for i := range c.count {
		s := c.first + i
		var sum [3][width]float32
		addPairs(&sum, c, s, full)
		begin, end := c.table.ends[s], c.table.ends[s+1]
		for _, slot := range c.table.slots[begin.slot:end.slot] {
			addSlot(&sum, c, s*width, slot, full)
		}
		for column := begin.column; column < end.column; column++ {
			addColumn(&sum, c, s*width, int(column), full)
		}
		out := c.force[i*3*width : (i+1)*3*width]
		for axis := range sum {
			copy(out[axis*width:], sum[axis][:])
		}
	}
}

// addSlot adds the forces of one slot: 16 masses whose neighbors lie side by
// side, over springs of one class.
func addSlot(sum *[3][width]float32, c *forcesCall, base int, slot slot, full bool) {
	r := &c.table.records[slot.class/recordPlaces]
	for lane := range width {
		if slot.lanes>>lane&1 != 0 {
			x, y, z := c.springForce(base+lane, base+lane+int(slot.offset), r, full)
			add(sum, lane, x, y, z)
		}
	}
}

// addColumn adds the forces of one column: a neighbor for each of 16 masses.
func addColumn(sum *[3][width]float32, c *forcesCall, base, column int, full bool) {
	t := c.table
	words := t.format.words()
	entries := t.columns[column*width*words : (column+1)*width*words]
	for lane := range width {
		kind := entries[lane] & 15
		var r record
		switch t.format {
		case byClass:
			r = record{stiffness: t.lanes[laneStiffness][kind], pull: t.lanes[lanePull][kind], damping: t.lanes[laneDamping][kind],
				least: t.lanes[laneLeast][kind]}
		default:
			rest := math.Float32frombits(entries[width+lane])
			k, damping := t.lanes[laneStiffness][kind], t.lanes[laneDamping][kind]
			if t.format == own {
				k, damping = math.Float32frombits(entries[2*width+lane]), math.Float32frombits(entries[3*width+lane])
			}
			pull := t.lanes[laneScaled][kind] * rest
			if t.format == own {
				pull *= k
			}
			shortest := rest * t.lanes[lanePull][kind]
			r = record{stiffness: k, pull: pull, damping: damping, least: max(shortest*shortest, t.lanes[laneLeast][kind])}
		}
		r.floor = t.lanes[laneFloor][kind]
		x, y, z := c.springForce(base+lane, base+int(int32(entries[lane])>>4), &r, full)
		add(sum, lane, x, y, z)
	}
}

// add adds a force on a mass.
func add(sum *[3][width]float32, lane int, x, y, z float32) {
	sum[0][lane] += x
	sum[1][lane] += y
	sum[2][lane] += z
}

// springForce is the force of one spring on mass a, from the mass b at its other
// end. With d = xb − xa, r = 1/|d| it is
//
//	d (k − k L0 r + c ((vb − va)·d) r²),
//
// which is k (L − L0) + c ((vb − va)·n) along n.
func (c *forcesCall) springForce(a, b int, law *record, full bool) (x, y, z float32) {
	arena, stride := c.from.arena, c.from.stride
	a, b = a+width, b+width
	dx, dy, dz := arena[b]-arena[a], arena[b+stride]-arena[a+stride], arena[b+2*stride]-arena[a+2*stride]
	square := dx*dx + dy*dy + dz*dz
	if square <= law.least {
		return 0, 0, 0 // too short to have a direction, or a slack cable
	}
	r := 1 / float32(math.Sqrt(float64(square)))
	byLength := law.stiffness - law.pull*r // [N/m]
	if full {
		a, b = a+3*stride, b+3*stride
		rate := (arena[b]-arena[a])*dx + (arena[b+stride]-arena[a+stride])*dy + (arena[b+2*stride]-arena[a+2*stride])*dz
		byLength += law.damping * rate * (r * r)
		if byLength < law.floor {
			byLength = law.floor
		}
	}
	return byLength * dx, byLength * dy, byLength * dz
}

// integrateGo advances the masses of some slices by one step of symplectic
// Euler, with contacts of all shapes:
//
//	F = Σ springs + Σ pushes,  w = v + dt (F/m + g),  then friction on w,
//	v ← w 2^(−dt/h),  x ← x + dt v,
//
// zero or unchanged on pinned axes.
func integrateGo(c *integrateCall) {
	n := c.numbers
	nonFinite := float32(0) // a sum of x·0, which is not 0 for what is not a number
	for i := range int(c.count) {
		move := c.sets.movable[c.first+i]
		force := c.out[i*3*width : (i+1)*3*width]
		for lane := range width {
			at := (c.first+i)*width + lane
			x, v := c.from.position.get(arrayX, at), c.from.velocity.get(arrayVX, at)
			perMass := c.sets.perMass[at]
			f := [3]float32{force[lane], force[width+lane], force[2*width+lane]}
			for k := range c.solids {
				c.solids[k].push(&f, x, v)
			}
			var w [3]float32
			for axis := range 3 {
				if move[axis]>>lane&1 != 0 {
					w[axis] = v[axis] + n.dt*(f[axis]*perMass+n.gravity[axis])
				}
			}
			for k := range c.solids {
				c.solids[k].rub(&w, x, v, perMass*n.dt)
			}
			for axis := range 3 {
				if move[axis]>>lane&1 == 0 {
					w[axis] = 0
					continue
				}
				w[axis] *= n.drag
				x[axis] += n.dt * w[axis]
				nonFinite += x[axis] * 0
			}
			c.to.position.set(arrayX, at, x)
			c.to.velocity.set(arrayVX, at, w)
		}
	}
	if nonFinite != 0 {
		c.bad = 1
	}
}
