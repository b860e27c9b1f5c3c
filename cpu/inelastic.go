package cpu

// changed ends the task in which springs tear, yield and creep, and books the energy that they lost.
func (e *engine[T]) changed() {
	e.progress.schedule.changeDue = false
	lost := e.run.external.Springs.Changed(e.buffers.now())
	if e.books.keeper != nil {
		e.books.keeper.Changed(lost)
	}
}
