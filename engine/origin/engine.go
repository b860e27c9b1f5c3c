package origin

import (
	"fmt"
	"slices"

	"hooke/model"
)

// Core is the set of methods that an engine needs to count positions from an origin; Engine
// passes all of them on.
type Core interface {
	model.Engine
	model.ParamsSetter
	model.LastGoodKeeper
	model.Checkpointer
	model.Shifter
	model.StepCounter
	model.Stopper
}

// Engine is an engine that steps a model from an origin and tells of the world. Around makes
// it. It has the abilities of the engine inside.
type Engine struct {
	Core
	model  *model.Model // in the world, as the following fields
	params model.Params
	place

	watcher model.Watcher // the engine inside; nil: it does not look
	looks   []model.Look  // from before the origin moved, in the world
	raised  float64       // Energy where the ledger began [J]
	worked  float64       // the part added by changes of gravity [J]
	marked  place         // at Mark
}

// place holds the origin of an engine.
type place struct {
	at   model.Vec3 // the origin [m]
	grid float64    // of the state that was set [m], see Grid; 0: the origin stays
	step int64      // steps done since the start
	ran  int64      // of these since the state was set, before the engine inside began to count anew
}

var (
	_ Core          = (*Engine)(nil)
	_ model.Wrapper = (*Engine)(nil)
	_ model.Placed  = (*Engine)(nil)
)

// Around returns an engine in the world around one that was made from m.From(at) and
// p.From(at). m and p are in the world. Closing it closes the engine inside.
func Around(inside Core, m *model.Model, p model.Params, at model.Vec3) Core {
	e := &Engine{Core: inside, model: m, params: p, place: place{at: at}}
	e.raised = e.out()
	reads, ok := model.As[model.StateReader](inside)
	if !ok {
		return e
	}
	if e.watcher, ok = model.As[model.Watcher](inside); ok {
		return &watching{&precise{e, reads}}
	}
	return &precise{e, reads}
}

// Unwrap returns the engine inside, which knows nothing of the world.
func (e *Engine) Unwrap() model.Engine { return e.Core }

// Origin returns the point of the world that the engine inside counts positions from [m].
func (e *Engine) Origin() model.Vec3 { return e.at }

// out returns the energy that the engine inside leaves out [J].
func (e *Engine) out() float64 { return Energy(e.model, e.params.Gravity, e.at) }

// Reset replaces the state by one in the world, whose box decides about the origin.
func (e *Engine) Reset(s *model.State) error {
	if err := e.model.ValidateState(s); err != nil {
		return err
	}
	if err := e.goTo(At(s)); err != nil {
		return err
	}
	if err := e.Core.Reset(s.From(e.at)); err != nil {
		return err
	}
	e.grid, e.step, e.ran, e.looks = 0, s.Step, 0, nil
	if e.mayMove() {
		e.grid = Grid(e.model.BoundsOf(s))
	}
	e.raised, e.worked = e.out(), 0
	return nil
}

// goTo makes another point the origin, for a state that is set then. Where guides hold on to
// rest positions, which are part of the engine inside, the origin stays.
func (e *Engine) goTo(at model.Vec3) error {
	if at == e.at || slices.ContainsFunc(e.params.Guides, onRest) {
		return nil
	}
	if err := e.Core.SetParams(e.params.From(at)); err != nil {
		return fmt.Errorf("to count positions from %v m: %w", at, err)
	}
	e.at = at
	return nil
}

// onRest reports whether a guide holds its masses to where they are at rest.
func onRest(g model.Guide) bool { return g.Kind == model.OnPath || g.Point == nil }

// Read copies the state into dst.
func (e *Engine) Read(dst *model.Snapshot) error {
	dst.Origin = e.at
	return e.Core.Read(dst)
}

// LastGood copies the last good state into dst.
func (e *Engine) LastGood(dst *model.Snapshot) error {
	dst.Origin = e.at
	return e.Core.LastGood(dst)
}

// Energy is that of the engine inside, with gravity's zero at that of the world.
func (e *Engine) Energy() (model.Energy, error) {
	energy, err := e.Core.Energy()
	energy.Gravitational += e.out()
	return energy, err
}

// Ledger returns the ledger of the engine inside, with the zero of gravitational energy at
// that of the world. A change of gravity since then has done work on the omitted part. An
// engine without a ledger is an error.
func (e *Engine) Ledger() (model.Ledger, error) {
	keeper, ok := model.As[model.LedgerKeeper](e.Core)
	if !ok {
		return model.Ledger{}, fmt.Errorf("the engine %s keeps no ledger", e.Describe().Engine)
	}
	l, err := keeper.Ledger()
	now := e.out()
	l.Start.Gravitational += e.raised
	l.Now.Gravitational += now
	l.Constraints += e.worked
	return l, err
}

// SetParams replaces the parameters, given in the world.
func (e *Engine) SetParams(p model.Params) error {
	if err := e.Core.SetParams(p.From(e.at)); err != nil {
		return err
	}
	before := e.out()
	e.params = p
	e.worked += e.out() - before
	if !e.mayMove() {
		e.grid = 0
	}
	return nil
}

// Params returns the parameters in use, in the world.
func (e *Engine) Params() model.Params {
	inside := e.Core.Params()
	if e.at == (model.Vec3{}) {
		return inside
	}
	p := e.params.Clone()
	p.DT = inside.DT
	return p
}

// Save copies the state into c, with the origin that its words are counted from.
func (e *Engine) Save(c *model.Checkpoint) error {
	err := e.Core.Save(c)
	c.Origin, c.Raised, c.Worked = e.at, e.raised, e.worked
	return err
}

// Restore takes up a run.
func (e *Engine) Restore(c *model.Checkpoint) error {
	if err := e.goTo(c.Origin); err != nil {
		return err
	}
	if e.at != c.Origin {
		return fmt.Errorf("%s: the checkpoint counts positions from %v m, and the run from %v m: it would not continue bit for bit", c.Engine, c.Origin, e.at)
	}
	if err := e.Core.Restore(c); err != nil {
		return err
	}
	e.raised, e.worked, e.step, e.ran, e.looks = c.Raised, c.Worked, c.Step, 0, nil
	return nil
}

// precise is an Engine around one that gives its state in its full precision.
type precise struct {
	*Engine
	inside model.StateReader
}

// ReadState copies the state into dst, in the world.
func (e *precise) ReadState(dst *model.State) error {
	if err := e.inside.ReadState(dst); err != nil || e.at == (model.Vec3{}) {
		return err
	}
	dst.Position = dst.From(e.at.Mul(-1)).Position
	return nil
}

// watching is an Engine around one that also looks at its states.
type watching struct{ *precise }

var _ model.Watcher = (*watching)(nil)

// Watch has the engine inside look.
func (e *watching) Watch(every int) error {
	e.Engine.looks = nil
	return e.watcher.Watch(every)
}

// Mark marks the state, and where the engine is.
func (e *watching) Mark() error {
	e.marked = e.place
	return e.watcher.Mark()
}

// Back makes the marked state the present one, and counts positions from where it did then.
func (e *watching) Back() error {
	if err := e.watcher.Back(); err != nil {
		return err
	}
	from := e.at
	e.place, e.Engine.looks = e.marked, nil
	if from == e.at {
		return nil
	}
	return e.moveTo(e.at, model.Vec3{})
}

// Looks appends the looks of the engine inside, which see the world.
func (e *watching) Looks(dst []model.Look) ([]model.Look, error) {
	err := e.keepLooks()
	dst = append(dst, e.Engine.looks...)
	e.Engine.looks = e.Engine.looks[:0]
	return dst, err
}
