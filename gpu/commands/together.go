package commands

// Together has the calls that do asks for wait until it ends, so that the way from Go to C is
// gone once for all of them. Their order stays, among other calls of OpenGL too, which Settle
// precedes.
func (q *Queue) Together(do func()) {
	was := q.together
	q.together = !q.AtOnce
	defer func() {
		q.together = was
		q.due()
	}()
	do()
}

// Repeat repeats work that makes the same calls each time. It calls do until
// twice in a row all of its calls could wait. The remaining times repeat the list of the
// second one's without going through Go: everything is bound by then as it is at the end of do.
func (q *Queue) Repeat(times int, do func()) {
	q.Together(func() {
		for alone := 0; times > 0; times-- {
			if q.together {
				q.play(1)
			}
			q.settled = false
			do()
			if alone++; q.settled || q.AtOnce {
				alone = 0
			} else if alone == 2 {
				q.play(times)
				return
			}
		}
	})
}

// Settle makes the pending calls. Call it before any other call of OpenGL.
func (q *Queue) Settle() {
	if q.together {
		q.settled = true
		q.play(1)
	}
}

// due makes the calls that wait, unless they may wait longer.
func (q *Queue) due() {
	if !q.together {
		q.play(1)
	}
}
