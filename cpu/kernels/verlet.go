package kernels

import (
	"hooke/cpu/table"
)

// These are the phases of velocity Verlet, as bits. A kernel does the kick of a step, which
// needs the forces at a state that has drifted, and then the drift of the next step, so
// that it reads the neighbors of a mass once. The state that Step leaves is kicked and not
// drifted.
const (
	PhaseKick  = 1
	PhaseDrift = 2
)

// VerletGo kicks the masses of some slices, lets them drift, or does both, with contacts of
// all shapes. The kick is, where v is the predicted velocity:
//
//	a' = (Σ springs + Σ pushes)/m + g − (ln 2/h) v,  w = v + dt/2 (a' − a),
//	then friction on w, which moves x by dt/2 Δw, and a ← a'
//
// The drift is:
//
//	v½ = w + dt/2 a,  x ← x + dt v½,  v ← v½ + dt/2 a
//
// On pinned axes v becomes zero and x does not change.
func VerletGo[T table.Real](c *IntegrateCall[T]) {
	n := c.numbers
	nonFinite := T(0) // a sum of products with 0, which is not 0 when an x or v is not a finite number
	for lane := c.first * table.Width; lane < (c.first+int(c.count))*table.Width; lane++ {
		move := c.sets.Movable[lane/table.Width]
		x, v := c.from.Position.Get(ArrayX, lane), c.from.Velocity.Get(ArrayVX, lane)
		a := c.acceleration.Get(ArrayX, lane)
		start := x
		if c.Phases&PhaseKick != 0 {
			old := a
			a = c.accelerationAt(lane, x, v)
			for axis := range 3 {
				v[axis] += n.Half * (a[axis] - old[axis])
			}
			c.acceleration.Set(ArrayX, lane, a)
			c.applyFrictionAfter(lane, &x, &v, c.sets.PerMass[lane]*n.DT)
			nonFinite += Dot(x, [3]T{}) + Dot(v, [3]T{})
		}
		for axis := range 3 {
			if move[axis]>>(lane%table.Width)&1 == 0 {
				x[axis], v[axis] = start[axis], 0
				continue
			}
			if c.Phases&PhaseDrift != 0 {
				v[axis] += n.Half * a[axis]
				x[axis] += n.DT * v[axis]
				v[axis] += n.Half * a[axis]
			}
		}
		c.to.Position.Set(ArrayX, lane, x)
		c.to.Velocity.Set(ArrayVX, lane, v)
	}
	if nonFinite != 0 {
		c.Bad = 1
	}
}

// PrimeGo writes the acceleration of the masses of some slices in a state.
func PrimeGo[T table.Real](c *IntegrateCall[T]) {
	for lane := c.first * table.Width; lane < (c.first+int(c.count))*table.Width; lane++ {
		x, v := c.from.Position.Get(ArrayX, lane), c.from.Velocity.Get(ArrayVX, lane)
		c.acceleration.Set(ArrayX, lane, c.accelerationAt(lane, x, v))
	}
}

// accelerationAt returns the acceleration of a mass [m/s²], without friction.
func (c *IntegrateCall[T]) accelerationAt(lane int, x, v [3]T) (a [3]T) {
	force := c.out[(lane/table.Width-c.first)*3*table.Width:]
	at := lane % table.Width
	f := [3]T{force[at], force[table.Width+at], force[2*table.Width+at]}
	solids := c.solidsAt(lane, x)
	for k := range solids {
		solids[k].push(&f, x, v)
	}
	for axis := range 3 {
		if c.sets.Movable[lane/table.Width][axis]>>at&1 != 0 {
			a[axis] = f[axis]*c.sets.PerMass[lane] + c.numbers.Gravity[axis] - c.numbers.Rate*v[axis]
		}
	}
	return a
}

// applyFrictionAfter applies friction as an impulse after a step that ends at x with velocity w.
// Friction acts during all of the step, and so applyFrictionAfter moves the mass, too.
func (c *IntegrateCall[T]) applyFrictionAfter(lane int, x, w *[3]T, stepPerMass T) {
	if len(c.solids) == 0 {
		return
	}
	end, free := *x, *w
	solids := c.solidsAt(lane, end)
	for k := range solids {
		solids[k].applyFriction(w, end, free, stepPerMass, 0, 1)
	}
	for axis := range 3 {
		x[axis] += c.numbers.Reach * (w[axis] - free[axis])
	}
}
