package kernels

import (
	"math/bits"

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
		touching := c.touching(slice)
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
	solids, near := c.solidsAt(slice*table.Width+lane, x), c.near
	if len(solids) == 0 {
		near = nil // contacts per mass, none of which touches
	}
	for _, k := range near {
		solids[k].push(&f, x, v)
	}
	for axis := range 3 {
		if move[axis]>>lane&1 != 0 {
			w[axis] = n.kick(axis, v[axis], f[axis], perMass)
		}
	}
	for _, k := range near {
		solids[k].rub(&w, x, v, perMass*n.DT, n.Half, n.Drag)
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

// touching are the masses of a slice that touch a solid that is near, with a bit for each.
func (c *IntegrateCall[T]) touching(slice int) (lanes uint16) {
	if len(c.near) == 0 {
		return 0
	}
	px, py, pz := c.from.Position.row(ArrayX, slice), c.from.Position.row(ArrayX+1, slice), c.from.Position.row(ArrayX+2, slice)
	for _, k := range c.near {
		s := &c.solids[k]
		for lane := range table.Width {
			x := [3]T{px[lane], py[lane], pz[lane]}
			if s.far(x) {
				continue
			}
			if depth, _ := s.touch(x); depth > 0 {
				lanes |= 1 << lane
			}
		}
	}
	return lanes
}

// pack writes positions or velocities of a slice into the packed copy, if that holds them.
func (m Motion[T]) pack(which, slice int) {
	at := which / ArrayVX * PackedPosition
	if at >= m.PackedOf {
		return
	}
	x, y, z := m.row(which, slice), m.row(which+1, slice), m.row(which+2, slice)
	for lane := range table.Width {
		*(*[3]T)(m.Packed[(slice*table.Width+lane)*m.PackedOf+at:]) = [3]T{x[lane], y[lane], z[lane]}
	}
}
