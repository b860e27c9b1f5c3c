package cpu

import (
	"hooke/cpu/kernels"
	"hooke/machine"
	"hooke/model"
)

// task is work that all threads do together, block by block, until they meet.
type task int

const (
	idle         task = iota
	prime             // compute the acceleration that velocity Verlet begins with
	drift             // move to the state at which velocity Verlet evaluates forces
	blow              // evaluate the wind on triangles and the forces on groups
	stage             // do a stage of RK4 before the last one, which is a sweep
	sweep             // take one step, block by block
	tiles             // take some steps of the inner part of every tile
	seams             // take the same steps between the tiles
	measure           // measure how far masses are from the last good state
	inspect           // find the longest spring
	keep              // make the state the last good one
	list              // make lists of pairs, stage by stage
	distance          // measure how far masses are from where lists were made
	press             // evaluate the pushes of pairs
	pairFriction      // let friction of pairs act, pass by pass
	unpack            // bring the state into float64, for spans
	touch             // evaluate spans that contacts push, see spanWork
	catch             // set masses that have crossed contacts back
	hold              // hold masses to guides
	change            // let springs tear, yield and creep
	account           // evaluate the powers of the ledger
	goBack            // go back to the state before some steps of every tile
	loadAll           // evaluate external forces, for a solver that divides steps
	substep           // do a pass of such a solver
)

// schedule is the rest of a call of Step, and the current task. Only one thread at a
// time writes to it, while the others wait.
type schedule struct {
	task    task
	turn    int64 // number of tasks so far
	left    int   // steps to take
	levels  int   // steps that the task takes
	settles bool  // whether the state is complete after them, without the next drift

	primed          bool // whether the acceleration of velocity Verlet is that of the state
	drifted         bool // whether the state is one of velocity Verlet between drift and kick
	spanFrictionDue bool // whether friction has yet to act on spans in the last step
	uncaught        bool // whether masses that have crossed contacts in the last step have not been looked for
	unheld          bool // whether guides have not held masses since they moved
	changeDue       bool // whether springs have yet to change by the state
	unbooked        bool // whether the ledger lacks the last step
	blown           bool // whether the wind and the forces on groups are those of the state
	stage           int  // of RK4 that comes next, from 0
	measured        bool // whether it is known how far the state is from the last good one

	looks    bool // whether springs are examined in the end even if the state is not saved, see Finish
	retraces bool // whether steps are taken again to find when they diverged, see retrace
}

// next ends the task that all threads have done, begins another one and says how many
// blocks it has; none when the run is over.
func (e *engine[T]) next() machine.Job {
	a := &e.progress.schedule
	if e.pairs.lists != nil {
		if job, goesOn := e.pairsDone(a.task); goesOn {
			return job
		}
	}
	if job, goesOn := e.ended(a.task); goesOn {
		return job
	}
	a.task = e.choose()
	a.turn++
	return e.job(a.task)
}

// ended ends a task that all threads have done. goesOn says that it has another part, of which it
// gives the job.
func (e *engine[T]) ended(t task) (job machine.Job, goesOn bool) {
	a := &e.progress.schedule
	switch t {
	case prime:
		a.primed = true
	case drift:
		a.drifted, a.unheld, a.changeDue = true, len(e.guides.held) > 0, e.changes != nil
	case blow:
		a.blown = true
	case stage:
		e.staged()
	case tiles:
		if e.tiling.count > 1 {
			a.task = seams
			a.turn++
			return machine.Job{Blocks: e.tiling.count - 1}, true
		}
		if !e.stepped() {
			return e.beginGoBack(), true
		}
	case sweep, seams:
		if !e.stepped() {
			return e.beginGoBack(), true
		}
	case loadAll:
		e.dividing.loaded = true
	case substep:
		if job, goesOn := e.divided(); goesOn {
			return job, true
		}
		e.substepped()
	case measure:
		a.measured = true
		if e.judge() {
			a.task = inspect
			return machine.Job{Blocks: max(1, (e.model.SpringCount()+surveySprings-1)/surveySprings)}, true
		}
	case inspect:
		e.looked()
	case catch:
		e.haveCaught()
	case goBack:
		e.wentBack()
	case change:
		e.changed()
	case account:
		e.books.powers.Passed()
	case keep:
		e.stamp(e.step(), e.time())
		if e.books.powers != nil {
			e.books.kept = e.books.sums()
		}
	}
	return machine.Job{}, false
}

// job returns how many blocks a task has that begins; none when the run is over.
func (e *engine[T]) job(t task) machine.Job {
	switch t {
	case idle:
		return machine.Job{}
	case tiles:
		e.beginBatch(e.progress.schedule.levels)
		return machine.Job{Blocks: e.tiling.count}
	case blow:
		return machine.Job{Blocks: e.run.external.Blocks()}
	case change:
		return machine.Job{Blocks: e.run.external.Springs.Blocks()}
	case touch:
		return machine.Job{Blocks: max(1, e.spans.blocks()+e.spans.parts)}
	case account:
		return e.beginAccount()
	case substep:
		return machine.Job{Blocks: e.dividing.solver.Next()}
	}
	if blocks, ok := e.pairBlocks(t); ok {
		return machine.Job{Blocks: blocks}
	}
	blocks := e.blocks()
	if t == sweep || t == prime || t == stage {
		return machine.Job{Blocks: blocks, Lead: (e.table.Pattern.History + e.blockOf - 1) / e.blockOf}
	}
	return machine.Job{Blocks: blocks}
}

// choose chooses the next task.
func (e *engine[T]) choose() task {
	a := &e.progress.schedule
	verlet := e.run.params.Integrator == model.VelocityVerlet
	if e.pairs.wanted {
		return e.chooseLists()
	}
	switch {
	case e.progress.diverged != nil || e.progress.refused != nil:
		return idle
	case e.pairs.frictionDue:
		if t := e.choosePairFriction(); t != idle {
			return t
		}
		return e.choose()
	case a.spanFrictionDue:
		if t := e.chooseSpanFriction(); t != idle {
			return t
		}
		a.spanFrictionDue = false
		return e.choose()
	case a.unbooked:
		a.unbooked = false
		return account
	case a.uncaught:
		return e.chooseCatch()
	case a.unheld:
		return e.chooseHold()
	case a.changeDue && !a.drifted:
		e.lookAhead(0)
		return change
	case e.dividing.works.open:
		e.closeSubstep()
		return e.choose()
	case e.dividing.done > 0:
		return e.chooseSubstep()
	case a.stage > 0:
		at, _ := stageTimes(a.stage)
		return e.chooseSweep(at)
	case (e.progress.ran%e.every() == 0 || a.looks && a.left == 0) && e.lastGood.step != e.step() && !a.measured:
		return measure
	case e.progress.doubted:
		return idle
	case e.keeps():
		return keep
	case a.left == 0:
		return idle
	case e.dividing.solver != nil:
		return e.chooseSubstep()
	case verlet && !a.primed:
		return e.chooseForces(0, prime)
	case verlet && !a.drifted:
		return drift
	}
	if verlet {
		return e.chooseSweep(1)
	}
	return e.chooseSweep(0)
}

// chooseForces returns the next task until all forces on masses are known that are evaluated
// before those of springs, at a time some steps from now; then the given one.
func (e *engine[T]) chooseForces(steps float64, then task) task {
	a := &e.progress.schedule
	if a.changeDue {
		e.drive(steps)
		return change
	}
	if t := e.choosePress(then != prime); t != idle {
		return t
	}
	if e.run.external.Presses() && !a.blown {
		e.drive(steps)
		return blow
	}
	if t := e.choosePushSpans(steps); t != idle {
		return t
	}
	a.blown = false
	e.drive(steps)
	return then
}

// chooseSweep returns the next task of a step, or of a stage of it, whose forces are those of a
// time some steps from now.
func (e *engine[T]) chooseSweep(steps float64) task {
	a := &e.progress.schedule
	next := sweep
	if e.run.params.Integrator == model.RK4 && a.stage < kernels.LastStage {
		next = stage
	}
	if t := e.chooseForces(steps, next); t != next {
		return t
	}
	a.measured = false
	ahead := min(a.left, int(e.every()-e.progress.ran%e.every())) // the state must be complete after that
	a.levels = 1
	if e.run.drives == nil && e.tiling.count > 0 && !e.catching.wanted && e.spans == nil && e.run.external.Springs == nil && e.run.params.Integrator != model.RK4 && (!e.accounts() || e.tiling.grain > 0) {
		a.levels = e.pairLevels(min(ahead, e.tiling.levels))
	}
	a.settles = a.levels == ahead || e.hasPairFriction() || e.catching.wanted || e.spans != nil || len(e.guides.held) > 0 || e.changes != nil || e.accounts()
	if a.levels > 1 {
		return tiles
	}
	return next
}

// stepped makes the new state the current one. It is false where the steps must be taken
// again, since masses that collide have come too far.
func (e *engine[T]) stepped() bool {
	a := &e.progress.schedule
	if !e.pairsStepped() {
		return false
	}
	e.buffers.current = (e.buffers.current + a.levels) % 2
	a.drifted = !a.settles
	a.left -= a.levels
	first := fault{level: a.levels}
	for i := range e.workers {
		first.join(e.workers[i].fault)
		e.workers[i].fault = fault{level: mostLevels}
	}
	if first.level < a.levels {
		e.diverge(e.step()+int64(first.level)+1, first)
	}
	e.progress.ran += int64(a.levels)
	a.uncaught, a.spanFrictionDue, a.unheld, a.stage = e.catching.wanted, e.spans != nil, len(e.guides.held) > 0, 0
	a.changeDue = e.changes != nil && e.run.params.Integrator != model.VelocityVerlet
	a.unbooked = e.accounts() && !e.passBatch()
	return true
}
