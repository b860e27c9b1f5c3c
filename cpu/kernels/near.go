package kernels

import "hooke/cpu/table"

// NearCall holds the arguments and the result of a kernel that finds slices near boxes. Assembly reads the
// first fields, as with ForcesCall.
type NearCall[T table.Real] struct {
	x      *T      // first lane, in the array x
	stride int64   // from array to array [bytes]
	bounds *box[T] // the first box
	bound  int64   // number of boxes, at least 1
	count  int64   // number of slices, at least 1
	out    *uint8  // result: for each slice, 0 where it is far from all boxes

	// Plain Go reads these.
	boxes []box[T]
	from  Motion[T]
	first int
	near  []uint8 // as out
}

// clear forgets the boxes of the call.
func (c *NearCall[T]) clear() { c.boxes = c.boxes[:0] }

// add adds a box to those of the call. A number that is beyond the nearest one to an end of the box is
// beyond the end, too.
func (c *NearCall[T]) add(b *box[float64]) {
	var near box[T]
	for axis := range 3 {
		near.low[axis], near.high[axis] = T(b.low[axis]), T(b.high[axis])
	}
	c.boxes = append(c.boxes, near)
}

// find returns a number for each of some slices: 0 where all its masses are beyond the same side of each
// box. It is valid until the next call.
func (c *NearCall[T]) find(kernel func(*NearCall[T]), from Motion[T], first, count int) []uint8 {
	if cap(c.near) < count {
		c.near = make([]uint8, count)
	}
	c.near = c.near[:count]
	if len(c.boxes) == 0 || count == 0 {
		clear(c.near)
		return c.near
	}
	c.from, c.first = from, first
	c.x, c.stride = from.lane(first*table.Width), from.strideBytes()
	c.bounds, c.bound, c.count, c.out = &c.boxes[0], int64(len(c.boxes)), int64(count), &c.near[0]
	kernel(c)
	return c.near
}

// NearGo finds the slices that are near boxes.
func NearGo[T table.Real](c *NearCall[T]) {
	for i := range c.near {
		c.near[i] = 1
		b := everywhere[T]()
		for axis := 2; axis >= 0 && c.near[i] != 0; axis-- { // most slices are above all boxes
			b.holdAlong(axis, &c.from, c.first+i)
			c.near[i] = 0
			for k := range c.boxes {
				if !apart(&c.boxes[k], &b) {
					c.near[i] = 1
					break
				}
			}
		}
	}
}

// Beside returns the fastest code with the bits of IntegrateGo for symplectic Euler. Slices that are far from
// all contacts but planes are stepped by the kernel.
func (k *Kernel[T]) Beside(g *Integration[T]) func(*IntegrateCall[T]) {
	if k.Unfused == nil || g.PerMass != nil {
		return IntegrateGo[T]
	}
	for i := range g.Solids {
		if s := &g.Solids[i]; !s.plane && s.extent.low[0] < -maxCoordinate {
			return IntegrateGo[T] // it is near to everything
		}
	}
	near, unfused := k.Near, k.Unfused
	return func(c *IntegrateCall[T]) { integrateBeside(c, g, near, unfused) }
}

// maxCoordinate bounds the coordinates of solids that have an end [m].
const maxCoordinate = 1e30

// integrateBeside is IntegrateGo with the kernels near and unfused. It leaves the call aimed at some of its slices.
func integrateBeside[T table.Real](c *IntegrateCall[T], g *Integration[T], near func(*NearCall[T]), unfused func(*IntegrateCall[T])) {
	first, count, force, bad := c.first, int(c.count), c.out, uint64(0)
	c.flat = c.flat[:0]
	c.beside.clear()
	for k := range c.solids {
		if s := &c.solids[k]; s.plane {
			c.flat = append(c.flat, s.contact)
		} else {
			c.beside.add(&s.extent)
		}
	}
	is := c.beside.find(near, c.from.Position, first, count)
	for at, end := 0, 0; at < count; at = end {
		for end = at + 1; end < count && is[end] == is[at]; end++ {
		}
		c.Set(g, c.from, c.to, first+at, end-at, force[at*3*table.Width:])
		if is[at] != 0 {
			IntegrateGo(c)
		} else {
			if c.contactCount = int64(len(c.flat)); len(c.flat) > 0 {
				c.contacts = &c.flat[0]
			}
			unfused(c)
		}
		bad |= c.Bad
	}
	c.Bad = bad
}
