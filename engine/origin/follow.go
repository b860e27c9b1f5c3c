package origin

import (
	"math"
	"slices"

	"hooke/model"
)

// LookEvery is the number of steps from one look at where the masses are to the next. Looks are
// at the steps whose number is a multiple of it, so that batches and checkpoints change nothing.
const LookEvery = 2048

// Step takes n steps. The origin follows the masses at looks.
func (e *Engine) Step(n int) error {
	for n > 0 {
		part := n
		if e.grid > 0 {
			part = int(min(int64(n), LookEvery-e.step%LookEvery))
		}
		if err := e.Core.Step(part); err != nil {
			return err
		}
		e.step += int64(part)
		n -= part
		if e.grid > 0 && e.step%LookEvery == 0 {
			if err := e.follow(); err != nil {
				return err
			}
		}
	}
	return e.Core.Step(n)
}

// StepsRun returns the number of steps since the state was set.
func (e *Engine) StepsRun() (int64, error) {
	ran, err := e.Core.StepsRun()
	return e.ran + ran, err
}

// mayMove reports whether the origin can follow the masses: not where something is where it is at
// rest, as a mass that is pinned, since that is a part of the engine inside.
func (e *Engine) mayMove() bool {
	return !slices.ContainsFunc(e.params.Guides, onRest) && !slices.Contains(e.model.Pin, model.PinAll)
}

// follow moves the origin where all masses have gone far enough along an axis.
func (e *Engine) follow() error {
	// A few masses usually show that they have not moved.
	most, far := e.model.MassCount()-1, model.Vec3{1, 1, 1}
	for k := range 4 {
		x, err := e.Where(most * k / 3)
		if err != nil {
			return err
		}
		for axis := range 3 {
			if !(math.Abs(x[axis]) >= e.grid/2) {
				far[axis] = 0
			}
		}
		if far == (model.Vec3{}) {
			return nil
		}
	}
	var now model.Snapshot
	if err := e.Core.Read(&now); err != nil {
		return err
	}
	var by model.Vec3
	for axis := range 3 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, x := range now.Position {
			lo, hi = min(lo, float64(x[axis])), max(hi, float64(x[axis])) // NaN stays
		}
		by[axis] = step(lo, hi, e.grid)
	}
	if by == (model.Vec3{}) {
		return nil
	}
	if err := e.keepLooks(); err != nil { // those so far are from here
		return err
	}
	return e.moveTo(e.at.Add(by), by)
}

// step returns the number to subtract from coordinates from lo to hi: ±Δ, a power of two of
// at least least, where Δ/2 ≤ ±x ≤ 2Δ for all of them, of several the one nearest to the
// middle; else 0. The difference of numbers that close has no more bits than they (Sterbenz).
func step(lo, hi, least float64) float64 {
	if hi < 0 {
		return -step(-hi, -lo, least)
	}
	if !(lo > 0) || math.IsInf(hi, 0) || hi != hi {
		return 0
	}
	most := math.Ldexp(1, math.Ilogb(2*lo)) // the largest power of two that is at most 2 lo
	best := 0.0
	for delta := most; delta >= least && hi <= 2*delta; delta /= 2 {
		if best == 0 || math.Abs(lo/2+hi/2-delta) < math.Abs(lo/2+hi/2-best) {
			best = delta
		}
	}
	return best
}

// moveTo makes another point the origin, and takes a vector off all positions. The run continues
// from a checkpoint, which keeps all that parameters which are set would change.
func (e *Engine) moveTo(at, by model.Vec3) error {
	ran, err := e.Core.StepsRun()
	var c model.Checkpoint
	if err == nil {
		err = e.Core.Save(&c)
	}
	if err != nil {
		return err
	}
	e.Core.Shift(&c, by)
	if err := e.Core.SetParams(e.params.From(at)); err != nil {
		return err
	}
	if err := e.Core.Restore(&c); err != nil {
		return err
	}
	e.at, e.ran = at, e.ran+ran
	return nil
}

// keepLooks takes the looks of the engine inside into the world.
func (e *Engine) keepLooks() (err error) {
	if e.watcher == nil {
		return nil
	}
	first := len(e.looks)
	e.looks, err = e.watcher.Looks(e.looks)
	for i := range e.looks[first:] {
		e.looks[first+i].Center = e.looks[first+i].Center.Add(e.at)
	}
	return err
}
