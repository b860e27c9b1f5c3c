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
type Load struct {
	Force   [3]float32 // F [N]
	Axis    [3]float32 // a
	Speed   float32    // u [m/s]
	Damping float32    // c [N·s/m]
	Limit   float32    // of s [N]; infinite without one
	Drag    float32    // q [kg/m]
}

// On is the load on a mass of velocity v [N].
func (l *Load) On(v [3]float32) [3]float32 {
	f := l.Force
	if l.Damping != 0 {
		size := min(l.Limit, max(-l.Limit, l.Damping*(l.Speed-Dot(v, l.Axis))))
		for axis, a := range l.Axis {
			f[axis] += size * a
		}
	}
	if l.Drag != 0 {
		slowing := l.Drag * float32(math.Sqrt(float64(Dot(v, v))))
		for axis := range f {
			f[axis] -= slowing * v[axis]
		}
	}
	return f
}

// LoadCall holds the arguments of a kernel that adds a load to forces on masses. Assembly
// reads the first fields.
type LoadCall struct {
	force  *float32 // as ForcesCall.out, of the first slice
	v      *float32 // first lane in the array vx
	stride int64    // from array to array [bytes]
	load   *Load
	lanes  *uint16 // of the first slice: a bit for each mass on which it acts
	count  int64   // number of slices, at least 1

	to       []float32
	velocity Motion
	bits     []uint16
	first    int
}

// Set aims a call at the slices from first on, as many as lanes has words.
func (c *LoadCall) Set(l *Load, lanes []uint16, velocity Motion, first int, force []float32) {
	c.force, c.load, c.lanes, c.count = &force[0], l, &lanes[0], int64(len(lanes))
	c.v, c.stride = &velocity.Array(ArrayVX)[(first+1)*table.Width], velocity.strideBytes()
	c.to, c.velocity, c.bits, c.first = force, velocity, lanes, first
}

// LoadGo adds a load to the forces on the masses of some slices.
func LoadGo(c *LoadCall) {
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
