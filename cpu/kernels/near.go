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

// These are the indices of integrators in Kernel.Unfused.
const (
	BesideEuler = iota
	BesideVerlet
	BesideStage
)

// Beside returns the fastest code with the bits of IntegrateGo, VerletGo or StageGo for symplectic Euler, velocity
// Verlet or RK4. Slices that are far from all contacts but planes are stepped by the kernel.
func (k *Kernel[T]) Beside(g *Integration[T], integrator int) func(*IntegrateCall[T]) {
	plain := [...]func(*IntegrateCall[T]){IntegrateGo[T], VerletGo[T], StageGo[T]}[integrator]
	unfused := k.Unfused[integrator]
	if unfused == nil || g.PerMass != nil {
		return plain
	}
	for i := range g.Solids {
		if s := &g.Solids[i]; !s.plane && s.extent.low[0] < -maxCoordinate {
			return plain // it is near to everything
		}
	}
	b := besides[T]{g, k.Near, plain, unfused}
	if integrator == BesideStage {
		return b.stage
	}
	return b.integrate
}

// maxCoordinate bounds the coordinates of solids that have an end [m].
const maxCoordinate = 1e30

// besides steps slices beside contacts: near ones by plain code, and others by a kernel with its bits.
type besides[T table.Real] struct {
	of             *Integration[T]
	near           func(*NearCall[T])
	plain, unfused func(*IntegrateCall[T])
}

// integrate does a call. It leaves the call aimed at some of its slices.
func (b *besides[T]) integrate(c *IntegrateCall[T]) {
	b.prepare(c)
	b.step(c, c.beside.find(b.near, c.from.Position, c.first, int(c.count)))
}

// stage does a stage of RK4. The friction of the last one is that of where it ends: at first it ends without friction.
func (b *besides[T]) stage(c *IntegrateCall[T]) {
	if c.Stage < LastStage {
		b.integrate(c)
		return
	}
	if &c.from.Velocity.Arena[0] == &c.to.Velocity.Arena[0] {
		b.plain(c) // the stage would read its own output
		return
	}
	b.prepare(c)
	first, count, force := c.first, int(c.count), c.out
	is := c.beside.find(b.near, c.from.Position, first, count)
	c.ends = append(c.ends[:0], is...)
	b.part(c, 0, count, first, force)
	c.Phases = PhaseKick
	b.unfused(c)
	c.Phases = PhaseKick | PhaseDrift
	b.part(c, 0, count, first, force)
	is = c.beside.find(b.near, c.to.Position, first, count)
	for i, near := range c.ends {
		is[i] |= near
	}
	b.step(c, is)
}

// prepare divides the contacts of a call.
func (b *besides[T]) prepare(c *IntegrateCall[T]) {
	c.flat = c.flat[:0]
	c.beside.clear()
	for k := range c.solids {
		if s := &c.solids[k]; s.plane {
			c.flat = append(c.flat, s.contact)
		} else {
			c.beside.add(&s.extent)
		}
	}
}

// part aims a call at some of the slices that it had, from first on and with these forces, and their planes.
func (b *besides[T]) part(c *IntegrateCall[T], at, end, first int, force []T) {
	phases := c.Phases
	c.Set(b.of, c.from, c.to, first+at, end-at, force[at*3*table.Width:])
	c.Phases = phases
	if c.contactCount = int64(len(c.flat)); len(c.flat) > 0 {
		c.contacts = &c.flat[0]
	}
}

// step does the slices of a call, of which some are near contacts.
func (b *besides[T]) step(c *IntegrateCall[T], near []uint8) {
	first, force, bad := c.first, c.out, uint64(0)
	for at, end := 0, 0; at < len(near); at = end {
		for end = at + 1; end < len(near) && near[end] == near[at]; end++ {
		}
		if b.part(c, at, end, first, force); near[at] != 0 {
			b.plain(c)
		} else {
			b.unfused(c)
		}
		bad |= c.Bad
	}
	c.Bad = bad
}
