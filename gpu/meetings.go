package gpu

import (
	"errors"
	"fmt"
	"math"

	"hooke/gpu/limits"
	"hooke/model"
)

// nearness says how long the list of springs and triangles that are near holds. The host makes it.
type nearness struct {
	due   bool // whether the next steps need a new list
	since int  // steps that are known to be good since the list was made
	steps int  // most steps that are queued before the host looks how far masses have moved
	state model.State
}

// A pair of a list comes nearer by the ways of both parts, so half of the skin is the farthest way at which no
// pair is missed. Rounding takes a hundredth of that.
const (
	farthestWay = 0.495
	renewedAt   = 0.25 // way from which on the next steps have a new list
	takenWay    = 0.8  // share of the way that is left which steps may take by the speed so far
)

// renew has the next steps make a list: another state was set.
func (n *nearness) renew() { n.due, n.since, n.steps = true, 0, 1 }

// allow chooses the number of steps before the next look after a way of masses since the list was made [skins].
func (n *nearness) allow(moved float64) {
	rate := moved / float64(max(1, n.since))
	if n.due = moved > renewedAt; n.due {
		moved = 0
	}
	n.steps = int(max(1, min(settleEvery, math.Floor(takenWay*(farthestWay-moved)/rate))))
}

// listMeets makes a list of springs and triangles that are near, where one is due, at the present state.
func (e *Engine) listMeets() error {
	c := &e.collisions
	if c.meets == nil || !c.near.due {
		return nil
	}
	if err := e.ReadState(&c.near.state); err != nil {
		return err
	}
	c.near.due, c.near.since = false, 0
	c.found.Rebuilds++
	err := c.meets.List(c.near.state.Position)
	if errors.Is(err, limits.ErrTooLarge) {
		c.at.queued = e.progress.queued
		c.fault = e.unfindable(err)
		return c.fault
	}
	return err
}

// judgeMeets reports whether steps since the mark must be taken again, since a mass has moved farther than the list of
// springs and triangles holds for.
func (e *Engine) judgeMeets() (again bool, err error) {
	c := &e.collisions
	if c.meets == nil {
		return false, nil
	}
	moved, err := c.meets.Moved()
	if err != nil {
		return false, err
	}
	steps := int(e.progress.queued - c.at.queued)
	if moved <= farthestWay {
		c.near.since += steps
		c.near.allow(moved)
		return false, nil
	}
	if e.hasDiverged() {
		c.near.renew()
		return false, nil // Finish tells
	}
	if steps > 1 || c.near.since > 0 {
		c.near.steps = max(1, steps/2)
		return true, nil
	}
	if c.meets.Widen(moved) {
		return true, nil
	}
	p := e.run.settings.Params
	return false, e.unfindable(fmt.Errorf("gpu: collisions: between steps %d and %d a mass moved %.3g m against others within a step, and springs and triangles reach %.3g m: "+
		"give a smaller dt than %g s", e.progress.start+c.at.queued, e.step(), moved*c.meets.Skin(), 2*e.plan.model.LargestRadius(), p.DT))
}
