package kernels

import (
	"math/bits"
	"slices"

	"hooke/cpu/table"
)

// IntegrateGo advances the masses of some slices by one step of symplectic
// Euler, with contacts of all shapes:
//
//	F = Σ springs + Σ pushes,  w = v + dt (F/m + g),  then friction on w,
//	v ← w 2^(−dt/h),  x ← x + dt v,
//
// zero or unchanged on pinned axes. Explicit Euler moves masses by dt times the old v.
//
// It goes through the 16 masses of a slice axis by axis. Masses that may touch a contact are stepped
// one by one before that; all others have the same bits as by themselves.
func IntegrateGo[T table.Real](c *IntegrateCall[T]) {
	var x, w [table.Width][3]T
	for i := range int(c.count) {
		slice := c.first + i
		force := (*[3 * table.Width]T)(c.out[i*3*table.Width:])
		c.findNear(slice)
		touching := c.findTouches(slice)
		for left := touching; left != 0; left &= left - 1 {
			lane := bits.TrailingZeros16(left)
			x[lane], w[lane] = c.oneOf(slice, lane, force)
		}
		for axis := range 3 {
			c.drift(slice, axis, (*[table.Width]T)(force[axis*table.Width:]))
		}
		for left := touching; left != 0; left &= left - 1 {
			lane := bits.TrailingZeros16(left)
			for axis := range 3 {
				c.to.Position.row(ArrayX+axis, slice)[lane], c.to.Velocity.row(ArrayVX+axis, slice)[lane] = x[lane][axis], w[lane][axis]
			}
			if x[lane][0]*0+x[lane][1]*0+x[lane][2]*0 != 0 {
				c.Bad = 1
			}
		}
		c.to.Position.pack(ArrayX, slice)
		c.to.Velocity.pack(ArrayVX, slice)
	}
}

// kick returns a velocity along an axis after a force has acted for a step.
func (n *Numbers[T]) kick(axis int, v, force, perMass T) T {
	return v + n.DT*(force*perMass+n.Gravity[axis])
}

// drift advances the masses of a slice along an axis, as if nothing touched them. A number times 0 is not 0
// where it is not finite.
func (c *IntegrateCall[T]) drift(slice, axis int, force *[table.Width]T) {
	from, speed := c.from.Position.row(ArrayX+axis, slice), c.from.Velocity.row(ArrayVX+axis, slice)
	to, after := c.to.Position.row(ArrayX+axis, slice), c.to.Velocity.row(ArrayVX+axis, slice)
	perMass := (*[table.Width]T)(c.sets.PerMass[slice*table.Width:])
	n, move := c.numbers, c.sets.Movable[slice][axis]
	if move == 1<<table.Width-1 && !n.Old { // most slices: the same without branches
		dt, gravity, drag := n.DT, n.Gravity[axis], n.Drag
		var odd, even T // sums of products with 0; one would make each lane wait for the one before
		for lane := 0; lane < table.Width; lane += 2 {
			w := (speed[lane] + dt*(force[lane]*perMass[lane]+gravity)) * drag
			x := from[lane] + dt*w
			to[lane], after[lane] = x, w
			even += x * 0
			w = (speed[lane+1] + dt*(force[lane+1]*perMass[lane+1]+gravity)) * drag
			x = from[lane+1] + dt*w
			to[lane+1], after[lane+1] = x, w
			odd += x * 0
		}
		if even+odd != 0 {
			c.Bad = 1
		}
		return
	}
	for lane := range table.Width {
		x, v := from[lane], speed[lane]
		if move>>lane&1 == 0 {
			to[lane], after[lane] = x, 0
			continue
		}
		w := n.kick(axis, v, force[lane], perMass[lane]) * n.Drag
		if n.Old {
			x += n.DT * v
		} else {
			x += n.DT * w
		}
		if x*0 != 0 {
			c.Bad = 1
		}
		to[lane], after[lane] = x, w
	}
}

// oneOf advances a mass that may touch contacts.
func (c *IntegrateCall[T]) oneOf(slice, lane int, force *[3 * table.Width]T) (x, w [3]T) {
	n, move, perMass := c.numbers, &c.sets.Movable[slice], c.sets.PerMass[slice*table.Width+lane]
	x = c.from.Position.Get(ArrayX, slice*table.Width+lane)
	v := c.from.Velocity.Get(ArrayVX, slice*table.Width+lane)
	f := [3]T{force[lane], force[table.Width+lane], force[2*table.Width+lane]}
	first, last := c.touchesOf(lane)
	solids := c.solids
	if c.ofMass != nil {
		if solids = c.metBy(slice*table.Width+lane, last-first); solids == nil {
			last = first
		}
	}
	touches := c.touches[first:last]
	for k := range touches {
		t := &touches[k]
		t.pressed = solids[t.solid].pushAt(&f, t.depth, t.normal, x, v)
	}
	for axis := range 3 {
		if move[axis]>>lane&1 != 0 {
			w[axis] = n.kick(axis, v[axis], f[axis], perMass)
		}
	}
	for k := range touches {
		t := &touches[k]
		solids[t.solid].applyFrictionAt(&w, t.pressed, t.normal, x, perMass*n.DT, n.Half, n.Drag)
	}
	for axis := range 3 {
		if move[axis]>>lane&1 == 0 {
			w[axis] = 0
			continue
		}
		w[axis] *= n.Drag
		if n.Old {
			x[axis] += n.DT * v[axis]
		} else {
			x[axis] += n.DT * w[axis]
		}
	}
	return x, w
}

// touched is a solid that a mass of a slice touches.
type touched[T table.Real] struct {
	lane, solid int32
	depth       T    // > 0 [m]
	normal      [3]T // of the surface there
	pressed     T    // F_N [N], once the mass is pushed
}

// findTouches lists the touches of a slice with solids that are near, by solids, and returns the masses that
// touch any, with a bit for each.
func (c *IntegrateCall[T]) findTouches(slice int) (lanes uint16) {
	c.touches = c.touches[:0]
	if len(c.near) == 0 {
		return 0
	}
	px, py, pz := c.from.Position.row(ArrayX, slice), c.from.Position.row(ArrayX+1, slice), c.from.Position.row(ArrayX+2, slice)
	for _, k := range c.near {
		s := &c.solids[k]
		for lane := range table.Width {
			x := [3]T{px[lane], py[lane], pz[lane]}
			if s.plane {
				if depth := s.offset - Dot(x, s.normal); depth > 0 {
					lanes |= 1 << lane
					c.touches = append(c.touches, touched[T]{lane: int32(lane), solid: k, depth: depth, normal: s.normal})
				}
				continue
			}
			if s.far(x) {
				continue
			}
			if depth, n := s.touch(x); depth > 0 {
				lanes |= 1 << lane
				c.touches = append(c.touches, touched[T]{lane: int32(lane), solid: k, depth: depth, normal: n})
			}
		}
	}
	if len(c.near) > 1 {
		slices.SortStableFunc(c.touches, func(a, b touched[T]) int { return int(a.lane - b.lane) })
	}
	return lanes
}

// touchesOf returns which of the touches are those of a lane.
func (c *IntegrateCall[T]) touchesOf(lane int) (first, last int) {
	for first < len(c.touches) && int(c.touches[first].lane) < lane {
		first++
	}
	for last = first; last < len(c.touches) && int(c.touches[last].lane) == lane; {
		last++
	}
	return first, last
}

// pack writes positions or velocities of a slice into the packed copy, if that holds them.
func (m *Motion[T]) pack(which, slice int) {
	at := which / ArrayVX * PackedPosition
	if at >= m.PackedOf {
		return
	}
	x, y, z, of := m.row(which, slice), m.row(which+1, slice), m.row(which+2, slice), m.PackedOf
	packed := m.Packed[slice*table.Width*of+at:]
	for lane := range table.Width {
		p := packed[lane*of : lane*of+3 : lane*of+3]
		p[0], p[1], p[2] = x[lane], y[lane], z[lane]
	}
}
