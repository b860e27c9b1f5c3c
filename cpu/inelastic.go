package cpu

import (
	"hooke/cpu/external"
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

// tear takes the triangles that torn springs have cut away from the wind, and the springs and these
// triangles from those that collide, where others are torn than before. It returns the energy of
// their touches in the current state [J].
func (e *engine[T]) tear() (lost float64) {
	if e.run.tears.Follow(e.model, e.changes) {
		e.run.external.Tear(e.model.Aired(e.changes), e.run.params, e.table.Order)
	}
	if meets := e.meets(); meets != nil && e.changes != nil {
		if e.books.keeper != nil {
			lost = e.meetEnergy()
		}
		if meets.Tear(e.changes) && e.books.keeper != nil {
			return lost - e.meetEnergy()
		}
	}
	return 0
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
