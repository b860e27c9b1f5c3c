package kernels

import (
	"math"
	"slices"

	"hooke/cpu/table"
)

// PairColumn is one neighbor of each of the 16 masses of a slice, which may touch it. A
// lane without a neighbor names itself, with a reach of 0. 256 bytes.
type PairColumn struct {
	Other     [table.Width]int32   // lane of the other mass
	Reach     [table.Width]float32 // D [m]
	Stiffness [table.Width]float32 // kc [N/m]
	Damping   [table.Width]float32 // bc [N·s/m]
}

// PairSlice is a slice with columns of pairs. 16 bytes.
type PairSlice struct {
	Slice  int32  // number of the slice
	First  uint32 // its first column
	Count  uint32 // its columns
	Pushed uint32 // result of press: the lanes that a pair pushes, as bits
}

// PairTouch is what friction needs of a column: F_N of each lane, 0 where none pushes, and
// the normal, towards the mass of the lane. 256 bytes.
type PairTouch struct {
	Force  [table.Width]float32 // F_N [N]
	Normal [3][table.Width]float32
}

// PressCall holds the arguments of a kernel that evaluates pairs. Assembly reads the first
// fields, which have 8 bytes each, as with ForcesCall.
type PressCall struct {
	x       *float32    // lane 0 in the array x
	stride  int64       // from the array x to y and z [bytes]
	v       *float32    // lane 0 in the array vx
	vStride int64       // from the array vx to vy and vz [bytes]
	slices  *PairSlice  // the first slice
	count   int64       // number of slices, at least 1
	columns *PairColumn // column 0
	out     *float32    // forces [N]: for each slice 16 along x, then y, then z
	touches *PairTouch  // of column 0, or nil: nothing rubs

	// Plain Go reads these.
	state      Motions
	pairSlices []PairSlice
	pairs      []PairColumn
	force      []float32
	rubs       []PairTouch
}

// Set aims a call at slices, whose forces go to out; touches is nil where nothing rubs.
func (c *PressCall) Set(state Motions, some []PairSlice, columns []PairColumn, out []float32, touches []PairTouch) {
	c.state, c.pairSlices, c.pairs, c.force, c.rubs = state, some, columns, out, touches
	c.x, c.stride = state.Position.lane(0), state.Position.strideBytes()
	c.v, c.vStride = &state.Velocity.Array(ArrayVX)[table.Width], state.Velocity.strideBytes()
	c.slices, c.count, c.columns, c.out, c.touches = &some[0], int64(len(some)), &columns[0], &out[0], nil
	if len(touches) > 0 {
		c.touches = &touches[0]
	}
}

// leastPairSquare is the square of the distance at which two masses have no direction from
// one to the other, and no force [m²].
const leastPairSquare = 1e-24

// PressGo sums the pushes of pairs on the masses of some slices:
//
//	F_N = max(0, kc (D − |d|) − bc (v_i − v_j)·n),  d = x_i − x_j,  n = d/|d|.
//
// Both masses of a pair get the same numbers with the other sign, bit for bit.
func PressGo(c *PressCall) {
	for s := range c.pairSlices {
		slice := &c.pairSlices[s]
		out := c.force[s*3*table.Width : (s+1)*3*table.Width]
		clear(out)
		slice.Pushed = 0
		for column := slice.First; column < slice.First+slice.Count; column++ {
			var touch *PairTouch
			if c.rubs != nil {
				touch = &c.rubs[column]
				*touch = PairTouch{}
			}
			p := &c.pairs[column]
			for lane := range table.Width {
				if force, n := c.pushOf(p, int(slice.Slice)*table.Width+lane, lane); force > 0 {
					slice.Pushed |= 1 << lane
					for axis := range 3 {
						out[axis*table.Width+lane] += force * n[axis]
					}
					if touch != nil {
						touch.Force[lane], touch.Normal[0][lane], touch.Normal[1][lane], touch.Normal[2][lane] = force, n[0], n[1], n[2]
					}
				}
			}
		}
	}
}

// MostTouches is the largest number of pairs that push a mass of the slices.
func (c *PressCall) MostTouches() (most int) {
	for s := range c.pairSlices {
		slice := &c.pairSlices[s]
		var counts [table.Width]int
		for column := slice.First; column < slice.First+slice.Count; column++ {
			for lane := range counts {
				if force, _ := c.pushOf(&c.pairs[column], int(slice.Slice)*table.Width+lane, lane); force > 0 {
					counts[lane]++
				}
			}
		}
		most = max(most, slices.Max(counts[:]))
	}
	return most
}

// pushOf is F_N of a pair [N], and its normal.
func (c *PressCall) pushOf(p *PairColumn, at, lane int) (force float32, n [3]float32) {
	other := int(p.Other[lane])
	a, b := c.state.Position.Get(ArrayX, at), c.state.Position.Get(ArrayX, other)
	d := [3]float32{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
	square, reach := Dot(d, d), p.Reach[lane]
	if !(square < reach*reach) || square <= leastPairSquare {
		return 0, n
	}
	r := 1 / float32(math.Sqrt(float64(square)))
	n = [3]float32{d[0] * r, d[1] * r, d[2] * r}
	u, w := c.state.Velocity.Get(ArrayVX, at), c.state.Velocity.Get(ArrayVX, other)
	parting := Dot([3]float32{u[0] - w[0], u[1] - w[1], u[2] - w[2]}, n)
	return max(0, p.Stiffness[lane]*(reach-square*r)-p.Damping[lane]*parting), n
}

// MovedCall holds the arguments and the result of a kernel that measures motion. Assembly
// reads the first fields.
type MovedCall struct {
	from, to             *float32 // first lane in the arrays x
	fromStride, toStride int64    // from array to array [bytes]
	count                int64    // number of slices, at least 1
	shift                [4]float32
	most                 [table.Width]float32 // result: squares of |to − from − shift|, the largest among them [m²]

	a, b  Motion
	first int
}

// Set aims a call at count slices from first on.
func (c *MovedCall) Set(from, to Motion, first, count int, shift [3]float32) {
	c.a, c.b, c.first = from, to, first
	c.from, c.fromStride = from.lane(first*table.Width), from.strideBytes()
	c.to, c.toStride = to.lane(first*table.Width), to.strideBytes()
	c.count, c.most = int64(count), [table.Width]float32{}
	c.shift = [4]float32{shift[0], shift[1], shift[2]}
}

// Most is the largest square of the distance of a mass [m²].
func (c *MovedCall) Most() float32 { return slices.Max(c.most[:]) }

// MovedGo measures how far masses are from where they were, apart from a shift of all.
func MovedGo(c *MovedCall) {
	for lane := c.first * table.Width; lane < (c.first+int(c.count))*table.Width; lane++ {
		c.most[lane%table.Width] = max(c.most[lane%table.Width], MovedOf(c.a, c.b, lane, [3]float32(c.shift[:3])))
	}
}

// MovedOf is the square of |to − from − shift| of a lane [m²].
func MovedOf(from, to Motion, lane int, shift [3]float32) float32 {
	a, b := from.Get(ArrayX, lane), to.Get(ArrayX, lane)
	d := [3]float32{b[0] - a[0] - shift[0], b[1] - a[1] - shift[1], b[2] - a[2] - shift[2]}
	return Dot(d, d)
}
