package cpu

// drive moves the drives to the time some steps from now and writes the values that they
// change.
func (e *engine[T]) drive(steps float64) {
	if e.run.drives == nil {
		return
	}
	t := e.time() + steps*e.run.params.DT
	e.run.drives.Advance(t)
	e.driveAt(t)
}

// lookAhead is drive without forces: smoothed muscles stay, and go anew from there when inputs set them.
func (e *engine[T]) lookAhead(steps float64) {
	if e.run.drives != nil {
		e.driveAt(e.time() + steps*e.run.params.DT)
	}
}

// driveAt writes the values that the drives change at a time [s].
func (e *engine[T]) driveAt(t float64) {
	e.run.drives.At(t, &e.run.signals)
	e.table.Actuate(e.classes, e.run.signals.RestScale)
	e.run.external.Follow(&e.run.signals)
	e.guides.follow(&e.run.signals)
	for k, c := range e.run.signals.Contacts {
		if solid := &e.run.integration.Solids[k]; solid.Moves() {
			solid.Follow(c)
		}
	}
}

// stageTimes are the time at which a stage of RK4 evaluates forces, and that to which it
// moves masses [steps].
func stageTimes(stage int) (at, to float64) {
	at = [...]float64{0, 0.5, 0.5, 1}[stage]
	to = [...]float64{0.5, 0.5, 1, 1}[stage]
	return at, to
}

// staged makes the state that a stage of RK4 has written the current one.
func (e *engine[T]) staged() {
	a := &e.progress.schedule
	e.buffers.current = 1 - e.buffers.current
	a.stage, a.unheld = a.stage+1, len(e.guides.held) > 0
	if e.pairs.lists != nil {
		e.pairs.lists.Motion.Jump()
		e.pairs.pressed = false
	}
}
