package table

import (
	"math"
	"slices"
)

// maxGroups bounds the groups of a slice, and so the springs of its masses.
const maxGroups = 1 << 12

// builder makes the slots and columns of one slice after the other.
type builder[T Real] struct {
	*layout[T]
	out *part[T]

	items  []item
	slots  []Slot
	groups []group
	heads  []uint32 // hash table of groups: stamp and index
	stamp  uint32
	left   [Width][]item // items of each lane that are in no slot
	room   []uint32      // see layout.entries
	middle []Slot        // of slices in the middle of a grid by formula
	knows  bool          // whether middle is known
	far    int           // number of incidences whose neighbor is out of the near cache
}

// item is one incidence of the slice at hand.
type item struct {
	lane   uint8
	class  uint16 // of its spring
	group  int32  // index of its group; −1: its spring has no class
	entry  uint32 // see incidences
	offset int32  // from the mass, or from the first lane of the slice in a column, to the neighbor [lanes]
}

// group is a set of incidences that may become a slot.
type group struct {
	Slot
	count int
	next  int32 // another group of the same offset and class, for parallel springs; −1: none
}

func newBuilder[T Real](l *layout[T]) *builder[T] {
	return &builder[T]{layout: l, heads: make([]uint32, maxGroups)}
}

// gather collects the incidences of slice s and groups them.
func (b *builder[T]) gather(s int) {
	b.items, b.groups, b.far = b.items[:0], b.groups[:0], 0
	if b.stamp++; b.stamp == 1<<16 {
		clear(b.heads)
		b.stamp = 1
	}
	for lane, mass := range b.order.MassOf[s*Width : (s+1)*Width] {
		if mass == NoMass {
			continue
		}
		entries := b.entries(mass, &b.room)
		if len(entries) > b.hubDegree {
			continue
		}
		for _, entry := range entries {
			class := b.classOf(mass, entry)
			if class == paired {
				continue
			}
			offset := int32(b.order.LaneOf[b.neighbor(mass, entry)]) - int32(s*Width+lane)
			g := int32(-1)
			if class != noClass {
				g = b.join(offset, class, lane)
			}
			distance := max(offset, -offset)
			if distance > farDistance {
				b.far++
			}
			if b.out != nil {
				b.out.farthest = max(b.out.farthest, int(distance))
			}
			b.items = append(b.items, item{uint8(lane), class, g, entry, offset})
		}
	}
}

// join puts a lane into the first group of an offset and class that does not have the lane
// yet, and returns the index of the group.
func (b *builder[T]) join(offset int32, class uint16, lane int) int32 {
	class *= RecordPlaces
	h := (uint32(offset)*0x9e3779b1 ^ uint32(class)*0x85ebca6b) >> 8
	for ; ; h++ {
		head := &b.heads[h%uint32(len(b.heads))]
		if *head>>16 != b.stamp {
			*head = b.stamp<<16 | uint32(len(b.groups))
			return b.newGroup(offset, class, lane)
		}
		at := int32(*head & (1<<16 - 1))
		if g := &b.groups[at]; g.Offset != offset || g.Class != class {
			continue
		}
		for {
			g := &b.groups[at]
			if g.Lanes>>lane&1 == 0 {
				g.Lanes |= 1 << lane
				g.count++
				return at
			}
			if g.next < 0 {
				g.next = int32(len(b.groups))
				return b.newGroup(offset, class, lane)
			}
			at = g.next
		}
	}
}

func (b *builder[T]) newGroup(offset int32, class uint16, lane int) int32 {
	b.groups = append(b.groups, group{Slot{offset, class, 1 << lane}, 1, -1})
	return int32(len(b.groups) - 1)
}

// divide finds the least size of the groups that become slots, so that slots and columns
// together cost least. It returns that size and the cost.
func (b *builder[T]) divide() (least, cost int) {
	cost = math.MaxInt
	for _, size := range []int{1, 2, 3, 4, 6, 8, 12, 17} {
		slotted := 0
		for i := range b.groups {
			if b.groups[i].count >= size {
				slotted++
			}
		}
		c := slotCost * slotted
		if c >= cost {
			continue
		}
		if c += b.columnsCost(size); c < cost {
			least, cost = size, c
		}
	}
	return least, cost
}

// columnsCost returns the cost of the columns for the incidences that are in no group of that
// size.
func (b *builder[T]) columnsCost(size int) int {
	var left [Width]int
	any := 0
	for i := range b.items {
		if it := &b.items[i]; it.group < 0 || b.groups[it.group].count < size {
			left[it.lane]++
			any++
		}
	}
	cost := columnCost * slices.Max(left[:])
	if any > 0 {
		cost += farCost * b.far * any / len(b.items)
	}
	return cost
}

// uniform writes the slots of slice s when all of its masses have the same neighbors in
// the same order, as in the middle of a lattice. It finds the same slots that masses would
// write, without groups. It returns false, and writes nothing, for other slices.
func (b *builder[T]) uniform(s int) bool {
	lanes := b.order.MassOf[s*Width : (s+1)*Width]
	if slices.Contains(lanes, NoMass) {
		return false
	}
	pattern := b.entries(lanes[0], &b.room)
	if len(pattern) > b.hubDegree {
		return false
	}
	b.slots = b.slots[:0]
	for _, entry := range pattern {
		class := b.classOf(lanes[0], entry)
		if class == paired {
			continue
		}
		offset := int32(b.order.LaneOf[b.neighbor(lanes[0], entry)]) - int32(s*Width)
		if class == noClass {
			return false
		}
		b.slots = append(b.slots, Slot{offset, class * RecordPlaces, 0xffff})
	}
	for lane := 1; lane < Width; lane++ {
		i := 0
		for _, entry := range b.entries(lanes[lane], &b.room) {
			class := b.classOf(lanes[lane], entry)
			if class == paired {
				continue
			}
			if i == len(b.slots) || class*RecordPlaces != b.slots[i].Class ||
				int32(b.order.LaneOf[b.neighbor(lanes[lane], entry)]) != int32(s*Width+lane)+b.slots[i].Offset {
				return false
			}
			i++
		}
		if i != len(b.slots) {
			return false
		}
	}
	b.put(b.slots)
	return true
}

// put writes the slots of a slice that all of its masses have.
func (b *builder[T]) put(slots []Slot) {
	b.out.slots = append(b.out.slots, slots...)
	b.out.regular += int64(Width * len(slots))
	for i := range slots {
		b.out.farthest = max(b.out.farthest, int(slots[i].Offset), -int(slots[i].Offset))
	}
}

// masses writes the slots and columns of slice s. Slices in the middle of a grid by formula
// have the same slots.
func (b *builder[T]) masses(s int) {
	middle := b.by != nil && b.by.middle(s) && b.by.member != nil
	if middle && b.knows {
		b.put(b.middle)
		return
	}
	if b.uniform(s) {
		if middle {
			b.middle, b.knows = slices.Clone(b.slots), true
		}
		return
	}
	b.gather(s)
	least, _ := b.divide()
	for i := range b.groups {
		if g := &b.groups[i]; g.count >= least {
			b.out.slots = append(b.out.slots, g.Slot)
			b.out.regular += int64(g.count)
		}
	}
	left := b.none()
	for _, it := range b.items {
		if it.group < 0 || b.groups[it.group].count < least {
			it.offset += int32(it.lane) // counted from the first lane of the slice
			left[it.lane] = append(left[it.lane], it)
			b.out.irregular++
		}
	}
	b.columns(left)
}
