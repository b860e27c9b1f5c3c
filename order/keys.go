package order

import (
	"math"

	"hooke/model"
)

// RowKeys sort masses by z, then y, then x. Coordinates that differ by less than about
// half of the shortest spring count as equal.
func RowKeys(m *model.Model) []uint64 {
	return keys(m, Shortest(m)/2, func(cell [3]uint64) uint64 { return cell[2]<<42 | cell[1]<<21 | cell[0] })
}

// CurveKeys sort masses along a Morton curve of 2^21 cells a side.
func CurveKeys(m *model.Model) []uint64 { return keys(m, 0, Morton) }

// Shortest returns the shortest rest length of all springs [m]; +Inf if no spring has one.
func Shortest(m *model.Model) float64 {
	shortest := math.Inf(1)
	for _, length := range m.RestLength {
		if length > 0 {
			shortest = min(shortest, length)
		}
	}
	return shortest
}

// keys returns the keys of the cells in which masses rest. Cells are wide [m], or wider
// where there would be more than 2^21 along an axis.
func keys(m *model.Model, wide float64, key func(cell [3]uint64) uint64) []uint64 {
	lo, hi := m.Bounds()
	const cells = 1 << 21
	for axis := range 3 {
		wide = max(wide, (hi[axis]-lo[axis])/(cells-2))
	}
	if !(wide > 0) || math.IsInf(wide, 0) {
		wide = 1
	}
	out := make([]uint64, m.MassCount())
	InParallel(len(out), 1, func(first, end int) {
		for i := first; i < end; i++ {
			var cell [3]uint64
			at := m.RestAt(i)
			for axis := range 3 {
				cell[axis] = min(cells-1, uint64((at[axis]-lo[axis])/wide+0.5))
			}
			out[i] = key(cell)
		}
	})
	return out
}

// Morton returns the index of a cell on Morton's curve, by the lowest 21 bits of its numbers along
// x, y and z.
//
// Source: G. M. Morton, A computer oriented geodetic data base, IBM 1966.
func Morton(cell [3]uint64) uint64 {
	return spread(cell[0]) | spread(cell[1])<<1 | spread(cell[2])<<2
}

// spread puts two zeros behind each of the lowest 21 bits of x: a third of an index on
// Morton's curve.
func spread(x uint64) uint64 {
	x = (x | x<<32) & 0x1f00000000ffff
	x = (x | x<<16) & 0x1f0000ff0000ff
	x = (x | x<<8) & 0x100f00f00f00f00f
	x = (x | x<<4) & 0x10c30c30c30c30c3
	return (x | x<<2) & 0x1249249249249249
}
