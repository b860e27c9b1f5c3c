package run

import (
	"errors"
	"time"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// lastGood keeps the last good state of an engine that does not do so itself: the
// latest state in which all numbers were finite and no spring had run away. 24 bytes
// per mass, twice.
type lastGood struct {
	engine  model.Engine
	model   *model.Model
	longest float64        // how long a spring may be [m]
	state   model.Snapshot // the last good one
	next    model.Snapshot // the latest one, to be judged
	ready   time.Time      // no copy is made before it, so that copies take a small share of the time
}

// copyShare: copies take at most 1/copyShare of the time.
const copyShare = 20

// newLastGood begins with the present state. It returns nil for an engine that keeps
// a last good state itself.
func newLastGood(engine model.Engine, s *scene.Scene) (*lastGood, error) {
	if _, keeps := model.As[model.LastGoodKeeper](engine); keeps {
		return nil, nil
	}
	g := &lastGood{engine: engine, model: s.Model, longest: physics.RunawayLength(s.Model, s.Start)}
	return g, engine.Read(&g.state)
}

// after makes a copy between batches, if it is time to.
func (g *lastGood) after() error {
	begin := time.Now()
	if g == nil || begin.Before(g.ready) {
		return nil
	}
	if err := g.engine.Read(&g.next); err != nil {
		return err
	}
	if g.sound() {
		g.state, g.next = g.next, g.state
	}
	end := time.Now()
	g.ready = end.Add(copyShare * end.Sub(begin))
	return nil
}

// sound reports whether the state in next is good.
func (g *lastGood) sound() bool {
	for i, x := range g.next.Position {
		for axis := range 3 {
			if x[axis]-x[axis] != 0 || g.next.Velocity[i][axis]-g.next.Velocity[i][axis] != 0 {
				return false
			}
		}
	}
	for s, ends := range g.model.Ends {
		a, b := int(ends[0]), int(ends[1])
		if g.model.MaterialOf[s] == model.Removed || g.model.PinOf(a)&g.model.PinOf(b) == model.PinAll {
			continue
		}
		square := 0.0
		for axis := range 3 {
			d := float64(g.next.Position[b][axis]) - float64(g.next.Position[a][axis])
			square += d * d
		}
		if square > g.longest*g.longest {
			return false
		}
	}
	return true
}

// endBefore ends a run whose states from a step on are not valid: it takes back their rows and checkpoints,
// keeps the last good state, and adds to the error which files were written.
func (r *Run) endBefore(step int64, stopped error) error {
	cut := errors.Join(r.energy.cut(step), r.keeper.cut(step))
	return errors.Join(r.options.keepLastGood(r.lastGood, r.energy.keep(stopped)), cut, r.frames.close(false))
}

// LastGood copies the last good state into dst.
func (g *lastGood) LastGood(dst *model.Snapshot) error {
	*dst = g.state
	return nil
}
