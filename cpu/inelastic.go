package cpu

import (
	"hooke/cpu/external"
	"hooke/model/inelastic"
)

// chooseSprings chooses how springs that tear, yield and creep are evaluated.
func (e *engine[T]) chooseSprings() {
	e.run.external.Springs = external.SpringsOf[T](e.model, e.run.params, e.table.Order, e.changes)
	e.run.torn = 0
	e.tear()
}

// changed ends the task in which springs tear, yield and creep, and books the energy that they dissipated.
func (e *engine[T]) changed() {
	e.progress.schedule.changeDue = false
	lost := e.run.external.Springs.Changed(e.buffers.now())
	if lost.Fracture > 0 {
		e.tear()
	}
	if e.books.keeper != nil {
		e.books.keeper.Changed(lost)
	}
}

// tear takes the triangles that torn springs have cut away from the wind, where their number has
// changed.
func (e *engine[T]) tear() {
	if torn := inelastic.Torn(e.changes); torn != e.run.torn {
		e.run.torn = torn
		e.run.external.Tear(e.model.Aired(e.changes), e.run.params, e.table.Order)
	}
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
