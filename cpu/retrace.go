package cpu

import (
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

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

// faultIn finds the masses of some slices that are not finite numbers; there may be
// none.
func (e *Engine) faultIn(s kernels.Motions, first, count, level int) fault {
	f := fault{level: level, mass: math.MaxInt}
	for lane := first * table.Width; lane < (first+count)*table.Width; lane++ {
		mass := e.table.Order.MassOf[lane]
		if mass == table.Nobody {
			continue
		}
		x, v := s.Position.Get(kernels.ArrayX, lane), s.Velocity.Get(kernels.ArrayVX, lane)
		if kernels.Dot(x, [3]float32{}) != 0 || kernels.Dot(v, [3]float32{}) != 0 { // NaN
			f.mass, f.count = min(f.mass, int(mass)), f.count+1
		}
	}
	if f.count == 0 {
		f.level = mostLevels // a kernel that sums positions may take an overflow of the sum for an infinite position
	}
	return f
}
