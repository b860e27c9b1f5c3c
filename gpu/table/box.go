package table

import (
	"slices"
	"sync/atomic"

	"hooke/order"
)

// Box is a structure that is one whole box of a lattice: masses in rows, x fastest, and each mass has
// every regular spring whose other end is in the box, and no other spring.
type Box struct {
	Size [3]int   // masses along x, y and z
	Ways [][3]int // of each regular pair, from the lower-numbered mass to the other [masses]
}

// slots is a set of regular slots, slot s as bit s.
type slots uint64

// inside are the slots whose neighbors are in the box as far as one axis decides it, for each place along the axis.
func (b *Box) inside(axis int) []slots {
	all := make([]slots, b.Size[axis])
	for place := range all {
		for n, way := range b.Ways {
			for back, d := range [2]int{way[axis], -way[axis]} {
				if uint(place+d) < uint(b.Size[axis]) {
					all[place] |= 1 << (2*n + back)
				}
			}
		}
	}
	return all
}

// fits says whether the masks of all masses are those of the box.
func (b *Box) fits(masks []uint32) bool {
	masses := b.Size[0] * b.Size[1] * b.Size[2]
	x, y, z := b.inside(0), b.inside(1), b.inside(2)
	var differ atomic.Bool
	order.InParallel(b.Size[1]*b.Size[2], 1, func(first, end int) {
		for row := first; row < end && !differ.Load(); row++ {
			ofRow := y[row%b.Size[1]] & z[row/b.Size[1]]
			for place, ofPlace := range x {
				i := row*b.Size[0] + place
				has := slots(masks[i])
				if len(masks) > masses {
					has |= slots(masks[masses+i]) << 32
				}
				if has != ofRow&ofPlace {
					differ.Store(true)
					return
				}
			}
		}
	})
	return !differ.Load()
}

// farthest is how many masses a spring of a box goes at most along an axis.
const farthest = 8

// findBox returns the box that a structure is whose springs are all regular; nil: it is none. The offsets to the next row and
// the next layer are among those of the pairs, unless there is no other row or layer.
func findBox(p *Pattern, masks []uint32, masses int) *Box {
	steps := []int{masses}
	for _, pair := range p.Pairs {
		if o := int(pair.Offset); masses%o == 0 && !slices.Contains(steps, o) {
			steps = append(steps, o)
		}
	}
	slices.SortFunc(steps, func(a, b int) int { return b - a }) // long rows first
	for _, row := range steps {
		for _, layer := range steps {
			if layer%row != 0 {
				continue
			}
			b := &Box{Size: [3]int{row, layer / row, masses / layer}}
			for _, pair := range p.Pairs {
				dx, rest := nearest(int(pair.Offset), row)
				dy, dz := nearest(rest, layer/row)
				if max(dx, -dx, dy, -dy, dz) <= farthest {
					b.Ways = append(b.Ways, [3]int{dx, dy, dz})
				}
			}
			if len(b.Ways) == len(p.Pairs) && b.fits(masks) {
				return b
			}
		}
	}
	return nil
}

// nearest divides a number by a size so that the remainder is nearest to 0.
func nearest(n, size int) (remainder, quotient int) {
	remainder, quotient = n%size, n/size
	if 2*remainder > size {
		remainder -= size
		quotient++
	}
	return remainder, quotient
}
