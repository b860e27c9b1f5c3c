package cpu

import (
	"runtime"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// weigh takes up the factors of masses of new parameters. It reports whether they have changed, and the energy [J] that the state gained
// by it where a ledger is kept.
func (e *engine[T]) weigh(p model.Params, kept bool) (changed bool, gained float64) {
	if p.SameMasses(e.given) {
		return false, 0
	}
	weighed, _ := p.Weighed(e.base)
	if kept {
		now := e.stateNow()
		gained = model.MassWork(e.model, weighed, e.run.params.Gravity, now.Position, now.Velocity)
	}
	e.model, e.energies, e.written = weighed, nil, e.written || e.base.Pattern != nil
	return true, gained
}

// layOut builds the table for steps of dt [s], and the data that depend on it. It keeps an
// existing state.
func (e *engine[T]) layOut(dt float64) error {
	t, c, err := table.New[T](e.model, dt, e.most())
	if err != nil {
		return err
	}
	var state, good copied[T]
	if e.table != nil {
		state, good = e.copyOf(e.buffers.now()), e.copyOf(e.lastGood.motions())
	}
	e.table, e.classes = t, c
	e.pairs = pairs[T]{}
	e.dividing = dividing[T]{}
	c.Of = nil
	both := c.Damped || c.Cables
	packed := e.kernel.PackedNumbers(t, both)
	e.code = codeOf(&e.kernel, t, both, packed)
	e.run.integration.Masses = kernels.MassesOf[T](e.model, t.Order)
	e.buffers = newBuffers[T](e.table.LaneCount(), both, packed)
	e.run.integration.Acceleration, e.run.integration.Stages = kernels.Motion[T]{}, kernels.Motion[T]{}
	e.lastGood.motion = kernels.NewMotion[T](e.table.LaneCount(), kernels.Arrays, 0)
	e.lastGood.acceleration = kernels.Motion[T]{}
	if state.position != nil {
		e.packState(state, e.buffers.now())
		e.copyHubs(t.Hubs, e.buffers.now())
		e.packState(good, e.lastGood.motions())
	}
	e.threadCount = 0 // enlist hires threads for the new table
	return nil
}

// most returns how many threads may step, and lay models out.
func (e *engine[T]) most() int {
	if e.asked > 0 {
		return e.asked
	}
	return runtime.GOMAXPROCS(0)
}
