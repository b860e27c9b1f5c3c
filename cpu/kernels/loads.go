package kernels

import (
	"math"

	"hooke/cpu/table"
	"hooke/laws"
)

// Load is a force, a motor and quadratic drag on masses of a velocity v:
//
//	F + s a − q |v| v,  s = c (u − v·a), of a size up to the limit
//
// Kernels read it. 40 bytes.
type Load[T table.Real] struct {
	Force   [3]T // F [N]
	Axis    [3]T // a
	Speed   T    // u [m/s]
	Damping T    // c [N·s/m]
	Limit   T    // of s [N]; infinite without one
	Drag    T    // q [kg/m]
}

// On returns the load on a mass of velocity v [N].
func (l *Load[T]) On(v [3]T) [3]T {
	f := l.Force
	if l.Damping != 0 {
		size := laws.MotorOf(l.Damping, l.Limit, l.Speed, Dot(v, l.Axis))
		for axis, a := range l.Axis {
			f[axis] += size * a
		}
	}
	if l.Drag != 0 {
		slowing := l.Drag * T(math.Sqrt(float64(Dot(v, v))))
		for axis := range f {
			f[axis] -= slowing * v[axis]
		}
	}
	return f
}

// LoadCall holds the arguments of a kernel that adds a load to forces on masses. Assembly
// reads the first fields.
type LoadCall[T table.Real] struct {
	force  *T    // as ForcesCall.out, of the first slice
	v      *T    // first lane in the array vx
	stride int64 // from array to array [bytes]
	load   *Load[T]
	lanes  *uint16 // of the first slice: a bit for each mass on which it acts
	count  int64   // number of slices, at least 1

	to       []T
	velocity Motion[T]
	bits     []uint16
	first    int
}

// Set aims a call at the slices from first on, as many as lanes has words.
func (c *LoadCall[T]) Set(l *Load[T], lanes []uint16, velocity Motion[T], first int, force []T) {
	c.force, c.load, c.lanes, c.count = &force[0], l, &lanes[0], int64(len(lanes))
	c.v, c.stride = &velocity.Array(ArrayVX)[(first+1)*table.Width], velocity.strideBytes()
	c.to, c.velocity, c.bits, c.first = force, velocity, lanes, first
}

// ExternalCalls are the calls by which a thread evaluates external forces.
type ExternalCalls[T table.Real] struct {
	Load   LoadCall[T]
	Wind   WindCall[T]
	Gather GatherCall[T]
}

// LoadGo adds a load to the forces on the masses of some slices.
func LoadGo[T table.Real](c *LoadCall[T]) {
	for i, lanes := range c.bits {
		force := c.to[i*3*table.Width : (i+1)*3*table.Width]
		for lane := range table.Width {
			if lanes>>lane&1 == 0 {
				continue
			}
			for axis, f := range c.load.On(c.velocity.Get(ArrayVX, (c.first+i)*table.Width+lane)) {
				force[axis*table.Width+lane] += f
			}
		}
	}
}

// PullCall holds the arguments and the results of a kernel that sums external forces on
// masses, see power.go. Assembly reads the first fields.
type PullCall[T table.Real] struct {
	force   *T    // as ForcesCall.out, of the first slice
	u, w    *T    // first lane in the arrays vx of both velocities
	stride  int64 // from array to array [bytes]
	perMass *T    // 1/m of the first lane [1/kg]
	slices  int64 // number of slices, at least 1
	same    T     // β
	slows   T     // not 0: quadratic drag acts
	sum     [8]float64
	slowed  [8]float64

	// Plain Go reads these.
	from, to Motions[T]
	pull     []T
	sets     *Masses[T]
	first    int
}

// Aim aims a call at the slices from first on that force has 48 numbers of each for [N]. from and w
// are as those of DragCall; slows says that quadratic drag acts.
func (c *PullCall[T]) Aim(m *Masses[T], from, w Motions[T], beta T, first int, force []T, slows bool) {
	at := first * table.Width
	c.force, c.stride, c.perMass, c.slices = &force[0], from.Velocity.strideBytes(), &m.PerMass[at], int64(len(force)/(3*table.Width))
	c.u, c.w = &from.Velocity.Array(ArrayVX)[table.Width+at], &w.Velocity.Array(ArrayVX)[table.Width+at]
	c.same, c.slows, c.sum, c.slowed = beta, 0, [8]float64{}, [8]float64{}
	if slows {
		c.slows = 1
	}
	c.from, c.to, c.pull, c.sets, c.first = from, w, force, m, first
}

// Sum returns Σ F·(w + β u) over the masses that are not pinned on all axes [W], and Slowed Σ |u| u·(w + β u)
// [m³/s³], where quadratic drag acts.
func (c *PullCall[T]) Sum() float64    { return addUp(&c.sum) }
func (c *PullCall[T]) Slowed() float64 { return addUp(&c.slowed) }

// PullGo sums the power of forces on the masses of some slices.
func PullGo[T table.Real](c *PullCall[T]) {
	for at := range int(c.slices) * table.Width {
		lane := c.first*table.Width + at
		if c.sets.PerMass[lane] == 0 {
			continue
		}
		u, w := c.from.Velocity.Get(ArrayVX, lane), c.to.Velocity.Get(ArrayVX, lane)
		for axis := range w {
			w[axis] += c.same * u[axis]
		}
		f := c.pull[at/table.Width*3*table.Width+at%table.Width:]
		c.sum[lane%8] += float64(Dot([3]T{f[0], f[table.Width], f[2*table.Width]}, w))
		if c.slows != 0 {
			c.slowed[lane%8] += float64(T(math.Sqrt(float64(Dot(u, u)))) * Dot(u, w))
		}
	}
}
