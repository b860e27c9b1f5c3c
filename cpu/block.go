package cpu

import (
	"sort"

	"hooke/model"
)

// worker is what one thread works with: no memory is made in a step.
type worker struct {
	forces    forcesCall
	integrate integrateCall
	force     []float32 // on the masses of a block [N]
	onHub     []float32 // on the 16 lanes of a hub [N]
	bad       bool      // a new position of this thread is not a finite number
	_         [64]byte
}

// hire divides the slices into blocks and starts the threads. A block is small
// enough that its forces stay in the nearest cache, and that the threads end
// at about the same time.
func (e *Engine) hire() {
	slices := len(e.masses.movable)
	e.blockOf = min(64, max(4, slices/(16*e.threads)))
	blocks := (slices + e.blockOf - 1) / e.blockOf
	e.crew = newCrew(e.threads, blocks, e.block, e.between)
	e.workers = make([]worker, len(e.crew.shares))
	for i := range e.workers {
		e.workers[i].force = alignedFloats(e.blockOf * 3 * width)
		e.workers[i].onHub = alignedFloats(3 * width)
	}
}

// block takes one step for the masses of a block.
func (e *Engine) block(thread, block int) {
	w := &e.workers[thread]
	first := block * e.blockOf
	count := min(e.blockOf, len(e.masses.movable)-first)
	now, then := e.buffers.now(), e.buffers.then()

	w.forces.set(e.table, now.position, first, count, w.force)
	w.forces.fetch(then, now.velocity, &e.masses)
	e.forces(&w.forces)
	hubs := e.hubsIn(first, count)
	for _, h := range hubs {
		e.addHub(w, h, first)
	}
	w.integrate.set(now, then, &e.masses, &e.numbers, e.solids, e.planes, first, count, w.force)
	e.integral(&w.integrate)
	w.bad = w.bad || w.integrate.bad != 0
	e.copyHubs(hubs, then)
}

// hubsIn are the hubs among the masses of some slices.
func (e *Engine) hubsIn(first, count int) []hub {
	all := e.table.hubs
	if len(all) == 0 {
		return nil
	}
	from := sort.Search(len(all), func(i int) bool { return all[i].lane >= first*width })
	to := from
	for to < len(all) && all[to].lane < (first+count)*width {
		to++
	}
	return all[from:to]
}

// addHub sums the forces on the 16 lanes of a hub's own slice, in their order.
func (e *Engine) addHub(w *worker, h hub, first int) {
	w.forces.set(e.table, e.buffers.now().position, h.slice, 1, w.onHub)
	e.forces(&w.forces)
	for axis := range 3 {
		sum := float32(0)
		for _, f := range w.onHub[axis*width : (axis+1)*width] {
			sum += f
		}
		w.force[(h.lane/width-first)*3*width+axis*width+h.lane%width] += sum
	}
}

// between makes the new state the current one, while all threads wait, and
// says whether to go on.
func (e *Engine) between() bool {
	e.buffers.current = 1 - e.buffers.current
	e.ran++
	bad := false
	for i := range e.workers {
		bad = bad || e.workers[i].bad
		e.workers[i].bad = false
	}
	if bad {
		e.diverged = e.divergence()
		return false
	}
	e.drive()
	return true
}

// divergence finds the masses that are not finite numbers.
func (e *Engine) divergence() *model.DivergedError {
	first, count := e.model.MassCount(), int64(0)
	now := e.buffers.now()
	for lane, mass := range e.table.order.massOf {
		if mass == nobody {
			continue
		}
		if x := now.position.get(arrayX, lane); dot(x, [3]float32{}) != 0 { // NaN
			first = min(first, int(mass))
			count++
		}
	}
	return model.Diverged(e.model, e.params, e.step(), first, count)
}
