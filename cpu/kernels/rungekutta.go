package kernels

import "hooke/cpu/table"

// These are the first arrays of RK4's registers, and their number.
const (
	stageX      = 3 * iota // x0, x at the start of the step [m]
	stageV                 // v0, v there [m/s]
	stageSumV              // V, the sum of v of the second and third stage [m/s]
	stageSumA              // A, of a of the first and twice of these [m/s²]
	StageArrays            // 48 bytes per mass
)

// LastStage is the number of the last stage of RK4, from 0.
const LastStage = 3

// StageGo follows the forces of a stage of RK4 for the masses of some slices, with contacts
// of all shapes. a is their acceleration in the state of the stage, and v their velocity in
// it, which guides may have changed:
//
//	first stage:  x0, v0 = x, v;  A = a
//	second:       V = v;  A += 2 a
//	third:        V += v;  A += 2 a
//	next state:   x = x0 + c v,  v = v0 + c a,  c = dt/2, dt/2, dt
//	last stage:   x = x0 + dt/6 (v0 + 2 V + v),  v = v0 + dt/6 (A + a), with friction as an impulse
//
// On pinned axes v is zero and x does not change.
func StageGo[T table.Real](c *IntegrateCall[T]) {
	n, kept := c.numbers, c.stages
	ahead := [...]T{n.Half, n.Half, n.DT, n.DT}[c.Stage]
	nonFinite := T(0)
	for lane := c.first * table.Width; lane < (c.first+int(c.count))*table.Width; lane++ {
		move := c.sets.Movable[lane/table.Width]
		x, v := c.from.Position.Get(ArrayX, lane), c.from.Velocity.Get(ArrayVX, lane)
		a := c.accelerationAt(lane, x, v)
		switch c.Stage {
		case 0:
			kept.Set(stageX, lane, x)
			kept.Set(stageV, lane, v)
			kept.Set(stageSumA, lane, a)
		case 1:
			kept.Set(stageSumV, lane, v)
			kept.Set(stageSumA, lane, plusTwice(kept.Get(stageSumA, lane), a))
		case 2:
			kept.Set(stageSumV, lane, plus(kept.Get(stageSumV, lane), v))
			kept.Set(stageSumA, lane, plusTwice(kept.Get(stageSumA, lane), a))
		}
		start := x
		x0, v0 := kept.Get(stageX, lane), kept.Get(stageV, lane)
		if c.Stage < LastStage {
			for axis := range 3 {
				x[axis], v[axis] = x0[axis]+ahead*v[axis], v0[axis]+ahead*a[axis]
			}
		} else {
			sixth, sumV, sumA := n.DT*(1./6), plusTwice(plus(v0, v), kept.Get(stageSumV, lane)), plus(kept.Get(stageSumA, lane), a)
			for axis := range 3 {
				x[axis], v[axis] = x0[axis]+sixth*sumV[axis], v0[axis]+sixth*sumA[axis]
			}
			c.applyFrictionAfter(lane, &x, &v, c.sets.PerMass[lane]*n.DT)
			nonFinite += Dot(x, [3]T{}) + Dot(v, [3]T{})
		}
		for axis := range 3 {
			if move[axis]>>(lane%table.Width)&1 == 0 {
				x[axis], v[axis] = start[axis], 0
			}
		}
		c.to.Position.Set(ArrayX, lane, x)
		c.to.Velocity.Set(ArrayVX, lane, v)
	}
	if nonFinite != 0 {
		c.Bad = 1
	}
}

func plus[T table.Real](a, b [3]T) [3]T { return [3]T{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// plusTwice returns a + 2 b.
func plusTwice[T table.Real](a, b [3]T) [3]T { return plus(a, plus(b, b)) }
