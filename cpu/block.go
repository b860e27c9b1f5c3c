package cpu

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/machine"
	"hooke/model"
)

// worker is the memory of one thread: a step allocates none.
type worker[T table.Real] struct {
	forces      kernels.ForcesCall[T]
	integrate   kernels.IntegrateCall[T]
	external    kernels.ExternalCalls[T]
	force       []T   // on the masses of a block [N]
	onHub       []T   // on the 16 lanes of a hub [N]
	fault       fault // of the current task
	survey      survey[T]
	caught      model.Caught     // in the current task
	booked      []kernels.Caught // of the same, for the ledger
	press       kernels.PressCall[T]
	friction    kernels.PairFrictionCall[T]
	push        []T // of pairs on slices of a block that have any, from pushFirst of the lists on [N]
	pushFirst   int
	moving      kernels.MovedCall[T]
	near        kernels.NearCall[T]
	pushed      bool          // whether pairs push the masses of the slices at hand
	way         T             // square of the longest distance of a mass, or of its way by friction, see collide.Motion [m²]
	ways        [mostLevels]T // squares of the longest ways of a mass in the steps of a task [m²]
	touched     int           // most touches of a mass in the current task, where they are counted
	mostTouches uint32        // most touches of a mass in the current task, with friction
	moved       T             // largest square of the distance of a mass from where it is in the last good state [m²]
	hastened    T             // largest square of the difference of its velocity from that of this state [m²/s²]
	_           [64]byte
}

// mostOfBlock is the largest number of slices of a block, whose forces take 12 kB.
const mostOfBlock = 64

// hire divides the slices into blocks and starts the threads. Blocks are so small that
// their forces stay in the nearest cache and that the threads end at about the same
// time.
func (e *engine[T]) hire() {
	slices := len(e.run.integration.Masses.Movable)
	perThread := 16
	if e.table.Pattern.History > 0 {
		perThread = 4 // a block that another thread does costs it a history
	}
	e.blockOf = min(mostOfBlock, max(4, slices/(perThread*e.threadCount)))
	if e.threadCount == 1 {
		e.blockOf = mostOfBlock
	}
	blocks := (slices + e.blockOf - 1) / e.blockOf
	e.threads = machine.NewThreads(min(e.threadCount, blocks), e.block, e.next)
	e.workers = make([]worker[T], len(e.threads.Shares))
	for i := range e.workers {
		e.workers[i].forces.Handoff = kernels.NewForceHandoff[T](&e.table.Pattern)
		e.workers[i].force = kernels.AlignedFloats[T](e.blockOf * 3 * table.Width)
		if e.model.LargestRadius() > 0 {
			e.workers[i].push = kernels.AlignedFloats[T](e.blockOf * 3 * table.Width)
		}
		e.workers[i].onHub = kernels.AlignedFloats[T](3 * table.Width)
		e.workers[i].fault.level = mostLevels
	}
}

// blocks returns the number of blocks that all masses make.
func (e *engine[T]) blocks() int {
	return max(1, (len(e.run.integration.Masses.Movable)+e.blockOf-1)/e.blockOf)
}

// block does one block of the current task.
func (e *engine[T]) block(thread, block int) {
	w, a := &e.workers[thread], &e.progress.schedule
	if e.pairs.lists != nil && e.pairBlock(w, a.task, block) {
		return
	}
	switch a.task {
	case tiles:
		e.keepTile(block)
		for level := range a.levels {
			e.stretchBooked(thread, part(e.tiling.inner(block, level)), part(e.tiling.booked(block, level)), level)
		}
		return
	case seams:
		for level := range a.levels {
			e.stretchBooked(thread, part(e.tiling.seam(block, level)), part(e.tiling.seamBooked(block, level)), level)
		}
		return
	case blow:
		e.run.external.Press(&e.kernel, &w.external, e.buffers.now(), block)
		return
	case change:
		e.run.external.Springs.Change(e.buffers.now(), block)
		return
	case touch:
		e.touchIn(block)
		return
	case inspect:
		w.survey.join(e.look(block))
		return
	case account:
		e.accountIn(thread, block)
		return
	case substep:
		e.divideIn(w, block)
		return
	}
	first := block * e.blockOf
	count := min(e.blockOf, len(e.run.integration.Masses.Movable)-first)
	if count <= 0 {
		return // a model without masses
	}
	switch a.task {
	case sweep, stage:
		if e.pairs.lists != nil && len(e.pairs.lists.Slices) > 0 {
			e.sweepPairs(w, first, count)
			return
		}
		e.stretch(w, first, first+count, 0)
	case prime:
		now := e.buffers.now()
		e.handOn(w, now.Position, first, first+count, 0)
		e.sumForces(w, now, now, first, count)
		w.integrate.Set(&e.run.integration, now, now, first, count, w.force)
		kernels.PrimeGo(&w.integrate)
	case drift:
		e.driftIn(w, first, count)
	default:
		e.aside(w, a.task, first, count)
	}
}

// aside does the part of some slices in a task that moves no mass by forces.
func (e *engine[T]) aside(w *worker[T], t task, first, count int) {
	switch t {
	case distance:
		w.way = max(w.way, e.pairs.lists.Motion.Distance(e.kernel.Moved, &w.moving, e.buffers.now().Position, first, count))
	case measure:
		e.measureIn(w, first, count)
	case unpack:
		e.unpackIn(first, count)
	case catch:
		e.catchIn(w, first, count)
	case hold:
		e.holdIn(first, count)
	case keep:
		e.keepIn(e.buffers.now(), first, count)
	case goBack:
		e.goBackIn(first, count)
	case loadAll:
		e.loadIn(w, first, count)
	}
}

// mostAtOnce is the largest number of slices in one call of a kernel that needs no memory
// for forces. It is large, since a call costs as much as a few slices, and not so large
// that the garbage collector has to wait.
const mostAtOnce = 1024

// stretch takes one step for the masses of slices from to to−1.
func (e *engine[T]) stretch(w *worker[T], from, to, level int) {
	most := e.blockOf
	e.handOn(w, e.buffers.of(e.buffers.current^level&1).Position, from, to, level)
	if e.code.steps != nil {
		most = mostAtOnce
	}
	for first := from; first < to; first += most {
		count := min(most, to-first)
		e.advance(w, first, count, level)
		if e.pairs.lists != nil {
			e.measureWay(w, first, count, level)
		}
	}
}

// advance takes one step for the masses of some slices, from the state after that many
// levels of the task.
func (e *engine[T]) advance(w *worker[T], first, count, level int) {
	now, then := e.buffers.of(e.buffers.current^level&1), e.buffers.of(1-e.buffers.current^level&1)
	if e.code.steps != nil && (!w.pushed || e.pushedLink(first)) {
		e.advanceAtOnce(w, now, then, first, count, level)
		return
	}
	w.integrate.Set(&e.run.integration, now, then, first, count, w.force)
	hubs := e.sumForces(w, now, then, first, count)
	w.integrate.Stage = int64(e.progress.schedule.stage)
	if level == e.progress.schedule.levels-1 && e.progress.schedule.settles {
		w.integrate.Phases = kernels.PhaseKick
	}
	e.code.integral(&w.integrate)
	e.keepPaths(then, first, count, 1)
	if w.integrate.Bad != 0 {
		w.fault.join(e.faultIn(then, first, count, level))
	}
	e.copyHubs(hubs, then)
}

// advanceAtOnce is advance with code that sums forces and moves masses in one loop.
func (e *engine[T]) advanceAtOnce(w *worker[T], now, then kernels.Motions[T], first, count, level int) {
	for count > 0 {
		steps, some := e.stepper(first, count)
		w.integrate.Set(&e.run.integration, now, then, first, some, w.force)
		w.forces.Set(e.table, now.Position, first, some, w.force)
		w.forces.Fetch(then, now.Velocity, &e.run.integration.Masses)
		w.forces.Move = &w.integrate
		if w.pushed {
			clear(w.force[:some*3*table.Width])
			e.addPushes(w, first, some)
			steps = e.code.pushed
		}
		steps(&w.forces)
		if w.pushed {
			e.keepPaths(then, first, some, 1)
		}
		if w.integrate.Bad != 0 {
			w.fault.join(e.faultIn(then, first, some, level))
		}
		first, count = first+some, count-some
	}
}
