package cpu

import (
	"math"

	"hooke/model"
)

// keepEvery is how many steps are between two states that are kept as good.
const keepEvery = 256

// kept is the last good state: finite, with no spring that ran away. 24 bytes
// per mass.
type kept struct {
	motion motion
	step   int64
	time   float64 // [s]

	runaway float64 // no spring may be longer [m]
	longest float64 // no spring is longer, in the state that is kept [m]
}

// LastGood copies a state from before the divergence into dst: the start, or
// that of the last multiple of 256 steps after it. Without a divergence it is
// such a state, too.
func (e *Engine) LastGood(dst *model.Snapshot) error {
	dst.Resize(e.model.MassCount())
	dst.Step, dst.Time = e.kept.step, e.kept.time
	e.unpack(dst, motions{e.kept.motion, e.kept.motion})
	return nil
}

// copy keeps the masses of some slices.
func (k *kept) copy(from motions, first, count int) {
	for axis := range 3 {
		for _, array := range []struct {
			motion motion
			which  int
		}{{from.position, arrayX}, {from.velocity, arrayVX}} {
			at := array.motion.array(array.which + axis)
			to := k.motion.array(array.which + axis)
			copy(to[(1+first)*width:(1+first+count)*width], at[(1+first)*width:(1+first+count)*width])
		}
	}
}

// distance is the square of how far the masses of some slices are from where
// they were kept, the most [m²].
func (k *kept) distance(now motions, first, count int) float32 {
	most := float32(0)
	for lane := first * width; lane < (first+count)*width; lane++ {
		a, b := now.position.get(arrayX, lane), k.motion.get(arrayX, lane)
		d := [3]float32{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
		most = max(most, dot(d, d))
	}
	return most
}

// judge sees whether a spring ran away. No spring has become longer by more
// than twice what a mass has moved, so that springs are looked at only after
// masses have moved far.
func (e *Engine) judge() {
	moved := 0.0
	for i := range e.workers {
		moved = max(moved, math.Sqrt(float64(e.workers[i].moved)))
		e.workers[i].moved = 0
	}
	e.kept.longest += 2 * moved
	if e.kept.longest <= e.kept.runaway {
		return
	}
	at, o := e.buffers.now().position, &e.table.order
	longest, runaway := float32(0), -1
	for s, ends := range e.model.Ends {
		if !acts(e.model, s) {
			continue
		}
		a, b := at.get(arrayX, int(o.laneOf[ends[0]])), at.get(arrayX, int(o.laneOf[ends[1]]))
		d := [3]float32{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
		if square := dot(d, d); square > longest {
			longest = square
			if runaway < 0 && math.Sqrt(float64(square)) > e.kept.runaway {
				runaway = s
			}
		}
	}
	e.kept.longest = math.Sqrt(float64(longest))
	if runaway >= 0 {
		e.diverged = model.RanAway(e.model, e.params, e.step(), runaway, e.kept.runaway)
	}
}

// keepStart keeps the state that Reset has set.
func (e *Engine) keepStart(s *model.State) {
	e.keepNow(s.Step, s.Time, model.RunawayLength(e.model, s))
}

// keepNow keeps the state of a step and its time [s]; no spring may be longer
// than runaway [m] from here on.
func (e *Engine) keepNow(step int64, time, runaway float64) {
	e.kept.copy(e.buffers.now(), 0, len(e.masses.movable))
	e.kept.step, e.kept.time = step, time
	e.kept.runaway = runaway
	e.kept.longest = runaway // not known: springs are looked at once
}
