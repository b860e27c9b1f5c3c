package collide

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// columnLaws writes the laws of the columns of a chunk. Columns whose pairs all have the same law
// share it with others, if they meet another such column among the last few laws of that
// kind: steps read them over and over, and then they stay in a near cache.
type columnLaws[T table.Real] struct {
	*Lists[T]
	next   uint32 // index of the next law
	shared [16]sharedLaw[T]
	count  int // how many of those there have been
}

// sharedLaw is the law of all pairs of a column, and its index.
type sharedLaw[T table.Real] struct {
	pair  rounded[T]
	place uint32
}

// rounded is the law of a pair as kernels evaluate it.
type rounded[T table.Real] struct{ reach, stiffness, damping, static, kinetic, reduced T }

// newColumnLaws begins with the laws of a chunk, which has at most one for each of its columns.
func newColumnLaws[T table.Real](l *Lists[T], chunk int) columnLaws[T] {
	first, end := l.lanesOf(chunk)
	for lane := first; lane < end; lane += table.Width {
		if i, ok := l.Of(lane / table.Width); ok {
			return columnLaws[T]{Lists: l, next: l.Slices[i].First}
		}
	}
	return columnLaws[T]{Lists: l}
}

// of returns the index of the law of a column: others are the lanes of the other masses, and first
// is the first lane of its slice.
func (l *columnLaws[T]) of(first int, others *kernels.PairOthers) uint32 {
	var each [table.Width]rounded[T]
	var one rounded[T]
	same, found := true, false
	for j, other := range others {
		if int(other) == first+j {
			continue
		}
		each[j] = l.pair(l.order.MassOf[first+j], l.order.MassOf[other])
		if !found {
			one, found = each[j], true
		}
		same = same && each[j] == one
	}
	if same {
		for i := range min(l.count, len(l.shared)) {
			if l.shared[i].pair == one {
				return l.shared[i].place
			}
		}
		l.shared[l.count%len(l.shared)] = sharedLaw[T]{one, l.next}
		l.count++
		for j := range each {
			each[j] = one
		}
	}
	law := &l.Laws[l.next]
	for j, p := range each {
		law.Reach[j], law.Stiffness[j], law.Damping[j] = p.reach, p.stiffness, p.damping
		law.Static[j], law.Kinetic[j], law.Reduced[j] = p.static, p.kinetic, p.reduced
	}
	l.next++
	return l.next - 1
}

// pair returns the law of two masses.
func (l *columnLaws[T]) pair(i, j uint32) rounded[T] {
	p := l.law.of(i, j)
	r := rounded[T]{reach: T(p.reach), stiffness: T(p.stiffness), damping: T(p.damping)}
	if l.friction.passes > 0 {
		static, kinetic := l.law.friction(i, j)
		r.static, r.kinetic, r.reduced = T(static), T(kinetic), T(l.law.reduced(i, j))
	}
	return r
}

// stepOf returns 1 or -1 where the lanes of a column follow each other, upwards or downwards; else 0.
func stepOf(others *kernels.PairOthers) int32 {
	step := others[1] - others[0]
	if step != 1 && step != -1 {
		return 0
	}
	for j := range others {
		if others[j] != others[0]+int32(j)*step {
			return 0
		}
	}
	return step
}
