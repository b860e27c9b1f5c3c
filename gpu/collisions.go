package gpu

import (
	"errors"
	"fmt"

	"hooke/gpu/collide"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/watch"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// settleEvery is the most steps that are queued before the engine looks whether lists of
// pairs were long enough and young enough in all of them.
const settleEvery = 256

// collisions is the engine's data for masses that collide, and for springs and triangles that do. Steps
// are tentative: if neighbor lists overflowed or were outdated, they are repeated from the marked
// state.
type collisions struct {
	pairs *collide.Pairs    // nil: masses do not collide with masses
	meets *collide.Meetings // nil: neither springs nor triangles collide
	near  nearness          // of meets

	every  int   // steps from one look at the lists to the next; at most those of the parameters
	looked int64 // row of the last look, counted from Reset on
	due    bool  // whether the next evaluation of forces looks first, whatever its row

	tried bool // whether unchecked steps are queued since the mark
	mark  watch.Mark
	at    marked
	fault error // why the run cannot continue

	found   model.Touching
	counted uint32 // rebuilds in found since lists were last forgotten
}

// tentative reports whether anything collides, so that steps may be taken again.
func (c *collisions) tentative() bool { return c.pairs != nil || c.meets != nil }

// makePairs puts the masses that collide on the device, if any do.
func (e *Engine) makePairs() (err error) {
	if e.plan.counts.Taking == 0 {
		return nil
	}
	e.collisions.pairs, err = collide.New(e.ctx, e.plan.onDevice(), e.plan.counts, e.plan.division, e.buffers)
	return err
}

// renewPairs takes over the parameters in use.
func (e *Engine) renewPairs() {
	if c := &e.collisions; c.pairs != nil {
		c.pairs.Upload(e.run.settings.Params)
		c.every = e.run.settings.Params.Collision.CheckEvery
	}
	e.collisions.meets.SetParams(e.run.settings.Params)
	e.collisions.forget()
}

// forget has the next evaluation of forces make lists: another state was set.
func (c *collisions) forget() {
	if !c.tentative() {
		return
	}
	if c.pairs != nil {
		c.pairs.Renew()
	}
	c.near.renew()
	c.due, c.tried, c.fault, c.counted = true, false, nil, 0
}

// note records the device's report.
func (c *collisions) note(s shaders.PairStatus) {
	c.found.Most = max(c.found.Most, int(s.Touches))
	c.found.Rebuilds += int64(s.Rebuilds - c.counted)
	c.counted = s.Rebuilds
}

func (c *collisions) release() {
	c.pairs.Release()
	c.meets.Release()
	c.mark.Release()
}

// look queues a look at the lists at a row.
func (c *collisions) look(row int64) {
	c.pairs.Look()
	c.due, c.looked = false, row
}

// pushPairs queues the pushes of pairs on masses, with a check of the lists when it is due,
// at the time of a row of the signals.
func (e *Engine) pushPairs(row int) {
	c := &e.collisions
	if c.pairs == nil {
		return
	}
	each, between := int64(e.rowsPerStep()), int64(c.every)
	if e.run.divided == nil { // else a substep counts as a step
		between *= each
	}
	if now := e.progress.queued*each + int64(row); c.due || now-c.looked >= between {
		c.look(now)
	}
	c.pairs.Push()
}

// applyPairFriction queues the friction of pairs at the end of a step.
func (e *Engine) applyPairFriction() {
	if e.collisions.pairs.HasFriction() {
		e.collisions.pairs.ApplyFriction()
	}
}

// enterPairs queues the sum of the pairs' energy into the sums of energies.
func (e *Engine) enterPairs() {
	c := &e.collisions
	if c.due { // nothing has asked for lists since the state was set
		c.look(e.progress.queued * int64(e.rowsPerStep()))
	}
	c.pairs.Enter()
}

// pairEnergy waits and sums the energy of all touches [J], 0 without collisions.
func (e *Engine) pairEnergy() (float64, error) {
	c := &e.collisions
	if c.pairs == nil {
		return 0, nil
	}
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	if c.due {
		c.look(e.progress.queued * int64(e.rowsPerStep()))
	}
	return c.pairs.Energy(e.compiled.maker, e.buffers)
}

// Touching waits and returns the counts of collisions since the state was last set; the zero
// value without collisions. Springs and triangles have lists alone.
func (e *Engine) Touching() (model.Touching, error) {
	e.Submit()
	c := &e.collisions
	if c.pairs == nil {
		return c.found, nil
	}
	status, err := c.pairs.Status()
	c.note(status)
	return c.found, err
}

// mend enlarges lists that were too small for the steps since the mark, and reports whether
// these must be repeated.
func (e *Engine) mend(pairs shaders.PairStatus) (again bool, err error) {
	c := &e.collisions
	if int64(pairs.Listed) > c.pairs.Room() {
		if err = c.pairs.Grow(int64(pairs.Listed)); errors.Is(err, limits.ErrTooLarge) {
			err = e.unfindable(err)
		}
		return true, err
	}
	if pairs.Late > 0 && c.every > 1 {
		c.every = max(1, c.every/2)
		return true, nil
	}
	if e.hasDiverged() {
		return false, nil // Finish tells
	}
	p := e.run.settings.Params
	if pairs.Crowd > 0 {
		return false, e.unfindable(fmt.Errorf("gpu: collisions: %d masses share a bucket of the grid, and at most 256 may: its cells have edges of %.3g m, "+
			"and the largest radius, %.3g m, is too large for the distances of masses; give a smaller radius", pairs.Crowd,
			2*e.plan.model.LargestRadius()+p.Collision.Skin, e.plan.model.LargestRadius()))
	}
	if pairs.Late == 0 {
		return false, nil
	}
	skin := c.pairs.Skin()
	moved := float64(pairs.Late) / 1000 * skin
	if c.pairs.Widen(moved) {
		return true, nil
	}
	return false, e.unfindable(fmt.Errorf("gpu: collisions: between steps %d and %d a mass moved %.3g m against its body within a step, and masses reach %.3g m: "+
		"give a smaller dt than %g s", e.progress.start+c.at.queued, e.step(), moved, e.plan.model.LargestRadius(), p.DT))
}

// hasDiverged waits and reports whether the device has seen a state that is not finite, or a spring that ran away.
func (e *Engine) hasDiverged() bool {
	var status [1]shaders.Status
	e.ctx.Barrier(glx.ByTransfer) // the download reads the output of passes
	glx.Download(e.buffers.Status, 0, status[:])
	notFinite, ranAway := e.badSteps(status[0])
	return notFinite < never || ranAway < never
}

// unfindable returns the error of steps since the mark in which pairs cannot be found.
func (e *Engine) unfindable(cause error) error {
	return &physics.CollisionError{Step: e.progress.start + e.collisions.at.queued + 1, Cause: cause}
}
