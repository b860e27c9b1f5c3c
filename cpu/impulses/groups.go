package impulses

import (
	"cmp"
	"math/bits"
	"slices"

	"hooke/cpu/table"
	"hooke/order"
)

// group is up to 16 springs of one color. The numbers of spring i of a group are at 16 times the
// index of the group plus i. 24 bytes.
type group struct {
	base               int32   // lane of end A of spring 0; if the table has the ends, their index in it
	offset             int32   // from end A to end B [lanes]; 0: the table has the ends
	lanes              uint16  // a bit for each spring that is there
	alike              uint16  // not 0: the law of all springs is that, so that kernels need not read the arrays
	rest, push, answer float32 // see springs
}

// span returns the lanes that a group by rows touches, from the first to the last−1: one that is
// shorter than a group has both ends among the same.
func (s *springs[T]) span(place int) (first, last int) {
	g := &s.groups[place]
	first = int(g.base)
	if g.offset < table.Width {
		return first, first + table.Width
	}
	return first, first + int(g.offset) + table.Width
}

// unite finds the groups of springs with one law. Those with actuators have laws of their own.
func (s *springs[T]) unite() {
	own := make([]bool, len(s.groups))
	for _, d := range s.driven {
		own[d.place/table.Width] = true
	}
	for k := range s.groups {
		g, at := &s.groups[k], k*table.Width+bits.TrailingZeros16(s.groups[k].lanes)
		g.rest, g.push, g.answer, g.alike = float32(s.rest[at]), float32(s.push[at]), float32(s.answer[at]), 1
		for i := range table.Width {
			other := k*table.Width + i
			if own[k] || g.lanes>>i&1 != 0 && (s.rest[other] != s.rest[at] || s.push[other] != s.push[at] || s.answer[other] != s.answer[at]) {
				g.alike = 0
			}
		}
	}
}

// grouper makes the groups.
type grouper struct {
	order  table.LaneOrder
	colors *order.SpringColors
	lanes  [][2]uint32 // of the ends of each spring, the lower one first; equal: it does not act
	groups []group
	ends   [2][]uint32
	number []uint32
}

// add makes the groups of a color.
func (b *grouper) add(color []uint32) {
	var acting []uint32
	for _, k := range color {
		if b.lanes[k][0] != b.lanes[k][1] {
			acting = append(acting, k)
		}
	}
	slices.SortFunc(acting, func(x, y uint32) int { return cmp.Compare(b.lanes[x][0], b.lanes[y][0]) })
	if !b.inRows(acting) {
		b.tabled(acting)
	}
}

// leastFull is the least part of the slots of groups in rows that must have springs.
const leastFull = 1. / 4

// inRows makes groups of springs of a color by rows; false where they are in none. Both ends of
// springs that are shorter than a group are among its own 16 lanes.
func (b *grouper) inRows(springs []uint32) bool {
	if len(springs) == 0 {
		return true
	}
	from, shift := len(b.groups), 0
	offset := int(b.lanes[springs[0]][1] - b.lanes[springs[0]][0])
	if offset < table.Width {
		shift = int(b.lanes[springs[0]][0]) / offset % 2 * offset
	}
	for _, k := range springs {
		lane, last := int(b.lanes[k][0]), len(b.groups)-1
		if int(b.lanes[k][1])-lane != offset {
			return b.back(from)
		}
		if last < from || lane >= int(b.groups[last].base)+table.Width {
			base := lane
			if offset < table.Width {
				base -= (lane - shift) % table.Width
			}
			b.groups = append(b.groups, group{base: int32(base), offset: int32(offset)})
			b.room()
			last++
		}
		i := lane - int(b.groups[last].base)
		if offset < table.Width && i+offset >= table.Width || i < 0 {
			return b.back(from)
		}
		b.groups[last].lanes |= 1 << i
		b.number[last*table.Width+i] = k
	}
	return float64(len(springs)) >= leastFull*float64(table.Width*(len(b.groups)-from)) || b.back(from)
}

// back takes groups from one on away.
func (b *grouper) back(from int) bool {
	b.groups, b.number = b.groups[:from], b.number[:from*table.Width]
	return false
}

// tabled makes groups of springs with a table of their ends.
func (b *grouper) tabled(springs []uint32) {
	for some := range slices.Chunk(springs, table.Width) {
		b.groups = append(b.groups, group{base: int32(len(b.ends[0])), lanes: uint16(1<<len(some) - 1)})
		b.room()
		for i := range table.Width {
			k := some[min(i, len(some)-1)]
			b.ends[0], b.ends[1] = append(b.ends[0], b.lanes[k][0]), append(b.ends[1], b.lanes[k][1])
			if i < len(some) {
				b.number[(len(b.groups)-1)*table.Width+i] = k
			}
		}
	}
}

// room appends the numbers of an empty group.
func (b *grouper) room() {
	for range table.Width {
		b.number = append(b.number, table.NoMass)
	}
}
