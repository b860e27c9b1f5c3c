package kernels

import "hooke/cpu/table"

// These are the first arrays of what RK4 keeps of a step, and their number.
const (
	stageX      = 3 * iota // x at the start of the step [m]
	stageV                 // v there [m/s]
	stageSumV              // Σ b v of the stages so far [m/s]
	stageSumA              // Σ b a of the stages so far [m/s²]
	StageArrays            // 48 bytes per mass
)

// LastStage is the number of the last stage of RK4, from 0.
const LastStage = 3

// StageGo does what follows the forces of a stage of RK4 for the masses of some slices, with
// contacts of all shapes. a is their acceleration in the state of the stage, and b is 1/6,
// 1/3, 1/3, 1/6:
//
//	first stage:  x0, v0 = x, v;  sums = 0
//	every stage:  Σv += b v;  Σa += b a
//	next state:   x = x0 + c v,  v = v0 + c a,  c = dt/2, dt/2, dt
//	last stage:   x = x0 + dt Σv,  v = v0 + dt Σa, with friction as an impulse
//
// On pinned axes v is zero and x does not change.
func StageGo(c *IntegrateCall) {
	n, kept := c.numbers, c.stages
	share := [...]float32{1. / 6, 1. / 3, 1. / 3, 1. / 6}[c.Stage]
	ahead := [...]float32{n.Half, n.Half, n.DT, n.DT}[c.Stage]
	nonFinite := float32(0)
	for lane := c.first * table.Width; lane < (c.first+int(c.count))*table.Width; lane++ {
		move := c.sets.Movable[lane/table.Width]
		x, v := c.from.Position.Get(ArrayX, lane), c.from.Velocity.Get(ArrayVX, lane)
		a := c.accelerationAt(lane, x, v)
		if c.Stage == 0 {
			kept.Set(stageX, lane, x)
			kept.Set(stageV, lane, v)
			kept.Set(stageSumV, lane, [3]float32{})
			kept.Set(stageSumA, lane, [3]float32{})
		}
		x0, v0, sumV, sumA := kept.Get(stageX, lane), kept.Get(stageV, lane), kept.Get(stageSumV, lane), kept.Get(stageSumA, lane)
		start := x
		for axis := range 3 {
			sumV[axis] += share * v[axis]
			sumA[axis] += share * a[axis]
			if c.Stage < LastStage {
				x[axis], v[axis] = x0[axis]+ahead*v[axis], v0[axis]+ahead*a[axis]
			} else {
				x[axis], v[axis] = x0[axis]+ahead*sumV[axis], v0[axis]+ahead*sumA[axis]
			}
		}
		kept.Set(stageSumV, lane, sumV)
		kept.Set(stageSumA, lane, sumA)
		if c.Stage == LastStage {
			c.rubAfter(lane, &x, &v, c.sets.PerMass[lane]*n.DT)
			nonFinite += Dot(x, [3]float32{}) + Dot(v, [3]float32{})
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
