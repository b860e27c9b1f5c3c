package kernels

import "hooke/cpu/table"

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
	Law    uint32 // place of its law
	Base   int32  // the other lane of the first mass
	Step   int32  // 1 or -1: others follow each other, upwards or downwards; 0: see PairOthers
	Pushed uint32 // result of press: the lanes that its pairs push, as bits
}

// PairOthers are the lanes of the other masses of a column. A lane without a neighbor names
// itself. 64 bytes.
type PairOthers [table.Width]int32

// PairLaw is what does not change of the pairs of a column. Columns whose pairs have the same
// law share one, so that steps read little. What it has for a lane without a neighbor does
// not matter. 384 bytes.
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

// Pairs are lists of pairs, and what evaluations of them hand on to each other.
type Pairs[T table.Real] struct {
	Slices  []PairSlice // slices with pairs, in order
	Columns []PairColumn
	Others  []PairOthers // of each column
	Laws    []PairLaw[T]
	Touches []PairTouch[T] // of each column; nil: nothing rubs
	Counts  []uint32       // touches of each lane, for slices with pairs; nil: nothing rubs
}

// pairCall is what all calls for pairs begin with. Assembly reads it.
type pairCall[T table.Real] struct {
	slices  *PairSlice    // the first slice
	count   int64         // number of slices, at least 1
	columns *PairColumn   // column 0
	others  *PairOthers   // of column 0
	laws    *PairLaw[T]   // law 0
	touches *PairTouch[T] // of column 0, or nil: nothing rubs
	counts  *uint32       // of lane 0, or nil: nothing rubs, or no mass touches two

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
