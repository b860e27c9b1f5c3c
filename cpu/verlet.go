package cpu

// Phases of velocity Verlet, bits. A step is kick, which needs the forces at a
// state that has drifted, then the drift of the next step: so the neighbors of a
// mass are read once. What Step leaves has been kicked and has not drifted.
const (
	phaseKick  = 1
	phaseDrift = 2
)

// verletGo kicks the masses of some slices, lets them drift, or both, with
// contacts of all shapes. Kick, where v is the predicted velocity:
//
//	a' = (Σ springs + Σ pushes)/m + g − (ln 2/h) v,  w = v + dt/2 (a' − a),
//	then friction on w, which moves x by dt/2 Δw, and a ← a'
//
// Drift:
//
//	v½ = w + dt/2 a,  x ← x + dt v½,  v ← v½ + dt/2 a
//
// zero or unchanged on pinned axes.
func verletGo(c *integrateCall) {
	n := c.numbers
	nonFinite := float32(0) // a sum of x·0, which is not 0 for what is not a number
	for lane := c.first * width; lane < (c.first+int(c.count))*width; lane++ {
		move := c.sets.movable[lane/width]
		x, v := c.from.position.get(arrayX, lane), c.from.velocity.get(arrayVX, lane)
		a := c.acceleration.get(arrayX, lane)
		start := x
		if c.phases&phaseKick != 0 {
			old := a
			a = c.accelerationAt(lane, x, v)
			for axis := range 3 {
				v[axis] += n.half * (a[axis] - old[axis])
			}
			c.acceleration.set(arrayX, lane, a)
			c.rubAfter(&x, &v, c.sets.perMass[lane]*n.dt)
			nonFinite += dot(x, [3]float32{}) + dot(v, [3]float32{})
		}
		for axis := range 3 {
			if move[axis]>>(lane%width)&1 == 0 {
				x[axis], v[axis] = start[axis], 0
				continue
			}
			if c.phases&phaseDrift != 0 {
				v[axis] += n.half * a[axis]
				x[axis] += n.dt * v[axis]
				v[axis] += n.half * a[axis]
			}
		}
		c.to.position.set(arrayX, lane, x)
		c.to.velocity.set(arrayVX, lane, v)
	}
	if nonFinite != 0 {
		c.bad = 1
	}
}

// primeGo writes the acceleration of the masses of some slices in a state.
func primeGo(c *integrateCall) {
	for lane := c.first * width; lane < (c.first+int(c.count))*width; lane++ {
		x, v := c.from.position.get(arrayX, lane), c.from.velocity.get(arrayVX, lane)
		c.acceleration.set(arrayX, lane, c.accelerationAt(lane, x, v))
	}
}

// accelerationAt is the acceleration of a mass [m/s²], friction left out.
func (c *integrateCall) accelerationAt(lane int, x, v [3]float32) (a [3]float32) {
	force := c.out[(lane/width-c.first)*3*width:]
	at := lane % width
	f := [3]float32{force[at], force[width+at], force[2*width+at]}
	for k := range c.solids {
		c.solids[k].push(&f, x, v)
	}
	for axis := range 3 {
		if c.sets.movable[lane/width][axis]>>at&1 != 0 {
			a[axis] = f[axis]*c.sets.perMass[lane] + c.numbers.gravity[axis] - c.numbers.rate*v[axis]
		}
	}
	return a
}

// rubAfter is friction as an impulse after a step that ends at x with velocity
// w: it acted during all of the step, and so it moved the mass, too.
func (c *integrateCall) rubAfter(x, w *[3]float32, stepPerMass float32) {
	if len(c.solids) == 0 {
		return
	}
	end, free := *x, *w
	for k := range c.solids {
		c.solids[k].rub(w, end, free, stepPerMass)
	}
	for axis := range 3 {
		x[axis] += c.numbers.half * (w[axis] - free[axis])
	}
}
