package cpu

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// catching holds the data for continuous collision, in which contacts stop masses from
// tunneling. Every step then ends with a task of its own, and so with a complete state.
type catching[T table.Real] struct {
	wanted  bool // whether any contact catches
	of      kernels.Catching[T]
	drifted kernels.Motion[T] // positions before the drift of velocity Verlet; empty for other integrators
	caught  model.Caught      // since the state was set
}

var _ model.Catcher = (*engine[float32])(nil)

// Caught counts the masses that contacts have caught since the state was set.
func (e *engine[T]) Caught() (model.Caught, error) { return e.catching.caught, nil }

// chooseCatching prepares for the contacts of new parameters.
func (e *engine[T]) chooseCatching() {
	c := &e.catching
	c.wanted = physics.Catches(e.run.params)
	c.of.Use(e.run.params.Contacts)
	if c.drifted = (kernels.Motion[T]{}); c.wanted && e.run.params.Integrator == model.VelocityVerlet {
		c.drifted = kernels.NewMotion[T](e.table.LaneCount(), 3, 0)
	}
}

// chooseCatch begins to catch masses after a step, if there may be any, where friction of
// pairs and spans has moved them to.
func (e *engine[T]) chooseCatch() task {
	c, p := &e.catching, &e.run.params
	e.progress.schedule.uncaught = false
	c.of.Begin(p.ContactsAt(e.time()-p.Substep().DT), p.ContactsAt(e.time())) // the same where none moves
	c.of.Before = e.buffers.of(1 - e.buffers.current).Position
	switch p.Integrator {
	case model.VelocityVerlet:
		c.of.Before = c.drifted
	case model.RK4:
		c.of.Before = e.run.integration.Stages // its first arrays are positions
	}
	return catch
}

// driftIn moves the masses of some slices to where velocity Verlet evaluates forces.
func (e *engine[T]) driftIn(w *worker[T], first, count int) {
	e.noteDrifted(first, count)
	now := e.buffers.now()
	w.integrate.Set(&e.run.integration, now, now, first, count, w.force)
	w.integrate.Phases = kernels.PhaseDrift
	e.code.integral(&w.integrate)
	e.keepPaths(now, first, count, 1)
	e.copyHubs(e.hubsIn(first, count), now)
}

// noteDrifted records the positions of some slices before they drift, and their accelerations.
func (e *engine[T]) noteDrifted(first, count int) {
	if e.books.kicked.Arena != nil {
		copySlices(e.books.kicked, e.run.integration.Acceleration, kernels.ArrayX, first, count)
	}
	if e.catching.drifted.Arena == nil {
		return
	}
	now := e.buffers.now().Position
	copySlices(e.catching.drifted, now, kernels.ArrayX, first, count)
}

// catchIn catches masses of some slices.
func (e *engine[T]) catchIn(w *worker[T], first, count int) {
	now := e.buffers.now()
	kernels.CatchGo(&e.run.integration, &e.catching.of, &e.kernel, now, first, count, &w.moving, &w.near, func(c kernels.Caught) {
		if mass := e.table.Order.MassOf[c.Lane]; mass != table.NoMass {
			w.caught.Add(model.Caught{Count: 1, Step: e.arriving(), Mass: int(mass), Contact: c.Contact})
			w.noteCaught(&e.books, c)
		}
	})
	e.copyHubs(e.hubsIn(first, count), now)
}

// haveCaught adds the counts of the threads.
func (e *engine[T]) haveCaught() {
	for i := range e.workers {
		if e.pairs.lists != nil && e.workers[i].caught.Count > 0 {
			e.pairs.lists.Motion.Jump()
		}
		e.catching.caught.Add(e.workers[i].caught)
		e.workers[i].caught = model.Caught{}
	}
	if e.books.powers != nil {
		e.bookCaught()
	}
}
