package ensemble

import "unsafe"

// memberSpringsGo is springsGo for one member: of each spring it does the same operations, and each mass gets its forces in the
// order of springs. So a member has the same bits in both layouts.
func memberSpringsGo(c *memberCall, full bool) {
	longest := unsafe.Slice(c.longest, width)
	clear(longest)
	groups, lengths := unsafe.Slice(c.groups, c.count), unsafe.Slice(c.lengths, width*c.count)
	for k := range groups {
		g, limits := &groups[k], (*bounds)(nil)
		if full {
			limits = &unsafe.Slice(c.bounds, c.count)[k]
		}
		for i := range width {
			square, length, f, d := c.spring(g, limits, i)
			if square > longest[i] {
				longest[i] = square
			}
			lengths[k*width+i] = length
			onA, onB := c.force(g.a[i]), c.force(g.b[i])
			for axis := range 3 {
				onA[axis] = fused(f, d[axis], onA[axis])
				onB[axis] = fused(-f, d[axis], onB[axis])
			}
		}
	}
}

func (c *memberCall) force(end uint32) *[forceSize]float32 {
	return (*[forceSize]float32)(unsafe.Add(unsafe.Pointer(c.forces), end))
}

// spring is L², L and f/L of spring i of a group, and d = xB − xA.
func (c *memberCall) spring(g *springGroup, limits *bounds, i int) (square, length, f float32, d [3]float32) {
	a, b := (*[endSize]float32)(unsafe.Add(unsafe.Pointer(c.ends), 2*int(g.a[i]))), (*[endSize]float32)(unsafe.Add(unsafe.Pointer(c.ends), 2*int(g.b[i])))
	var u [3]float32
	for axis := range 3 {
		d[axis], u[axis] = b[axis]-a[axis], b[4+axis]-a[4+axis]
	}
	square = dot(d, d)
	rate, perLength := dot(u, d), float32(0)
	length = root(square)
	if square > leastSquare {
		perLength = 1 / length
	}
	stretch := fused(-g.rest[i], g.scale[i], length)
	f = fused(g.damping[i], rate*perLength, g.stiffness[i]*stretch)
	if limits != nil {
		if !(f > limits.floor[i]) {
			f = limits.floor[i]
		}
		if !(stretch > limits.slack[i]) {
			f = 0
		}
	}
	return square, length, f * perLength, d
}

// spreadGo copies places and velocities from rows of 16 masses to where springs read them.
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

// collectGo moves forces to rows of 16 masses, and makes them 0 where they were.
func collectGo(c *turnCall) {
	for k := range int(c.count) {
		for lane := range lanes {
			from := unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(c.forces), 4*forceSize*(k*lanes+lane))), forceSize)
			for axis := range 3 {
				at(c.masses, uint32(k*massSize), rowForce+axis)[lane] = from[axis]
			}
			clear(from)
		}
	}
}

// strainsGo is stretchGo for one member. It notes the scales of rest lengths as those of the last sample.
func strainsGo(c *strainCall) {
	most, work := unsafe.Slice(c.most, width), unsafe.Slice(c.work, width*c.count)
	clear(most)
	groups, gauges, lengths := unsafe.Slice(c.groups, c.count), unsafe.Slice(c.gauges, c.count), unsafe.Slice(c.lengths, width*c.count)
	for k := range groups {
		g, of := &groups[k], &gauges[k]
		for i := range width {
			now := fused(-g.rest[i], g.scale[i], lengths[k*width+i])
			strain := of.perRest[i] * (1 / g.scale[i]) * now
			if strain < 0 {
				strain = -strain
			}
			if now > of.slack[i] && strain > most[i] {
				most[i] = strain
			}
			before := fused(-g.rest[i], of.before[i], lengths[k*width+i])
			of.before[i] = g.scale[i]
			now, before = max(now, of.floor[i]), max(before, of.floor[i])
			work[k*width+i] = 0.5 * of.driven[i] * ((now - before) * (before + now))
		}
	}
}
