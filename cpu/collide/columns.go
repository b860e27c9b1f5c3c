package collide

import (
	"slices"
	"sync/atomic"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// shape counts the columns of each slice of a chunk: the longest list of its masses.
func (l *Lists[T]) shape(chunk int) {
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

// lengthen allocates the columns, and writes where those of each chunk begin.
func (l *Lists[T]) lengthen() {
	l.forget()
	at := chunkEnd{}
	for i, e := range l.ends {
		l.ends[i] = at
		at.slices, at.columns = at.slices+e.slices, at.columns+e.columns
	}
	l.Slices = lengthened(l.Slices, int(at.slices))
	l.Columns, l.Others = lengthened(l.Columns, int(at.columns)), lengthened(l.Others, int(at.columns))
	l.Laws = lengthened(l.Laws, int(at.columns)) // as many as there are columns, at most
	if l.friction.passes > 0 {
		l.Touches = lengthened(l.Touches, int(at.columns))
	}
	l.Push = lengthened(l.Push, 3*table.Width*int(at.slices))
}

// lengthened returns a slice of that length, whose numbers are to be overwritten.
func lengthened[T any](s []T, count int) []T {
	if cap(s) < count {
		return make([]T, count, count+count/4)
	}
	return s[:count]
}

// lay writes where the columns of each slice of a chunk are, with no neighbors in them.
func (l *Lists[T]) lay(chunk int) {
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
		for i := range l.Others[at.columns : at.columns+most] {
			others := &l.Others[int(at.columns)+i]
			for j := range others {
				others[j] = int32(lane + j)
			}
		}
		clear(counts)
		at.slices, at.columns = at.slices+1, at.columns+most
	}
}

// place puts the pairs of a part of the grid into columns, at both of their masses.
func (l *Lists[T]) place(part int) {
	for _, f := range l.found[part] {
		l.enter(f.a, f.b)
		l.enter(f.b, f.a)
	}
}

// enter puts a mass at the end of the list of another one.
func (l *Lists[T]) enter(at, other uint32) {
	place := atomic.AddUint32(&l.counts[at], 1) - 1
	s := &l.Slices[l.indexOf[at/table.Width]]
	l.Others[s.First+place][at%table.Width] = int32(other)
}

// sort sorts the lists of the masses of a chunk by the model's number of the others, and
// writes the law of each pair.
func (l *Lists[T]) sort(chunk int) {
	first, end := l.lanesOf(chunk)
	list, laws := make([]int32, 0, 32), newColumnLaws(l, chunk)
	for lane := first; lane < end; lane += table.Width {
		i, ok := l.Of(lane / table.Width)
		if !ok {
			continue
		}
		at := int(l.Slices[i].First)
		for j := range table.Width {
			list = l.listOf(list[:0], at, lane+j)
			for k, other := range list {
				l.Others[at+k][j] = other
			}
		}
		for column := at; column < at+int(l.Slices[i].Count); column++ {
			others := &l.Others[column]
			step := stepOf(others)
			l.Columns[column] = kernels.PairColumn{Law: laws.of(lane, others), Base: others[0], Step: step}
		}
	}
}

// listOf returns the list of a lane, sorted.
func (l *Lists[T]) listOf(list []int32, first, lane int) []int32 {
	for i := range int(l.counts[lane]) {
		list = append(list, l.Others[first+i][lane%table.Width])
	}
	if len(list) > 1 {
		slices.SortFunc(list, func(a, b int32) int { return int(l.order.MassOf[a]) - int(l.order.MassOf[b]) })
	}
	return list
}
