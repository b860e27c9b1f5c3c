package cpu

import (
	"hooke/cpu/external"
	"hooke/cpu/kernels"
	"hooke/model"
	"hooke/model/inelastic"
)

// chooseSprings chooses how springs that tear, yield and creep are evaluated.
func (e *engine[T]) chooseSprings() {
	e.run.external.Springs = external.SpringsOf[T](e.model, e.run.params, e.table.Order, e.changes)
	e.run.tears = model.Tears{}
	e.tear()
}

// changed ends the task in which springs tear, yield and creep, and books the energy that they dissipated.
func (e *engine[T]) changed() {
	e.progress.schedule.changeDue = false
	lost := e.run.external.Springs.Changed(e.buffers.now())
	if lost.Fracture > 0 {
		lost.Fracture += e.tear()
	}
	if e.books.keeper != nil {
		e.books.keeper.Changed(lost)
	}
}

// tear takes the triangles that torn springs have cut away from the wind, hinges and skins that they held from the
// forces on groups, and the springs and these triangles from those that collide and that contacts push, where others are torn than before. It returns the energy of
// these hinges and touches in the current state [J], with a ledger.
func (e *engine[T]) tear() (lost float64) {
	if e.run.tears.Follow(e.model, e.changes) {
		if e.books.keeper != nil {
			lost += e.run.external.GroupEnergy(e.buffers.now())
		}
		e.run.external.Tear(e.model, e.changes, e.run.params, e.table.Order)
		if e.books.keeper != nil {
			lost -= e.run.external.GroupEnergy(e.buffers.now())
		}
	}
	if e.spans == nil || e.changes == nil {
		return lost
	}
	touched := e.touchEnergy()
	pushed, met := e.spans.Tear(e.model, e.changes), e.meets().Tear(e.changes)
	if pushed || met {
		return lost + touched - e.touchEnergy()
	}
	return lost
}

// touchEnergy returns the energy of the touches of springs and triangles in the current state [J]; 0 without a ledger.
func (e *engine[T]) touchEnergy() (sum float64) {
	if e.books.keeper == nil {
		return 0
	}
	if sum = e.meetEnergy(); e.spans.Count() > 0 {
		e.widen(e.spans.state.Position, e.buffers.now().Position, kernels.ArrayX)
		sum += e.spans.Energy(e.model, e.run.params.ContactsAt(e.time()), e.spans.state.Position)
	}
	return sum
}

// setChanges sets the changes of springs to those of a state; nil: as at the start.
func (e *engine[T]) setChanges(changes []inelastic.Change) {
	if e.changes == nil {
		return
	}
	if len(changes) == 0 {
		changes = e.model.Unchanged()
	}
	copy(e.changes, changes)
	e.tear()
}
