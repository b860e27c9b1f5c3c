package gpu

// try queues n steps with collisions, and settles them in parts.
func (e *Engine) try(n int) error {
	c := &e.collisions
	for n > 0 && c.fault == nil {
		if !c.tried {
			if err := e.begin(); err != nil {
				return err
			}
		}
		some := min(n, e.window()-int(e.progress.queued-c.at.queued))
		if err := e.queueSteps(some); err != nil {
			return err
		}
		if n -= some; int(e.progress.queued-c.at.queued) >= e.window() {
			n += e.judge()
		}
	}
	return c.fault
}

// begin marks the present state, before steps that may be taken again from it, with lists of the host that are
// young enough.
func (e *Engine) begin() error {
	c := &e.collisions
	if err := e.listMeets(); err != nil {
		return err
	}
	if err := e.markIn(&c.mark, &c.at); err != nil {
		return err
	}
	c.tried = true
	return nil
}

// window returns the most steps that are queued before they are judged.
func (e *Engine) window() int {
	if e.collisions.meets == nil {
		return settleEvery
	}
	return e.collisions.near.steps
}

// settle judges the queued steps, and takes them again until lists had room and were young enough in
// all of them. It sets fault where the run cannot continue; the marked state is then the present
// one, which can be read and saved.
func (e *Engine) settle() {
	c := &e.collisions
	e.progress.queue.Submit()
	for c.tried && c.fault == nil {
		if again := e.judge(); again > 0 {
			if err := e.try(again); err != nil && c.fault == nil {
				c.fault = err
			}
			e.progress.queue.Submit()
		}
	}
}

// judge waits and sees whether lists of pairs had room and were young enough in all steps
// that are queued. Where not, it goes back to the marked state, and returns how many steps there are to take
// again, with more room, more looks, a younger list or a wider skin; so no result depends on either.
func (e *Engine) judge() (again int) {
	c := &e.collisions
	e.progress.queue.Submit()
	repeats, err := e.judgePairs()
	if err == nil {
		var late bool
		late, err = e.judgeMeets()
		repeats = repeats || late
	}
	c.tried = false
	if err == nil && !repeats {
		return 0
	}
	steps, failed := e.goBack()
	if c.fault = err; failed != nil && err == nil {
		c.fault = failed
	}
	if c.fault != nil {
		return 0
	}
	c.found.Repeats++
	return steps
}

// judgePairs is judge for lists of pairs of masses, which the device makes.
func (e *Engine) judgePairs() (again bool, err error) {
	c := &e.collisions
	if c.pairs == nil {
		return false, nil
	}
	c.pairs.Judge()
	pairs, err := c.pairs.Status()
	if err != nil {
		return false, err
	}
	c.note(pairs)
	return e.mend(pairs)
}

// goBack makes the marked state the present one, and returns how many steps there are to do
// again.
func (e *Engine) goBack() (steps int, err error) {
	c := &e.collisions
	steps = int(e.progress.queued - c.at.queued)
	if err := e.backTo(&c.mark, &c.at); err != nil {
		return 0, err
	}
	if c.pairs != nil {
		c.pairs.Renew()
	}
	c.near.due, c.due, c.counted = true, true, 0
	return steps, e.asked.watching.looks.DropAfter(e.ctx, e.step())
}
