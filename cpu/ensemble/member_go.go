package ensemble

import (
	"unsafe"
)

// memberSpringsGo adds up the forces of springs on the masses of one member, in ascending order of springs at each mass, by the
// operations of springsGo. A spring is evaluated at each of its ends.
func memberSpringsGo(c *memberCall, full bool) {
	*at(c.longest, 0, 0) = [lanes]float32{}
	first := 0
	for _, run := range unsafe.Slice(c.runs, c.count) {
		last := first + int(run.Count)
		for r := range int(run.Count) {
			c.round(&run, first+r, full)
		}
		first = last
	}
}

// round adds a spring to the forces on each mass of a block.
func (c *memberCall) round(run *roundRun, number int, full bool) {
	r, block := &unsafe.Slice((*round)(unsafe.Pointer(c.rounds)), number+1)[number], run.Block/4
	lengths, longest := (row)(unsafe.Add(unsafe.Pointer(c.lengths), int64(number)*c.stride)), at(c.longest, 0, 0)
	for lane := range lanes {
		other := *(*uint32)(unsafe.Add(unsafe.Pointer(c.others), 4*(number*lanes+lane)))
		end := (*[endSize]float32)(unsafe.Add(unsafe.Pointer(c.ends), other))
		x, v := vectorAt(c.masses, block, rowX, lane), vectorAt(c.masses, block, rowV, lane)
		var d, u [3]float32
		for axis := range 3 {
			d[axis], u[axis] = end[axis]-x[axis], end[4+axis]-v[axis]
		}
		square, f := c.spring(run.Table, r.Law(lane), number*lanes+lane, r.Rests[lane], d, u, full)
		lengths[lane] = root(square)
		if square > longest[lane] {
			longest[lane] = square
		}
		for axis := range 3 {
			force := at(c.masses, block, rowForce+axis)
			force[lane] = fused(f, d[axis], force[lane])
		}
	}
}

// spring returns L² and f/L of the spring of a lane.
func (c *memberCall) spring(table, place uint32, at int, rest float32, d, u [3]float32, full bool) (square, f float32) {
	law := func(which int) float32 {
		return *(*float32)(unsafe.Add(unsafe.Pointer(c.laws), int(table+4*(uint32(which*lanes)+place))))
	}
	stiffness, damping := law(rowStiffness), law(rowDamping)
	if full {
		own := (*[2][lanes]float32)(unsafe.Add(unsafe.Pointer(c.own), 4*2*(at/lanes*lanes)))
		stiffness += own[0][at%lanes]
		damping += own[1][at%lanes]
	}
	square = dot(d, d)
	rate, perLength := dot(u, d), float32(0)
	length := root(square)
	if square > leastSquare {
		perLength = 1 / length
	}
	stretch := fused(-rest, law(rowRest), length)
	f = fused(damping, rate*perLength, stiffness*stretch)
	if full {
		if floor := law(rowFloor); !(f > floor) {
			f = floor
		}
		if !(stretch > law(rowSlack)) {
			f = 0
		}
	}
	return square, f * perLength
}

// spreadGo copies positions and velocities from rows of 16 masses to where springs read them.
func spreadGo(c *turnCall) {
	for k := range int(c.count) {
		for lane := range lanes {
			to := unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(c.ends), 4*endSize*(k*lanes+lane))), endSize)
			for axis := range 3 {
				to[axis], to[4+axis] = at(c.masses, uint32(k*massSize), rowX+axis)[lane], at(c.masses, uint32(k*massSize), rowV+axis)[lane]
			}
			to[3], to[7] = 0, 0
		}
	}
}

// strainsGo is stretchGo for one member. It notes lengths and the scales of rest lengths as those of the last sample.
func strainsGo(c *strainCall) {
	most, work := unsafe.Slice(c.most, width), unsafe.Slice(c.work, width*c.count)
	clear(most)
	groups, gauges := unsafe.Slice(c.groups, c.count), unsafe.Slice(c.gauges, c.count)
	for k := range groups {
		g, of := &groups[k], &gauges[k]
		for i := range width {
			length, scale := *(*float32)(unsafe.Add(unsafe.Pointer(c.lengths), g.length[i])), *(*float32)(unsafe.Add(unsafe.Pointer(c.laws), g.scale[i]))
			now := fused(-g.rest[i], scale, length)
			strain := of.perRest[i] * (1 / scale) * now
			if strain < 0 {
				strain = -strain
			}
			if now > of.slack[i] && strain > most[i] {
				most[i] = strain
			}
			last, were := of.length[i], of.before[i]
			work[k*width+i] = 0.25 * of.driven[i] * doubled(now, fused(-g.rest[i], were, length), fused(-g.rest[i], scale, last), fused(-g.rest[i], were, last), of.floor[i])
			of.before[i], of.length[i] = scale, length
		}
	}
}
