package kernels

import (
	"math"
	"slices"

	"hooke/cpu/table"
)

// PressCall holds the arguments of a kernel that evaluates pairs. Assembly reads the first
// fields, which have 8 bytes each, as with ForcesCall.
type PressCall[T table.Real] struct {
	pairCall[T]
	x       *T                  // lane 0 in the array x
	stride  int64               // from the array x to y and z [bytes]
	v       *T                  // lane 0 in the array vx
	vStride int64               // from the array vx to vy and vz [bytes]
	out     *T                  // forces [N]: for each slice 16 along x, then y, then z
	most    [table.Width]uint32 // result: most touches of the masses of a lane in all slices, with friction

	// Plain Go reads these.
	state Motions[T]
	force []T
}

// Set points the call at count of the slices with pairs from first on, whose forces go to
// out. Data for friction are written if the pairs have space for them.
func (c *PressCall[T]) Set(state Motions[T], p *Pairs[T], first, count int, out []T) {
	c.set(p, first, count)
	c.state, c.force, c.most = state, out, [table.Width]uint32{}
	c.x, c.stride = state.Position.lane(0), state.Position.strideBytes()
	c.v, c.vStride = &state.Velocity.Array(ArrayVX)[table.Width], state.Velocity.strideBytes()
	c.out = &out[0]
}

// Most returns the largest number of touches of a mass, with friction.
func (c *PressCall[T]) Most() uint32 { return slices.Max(c.most[:]) }

// leastPairSquare is the square of the distance at which two masses have no direction from
// one to the other, and no force [m²].
const leastPairSquare = 1e-24

// PressGo sums the pushes of pairs on the masses of some slices:
//
//	F_N = max(0, kc (D − |d|) − bc (v_i − v_j)·n),  d = x_i − x_j,  n = d/|d|.
//
// Both masses of a pair get the same numbers with the other sign, bit for bit.
func PressGo[T table.Real](c *PressCall[T]) {
	for s := range c.some {
		slice := &c.some[s]
		out := c.force[s*3*table.Width : (s+1)*3*table.Width]
		clear(out)
		var counts [table.Width]uint32
		slice.Pushed = 0
		for column := slice.First; column < slice.First+slice.Count; column++ {
			p := &c.pairs.Columns[column]
			var touch PairTouch[T]
			p.Pushed = 0
			for lane := range table.Width {
				force, n := c.pushOf(column, int(slice.Slice)*table.Width+lane, lane)
				if !(force > 0) {
					continue
				}
				p.Pushed |= 1 << lane
				counts[lane]++
				for axis := range 3 {
					touch[axis][lane] = force * n[axis]
					out[axis*table.Width+lane] += touch[axis][lane]
				}
			}
			slice.Pushed |= p.Pushed
			if c.touches != nil && p.Pushed != 0 {
				c.pairs.Touches[column] = touch
			}
		}
		if c.counts != nil {
			copy(c.pairs.Counts[int(slice.Slice)*table.Width:], counts[:])
			for lane, count := range counts {
				c.most[lane] = max(c.most[lane], count)
			}
		}
	}
}

// MostTouches returns the largest number of pairs that push a mass of the slices.
func (c *PressCall[T]) MostTouches() (most int) {
	for s := range c.some {
		slice := &c.some[s]
		var counts [table.Width]int
		for column := slice.First; column < slice.First+slice.Count; column++ {
			for lane := range counts {
				if force, _ := c.pushOf(column, int(slice.Slice)*table.Width+lane, lane); force > 0 {
					counts[lane]++
				}
			}
		}
		most = max(most, slices.Max(counts[:]))
	}
	return most
}

// pushOf returns F_N of a pair [N], and its normal.
func (c *PressCall[T]) pushOf(column uint32, at, lane int) (force T, n [3]T) {
	force, _, n, _ = c.pairs.PushAt(c.state, column, at, lane)
	return force, n
}

// PushAt returns F_N of the pair of a lane of a column and its normal, towards the mass of lane at of the
// state; and how much of kc δ its damper takes [N], which is not negative where they part. It is
// false where the masses do not touch.
func (p *Pairs[T]) PushAt(state Motions[T], column uint32, at, lane int) (force, taken T, n [3]T, touch bool) {
	other, law := int(p.Others[column][lane]), &p.Laws[p.Columns[column].Law]
	a, b := state.Position.Get(ArrayX, at), state.Position.Get(ArrayX, other)
	d := [3]T{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
	square, reach := Dot(d, d), law.Reach[lane]
	if !(square < reach*reach) || square <= leastPairSquare {
		return 0, 0, n, false
	}
	r := 1 / T(math.Sqrt(float64(square)))
	n = [3]T{d[0] * r, d[1] * r, d[2] * r}
	u, w := state.Velocity.Get(ArrayVX, at), state.Velocity.Get(ArrayVX, other)
	parting := Dot([3]T{u[0] - w[0], u[1] - w[1], u[2] - w[2]}, n)
	full, damper := law.Stiffness[lane]*(reach-square*r), law.Damping[lane]*parting
	return max(0, full-damper), min(full, damper), n, true
}

// AddGo adds numbers to as many others; there are a multiple of 16.
func AddGo[T table.Real](to, from []T) {
	for i, f := range from {
		to[i] += f
	}
}
