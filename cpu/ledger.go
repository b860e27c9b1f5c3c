package cpu

import (
	"cmp"
	"errors"
	"slices"

	"hooke/cpu/kernels"
	"hooke/cpu/ledger"
	"hooke/model"
	"hooke/physics"
)

// books are what the engine needs to keep the energy ledger. Steps are taken one by one
// then, and each ends with a state that is complete, which goes to the ledger in float64.
type books struct {
	keeper *ledger.Keeper // nil: no ledger is kept
	state  *model.State   // that the keeper has
	kept   ledger.Sums    // at the last good state
}

var _ model.LedgerKeeper = (*engine[float32])(nil)

// errNoLedger tells the caller to set Params.Ledger.
var errNoLedger = errors.New("cpu: no ledger is kept; set Params.Ledger")

// Ledger is the energy ledger since the state was last set, up to the last step whose state is
// of finite numbers. It returns an error without Params.Ledger.
func (e *engine[T]) Ledger() (model.Ledger, error) {
	out, kept := e.booked()
	if !kept {
		return out, errNoLedger
	}
	return out, nil
}

// booked is the ledger, if one is kept.
func (e *engine[T]) booked() (l model.Ledger, kept bool) {
	if e.books.keeper == nil {
		return l, false
	}
	e.lookForPairs()
	return e.books.keeper.Ledger(), true
}

// sums are those of the ledger; none where none is kept.
func (b *books) sums() (out ledger.Sums) {
	if b.keeper != nil {
		out = b.keeper.Clone()
	}
	return out
}

// chooseLedger prepares for the parameters in use. A ledger that was kept goes on.
func (e *engine[T]) chooseLedger(old model.Ledger, continued bool) {
	began := e.books.keeper != nil || e.books.state != nil
	if e.books.keeper = nil; !e.run.params.Ledger {
		e.books = books{}
		return
	}
	var each ledger.EachPair
	if e.pairs.lists != nil {
		each = e.pairs.lists.EachPair
	}
	e.books.keeper = ledger.New(e.model, e.run.params, e.energies, each)
	if e.books.state == nil {
		e.books.state = e.model.Start()
	}
	switch {
	case continued:
		e.books.keeper.GoOn(e.stateNow(), e.signalsNow(), old)
	case began || e.progress.ran > 0:
		e.beginLedger()
	}
	e.books.kept = e.books.sums()
}

// beginLedger begins a ledger at the current state, if one is kept.
func (e *engine[T]) beginLedger() {
	if e.books.keeper != nil {
		e.books.keeper.Begin(e.stateNow(), e.signalsNow())
		e.books.kept = e.books.sums()
	}
}

// resumeLedger goes on with a ledger as it was at the current state.
func (e *engine[T]) resumeLedger(sums ledger.Sums) {
	if e.books.keeper != nil {
		e.books.keeper.Resume(e.stateNow(), e.signalsNow(), sums)
	}
}

// take takes n steps, and books each where a ledger is kept.
func (e *engine[T]) take(n int) {
	if e.books.keeper == nil {
		e.progress.schedule.left = n
		e.threads.Do()
		return
	}
	for ran := e.progress.ran; n > 0 && e.progress.diverged == nil && e.progress.refused == nil; n-- {
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
	e.books.keeper.Enter(e.stateNow(), e.signalsNow())
	if e.lastGood.step == e.step() {
		e.books.kept = e.books.sums()
	}
}

// noteCaught notes a mass that was caught, where a ledger is kept.
func (w *worker[T]) noteCaught(b *books, c kernels.Caught) {
	if b.keeper != nil {
		w.booked = append(w.booked, c)
	}
}

// stateNow is the current state in float64, with lists of pairs that are those of it.
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

// signalsNow are the drives at the current time; nil in a run in which nothing changes with
// it.
func (e *engine[T]) signalsNow() *physics.Signals {
	if e.run.drives == nil {
		return nil
	}
	e.drive(0)
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
