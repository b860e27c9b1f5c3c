package ensemble

import "unsafe"

// memberSpringsGo evaluates the springs of one member, by the operations of springsGo. What they do to masses, gatherGo adds up.
func memberSpringsGo(c *memberCall, full bool) {
	longest := unsafe.Slice(c.longest, width)
	clear(longest)
	groups, lengths := unsafe.Slice(c.groups, c.count), unsafe.Slice(c.lengths, width*c.count)
	apart, pulls := unsafe.Slice(c.apart, forceSize*width*c.count), unsafe.Slice(c.pulls, 2*width*c.count)
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
			copy(apart[(k*width+i)*forceSize:], d[:])
			pulls[2*k*width+i], pulls[(2*k+1)*width+i] = -f, f
		}
	}
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

// gatherGo adds up the forces on masses, in ascending order of springs.
func gatherGo(c *gatherCall) {
	depths, first := unsafe.Slice(c.depths, 2*c.count), 0
	for h, depth := range depths {
		last := first + int(depth)
		for i := range width {
			f := (*[forceSize]float32)(unsafe.Add(unsafe.Pointer(c.forces), 4*forceSize*(h*width+i)))
			if depth > 0 {
				for _, s := range unsafe.Slice(c.shares, last)[first:] {
					d, pull := (*[3]float32)(unsafe.Add(unsafe.Pointer(c.apart), s.apart[i])), *(*float32)(unsafe.Add(unsafe.Pointer(c.pulls), s.pulls[i]))
					for axis := range 3 {
						f[axis] = fused(pull, d[axis], f[axis])
					}
				}
			}
			for axis := range 3 {
				at(c.masses, uint32(h/2*massSize), rowForce+axis)[h%2*width+i] = f[axis]
			}
			*f = [forceSize]float32{}
		}
		first = last
	}
}

// strainsGo is stretchGo for one member. It notes lengths and the scales of rest lengths as those of the last sample.
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
			length, last, were := lengths[k*width+i], of.length[i], of.before[i]
			work[k*width+i] = 0.25 * of.driven[i] * doubled(now, fused(-g.rest[i], were, length), fused(-g.rest[i], g.scale[i], last), fused(-g.rest[i], were, last), of.floor[i])
			of.before[i], of.length[i] = g.scale[i], length
		}
	}
}
