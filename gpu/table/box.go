package table

import (
	"fmt"
	"slices"
	"sync/atomic"

	"hooke/order"
	"hooke/shaders"
)

// Box is a structure that is one whole box of a lattice: masses in rows, x fastest, and each mass has
// every regular spring whose other end is in the box, and no other spring.
type Box struct {
	Size [3]int   // masses along x, y and z
	Ways [][3]int // of each regular pair, from the lower-numbered mass to the other [masses]
}

// slots is a set of regular slots, slot s as bit s.
type slots uint64

// inside are the slots whose neighbors are in the box as far as one axis decides it, for each index along the axis.
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

// fits reports whether the masks of all masses are those of the box.
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

// Block is the part of a box that a work group of the given number of invocations steps, a mass each [masses].
func (b *Box) Block(group int) [3]int {
	switch {
	case b.Size[1] == 1 && b.Size[2] == 1:
		return [3]int{group, 1, 1}
	case b.Size[2] == 1:
		return [3]int{16, group / 16, 1}
	case group < 256:
		return [3]int{8, 4, group / 32}
	}
	return [3]int{16, 4, group / 64}
}

// Blocks returns the number of blocks of work groups of the given number of invocations.
func (b *Box) Blocks(group int) int64 {
	n := int64(1)
	for axis, size := range b.Block(group) {
		n *= int64((b.Size[axis] + size - 1) / size)
	}
	return n
}

// Tile is the shared memory of a work group that holds the positions of its block and of the masses around it, and with dampers
// their velocities [bytes].
func (b *Box) Tile(group int, damped bool) int64 {
	bytes := int64(16)
	if damped {
		bytes *= 2
	}
	for axis, size := range b.Block(group) {
		bytes *= int64(size + 2*b.reach()[axis])
	}
	return bytes
}

// reach is how far springs go along each axis [masses].
func (b *Box) reach() (most [3]int) {
	for _, way := range b.Ways {
		for axis, d := range way {
			most[axis] = max(most[axis], d, -d)
		}
	}
	return most
}

// Defines are the constants of passes that step blocks; those of a block follow from the work group.
func (b *Box) Defines(group int) (of, ofGroup []shaders.Define) {
	vector := func(name string, v [3]int) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("ivec3(%d, %d, %d)", v[0], v[1], v[2])}
	}
	return []shaders.Define{{Name: "TILE", Value: "1"}, vector("LATTICE_SIZE", b.Size), vector("LATTICE_REACH", b.reach())}, []shaders.Define{vector("LATTICE_BLOCK", b.Block(group))}
}
