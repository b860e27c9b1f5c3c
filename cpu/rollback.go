package cpu

import (
	"math"
	"slices"

	"hooke/cpu/kernels"
	"hooke/cpu/ledger"
	"hooke/cpu/table"
	"hooke/machine"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// Tiles take several steps at once where masses collide, as long as lists hold no pair.
// Then a step is that of masses that do not collide, if no mass has come so far that lists
// may miss a pair. That is known after the steps only: every tile measures how far its
// masses move in each of them. So a tile keeps its state before its first step, and where
// masses came too far the engine goes back and takes the same steps one by one.

// kept is the state before a task of several steps. 24 bytes per mass, 36 with velocity
// Verlet. The zero value is empty.
type kept[T table.Real] struct {
	motion       kernels.Motion[T]
	acceleration kernels.Motion[T] // of velocity Verlet
}

func newKept[T table.Real](lanes int, verlet bool) kept[T] {
	k := kept[T]{motion: kernels.NewMotion[T](lanes, kernels.Arrays, 0)}
	if verlet {
		k.acceleration = kernels.NewMotion[T](lanes, 3, 0)
	}
	return k
}

func (k kept[T]) bytes() int64 {
	return table.SizeOf[T]() * int64(len(k.motion.Arena)+len(k.acceleration.Arena))
}

// chooseKept allocates a state if tiles of masses that collide may need it.
func (e *engine[T]) chooseKept() {
	verlet, k := e.run.params.Integrator == model.VelocityVerlet, &e.pairs.before
	switch {
	case e.pairs.lists == nil || e.tiling.count == 0 || e.run.params.Driven() || physics.Catches(e.run.params):
		*k = kept[T]{}
	case k.motion.Arena == nil || verlet != (k.acceleration.Arena != nil):
		*k = newKept[T](e.table.LaneCount(), verlet)
	}
}

// pairLevels returns how many steps, at most that many, tiles may take at once for all that
// masses collide.
func (e *engine[T]) pairLevels(most int) int {
	p := &e.pairs
	switch {
	case p.lists == nil:
		return most
	case p.before.motion.Arena == nil || p.single > 0 || len(p.lists.Slices) > 0:
		return 1
	}
	return p.lists.Motion.Steps(most)
}

// keepTile keeps the state of a tile before its first step. NoMass else writes to it then.
func (e *engine[T]) keepTile(tile int) {
	if e.pairs.lists == nil {
		return
	}
	now, k := e.buffers.now(), &e.pairs.before
	first := e.tiling.first(tile)
	count := e.tiling.first(tile+1) - first
	copySlices(k.motion, now.Position, kernels.ArrayX, first, count)
	copySlices(k.motion, now.Velocity, kernels.ArrayVX, first, count)
	if k.acceleration.Arena != nil {
		copySlices(k.acceleration, e.run.integration.Acceleration, kernels.ArrayX, first, count)
	}
}

// beginGoBack begins to go back to the state before the steps of the last task.
func (e *engine[T]) beginGoBack() machine.Job {
	a := &e.progress.schedule
	a.task = goBack
	a.turn++
	for i := range e.workers {
		e.workers[i].fault = fault{level: mostLevels}
	}
	return machine.Job{Blocks: e.blocks()}
}

// goBackIn brings the state of some slices back.
func (e *engine[T]) goBackIn(first, count int) {
	now, k := e.buffers.now(), &e.pairs.before
	copySlices(now.Position, k.motion, kernels.ArrayX, first, count)
	copySlices(now.Velocity, k.motion, kernels.ArrayVX, first, count)
	now.Position.PackSlices(first, count)
	if k.acceleration.Arena != nil {
		copySlices(e.run.integration.Acceleration, k.acceleration, kernels.ArrayX, first, count)
	}
}

// wentBack continues from the state before the steps, one by one. Distances are measured
// first, and lists made anew if they are old.
func (e *engine[T]) wentBack() {
	p := &e.pairs
	p.lists.Motion.Jump()
	p.pressed = false
	p.single = e.progress.schedule.levels
	p.back++
}

// retrace takes the steps since the last good state, at most 256, again after a divergence or where one
// is possible, and looks at springs after each of them. So it names the first state in which a spring
// had run away, before it tore others along, made numbers that are not finite, or came back; and runs that
// go well need no look every few steps. The state is then the one of the error. Without a divergence
// nothing changes, but that the state becomes the last good one, and retrace returns true: steps continue.
// It does nothing where the steps cannot be repeated.
func (e *engine[T]) retrace() (cleared bool) {
	doubted := e.progress.doubted
	e.progress.doubted = false
	if e.progress.diverged == nil && !doubted || e.looksAlways() || !e.retraceable() {
		return false
	}
	now, ended := e.stateOf(), e.progress.diverged
	good := &e.lastGood
	e.resume(e.copyOf(good.motions()))
	e.meets().SetSides(good.sides)
	e.setChanges(good.changes)
	if good.primed {
		copy(e.run.integration.Acceleration.Arena, good.acceleration.Arena)
	}
	e.run.drives.SetState(good.drives)
	e.progress.ran = good.step - e.progress.start
	e.catching.caught, e.pairs.touched = good.caught, good.counts.Most
	e.progress.schedule = schedule{looks: true, retraces: true, primed: good.primed}
	e.progress.diverged = nil
	e.resumeLedger(e.books.kept)
	e.take(int(now.ran - e.progress.ran))
	if e.progress.diverged == nil || e.progress.ran > now.ran {
		e.goBackTo(now)
		e.progress.diverged = ended
	}
	e.progress.schedule = schedule{primed: e.progress.schedule.primed}
	if e.progress.diverged != nil {
		return false
	}
	e.keepNow(e.step(), e.time(), good.runaway)
	e.books.kept = e.books.sums()
	return true
}

// retraceable reports whether the steps since the last good state can be taken again, bit for bit.
func (e *engine[T]) retraceable() bool { return e.lastGood.params == e.run.changes }

// stated is the state of an engine between two steps, with all that the next one reads.
type stated[T table.Real] struct {
	motion       copied[T]
	acceleration []T
	drives       model.DriveState
	changes      []inelastic.Change
	sums         ledger.Sums
	ran          int64
	primed       bool
	caught       model.Caught
	touched      int
	made         int64
	sides        []uint32
}

// stateOf copies the current state.
func (e *engine[T]) stateOf() stated[T] {
	return stated[T]{
		motion: e.copyOf(e.buffers.now()), acceleration: slices.Clone(e.run.integration.Acceleration.Arena),
		drives: e.run.drives.State(), changes: slices.Clone(e.changes), sums: e.books.sums(), ran: e.progress.ran, primed: e.progress.schedule.primed,
		caught: e.catching.caught, touched: e.pairs.touched, made: e.pairs.made, sides: e.meets().Sides(),
	}
}

// goBackTo returns to a state.
func (e *engine[T]) goBackTo(s stated[T]) {
	e.resume(s.motion)
	e.meets().SetSides(s.sides)
	e.setChanges(s.changes)
	copy(e.run.integration.Acceleration.Arena, s.acceleration)
	e.run.drives.SetState(s.drives)
	e.progress.ran = s.ran
	e.progress.schedule = schedule{primed: s.primed}
	e.catching.caught, e.pairs.touched, e.pairs.made = s.caught, s.touched, s.made
	e.resumeLedger(s.sums)
}

// retreat goes back to the last good state where the pairs of a step could not be found: that step may be
// half done.
func (e *engine[T]) retreat() {
	if e.progress.refused == nil {
		return
	}
	good := &e.lastGood
	e.resume(e.copyOf(good.motions()))
	e.meets().SetSides(good.sides)
	e.setChanges(good.changes)
	e.progress.ran = good.step - e.progress.start
	e.progress.clockStep, e.progress.clockTime = good.step, good.time
	e.progress.schedule = schedule{}
	e.catching.caught, e.pairs.touched, e.pairs.made = good.caught, good.counts.Most, good.counts.Rebuilds
	if e.run.drives != nil {
		e.run.drives.Restart(good.time)
	}
	e.restartDivided()
	if t := e.turner(); t != nil {
		t.Turn(good.orientation, good.spin, good.time)
	}
	e.resumeLedger(e.books.kept)
}

// resume puts a state into the engine, from which steps continue.
func (e *engine[T]) resume(s copied[T]) {
	e.packState(s, e.buffers.now())
	e.copyHubs(e.table.Hubs, e.buffers.now())
	e.pairs.moved()
}

// faultIn finds the masses of some slices that are not finite numbers; there may be
// none.
func (e *engine[T]) faultIn(s kernels.Motions[T], first, count, level int) fault {
	f := fault{level: level, mass: math.MaxInt}
	for lane := first * table.Width; lane < (first+count)*table.Width; lane++ {
		mass := e.table.Order.MassOf[lane]
		if mass == table.NoMass {
			continue
		}
		x, v := s.Position.Get(kernels.ArrayX, lane), s.Velocity.Get(kernels.ArrayVX, lane)
		if kernels.Dot(x, [3]T{}) != 0 || kernels.Dot(v, [3]T{}) != 0 { // NaN
			f.mass, f.count = min(f.mass, int(mass)), f.count+1
		}
	}
	if f.count == 0 {
		f.level = mostLevels // a kernel that sums positions may take an overflow of the sum for an infinite position
	}
	return f
}

// fault describes masses that are not finite numbers after a step: of the first level
// with such masses, the lowest mass and how many there are.
type fault struct {
	level int
	mass  int
	count int64
}

// join adds another fault; only faults of the first level count.
func (f *fault) join(other fault) {
	switch {
	case other.level < f.level:
		*f = other
	case other.level == f.level && other.count > 0:
		f.mass, f.count = min(f.mass, other.mass), f.count+other.count
	}
}

// diverge ends the run, after a step that made a fault.
func (e *engine[T]) diverge(step int64, f fault) {
	e.progress.diverged = e.rounded(physics.Diverged(e.model, e.run.params, step, f.mass, f.count))
}
