package gpu

import (
	"errors"

	"hooke/gpu/glx"
	"hooke/gpu/watch"
	"hooke/model"
)

var (
	_ model.Watcher  = (*Engine)(nil)
	_ model.Gatherer = (*Engine)(nil)
)

// watching holds the engine's data for model.Watcher: two passes besides the step, some 80
// KiB, and 32 to 80 bytes per mass for the marked state. The zero value watches nothing.
type watching struct {
	every int64        // steps between looks; 0: no looks
	looks *watch.Looks // nil: no looks yet
	mark  watch.Mark
	at    marked

	gathers *watch.Gathers // nil: no gathering
	alone   bool           // whether nothing is queued between a copy and its taking
}

// marked holds the host's data of a marked state.
type marked struct {
	start, queued, clockStep int64
	clockTime                float64 // [s]
	parity                   int
	primed                   bool
	drives                   model.DriveState
}

// Watch has the engine look at the state after every step whose number is a multiple of
// every; 0 ends that.
func (e *Engine) Watch(every int) (err error) {
	w := &e.asked.watching
	if w.every = int64(every); every == 0 {
		return nil
	}
	if w.looks == nil {
		if w.looks, err = watch.New(e.compiled.maker, e.buffers, int64(e.plan.model.MassCount())); err != nil {
			return err
		}
	}
	w.looks.Forget(e.ctx)
	return e.ctx.Err("gpu: watch")
}

// Looks waits and appends the looks since the last call to dst.
func (e *Engine) Looks(dst []model.Look) ([]model.Look, error) {
	w := &e.asked.watching
	if w.looks == nil {
		return dst, nil
	}
	e.Submit()
	return w.looks.Read(e.ctx, dst)
}

// look queues a look at the state some steps after those counted in e.progress.queued, when
// one is due.
func (e *Engine) look(steps int64) error {
	w := &e.asked.watching
	if w.every == 0 || (e.step()+steps)%w.every != 0 {
		return nil
	}
	return w.looks.Queue(e.ctx, e.step()+steps, e.timeAfter(float64(steps)))
}

// Mark queues a copy of all that a run needs from step to step, on the device.
func (e *Engine) Mark() error {
	e.Submit()
	return e.markIn(&e.asked.watching.mark, &e.asked.watching.at)
}

// markIn marks the present state, with all steps that are queued.
func (e *Engine) markIn(mark *watch.Mark, at *marked) error {
	*at = marked{start: e.progress.start, queued: e.progress.queued, clockStep: e.progress.clockStep, clockTime: e.progress.clockTime,
		parity: e.progress.parity, primed: e.progress.primed}
	if e.run.signals != nil {
		at.drives = e.run.signals.Drives.State()
	}
	if err := mark.Keep(e.ctx, e.markedBuffers()); err != nil {
		return err
	}
	return e.ctx.Err("gpu: mark the state")
}

// Back makes the marked state the present one, with the device's counts of that time. It
// drops unread looks.
func (e *Engine) Back() error {
	w := &e.asked.watching
	e.Submit()
	if err := e.backTo(&w.mark, &w.at); err != nil {
		return err
	}
	e.collisions.forget()
	e.buffers.ForgetKept() // later steps have overwritten them
	e.lastGood.restart(e)
	if w.looks != nil {
		w.looks.Forget(e.ctx)
	}
	return e.ctx.Err("gpu: go back to the marked state")
}

// backTo makes a marked state the present one.
func (e *Engine) backTo(mark *watch.Mark, at *marked) error {
	if err := mark.Return(e.ctx, e.markedBuffers()); err != nil {
		return err
	}
	p := &e.progress
	p.start, p.queued, p.clockStep, p.clockTime, p.parity, p.primed = at.start, at.queued, at.clockStep, at.clockTime, at.parity, at.primed
	if e.run.signals != nil {
		e.run.signals.Drives.SetState(at.drives)
	}
	return nil
}

// markedBuffers returns the buffers of a checkpoint and of counts.
func (e *Engine) markedBuffers() []*glx.Buffer {
	all := []*glx.Buffer{e.buffers.Status}
	for _, k := range e.lasting() {
		all = append(all, k.buffer)
	}
	if e.compiled.catch != nil {
		all = append(all, e.compiled.catch.Counter)
	}
	return all
}

// GatherFrom chooses the masses that Gather copies, and the number of copies that the buffer holds.
func (e *Engine) GatherFrom(masses []uint32, room int) (err error) {
	w := &e.asked.watching
	w.gathers.Release()
	numbers, order := make([]uint32, len(masses)), e.plan.order()
	for k, i := range masses {
		numbers[k] = order.Number(i)
	}
	w.alone = room == 1
	w.gathers, err = watch.NewGathers(e.compiled.maker, e.buffers, e.plan.masses(), numbers, room)
	return err
}

// Gather queues a copy of the chosen masses. With collisions of masses it waits, see Step.
func (e *Engine) Gather() error {
	w := &e.asked.watching
	if w.gathers == nil {
		return errors.New("gpu: nothing was chosen to gather")
	}
	if w.alone || e.collisions.tentative() {
		e.Submit()
	}
	return w.gathers.Queue(e.ctx, e.step(), e.time())
}

// Gathered waits for the oldest copy that is still pending.
func (e *Engine) Gathered(dst *model.State) error {
	if e.asked.watching.gathers == nil {
		return errors.New("gpu: nothing was chosen to gather")
	}
	return e.asked.watching.gathers.Take(e.ctx, dst)
}

func (w *watching) release() {
	w.gathers.Release()
	w.looks.Release()
	w.mark.Release()
}
