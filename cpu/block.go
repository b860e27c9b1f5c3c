package cpu

import (
	"math"
	"sort"
)

// worker is what one thread works with: no memory is made in a step.
type worker struct {
	forces    forcesCall
	integrate integrateCall
	force     []float32 // on the masses of a block [N]
	onHub     []float32 // on the 16 lanes of a hub [N]
	fault     fault     // of the task at hand
	survey    survey
	moved     float32 // square of how far a mass is from where it was kept, the most [m²]
	_         [64]byte
}

// hire divides the slices into blocks and starts the threads. A block is small
// enough that its forces stay in the nearest cache, and that the threads end
// at about the same time.
func (e *Engine) hire() {
	slices := len(e.masses.movable)
	perThread := 16
	if e.table.pattern.history > 0 {
		perThread = 4 // one that another thread does costs it a history
	}
	e.blockOf = min(64, max(4, slices/(perThread*e.threads)))
	blocks := (slices + e.blockOf - 1) / e.blockOf
	e.crew = newCrew(min(e.threads, blocks), e.block, e.next)
	e.workers = make([]worker, len(e.crew.shares))
	for i := range e.workers {
		e.workers[i].forces.handing = newHanding(&e.table.pattern)
		e.workers[i].force = alignedFloats(e.blockOf * 3 * width)
		e.workers[i].onHub = alignedFloats(3 * width)
		e.workers[i].fault.level = mostLevels
	}
}

// block does the task at hand for one of its blocks.
func (e *Engine) block(thread, block int) {
	w, a := &e.workers[thread], &e.agenda
	switch a.task {
	case tiles:
		for level := range a.levels {
			from, to := e.tiling.inner(block, level)
			e.stretch(w, from, to, level)
		}
		return
	case seams:
		for level := 1; level < a.levels; level++ {
			from, to := e.tiling.seam(block, level)
			e.stretch(w, from, to, level)
		}
		return
	case inspect:
		w.survey.join(e.look(block))
		return
	}
	first := block * e.blockOf
	count := min(e.blockOf, len(e.masses.movable)-first)
	if count <= 0 {
		return // a model without masses
	}
	switch a.task {
	case sweep:
		e.stretch(w, first, first+count, 0)
	case prime:
		now := e.buffers.now()
		e.handOn(w, now.position, first, first+count, 0)
		e.sumForces(w, now, now, first, count)
		w.integrate.set(e, now, now, first, count, w.force)
		primeGo(&w.integrate)
	case drift:
		now := e.buffers.now()
		w.integrate.set(e, now, now, first, count, w.force)
		w.integrate.phases = phaseDrift
		e.integral(&w.integrate)
		e.copyHubs(e.hubsIn(first, count), now)
	case measure:
		w.moved = max(w.moved, e.kept.distance(e.buffers.now(), first, count))
	case keep:
		e.kept.copy(e.buffers.now(), first, count)
	}
}

// mostAtOnce is how many slices a kernel that needs no room for forces takes at
// once: many, since a call costs as much as a few of them, and not so many that
// the garbage collector has to wait.
const mostAtOnce = 1024

// stretch takes one step for the masses of slices from to to−1.
func (e *Engine) stretch(w *worker, from, to, level int) {
	most := e.blockOf
	e.handOn(w, e.buffers.of(e.buffers.current^level&1).position, from, to, level)
	if e.steps != nil {
		most = mostAtOnce
	}
	for first := from; first < to; first += most {
		e.advance(w, first, min(most, to-first), level)
	}
}

// advance takes one step for the masses of some slices, from the state after
// that many levels of the task.
func (e *Engine) advance(w *worker, first, count, level int) {
	now, then := e.buffers.of(e.buffers.current^level&1), e.buffers.of(1-e.buffers.current^level&1)
	if e.steps != nil {
		e.advanceAtOnce(w, now, then, first, count, level)
		return
	}
	w.integrate.set(e, now, then, first, count, w.force)
	hubs := e.sumForces(w, now, then, first, count)
	if level == e.agenda.levels-1 && e.agenda.settles {
		w.integrate.phases = phaseKick
	}
	e.integral(&w.integrate)
	if w.integrate.bad != 0 {
		w.fault.join(e.faultIn(then, first, count, level))
	}
	e.copyHubs(hubs, then)
}

// advanceAtOnce does so with code that sums forces and moves masses in one.
func (e *Engine) advanceAtOnce(w *worker, now, then motions, first, count, level int) {
	for count > 0 {
		steps, some := e.stepper(first, count)
		w.integrate.set(e, now, then, first, some, w.force)
		w.forces.set(e.table, now.position, first, some, w.force)
		w.forces.fetch(then, now.velocity, &e.masses)
		w.forces.move = &w.integrate
		steps(&w.forces)
		if w.integrate.bad != 0 {
			w.fault.join(e.faultIn(then, first, some, level))
		}
		first, count = first+some, count-some
	}
}

// sumForces writes the forces of springs and grips on the masses of some slices, and returns
// the hubs among them.
func (e *Engine) sumForces(w *worker, now, then motions, first, count int) []hub {
	w.forces.set(e.table, now.position, first, count, w.force)
	w.forces.fetch(then, now.velocity, &e.masses)
	e.forces(&w.forces)
	hubs := e.hubsIn(first, count)
	for _, h := range hubs {
		e.addHub(w, h, now, first)
	}
	if len(e.grips) > 0 {
		e.addGrips(w, now, first, count)
	}
	return hubs
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
func (e *Engine) addHub(w *worker, h hub, now motions, first int) {
	w.forces.set(e.table, now.position, h.slice, 1, w.onHub)
	e.forces(&w.forces)
	for axis := range 3 {
		sum := float32(0)
		for _, f := range w.onHub[axis*width : (axis+1)*width] {
			sum += f
		}
		w.force[(h.lane/width-first)*3*width+axis*width+h.lane%width] += sum
	}
}

// faultIn finds the masses of some slices that are not finite numbers; there may
// be none.
func (e *Engine) faultIn(s motions, first, count, level int) fault {
	f := fault{level: level, mass: math.MaxInt}
	for lane := first * width; lane < (first+count)*width; lane++ {
		mass := e.table.order.massOf[lane]
		if mass == nobody {
			continue
		}
		x, v := s.position.get(arrayX, lane), s.velocity.get(arrayVX, lane)
		if dot(x, [3]float32{}) != 0 || dot(v, [3]float32{}) != 0 { // NaN
			f.mass, f.count = min(f.mass, int(mass)), f.count+1
		}
	}
	if f.count == 0 {
		f.level = mostLevels // a kernel that adds positions up may take an overflow of the sum for one of them
	}
	return f
}

// drive moves the drives to some steps from now and writes what they change.
func (e *Engine) drive(steps float64) {
	if e.drives == nil {
		return
	}
	t := e.time() + steps*e.params.DT
	e.drives.Advance(t)
	e.drives.At(t, &e.signals)
	e.table.actuate(e.classes, e.signals.RestScale)
}
