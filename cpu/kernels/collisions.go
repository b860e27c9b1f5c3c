package kernels

import (
	"math/bits"

	"hooke/cpu/table"
)

// PairSlice is a slice with columns of pairs. 16 bytes.
type PairSlice struct {
	Slice  int32  // number of the slice
	First  uint32 // its first column
	Count  uint32 // its columns
	Pushed uint32 // result of press: the lanes that a pair pushes, as bits
}

// PairColumn is one neighbor of each of the 16 masses of a slice, which may touch it.
// 16 bytes.
type PairColumn struct {
	Law    uint32 // index of its law
	Base   int32  // the other lane of the first mass
	Step   int32  // 1 or -1: others follow each other, upwards or downwards; 0: see PairOthers
	Pushed uint32 // result of press: the lanes that its pairs push, as bits
}

// PairOthers are the lanes of the other masses of a column. A lane without a neighbor names
// itself. 64 bytes.
type PairOthers [table.Width]int32

// PairLaw holds the constants of the pairs of a column. Columns whose pairs have the same law
// share one, so that steps read little. Values for a lane without a neighbor are arbitrary.
// It takes 384 bytes.
type PairLaw[T table.Real] struct {
	Reach     [table.Width]T // D [m]
	Stiffness [table.Width]T // kc [N/m]
	Damping   [table.Width]T // bc [N·s/m]
	Static    [table.Width]T // μs
	Kinetic   [table.Width]T // μk
	Reduced   [table.Width]T // m_r [kg]
}

// PairTouch is F_N n of each lane of a column [N], 0 where none pushes; n is towards the mass
// of the lane. A column that pushes no lane has no touch. 192 bytes.
type PairTouch[T table.Real] [3][table.Width]T

// Pairs are lists of pairs, and data that evaluations pass to each other.
type Pairs[T table.Real] struct {
	Slices  []PairSlice // slices with pairs, in order
	Columns []PairColumn
	Others  []PairOthers // of each column
	Laws    []PairLaw[T]
	Touches []PairTouch[T] // of each column; nil: no friction
	Counts  []uint32       // touches of each lane, for slices with pairs; nil: no friction
}

// pairCall is the first part of all calls for pairs. Assembly reads it.
type pairCall[T table.Real] struct {
	slices  *PairSlice    // the first slice
	count   int64         // number of slices, at least 1
	columns *PairColumn   // column 0
	others  *PairOthers   // of column 0
	laws    *PairLaw[T]   // law 0
	touches *PairTouch[T] // of column 0, or nil: no friction
	counts  *uint32       // of lane 0, or nil: no friction, or no mass touches two

	// Plain Go reads these.
	pairs Pairs[T]
	some  []PairSlice
}

// set aims a call at count of the slices from first on.
func (c *pairCall[T]) set(p *Pairs[T], first, count int) {
	c.pairs, c.some = *p, p.Slices[first:first+count]
	c.slices, c.count, c.columns, c.others, c.laws = &c.some[0], int64(count), &p.Columns[0], &p.Others[0], &p.Laws[0]
	c.touches, c.counts = nil, nil
	if p.Touches != nil {
		c.touches, c.counts = &p.Touches[0], &p.Counts[0]
	}
}

// DissipationCall holds the arguments and the results of a kernel that sums the dissipation of pairs in a
// step of symplectic Euler. Assembly reads the first fields.
type DissipationCall[T table.Real] struct {
	pairCall[T]
	x          *T    // lane 0 in the array x
	stride     int64 // from the array x to y and z [bytes]
	v          *T    // lane 0 in the array vx of the state in which the step begins
	vStride    int64 // from the array vx to vy and vz [bytes]
	w          *T    // the same of that in which it ends
	wStride    int64
	gain       *T // lane 0 of the change of velocities by friction, or nil before it acts
	gainStride int64
	perMass    *T         // 1/m of lane 0 [1/kg]
	sum        [8]float64 // result: of lane i and lane i+8 of all slices [W]
	friction   [8]float64 // result: the same of friction [J]

	// Plain Go reads these.
	from, to Motions[T]
	gained   Motion[T]
	masses   *Masses[T]
}

// Set points the call at count of the slices with pairs from first on, in a step from one
// state to another. gained is the change of velocities by friction, without drag [m/s]; empty
// if it has not acted.
func (c *DissipationCall[T]) Set(from, to Motions[T], p *Pairs[T], first, count int, gained Motion[T], m *Masses[T]) {
	c.set(p, first, count)
	c.from, c.to, c.gained, c.masses = from, to, gained, m
	c.x, c.stride = from.Position.lane(0), from.Position.strideBytes()
	c.v, c.vStride = &from.Velocity.Array(ArrayVX)[table.Width], from.Velocity.strideBytes()
	c.w, c.wStride = &to.Velocity.Array(ArrayVX)[table.Width], to.Velocity.strideBytes()
	c.perMass, c.gain = &m.PerMass[0], nil
	if gained.Arena != nil {
		c.gain, c.gainStride = gained.lane(0), gained.strideBytes()
	}
	c.sum, c.friction = [8]float64{}, [8]float64{}
}

// Damping returns the dissipation of dampers of the pairs [W]; each pair counts at both of
// its masses.
func (c *DissipationCall[T]) Damping() float64 { return addUp(&c.sum) / 4 }

// FrictionWork returns the work of friction on the masses [J].
func (c *DissipationCall[T]) FrictionWork() float64 { return addUp(&c.friction) / 2 }

// DissipationGo sums the dissipation of dampers of pairs for the masses of some slices, with the
// velocities v and w before and after the step,
//
//	min(kc (D − |d|), bc Δv·n) (Δv + Δw)·n,
//
// at both masses of a pair, and m g·(v + w) of masses whose velocities friction has changed
// by g.
func DissipationGo[T table.Real](c *DissipationCall[T]) {
	for s := range c.some {
		slice := &c.some[s]
		var sum [table.Width]T
		for column := slice.First; column < slice.First+slice.Count; column++ {
			for lane := range table.Width {
				at, other := int(slice.Slice)*table.Width+lane, int(c.pairs.Others[column][lane])
				if _, taken, n, touch := c.pairs.PushAt(c.from, column, at, lane); touch {
					parting := Dot(minus(c.from.Velocity.Get(ArrayVX, at), c.from.Velocity.Get(ArrayVX, other)), n)
					later := Dot(minus(c.to.Velocity.Get(ArrayVX, at), c.to.Velocity.Get(ArrayVX, other)), n)
					sum[lane] += taken * (parting + later)
				}
			}
		}
		for lane := range sum {
			c.sum[lane%8] += float64(sum[lane])
		}
		if c.gain == nil {
			continue
		}
		for pushed := slice.Pushed; pushed != 0; pushed &= pushed - 1 {
			lane := bits.TrailingZeros32(pushed)
			at := int(slice.Slice)*table.Width + lane
			if perMass := c.masses.PerMass[at]; perMass != 0 {
				g := c.gained.Get(ArrayX, at)
				c.friction[lane%8] += float64((Dot(g, c.from.Velocity.Get(ArrayVX, at)) + Dot(g, c.to.Velocity.Get(ArrayVX, at))) / perMass)
			}
		}
	}
}
