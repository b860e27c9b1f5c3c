package run

import (
	"time"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// goodState keeps a copy of the state of an engine that does not do so itself:
// the latest in which everything was finite and no spring had run away. 24 bytes
// per mass.
type goodState struct {
	engine  model.Engine
	model   *model.Model
	longest float64 // that a spring may be [m]
	kept    model.Snapshot
	next    model.Snapshot
	ready   time.Time // before it there is no new copy, so that copies take a small share of the time
}

// Copies take at most one part in so many of the time.
const goodShare = 20

// newGoodState begins with the present state; nil for an engine that keeps its
// own.
func newGoodState(engine model.Engine, s *scene.Scene) (*goodState, error) {
	if _, keeps := model.As[model.LastGoodKeeper](engine); keeps {
		return nil, nil
	}
	g := &goodState{engine: engine, model: s.Model, longest: physics.RunawayLength(s.Model, s.Start)}
	return g, engine.Read(&g.kept)
}

// after is called between batches.
func (g *goodState) after() error {
	begin := time.Now()
	if g == nil || begin.Before(g.ready) {
		return nil
	}
	if err := g.engine.Read(&g.next); err != nil {
		return err
	}
	if g.good() {
		g.kept, g.next = g.next, g.kept
	}
	end := time.Now()
	g.ready = end.Add(goodShare * end.Sub(begin))
	return nil
}

// good says whether the state that was just read is.
func (g *goodState) good() bool {
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

// LastGood copies the state that was kept into dst.
func (g *goodState) LastGood(dst *model.Snapshot) error {
	*dst = g.kept
	return nil
}
