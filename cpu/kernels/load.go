package kernels

import (
	"math"

	"hooke/cpu/table"
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

// On is the load on a mass of velocity v [N].
func (l *Load[T]) On(v [3]T) [3]T {
	f := l.Force
	if l.Damping != 0 {
		size := min(l.Limit, max(-l.Limit, l.Damping*(l.Speed-Dot(v, l.Axis))))
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
