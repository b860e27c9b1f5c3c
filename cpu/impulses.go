package cpu

import (
	"cmp"
	"math"
	"slices"

	"hooke/cpu/collide"
	"hooke/cpu/impulses"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/machine"
	"hooke/model"
)

// dividing holds the parts of the engine for a solver that divides steps: it drives and loads each
// substep, has the solver take it, and catches and guides masses at its end. Positions alternate
// between the buffers then, and velocities stay where they are.
type dividing[T table.Real] struct {
	solver impulses.Divided[T] // nil: steps are not divided
	of     model.Integrator    // whose it is
	load   []T                 // external forces of the substep [N], see divided.Substep; nil: none
	done   int                 // substeps of the step at hand
	loaded bool                // whether load is that of the state
	noted  bool                // whether the drives are those of the start of the substep
	state  *model.State        // in float64, for pairs; nil: masses do not collide
	pairs  []collide.Pair      // that touch in the substep
	works  works
}

var _ model.Converger = (*engine[float32])(nil)

// Residual returns how far the solver is from solved, if it iterates.
func (e *engine[T]) Residual() (model.Residual, error) {
	if e.dividing.solver == nil {
		return model.Residual{}, nil
	}
	return e.dividing.solver.Residual(), nil
}

// chooseDivided prepares the solver of the parameters in use, if it divides steps.
func (e *engine[T]) chooseDivided() {
	d, p := &e.dividing, e.run.params
	if !p.Integrator.Method().Divides {
		*d = dividing[T]{}
		return
	}
	if d.solver == nil || d.of != p.Integrator {
		*d = dividing[T]{of: p.Integrator, solver: impulses.New(impulses.Given[T]{Model: e.model, Order: e.table.Order,
			Masses: &e.run.integration.Masses, Kernel: &e.kernel, Lanes: e.table.LaneCount(), Threads: e.Threads})}
	}
	d.done, d.loaded, d.noted = 0, false, false
	d.solver.Use(p)
	if d.load = d.load[:0]; e.external() {
		d.load = make([]T, 3*len(e.table.Order.MassOf))
	}
	if d.state = nil; e.pairs.lists != nil {
		d.state = e.model.Start()
		e.pairs.moved()
	}
}

// alternates reports whether velocities alternate between the buffers.
func (e *engine[T]) alternates() bool {
	return e.dividing.solver == nil && (e.classes.Damped || e.classes.Cables)
}

// part returns how much of the step at hand is done, by its substeps.
func (e *engine[T]) part() float64 {
	if e.dividing.done == 0 {
		return 0
	}
	return float64(e.dividing.done) / float64(e.run.params.Substeps)
}

// arriving returns the step to which masses have been moved, or are in some substep.
func (e *engine[T]) arriving() int64 {
	if e.dividing.done > 0 {
		return e.step() + 1
	}
	return e.step()
}

// chooseSubstep returns the next task of a substep.
func (e *engine[T]) chooseSubstep() task {
	a, d := &e.progress.schedule, &e.dividing
	if e.pairs.lists != nil {
		if t := e.chooseLists(); t != idle {
			return t
		}
	}
	e.driveSubstep()
	switch {
	case e.run.external.Presses() && !a.blown:
		return blow
	case len(d.load) > 0 && !d.loaded:
		return loadAll
	}
	a.blown, d.loaded, d.noted, a.measured = false, false, false, false
	d.works.scale = append(d.works.scale[:0], e.run.signals.RestScale...)
	on := impulses.Substep[T]{From: e.buffers.now(), To: e.buffers.of(1 - e.buffers.current), RestScale: e.run.signals.RestScale,
		Contacts: e.contactsNow(), Step: e.step() + 1, Touching: e.pairsNow(),
		End: e.time() + e.run.params.DT/float64(e.run.params.Substeps)}
	if len(d.load) > 0 {
		on.Load = d.load
		on.Elastic, on.Damper = e.elasticNow()
	}
	d.solver.Begin(on)
	return substep
}

// driveSubstep moves the drives to the start of a substep, once.
func (e *engine[T]) driveSubstep() {
	d := &e.dividing
	if d.noted {
		return
	}
	d.noted = true
	e.drive(0)
}

// contactsNow returns the contacts as the drives have them.
func (e *engine[T]) contactsNow() []model.Contact {
	if len(e.run.signals.Contacts) > 0 {
		return e.run.signals.Contacts
	}
	return e.run.params.Contacts
}

// pairsNow returns the pairs that touch at the state, of which lists are.
func (e *engine[T]) pairsNow() []collide.Pair {
	d := &e.dividing
	if d.state == nil {
		return nil
	}
	d.pairs = d.pairs[:0]
	e.widen(d.state.Position, e.buffers.now().Position, kernels.ArrayX)
	e.pairs.lists.EachPair(d.state.Position, func(p collide.Pair) { d.pairs = append(d.pairs, p) })
	slices.SortFunc(d.pairs, func(a, b collide.Pair) int { return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) })
	return d.pairs
}

// loadIn evaluates the external forces on masses of some slices.
func (e *engine[T]) loadIn(w *worker[T], first, count int) {
	const each = 3 * table.Width
	force, now := e.dividing.load[first*each:(first+count)*each], e.buffers.now()
	clear(force)
	e.run.external.Add(&e.kernel, &w.external, force, now, first, count)
}

// divideIn does a block of a pass of the solver.
func (e *engine[T]) divideIn(w *worker[T], block int) {
	if e.dividing.solver.Do(block) {
		w.fault.level = 0
	}
}

// divided continues with the passes of a substep; false: it is over.
func (e *engine[T]) divided() (job machine.Job, goesOn bool) {
	if blocks := e.dividing.solver.Next(); blocks > 0 {
		e.progress.schedule.turn++
		return machine.Job{Blocks: blocks}, true
	}
	return machine.Job{}, false
}

// substepped makes the state that a substep has made the current one, and ends the step with the
// last of them.
func (e *engine[T]) substepped() {
	a, d := &e.progress.schedule, &e.dividing
	e.buffers.current = 1 - e.buffers.current
	if e.pairs.lists != nil {
		e.pairs.lists.Motion.Jump()
		e.pairs.pressed = false
	}
	a.uncaught, a.unheld, d.works.open = e.catching.wanted, len(e.guides.held) > 0, e.books.keeper != nil
	if d.done++; d.done < e.run.params.Substeps {
		return
	}
	d.done = 0
	a.left--
	e.progress.ran++
	bad := false
	for i := range e.workers {
		bad = bad || e.workers[i].fault.level < mostLevels
		e.workers[i].fault = fault{level: mostLevels}
	}
	if !bad {
		return
	}
	first := fault{level: mostLevels, mass: math.MaxInt}
	first.join(e.faultIn(e.buffers.now(), 0, len(e.run.integration.Masses.Movable), 0))
	if first.level < mostLevels {
		e.diverge(e.step(), first)
	}
}

// restartDivided begins anew, with a state that is set.
func (e *engine[T]) restartDivided() {
	e.dividing.works = works{}
	if e.dividing.done, e.dividing.loaded, e.dividing.noted = 0, false, false; e.dividing.solver != nil {
		e.dividing.solver.Reset()
	}
}

// endDivided goes over to a solver that does not divide steps, and reads copies of positions.
func (e *engine[T]) endDivided(before model.Integrator) {
	if e.dividing.solver != nil || !before.Method().Divides || e.table == nil {
		return
	}
	now := e.buffers.now()
	e.lastGood.reach.parting = math.Inf(1) // velocities have not been looked at
	e.copyHubs(e.table.Hubs, now)
	if now.Position.PackedOf > 0 {
		now.Position.PackSlices(0, e.table.LaneCount()/table.Width)
	}
}
