package cpu

import "hooke/model"

// retraceEvery is how many steps are between two looks at springs when steps are
// taken again. Springs are gone through only when masses have moved far.
const retraceEvery = 1

// retrace takes the steps since the state that is kept, up to 256, again after a
// divergence, and looks at springs after each of them: so that a spring that ran away
// is named when it did, before it has torn others along or made numbers that are not
// finite, without a look at springs every few steps of runs that go well. The state is
// then the one that the error is about. Where steps cannot be taken again as they
// were, or do not go wrong again, all stays as it is.
func (e *Engine) retrace() {
	if e.progress.diverged == nil || e.progress.schedule.retraces || e.lastGood.params != e.run.changes {
		return
	}
	var now, good model.Snapshot
	if e.Read(&now) != nil || e.LastGood(&good) != nil {
		return
	}
	diverged, ran, drives := e.progress.diverged, e.progress.ran, e.run.drives.State()
	e.resume(&good)
	if e.run.drives != nil {
		e.run.drives.Restart(e.lastGood.time)
	}
	e.progress.ran = e.lastGood.step - e.progress.start
	e.progress.schedule = schedule{left: int(ran - e.progress.ran), looks: true, retraces: true}
	e.progress.diverged = nil
	e.threads.Do()
	if e.progress.diverged == nil || e.step() > e.progress.start+ran {
		e.resume(&now)
		e.run.drives.SetState(drives)
		e.progress.diverged, e.progress.ran = diverged, ran
	}
	e.progress.schedule = schedule{}
}

// resume puts a state into the engine from which steps go on.
func (e *Engine) resume(s *model.Snapshot) {
	e.packState(s, e.buffers.now())
	e.copyHubs(e.table.Hubs, e.buffers.now())
}
