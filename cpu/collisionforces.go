package cpu

import (
	"sort"

	"hooke/cpu/table"
)

// pressSlices evaluates the pushes on some of the slices with pairs, into out.
func (e *engine[T]) pressSlices(w *worker[T], first, count int, out []T) {
	w.press.Set(e.buffers.now(), &e.pairs.lists.Pairs, first, count, out)
	e.kernel.Press(&w.press)
	w.mostTouches = max(w.mostTouches, w.press.Most())
	if e.pairs.counts {
		w.touched = max(w.touched, w.press.MostTouches())
	}
}

// pushed reports whether a pair pushes any mass of a slice, and the index of its pushes.
func (e *engine[T]) pushed(slice int) (place int, ok bool) {
	place, ok = e.pairs.lists.Of(slice)
	return place, ok && e.pairs.lists.Slices[place].Pushed != 0
}

// sweepPairs takes one step for the masses of some slices, and measures how far they move.
// Slices that no pair pushes take it as if masses did not collide.
func (e *engine[T]) sweepPairs(w *worker[T], first, count int) {
	e.handOn(w, e.buffers.now().Position, first, first+count, 0)
	if e.pairs.inSweep {
		e.pressBlock(w, first, count)
	}
	for from := first; from < first+count; {
		_, pushed := e.pushed(from)
		to := from + 1
		for to < first+count {
			if _, p := e.pushed(to); p != pushed || p && e.pushedLink(to) != e.pushedLink(from) {
				break
			}
			to++
		}
		w.pushed = pushed
		e.advance(w, from, to-from, 0)
		from = to
	}
	w.pushed = false
	e.measureWay(w, first, count, 0)
}

// pushedLink reports whether code for chains steps a slice that pairs push: then masses of it that
// none pushes have the bits that they have elsewhere.
func (e *engine[T]) pushedLink(slice int) bool {
	chains := e.table.Chains
	i := sort.Search(len(chains), func(i int) bool { return chains[i].To > slice })
	return e.code.pushed != nil && i < len(chains) && chains[i].From <= slice
}

// pressBlock evaluates the pushes on the slices of a block that have pairs: these are in a
// row among those of the lists, too.
func (e *engine[T]) pressBlock(w *worker[T], first, count int) {
	l, some := e.pairs.lists, 0
	for slice := first; slice < first+count; slice++ {
		if place, ok := l.Of(slice); ok {
			if some == 0 {
				w.pushFirst = place
			}
			some++
		}
	}
	if some > 0 {
		e.pressSlices(w, w.pushFirst, some, w.push)
	}
}

// measureWay measures how far masses of some slices have moved in a step, from the state
// after that many levels of the task, while they are in a near cache.
func (e *engine[T]) measureWay(w *worker[T], first, count, level int) {
	from, to := e.buffers.of(e.buffers.current^level&1), e.buffers.of(1-e.buffers.current^level&1)
	way := e.pairs.lists.Motion.Way(e.kernel.Moved, &w.moving, from.Position, to.Position, first, count)
	w.ways[level] = max(w.ways[level], way)
}

// addPushes adds the pushes of pairs to the forces on the masses of some slices.
func (e *engine[T]) addPushes(w *worker[T], first, count int) {
	push, at := e.pairs.lists.Push, 0
	if e.pairs.inSweep {
		push, at = w.push, w.pushFirst
	}
	const each = 3 * table.Width
	for i := 0; i < count; {
		place, ok := e.pushed(first + i)
		end := i + 1
		for ok && end < count {
			if _, more := e.pushed(first + end); !more {
				break
			}
			end++
		}
		if ok { // consecutive slices have consecutive indices
			e.kernel.Add(w.force[i*each:end*each], push[(place-at)*each:][:(end-i)*each])
		}
		i = end
	}
}
