package edited

import (
	"errors"
	"fmt"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/measure"
	"hooke/viewer/draw"
)

// Run is a run as a person has changed it: with another model where masses were pinned
// or springs cut, and with other parameters. A reset undoes all of it. Read its fields;
// set only those that say so. The zero value is not useful: begin with New. For one
// goroutine, that of its context.
type Run struct {
	Ctx      *glx.Context
	make     Maker
	Subject  draw.Subject // as it was given
	Model    *model.Model // as it is now; a change makes a new model and does not write to this one
	Params   model.Params // as they are now
	Engine   draw.DrawnEngine
	Renderer *draw.Renderer // of the engine
	background
	ending

	Step      int64             // steps since the start of the run
	ahead     int64             // the step of the engine, less Step
	ClockStep int64             // the step at which dt was last changed
	ClockTime float64           // simulated time then [s]
	safe      float64           // the safe step [s]; zero: not known
	Hands     *Hands            // nil before somebody grabs
	Removed   int               // number of springs that were cut
	Touched   bool              // whether a reset would undo a change by hands
	saved     saved             // the state left by a lost context
	Palette   Palette           // of the model
	View      ledgerView        // of the run, across engines
	collision model.Collision   // that a person first wanted; see FirstCollision
	springs   *measure.Springs  // as they are; nil before somebody asks
	Described model.Description // of the engine
	Engines   []string          // to choose from, see Options.Engines
	Choose    func(string)      // see Options.Choose
	Chosen    string            // of Engines; the caller of Choose sets it; empty: none is chosen

	Substeps int // number of substeps in a step, to be set with the step; Params.DT is that of a substep
	Changes  int // number of changes other than steps
}

// Maker makes an engine for a model and parameters in a context, at the model's rest
// positions.
type Maker = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error)

// Options choose the engine and the parameters of a run.
type Options struct {
	New     Maker         // makes its engines; needed
	Subject draw.Subject  // the run, with the step; required
	Until   physics.Until // the conditions that end it; the zero value: none
	Inline  bool          // engines that need no device step on the calling thread, too
	Engines []string      // names of engines to choose from; fewer than two: no choice
	Choose  func(string)  // says which of Engines New makes from now on; nil: there is no choice
}

// New begins a run in a context, which stays the caller's.
func New(ctx *glx.Context, o Options) (*Run, error) {
	r := &Run{Ctx: ctx, make: o.New, Subject: o.Subject, Model: o.Subject.Model, Params: o.Subject.Params,
		ClockTime: o.Subject.StartTime(), Palette: PaletteOf(o.Subject.Model), Substeps: 1,
		Engines: o.Engines, Choose: o.Choose, background: background{Inline: o.Inline}, ending: ending{Until: o.Until}}
	if err := r.Build(r.Model, r.Params); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// Build makes an engine and a renderer for a model and parameters, and replaces the old
// ones. After an error the old ones stay.
func (r *Run) Build(m *model.Model, p model.Params) error {
	engine, err := r.make(r.Ctx, m, p)
	if err != nil {
		return err
	}
	renderer, err := draw.New(r.Ctx, engine, draw.Subject{Model: m, Params: p, Start: r.Subject.Start, Metric: r.Subject.MetricOf(m)})
	if err != nil {
		engine.Close()
		return err
	}
	r.Close()
	r.Changes++
	r.Model, r.Params, r.Engine, r.Renderer, r.safe, r.springs = m, p, engine, renderer, 0, nil
	r.Described = engine.Describe()
	r.adoptSolver(engine)
	return nil
}

// Remake continues from the present state with another model or other parameters.
func (r *Run) Remake(m *model.Model, p model.Params) error {
	state, err := r.State()
	if err == nil {
		err = m.ValidateState(state)
	}
	if err != nil {
		return err
	}
	return r.keepingLedger(func() error {
		if err := r.Build(m, p); err != nil {
			return err
		}
		return r.Put(state)
	})
}

// State returns the present state of the engine.
func (r *Run) State() (*model.State, error) {
	r.settle()
	var now model.Snapshot
	if err := r.Engine.Read(&now); err != nil {
		return nil, fmt.Errorf("viewer: %w", err)
	}
	state := now.State()
	state.Step, state.Time = r.Step, r.Time()
	return state, nil
}

// Time returns the simulated time [s].
func (r *Run) Time() float64 {
	return r.ClockTime + float64(r.Step-r.ClockStep)*r.Params.DT
}

// Apply continues with other parameters, in the same engine if that can change them.
func (r *Run) Apply(p model.Params) error {
	r.settle()
	r.ClockTime, r.ClockStep = r.Time(), r.Step
	if s, ok := model.As[model.ParamsSetter](r.Engine); ok && s.SetParams(p) == nil {
		if p.DT != r.Params.DT {
			r.springs = nil
		}
		r.Params, r.safe = p, 0
		r.Changes++
		return nil
	}
	return r.Remake(r.Model, p)
}

// Change continues with other parameters that a person has chosen.
func (r *Run) Change(p model.Params) error {
	if err := r.Apply(p); err != nil {
		return err
	}
	r.Touched = true
	return nil
}

// Reset goes back to the start, and to the model and parameters that were given.
func (r *Run) Reset() error {
	p := r.Subject.Params
	p.Ledger = p.Ledger || r.Params.Ledger // the view stays
	if r.Model != r.Subject.Model {
		if err := r.Build(r.Subject.Model, p); err != nil {
			return err
		}
	} else if err := r.Apply(p); err != nil {
		return err
	}
	r.Hands, r.Removed, r.Palette, r.Substeps, r.Touched = nil, 0, PaletteOf(r.Subject.Model), 1, false
	return r.GoTo(r.Subject.StartState(), 0)
}

// GoTo puts a state that is some steps from the start into the engine.
func (r *Run) GoTo(s *model.State, step int64) error {
	r.settle()
	r.Batch.Err, r.End = nil, nil // they belong to another state
	r.Step, r.ClockStep, r.ClockTime, r.View = step, step, s.Time, ledgerView{}
	if err := r.Put(s); err != nil {
		return fmt.Errorf("viewer: reset: %w", err)
	}
	r.Changes++
	return nil
}

// errNoLastGood means that there is no last good state.
var errNoLastGood = errors.New("viewer: this engine keeps no last good state; r resets")

// GoBack puts the last good state back after a divergence.
func (r *Run) GoBack() error {
	r.settle()
	keeper, ok := model.As[model.LastGoodKeeper](r.Engine)
	if !ok {
		return errNoLastGood
	}
	var good model.Snapshot
	if err := keeper.LastGood(&good); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	return r.GoTo(good.State(), good.Step-r.ahead)
}

// Recount takes step and time from the engine, which stopped at another state than it was asked for.
func (r *Run) Recount() error {
	r.settle()
	var now model.Snapshot
	if err := r.Engine.Read(&now); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	r.Step, r.ClockStep, r.ClockTime = now.Step-r.ahead, now.Step-r.ahead, now.Time
	return nil
}

// PutAgain puts the present state into the engine once more, which forgets why it stopped there.
func (r *Run) PutAgain() error {
	state, err := r.State()
	if err != nil {
		return err
	}
	return r.keepingLedger(func() error { return r.Put(state) })
}

// Measures read the springs as they are.
func (r *Run) Measures() *measure.Springs {
	if r.springs == nil {
		r.springs = measure.Of(r.Model, r.Params)
	}
	return r.springs
}

// SafeStep returns the largest stable step [s]; +Inf: every step is stable. It is computed
// once after each change, in a time that grows with the number of springs.
func (r *Run) SafeStep() float64 {
	if r.safe == 0 {
		r.safe = physics.SafeStep(r.Model, r.Params)
	}
	return r.safe
}

// RestScale returns L0(t)/L0 of the springs of each actuator in the engine's state; nil: no
// spring is actuated.
func (r *Run) RestScale() []float64 {
	if actuated, ok := model.As[model.RestScaler](r.Engine); ok {
		return actuated.RestScale()
	}
	return physics.SignalsOf(r.Params, r.Time()).RestScale
}

// Close closes the engine and the renderer, after the steps that run. A second call
// does nothing.
func (r *Run) Close() {
	r.settle()
	r.queued.release()
	r.Renderer.Close()
	if r.Engine != nil {
		r.Engine.Close()
	}
}
