package scan

import (
	"cmp"
	"fmt"
	"slices"
)

// Numbering maps the numbers that a file gives its vertices, which may have gaps and any
// order, to indices from 0. It takes 4 bytes per number where the numbers are dense,
// else 16.
type Numbering struct {
	lowest int64
	dense  []uint32   // index + 1 by number − lowest; 0 for a number that is absent
	sparse []numbered // by number; used where dense is nil
}

type numbered struct {
	number int64
	place  uint32
}

// NewNumbering maps each number to its index in the list. A number that occurs twice is an
// error.
func NewNumbering(numbers []int64) (*Numbering, error) {
	n := &Numbering{}
	if len(numbers) == 0 {
		return n, nil
	}
	n.lowest = slices.Min(numbers)
	span := uint64(slices.Max(numbers)) - uint64(n.lowest)
	if span < 4*uint64(len(numbers)) {
		n.dense = make([]uint32, span+1)
		for place, number := range numbers {
			slot := &n.dense[number-n.lowest]
			if *slot != 0 {
				return nil, fmt.Errorf("number %d is given twice", number)
			}
			*slot = uint32(place) + 1
		}
		return n, nil
	}
	n.sparse = make([]numbered, len(numbers))
	for place, number := range numbers {
		n.sparse[place] = numbered{number, uint32(place)}
	}
	slices.SortFunc(n.sparse, func(a, b numbered) int { return cmp.Compare(a.number, b.number) })
	for i := 1; i < len(n.sparse); i++ {
		if n.sparse[i].number == n.sparse[i-1].number {
			return nil, fmt.Errorf("number %d is given twice", n.sparse[i].number)
		}
	}
	return n, nil
}

// Place returns the index of a number, or false if the number is absent.
func (n *Numbering) Place(number int64) (uint32, bool) {
	if n.dense != nil {
		if number < n.lowest || uint64(number)-uint64(n.lowest) >= uint64(len(n.dense)) {
			return 0, false
		}
		place := n.dense[number-n.lowest]
		return place - 1, place != 0
	}
	at, found := slices.BinarySearchFunc(n.sparse, number, func(p numbered, number int64) int { return cmp.Compare(p.number, number) })
	if !found {
		return 0, false
	}
	return n.sparse[at].place, true
}
