package collide

import (
	"slices"
	"sync/atomic"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// shape counts the columns of each slice of a chunk: the longest list of its masses.
func (l *Lists) shape(chunk int) {
	first, end := l.lanesOf(chunk)
	sum := chunkEnd{}
	for lane := first; lane < end; lane += table.Width {
		if most := slices.Max(l.counts[lane : lane+table.Width]); most > 0 {
			sum.slices++
			sum.columns += most
		}
	}
	l.ends[chunk] = sum
}

// lengthen makes room for the columns, and says where those of each chunk begin.
func (l *Lists) lengthen() {
	l.forget()
	at := chunkEnd{}
	for i, e := range l.ends {
		l.ends[i] = at
		at.slices, at.columns = at.slices+e.slices, at.columns+e.columns
	}
	l.Slices = lengthened(l.Slices, int(at.slices))
	l.Columns = lengthened(l.Columns, int(at.columns))
	l.Push = lengthened(l.Push, 3*table.Width*int(at.slices))
	l.rubbing.lengthen(int(at.slices), int(at.columns))
}

// lengthened is a slice of that length, whose numbers are to be overwritten.
func lengthened[T any](s []T, count int) []T {
	if cap(s) < count {
		return make([]T, count, count+count/4)
	}
	return s[:count]
}

// lay writes where the columns of each slice of a chunk are, with no neighbors in them.
func (l *Lists) lay(chunk int) {
	first, end := l.lanesOf(chunk)
	at := l.ends[chunk]
	for lane := first; lane < end; lane += table.Width {
		counts := l.counts[lane : lane+table.Width]
		most := slices.Max(counts)
		if most == 0 {
			continue
		}
		slice := lane / table.Width
		l.indexOf[slice] = int32(at.slices)
		l.Slices[at.slices] = kernels.PairSlice{Slice: int32(slice), First: at.columns, Count: most}
		for i := range l.Columns[at.columns : at.columns+most] {
			c := &l.Columns[int(at.columns)+i]
			*c = kernels.PairColumn{}
			for j := range c.Other {
				c.Other[j] = int32(lane + j)
			}
		}
		clear(counts)
		at.slices, at.columns = at.slices+1, at.columns+most
	}
}

// place puts the pairs of a part of the grid into columns, at both of their masses.
func (l *Lists) place(part int) {
	for _, f := range l.found[part] {
		l.enter(f.a, f.b)
		l.enter(f.b, f.a)
	}
}

// enter puts a mass at the end of the list of another one.
func (l *Lists) enter(at, other uint32) {
	place := atomic.AddUint32(&l.counts[at], 1) - 1
	s := &l.Slices[l.indexOf[at/table.Width]]
	l.Columns[s.First+place].Other[at%table.Width] = int32(other)
}

// sort sorts the lists of the masses of a chunk by the model's number of the others, and
// writes the law of each pair.
func (l *Lists) sort(chunk int) {
	first, end := l.lanesOf(chunk)
	list := make([]int32, 0, 32)
	for lane := first; lane < end; lane += table.Width {
		i, ok := l.Of(lane / table.Width)
		if !ok {
			continue
		}
		at := int(l.Slices[i].First)
		for j := range table.Width {
			list = l.listOf(list[:0], at, lane+j)
			l.write(at, list, lane+j)
		}
	}
}

// listOf is the list of a lane, sorted.
func (l *Lists) listOf(list []int32, first, lane int) []int32 {
	for i := range int(l.counts[lane]) {
		list = append(list, l.Columns[first+i].Other[lane%table.Width])
	}
	if len(list) > 1 {
		slices.SortFunc(list, func(a, b int32) int { return int(l.order.MassOf[a]) - int(l.order.MassOf[b]) })
	}
	return list
}

// write writes a list into the columns of its slice.
func (l *Lists) write(first int, list []int32, lane int) {
	mass, at := l.order.MassOf[lane], lane%table.Width
	for i, other := range list {
		p := l.law.of(mass, l.order.MassOf[other])
		c := &l.Columns[first+i]
		c.Other[at], c.Reach[at], c.Stiffness[at], c.Damping[at] = other, float32(p.reach), float32(p.stiffness), float32(p.damping)
		if l.rubbing.passes > 0 {
			l.rubbing.columns[first+i].set(at, &l.law, mass, l.order.MassOf[other])
		}
	}
}
