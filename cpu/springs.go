package cpu

import (
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// sumForces writes the forces of springs and point forces on the masses of some slices,
// and returns the hubs among these masses.
func (e *engine[T]) sumForces(w *worker[T], now, then kernels.Motions[T], first, count int) []table.Hub {
	w.forces.Set(e.table, now.Position, first, count, w.force)
	w.forces.Fetch(then, now.Velocity, &e.run.integration.Masses)
	e.code.forces(&w.forces)
	hubs := e.hubsIn(first, count)
	for _, h := range hubs {
		e.addHub(w, h, now, first)
	}
	e.run.external.Add(&e.kernel, &w.external, w.force, now, first, count)
	if e.pairs.lists != nil && len(e.pairs.lists.Slices) > 0 {
		e.addPushes(w, first, count)
	}
	return hubs
}

// hubsIn returns the hubs among the masses of some slices.
func (e *engine[T]) hubsIn(first, count int) []table.Hub {
	all := e.table.Hubs
	if len(all) == 0 {
		return nil
	}
	from := sort.Search(len(all), func(i int) bool { return all[i].Lane >= first*table.Width })
	to := from
	for to < len(all) && all[to].Lane < (first+count)*table.Width {
		to++
	}
	return all[from:to]
}

// addHub sums the forces on the 16 lanes of a hub's own slice, in the order of the
// lanes.
func (e *engine[T]) addHub(w *worker[T], h table.Hub, now kernels.Motions[T], first int) {
	w.forces.Set(e.table, now.Position, h.Slice, 1, w.onHub)
	e.code.forces(&w.forces)
	for axis := range 3 {
		sum := T(0)
		for _, f := range w.onHub[axis*table.Width : (axis+1)*table.Width] {
			sum += f
		}
		w.force[(h.Lane/table.Width-first)*3*table.Width+axis*table.Width+h.Lane%table.Width] += sum
	}
}

// handOn prepares the handoff of a worker for slices from to to−1, in the state after
// that many levels of the task. It goes over the slices that hand forces on to them,
// unless the worker has just been over those.
func (e *engine[T]) handOn(w *worker[T], state kernels.Motion[T], from, to, level int) {
	t := e.table
	if t.Pattern.Members == 0 {
		return
	}
	h := w.forces.Handoff
	goesOn := h.Turn == e.progress.schedule.turn && h.Level == level && h.UpTo == from
	h.Turn, h.Level, h.UpTo = e.progress.schedule.turn, level, to
	if begin := max(0, from-t.Pattern.History); begin < from && !goesOn {
		w.forces.Set(t, state, begin, from-begin, w.force)
		e.code.hand(&w.forces)
	}
}
