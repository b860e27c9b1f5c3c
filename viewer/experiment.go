//go:build !headless

package viewer

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hooke/gpu/glx"
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

	step      int64   // steps since the start of the run
	clockStep int64   // the step at which dt was last changed
	clockTime float64 // simulated time then [s]
	safe      float64 // the safe step [s]; zero: not known
	hands     *hands  // nil before somebody grabs
	removed   int     // springs that were cut
	saved     saved   // what a lost context leaves
	changes   int     // of anything but by steps
}

// setter is an engine whose parameters can be changed while it runs.
type setter interface{ SetParams(model.Params) error }

func newExperiment(ctx *glx.Context, o Options) (*experiment, error) {
	e := &experiment{ctx: ctx, make: o.New, subject: o.Subject, model: o.Subject.Model, params: o.Subject.Params,
		clockTime: o.Subject.StartTime()}
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
	e.model, e.params, e.engine, e.renderer, e.safe = m, p, engine, renderer, 0
	return nil
}

// remake goes on with another model or other parameters from the state there is.
func (e *experiment) remake(m *model.Model, p model.Params) error {
	state, err := e.state()
	if err != nil {
		return err
	}
	if err := e.build(m, p); err != nil {
		return err
	}
	return e.put(state)
}

// state is what the engine has now.
func (e *experiment) state() (*model.State, error) {
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
	e.clockTime, e.clockStep = e.time(), e.step
	if s, ok := e.engine.(setter); ok && s.SetParams(p) == nil {
		e.params, e.safe = p, 0
		e.changes++
		return nil
	}
	return e.remake(e.model, p)
}

// reset goes back to the start, and to the model and parameters that were given.
func (e *experiment) reset() error {
	if e.model != e.subject.Model || e.hands != nil {
		if err := e.build(e.subject.Model, e.subject.Params); err != nil {
			return err
		}
	} else if err := e.apply(e.subject.Params); err != nil {
		return err
	}
	e.hands, e.removed = nil, 0
	return e.goTo(e.subject.StartState(), 0)
}

// goTo puts a state that is some steps from the start into the engine.
func (e *experiment) goTo(s *model.State, step int64) error {
	e.step, e.clockStep, e.clockTime = step, step, s.Time
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
	keeper, ok := e.engine.(interface{ LastGood(*model.Snapshot) error })
	if !ok {
		return errNoLastGood
	}
	var good model.Snapshot
	if err := keeper.LastGood(&good); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	return e.goTo(good.State(), good.Step-e.subject.StartState().Step)
}

// safeStep is the largest stable step [s]; +Inf: any. It is found once for each
// change, by the number of springs.
func (e *experiment) safeStep() float64 {
	if e.safe == 0 {
		e.safe = model.SafeStep(e.model, e.params)
	}
	return e.safe
}

// pin pins a mass, or lets one go that is pinned.
func (e *experiment) pin(mass int) error {
	m := *e.model
	m.Pin = make([]model.Pin, m.MassCount())
	copy(m.Pin, e.model.Pin)
	if m.Pin[mass] == 0 {
		m.Pin[mass] = model.PinAll
	} else if m.Mass[mass] == 0 {
		return fmt.Errorf("viewer: mass %d has no mass: it must stay pinned", mass)
	} else {
		m.Pin[mass] = 0
	}
	return e.remake(&m, e.params)
}

// cut removes the springs that cross a stroke in a view, and says how many.
func (e *experiment) cut(c draw.Camera, from, to [2]float64) (int, error) {
	state, err := e.state()
	if err != nil {
		return 0, err
	}
	type place struct {
		x, y float64
		seen bool
	}
	places := make([]place, len(state.Position))
	for i, x := range state.Position {
		places[i].x, places[i].y, places[i].seen = c.Seen(x)
	}
	m := *e.model
	m.MaterialOf = slices.Clone(m.MaterialOf)
	count := 0
	for s, ends := range m.Ends {
		a, b := places[ends[0]], places[ends[1]]
		if m.MaterialOf[s] != model.Removed && a.seen && b.seen && cross(from, to, [2]float64{a.x, a.y}, [2]float64{b.x, b.y}) {
			m.MaterialOf[s] = model.Removed
			count++
		}
	}
	if count == 0 {
		return 0, nil
	}
	m.Skin = nil // it would span the cut; what springs span is drawn instead
	if err := e.remake(&m, e.params); err != nil {
		return 0, err
	}
	e.removed += count
	return count, nil
}

// cross says whether two lines between points cross.
func cross(a, b, c, d [2]float64) bool {
	side := func(p, q, r [2]float64) float64 { return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0]) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// poke gives masses a push: a change of their velocities [m/s].
func (e *experiment) poke(masses []uint32, change model.Vec3) error {
	state, err := e.state()
	if err != nil {
		return err
	}
	for _, i := range masses {
		state.Velocity[i] = state.Velocity[i].Add(change)
	}
	return e.goTo(state, e.step)
}

// scale multiplies the stiffness and the damping of all springs by factors.
func (e *experiment) scale(stiffness, damping float64) error {
	m := *e.model
	m.Materials = slices.Clone(m.Materials)
	for k := range m.Materials {
		a := &m.Materials[k]
		a.Stiffness *= stiffness
		a.AxialRigidity *= stiffness
		a.Frequency *= math.Sqrt(stiffness)
		a.Normalized.Stiffness = min(a.Normalized.Stiffness*stiffness, 1)
		a.Damping *= damping
		a.DampingRatio *= damping / math.Sqrt(stiffness) // c, not the ratio, is multiplied
		a.HalfLife /= damping
		a.Normalized.Damping = min(a.Normalized.Damping*damping, 1)
	}
	return e.remake(&m, e.params)
}

func (e *experiment) close() {
	e.renderer.Close()
	if e.engine != nil {
		e.engine.Close()
	}
}
