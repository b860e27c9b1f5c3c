package cpu

import (
	"cmp"
	"errors"
	"slices"

	"hooke/cpu/impulses"
	"hooke/cpu/kernels"
	"hooke/cpu/ledger"
	"hooke/cpu/table"
	"hooke/machine"
	"hooke/model"
	"hooke/physics"
)

// books hold the data for the energy ledger. Steps are then taken one by one, and each ends
// with a complete state. If powers know all flows, they are a task of each step; else the
// state goes to the ledger in float64.
type books[T table.Real] struct {
	plan   *ledger.Plan      // nil: no ledger is wanted
	keeper *ledger.Keeper    // of plan; nil: no ledger, or the engine has no state yet
	powers *ledger.Powers[T] // nil: the keeper evaluates every state
	rooms  []*ledger.Room[T] // of each thread, for powers
	share  int               // chunks of a block
	state  *model.State      // that the keeper has
	ends   physics.Signals   // the drives at the end of a step, where powers lag
	kept   ledger.Sums       // at the last good state
	kicked kernels.Motion[T] // accelerations before the kick of velocity Verlet, where powers need them
}

var _ model.LedgerKeeper = (*engine[float32])(nil)

// errNoLedger tells the caller to set Params.Ledger.
var errNoLedger = errors.New("cpu: no ledger is kept; set Params.Ledger")

// Ledger returns the energy ledger since the state was last set. After a divergence by numbers that are
// not finite it is that of the last good state, or of the last finite one where powers are no
// task of steps. It returns an error without Params.Ledger.
func (e *engine[T]) Ledger() (model.Ledger, error) {
	out, kept := e.booked()
	if !kept {
		return out, errNoLedger
	}
	return out, nil
}

// booked returns the ledger, if the run has one.
func (e *engine[T]) booked() (l model.Ledger, kept bool) {
	if e.books.keeper == nil {
		return l, false
	}
	b := &e.books
	switch d := e.progress.diverged; {
	case b.powers == nil:
		e.lookForPairs()
		return b.keeper.Ledger(), true
	case d != nil && d.Runaway < 0:
		return b.keeper.Until(e.goodState(), e.goodSignals(), b.kept), true
	}
	return b.keeper.At(e.stateNow(), e.signalsNow()), true
}

// sums returns those of the ledger; zero without a ledger.
func (b *books[T]) sums() (out ledger.Sums) {
	if b.keeper != nil {
		out = b.keeper.Clone()
	}
	return out
}

// chooseLedger prepares for the parameters in use. A ledger that was kept continues, and another one
// begins at the current state; before the first state, begin begins it. gained is the energy that came with masses [J].
func (e *engine[T]) chooseLedger(old model.Ledger, continued bool, gained float64) {
	if e.books.plan, e.books.keeper = nil, nil; !e.run.params.Ledger {
		e.books = books[T]{}
		e.buffers.alternate(e.table.LaneCount(), e.alternates())
		e.tile()
		return
	}
	var each ledger.EachPair
	if e.pairs.lists != nil {
		each = e.pairs.lists.EachPair
	}
	e.books.plan = ledger.New(e.model, e.run.params, e.energies, each, e.meets())
	e.choosePowers()
	if e.books.state == nil {
		e.books.state = e.model.Start()
	}
	switch {
	case continued:
		e.books.keeper = e.books.plan.GoOn(e.stateNow(), e.signalsNow(), old, gained)
		e.books.kept = e.books.sums()
	case e.progress.begun:
		e.beginLedger()
	}
}

// choosePowers chooses how the powers of a state are evaluated. Powers need the velocities of two
// states.
func (e *engine[T]) choosePowers() {
	b, both := &e.books, e.alternates()
	b.powers, b.rooms, b.kicked = nil, nil, kernels.Motion[T]{}
	if e.dividing.solver == nil && b.plan.Knows() {
		b.powers = ledger.NewPowers(b.plan, &e.kernel, e.table, e.classes, &e.run.integration, e.pairs.lists)
	}
	if b.powers != nil {
		for i := range e.workers {
			b.rooms = append(b.rooms, ledger.NewRoom(&e.workers[i].forces))
		}
		b.share = b.powers.Share(e.threadCount)
		both = both || !b.powers.Idle()
		if b.powers.BeforeKick() {
			b.kicked = kernels.NewMotion[T](e.table.LaneCount(), 3, 0)
		}
	}
	e.buffers.alternate(e.table.LaneCount(), both)
	e.tile()
}

// accounts reports whether each step ends with a task of powers.
func (e *engine[T]) accounts() bool { return e.books.powers != nil && !e.books.powers.Idle() }

// beginAccount begins to evaluate the powers at the state that the last step has led to, or at
// that where it began.
func (e *engine[T]) beginAccount() machine.Job {
	b, now, before := &e.books, e.buffers.now(), e.buffers.of(1-e.buffers.current)
	step := ledger.Step[T]{From: before, Later: now, Time: e.time(), PairFriction: e.hasPairFriction(), Kicked: [2]kernels.Motion[T]{b.kicked, e.run.integration.Acceleration}}
	switch {
	case b.powers.Lags():
		step.Time -= e.run.params.DT
	case e.run.params.Integrator != model.VelocityVerlet:
		step.From = now
		e.lookAhead(0)
	}
	if e.run.drives != nil {
		step.Signals, step.Rests = &e.run.signals, e.run.signals.RestScale
		if b.powers.Lags() { // the drives are where the step began
			e.run.drives.At(e.time(), &b.ends)
			step.Rests = b.ends.RestScale
		}
	}
	if b.powers.BeforeKick() { // friction has moved masses, and their old positions are not needed
		slices := e.table.LaneCount() / table.Width
		copySlices(before.Position, now.Position, kernels.ArrayX, 0, slices)
		if before.Position.PackedOf > 0 {
			before.Position.PackSlices(0, slices)
		}
	}
	if e.external() {
		step.Loads = e.loadsAt(step.From)
		if e.run.params.ElasticGroups() {
			step.Elastic = e.run.external.AddElastic
		}
	}
	b.powers.Begin(step)
	return machine.Job{Blocks: (b.powers.Chunks() + b.share - 1) / b.share}
}

// loadsAt adds the external forces at a state, without elastic ones, to those on masses of some slices [N].
func (e *engine[T]) loadsAt(now kernels.Motions[T]) func(c *kernels.ExternalCalls[T], force []T, first, count int) {
	return func(c *kernels.ExternalCalls[T], force []T, first, count int) {
		e.run.external.AddOthers(&e.kernel, c, force, now, first, count)
	}
}

// accountIn evaluates a block of the powers.
func (e *engine[T]) accountIn(thread, block int) {
	b := &e.books
	b.powers.Do(b.rooms[thread], 0, block*b.share, min((block+1)*b.share, b.powers.Chunks()))
}

// beginLedger begins a ledger at the current state, if one is wanted.
func (e *engine[T]) beginLedger() {
	if e.books.plan != nil {
		e.books.keeper = e.books.plan.Begin(e.stateNow(), e.signalsNow())
		e.books.kept = e.books.sums()
	}
}

// resumeLedger continues with a ledger as it was at the current state.
func (e *engine[T]) resumeLedger(sums ledger.Sums) {
	if e.books.keeper != nil {
		e.books.keeper.Resume(e.stateNow(), e.signalsNow(), sums)
	}
}

// take takes n steps, and books each in a ledger whose powers are no task of steps.
func (e *engine[T]) take(n int) {
	if e.books.keeper == nil || e.books.powers != nil {
		e.progress.schedule.left = n
		e.threads.Do()
		return
	}
	for ran := e.progress.ran; n > 0 && e.progress.diverged == nil && e.progress.refused == nil && !e.progress.doubted; n-- {
		e.beforeBooking()
		e.progress.schedule.left = 1
		e.threads.Do()
		if e.progress.ran == ran {
			return
		}
		ran = e.progress.ran
		if d := e.progress.diverged; d == nil || d.Runaway >= 0 {
			e.book()
		}
	}
}

// beforeBooking notes the state before a step, where the ledger needs it.
func (e *engine[T]) beforeBooking() {
	if !e.run.params.Integrator.Method().Impulsive {
		return
	}
	var kept []model.Vec3
	if e.progress.schedule.primed && e.run.integration.Acceleration.Arena != nil {
		kept = make([]model.Vec3, e.model.MassCount())
		e.widen(kept, e.run.integration.Acceleration, kernels.ArrayX)
	}
	e.signalsNow() // drives are at the time of the state
	e.books.keeper.Before(e.stateNow(), e.run.drives, kept)
}

// book enters the state after a step.
func (e *engine[T]) book() {
	e.bookCaught()
	if w := &e.dividing.works; e.dividing.solver != nil {
		e.books.keeper.Booked(e.stateNow(), e.signalsNow(), w.Works, w.guided)
		w.Works, w.guided = impulses.Works{}, 0
	} else {
		e.books.keeper.Enter(e.stateNow(), e.signalsNow())
	}
	if e.lastGood.step == e.step() {
		e.books.kept = e.books.sums()
	}
}

// bookCaught records the energy that contacts removed in a step by stopping masses from
// tunneling.
func (e *engine[T]) bookCaught() {
	var caught []kernels.Caught
	for i := range e.workers {
		caught = append(caught, e.workers[i].booked...)
		e.workers[i].booked = e.workers[i].booked[:0]
	}
	slices.SortFunc(caught, func(a, b kernels.Caught) int { return cmp.Compare(a.Lane, b.Lane) })
	lost, given := 0.0, 0.0
	for _, c := range caught {
		impulse := c.Change.Mul(e.model.Mass[e.table.Order.MassOf[c.Lane]])
		work := impulse.Dot(c.Surface)
		lost += work - impulse.Dot(c.Mean)
		given += work
	}
	e.books.keeper.Caught(lost, given)
}

// noteCaught books a mass that was caught, if the run has a ledger.
func (w *worker[T]) noteCaught(b *books[T], c kernels.Caught) {
	if b.keeper != nil {
		w.booked = append(w.booked, c)
	}
}

// stateNow returns the current state in float64, with lists of pairs that are those of it.
func (e *engine[T]) stateNow() *model.State {
	e.lookForPairs()
	e.widenState(e.books.state)
	return e.books.state
}

// widen brings vectors of lanes into float64, in the model's numbering.
func (e *engine[T]) widen(to []model.Vec3, from kernels.Motion[T], which int) {
	laneOf := e.table.Order.LaneOf
	model.InBlocks(len(to), func(_, first, last int) {
		for i := first; i < last; i++ {
			to[i] = kernels.Widen(from.Get(which, int(laneOf[i])))
		}
	})
}

// signalsNow returns the drives at the current time; nil in a run in which nothing changes with
// it.
func (e *engine[T]) signalsNow() *physics.Signals {
	if e.run.drives == nil {
		return nil
	}
	e.lookAhead(0)
	return &e.run.signals
}

// lookForPairs brings lists of pairs up to date.
func (e *engine[T]) lookForPairs() {
	if e.pairs.lists != nil {
		e.pairs.wanted = true
		e.threads.Do()
		e.pairs.wanted = false
	}
}
