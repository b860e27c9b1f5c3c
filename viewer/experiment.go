//go:build !headless

package viewer

import (
	"errors"
	"fmt"

	"hooke/gpu/glx"
	"hooke/measure"
	"hooke/model"
	"hooke/viewer/draw"
)

// experiment is the run as the person has changed it: another model where masses
// were pinned or springs cut, other parameters. A reset undoes all of it.
type experiment struct {
	ctx      *glx.Context
	make     func(*glx.Context, *model.Model, model.Params) (draw.Engine, error)
	subject  draw.Subject // as it was given
	model    *model.Model
	params   model.Params
	engine   draw.Engine
	renderer *draw.Renderer
	beside

	step      int64   // steps since the start of the run
	clockStep int64   // the step at which dt was last changed
	clockTime float64 // simulated time then [s]
	safe      float64 // the safe step [s]; zero: not known
	hands     *hands  // nil before somebody grabs
	removed   int     // springs that were cut
	touched   bool    // whether hands have changed anything that a reset would undo
	saved     saved   // what a lost context leaves
	palette   palette
	account   account
	springs   *measure.Springs  // as they are; nil before somebody asks
	described model.Description // of the engine
	engines   []string          // to choose from, see Options.Engines
	choose    func(string)
	chosen    string // of them; empty: none was

	substeps int // into which a step is divided; params.DT is that of a substep
	changes  int // of anything but by steps
}

// setter is an engine whose parameters can be changed while it runs.
type setter interface{ SetParams(model.Params) error }

func newExperiment(ctx *glx.Context, o Options) (*experiment, error) {
	e := &experiment{ctx: ctx, make: o.New, subject: o.Subject, model: o.Subject.Model, params: o.Subject.Params,
		clockTime: o.Subject.StartTime(), palette: paletteOf(o.Subject.Model), substeps: 1,
		engines: o.Engines, choose: o.Choose, beside: beside{inline: o.Frames > 0}}
	if err := e.build(e.model, e.params); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// build makes an engine and a renderer for a model and parameters, and puts them in
// the place of the old ones; on an error those stay.
func (e *experiment) build(m *model.Model, p model.Params) error {
	engine, err := e.make(e.ctx, m, p)
	if err != nil {
		return err
	}
	renderer, err := draw.New(e.ctx, engine, draw.Subject{Model: m, Params: p, Start: e.subject.Start})
	if err != nil {
		engine.Close()
		return err
	}
	e.close()
	e.changes++
	e.model, e.params, e.engine, e.renderer, e.safe, e.springs = m, p, engine, renderer, 0, nil
	e.described = engine.Describe()
	e.adoptSolver(engine)
	return nil
}

// remake goes on with another model or other parameters from the state there is.
func (e *experiment) remake(m *model.Model, p model.Params) error {
	state, err := e.state()
	if err != nil {
		return err
	}
	return e.accounted(func() error {
		if err := e.build(m, p); err != nil {
			return err
		}
		return e.put(state)
	})
}

// state is what the engine has now.
func (e *experiment) state() (*model.State, error) {
	e.settle()
	var now model.Snapshot
	if err := e.engine.Read(&now); err != nil {
		return nil, fmt.Errorf("viewer: %w", err)
	}
	state := now.State()
	state.Step, state.Time = e.step, e.time()
	return state, nil
}

// time is the simulated time [s].
func (e *experiment) time() float64 {
	return e.clockTime + float64(e.step-e.clockStep)*e.params.DT
}

// apply goes on with other parameters, in the same engine where it can.
func (e *experiment) apply(p model.Params) error {
	e.settle()
	e.clockTime, e.clockStep = e.time(), e.step
	if s, ok := e.engine.(setter); ok && s.SetParams(p) == nil {
		if p.DT != e.params.DT {
			e.springs = nil
		}
		e.params, e.safe = p, 0
		e.changes++
		return nil
	}
	return e.remake(e.model, p)
}

// change goes on with other parameters that a person has chosen.
func (e *experiment) change(p model.Params) error {
	if err := e.apply(p); err != nil {
		return err
	}
	e.touched = true
	return nil
}

// reset goes back to the start, and to the model and parameters that were given.
func (e *experiment) reset() error {
	p := e.subject.Params
	p.Ledger = p.Ledger || e.params.Ledger // what is looked at stays
	if e.model != e.subject.Model {
		if err := e.build(e.subject.Model, p); err != nil {
			return err
		}
	} else if err := e.apply(p); err != nil {
		return err
	}
	e.hands, e.removed, e.palette, e.substeps, e.touched = nil, 0, paletteOf(e.subject.Model), 1, false
	return e.goTo(e.subject.StartState(), 0)
}

// goTo puts a state that is some steps from the start into the engine.
func (e *experiment) goTo(s *model.State, step int64) error {
	e.settle()
	e.batch.Err = nil // of another state
	e.step, e.clockStep, e.clockTime, e.account = step, step, s.Time, account{}
	if err := e.put(s); err != nil {
		return fmt.Errorf("viewer: reset: %w", err)
	}
	e.changes++
	return nil
}

// errNoLastGood says that there is nothing to go back to.
var errNoLastGood = errors.New("viewer: this engine keeps no last good state; r resets")

// goBack puts the last good state back after a divergence.
func (e *experiment) goBack() error {
	e.settle()
	keeper, ok := model.As[model.LastGoodKeeper](e.engine)
	if !ok {
		return errNoLastGood
	}
	var good model.Snapshot
	if err := keeper.LastGood(&good); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	return e.goTo(good.State(), good.Step-e.subject.StartState().Step)
}

// measures read the springs as they are.
func (e *experiment) measures() *measure.Springs {
	if e.springs == nil {
		e.springs = measure.Of(e.model, e.params.DT)
	}
	return e.springs
}

// safeStep is the largest stable step [s]; +Inf: any. It is found once for each
// change, by the number of springs.
func (e *experiment) safeStep() float64 {
	if e.safe == 0 {
		e.safe = model.SafeStep(e.model, e.params)
	}
	return e.safe
}

func (e *experiment) close() {
	e.settle()
	e.renderer.Close()
	if e.engine != nil {
		e.engine.Close()
	}
}
