package cpu

import "hooke/model"

// retraceEvery is the number of steps between two looks at springs while steps are
// taken again. A look goes through all springs only when masses have moved far.
const retraceEvery = 1

// retrace takes the steps since the last good state, at most 256, again after a
// divergence and looks at springs after each of them. So it names the spring that ran
// away first, before it tore others along or made numbers that are not finite, and runs
// that go well need no look every few steps. The state is then the one of the error.
// Where the steps cannot be repeated exactly, or do not diverge again, nothing changes.
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

// resume puts a state into the engine, from which steps continue.
func (e *Engine) resume(s *model.Snapshot) {
	e.packState(s, e.buffers.now())
	e.copyHubs(e.table.Hubs, e.buffers.now())
	e.pairs.moved()
}
