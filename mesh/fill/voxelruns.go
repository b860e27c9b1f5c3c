package fill

import (
	"math/bits"

	"hooke/mesh"
	"hooke/mesh/build"
)

// run is a stretch of masses next to each other in a row, which springs along x
// join. 8 bytes.
type run struct{ first, last int32 } // along x

// runsOf lists the runs of all rows: those of row y + ny z are
// runs[start[row]:start[row+1]].
func (v *voxels) runsOf() (runs []run, start []uint32) {
	start = make([]uint32, 1, v.ny*v.nz+1)
	for z := range v.nz {
		for y := range v.ny {
			runs = appendRuns(runs, v.row(y, z))
			start = append(start, uint32(len(runs)))
		}
	}
	return runs, start
}

func appendRuns(runs []run, row []uint64) []run {
	for x := 0; ; {
		first := nextBit(row, x, 0)
		if first == 64*len(row) {
			return runs
		}
		x = nextBit(row, first, ^uint64(0))
		runs = append(runs, run{int32(first), int32(x - 1)})
	}
}

// nextBit returns the first index from x on whose bit, flipped where flip has ones,
// is set; the length of the row if no bit is.
func nextBit(row []uint64, x int, flip uint64) int {
	for i := x / 64; i < len(row); i++ {
		word := row[i] ^ flip
		if i == x/64 {
			word &= ^uint64(0) << (x % 64)
		}
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return 64 * len(row)
}

// apart is a run that was removed from row y + ny z.
type apart struct {
	run
	row int
}

// keepLargestPart removes every mass that no chain of springs joins to the
// largest part, and returns the runs that it removed. Of equal parts the first stays.
// The stencil has springs along x.
func (v *voxels) keepLargestPart(stencil []build.Offset) (removed []apart) {
	runs, start := v.runsOf()
	sets := mesh.NewDisjointSets(len(runs))
	at := func(row int) []run { return runs[start[row]:start[row+1]] }
	for _, way := range waysBetweenRows(stencil) {
		for row := range v.ny * v.nz {
			y, z := row%v.ny+way.dy, row/v.ny+way.dz
			if y < 0 || y >= v.ny || z >= v.nz {
				continue
			}
			other := y + v.ny*z
			joinRuns(sets, at(row), at(other), start[row], start[other], int32(way.reach))
		}
	}

	size := make([]int, len(runs)) // masses of the part, at the index of its first run
	for i, r := range runs {
		size[sets.Root(uint32(i))] += int(r.last - r.first + 1)
	}
	largest := uint32(0)
	for i := range size {
		if size[i] > size[largest] {
			largest = uint32(i)
		}
	}
	for row := range v.ny * v.nz {
		for i, r := range at(row) {
			if sets.Root(start[row]+uint32(i)) == largest {
				continue
			}
			removed = append(removed, apart{r, row})
			for x := r.first; x <= r.last; x++ {
				v.row(row%v.ny, row/v.ny)[x/64] &^= 1 << (x % 64)
			}
		}
	}
	return removed
}

// massesOf returns the number of masses in runs.
func massesOf(runs []apart) (count int) {
	for _, r := range runs {
		count += int(r.last - r.first + 1)
	}
	return count
}

// wayBetweenRows is where springs lead from a row: dy rows and dz layers on, and
// up to reach masses along x, either way.
type wayBetweenRows struct{ dy, dz, reach int }

func waysBetweenRows(stencil []build.Offset) (ways []wayBetweenRows) {
	for _, o := range stencil {
		switch last := len(ways) - 1; {
		case o.Dy == 0 && o.Dz == 0:
		case last >= 0 && ways[last].dy == o.Dy && ways[last].dz == o.Dz:
			ways[last].reach = max(ways[last].reach, o.Dx, -o.Dx)
		default:
			ways = append(ways, wayBetweenRows{o.Dy, o.Dz, max(o.Dx, -o.Dx)})
		}
	}
	return ways
}

// joinRuns joins the runs of two rows that come within reach of each other;
// firstA and firstB are the numbers of their first ones. It walks along both.
func joinRuns(sets mesh.DisjointSets, a, b []run, firstA, firstB uint32, reach int32) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i].first <= b[j].last+reach && b[j].first <= a[i].last+reach {
			sets.Join(firstA+uint32(i), firstB+uint32(j))
		}
		if a[i].last < b[j].last {
			i++
		} else {
			j++
		}
	}
}
