package cpuref

import (
	"fmt"
	"math"
	"slices"

	"hooke/cpuref/collide"
	"hooke/cpuref/impulses"
	"hooke/cpuref/rods"
	"hooke/machine"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// Engine is the reference as a model.Engine. Step does its work before it returns and
// allocates nothing. The engine keeps the model and never writes to it. Memory in
// addition to the model: 120 bytes per mass (Verlet 144, RK4 216; 24 more with loads, and
// 24 with contacts that catch masses)
// and 24 per spring (40 when a material needs k and c per spring).
type Engine struct {
	base        *model.Model         // the model that New was given
	model       *model.Model         // with the factors of masses in use
	given       model.Params         // the parameters that New was given, with dt chosen
	params      model.Params         // those in use: without factors of masses, which are in the model
	own         []model.Coefficients // k and c per spring; nil: the palette's
	drives      *physics.Drives      // evaluates time-dependent values; nil: there is no such value
	now         physics.Signals      // the drives at the time for which forces are evaluated
	startTime   float64              // simulated time when startStep was current [s]
	startStep   int64
	resetStep   int64 // the step of the state that Reset took
	state       State
	springForce []model.Vec3     // on end A [N], length SpringCount: written by SpringForces, read by Integrate
	load        []model.Vec3     // external forces [N], length MassCount; nil without external forces
	groups      *Groups          // forces on groups; nil without any
	spans       *collide.Spans   // edges and triangles that contacts push; nil without any
	pushed      []model.Vec3     // load and pushes on spans [N], length MassCount; nil without spans
	begun       []model.Vec3     // velocities at the start of the step [m/s], for the ledger of friction on spans; else nil
	total       []model.Vec3     // [N] or [m/s²], length MassCount: scratch of the passes of masses
	solver      solver           // of the integrator in use
	implicit    *implicitSteps   // of implicit Euler; else nil
	positions   *positionSteps   // of position-based dynamics; else nil
	conserving  *conservingSteps // of the solver energy; else nil
	before      []model.Vec3     // positions before the step [m]; empty where no contact catches masses
	began       []model.Contact  // contacts before the step, with those that catch
	caught      model.Caught
	touched     int                    // most touches of a mass that were counted
	registers   []model.Vec3           // of Verlet and RK4, see model.Method.Registers
	impulses    *impulses.Solver       // of the solver impulses; else nil
	rods        *rods.Solver           // of the solver impulses; nil without rods
	residual    model.Residual         // of the solver impulses, after the last batch of steps
	primed      bool                   // whether the acceleration of Verlet is that of the state
	aired       airing                 // where torn springs have cut something
	runaway     float64                // no spring may be longer [m]
	torn        *physics.DivergedError // the first state in which a spring was longer; nil: none yet
	lastGood    State                  // as LastGood gives it
	diverged    *physics.DivergedError
	ledger      *ledger // nil without Params.Ledger
}

var (
	_ model.Engine       = (*Engine)(nil)
	_ model.LedgerKeeper = (*Engine)(nil)
	_ model.Shifter      = (*Engine)(nil)
)

// New validates the model and the parameters and returns an engine at the model's
// start, with every mass at its rest position. It replaces a zero p.DT by
// physics.AutoStep.
func New(m *model.Model, p model.Params) (*Engine, error) {
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("cpuref: %w", err)
	}
	if err := memory.Ask(bytesOf(m, p), "the states and forces of the engine cpuref for %d masses and %d springs", m.MassCount(), m.SpringCount()); err != nil {
		return nil, fmt.Errorf("cpuref: %w", err)
	}
	e := &Engine{
		base:        m,
		springForce: make([]model.Vec3, m.SpringCount()),
		total:       make([]model.Vec3, m.MassCount()),
	}
	if err := e.SetParams(p); err != nil {
		return nil, err
	}
	if err := e.Reset(e.model.Start()); err != nil {
		return nil, err
	}
	return e, nil
}

// SetParams replaces the parameters. The state stays, and time continues from where it
// is; a zero p.DT is chosen as in New. Normalized materials are resolved anew, so that
// their response per step stays the same, also when masses change. After an error nothing has changed.
func (e *Engine) SetParams(p model.Params) error {
	if err := p.ValidateChange(e.base, e.given); err != nil {
		return fmt.Errorf("cpuref: %w", err)
	}
	p, err := bigstep.With(e.base, p)
	if err != nil {
		return fmt.Errorf("cpuref: %w", err)
	}
	ledger, refused := e.Ledger()
	before := e.model
	if before == nil || !p.SameMasses(e.given) {
		e.model, _ = p.Weighed(e.base)
	}
	for _, i := range p.LeftPaths(e.model, e.given) {
		e.state.Velocity[i] = model.Vec3{}
	}
	gravity := e.params.Gravity
	if p.Substep().DT != e.given.Substep().DT || p.Integrator != e.given.Integrator || e.model != before {
		e.own = physics.ResolverOf(e.model, p).All(e.own)
	}
	e.given = p.Clone()
	e.params = e.given
	e.params.MassFactors = nil // they are in the model
	e.groups, e.aired = NewGroups(e.model, e.params), airing{}
	e.solver = solvers[p.Integrator]
	if e.load = e.load[:0]; e.params.Loaded() {
		e.load = slices.Grow(e.load, e.model.MassCount())[:e.model.MassCount()]
	} else {
		e.load = nil
	}
	e.takeSpans()
	if e.model != before {
		e.impulses = nil // it has the masses
	}
	e.takeSubsteps()
	e.startStep, e.startTime = e.state.Step, e.state.Time
	if count := p.Integrator.Method().Registers * e.model.MassCount(); count != len(e.registers) {
		e.registers = make([]model.Vec3, count)
	}
	if e.before = e.before[:0]; physics.Catches(e.params) {
		e.before = slices.Grow(e.before, e.model.MassCount())[:e.model.MassCount()]
	}
	e.primed = false
	switch {
	case !e.params.Driven():
		e.drives, e.now = nil, physics.Signals{}
	case e.drives == nil:
		e.drives = physics.NewDrives(e.params, e.state.Time)
	default:
		e.drives.Adopt(e.params)
	}
	switch {
	case refused == nil:
		e.renewLedger(ledger, model.MassWork(before, e.model, gravity, e.state.Position, e.state.Velocity))
	case len(e.state.Position) > 0: // else New begins it, with a state
		e.beginLedger()
	}
	return nil
}

// Step advances by n steps. After a divergence it does nothing until Reset, so that the
// state shows the step that diverged; Finish reports it.
func (e *Engine) Step(n int) error {
	for range n {
		if e.diverged != nil {
			return nil
		}
		e.lookAtTouches()
		finite := e.advance()
		e.diverged = e.torn
		e.state.Time = e.timeAfter(1)
		e.state.Step++
		e.book()
		if !finite && e.diverged == nil {
			e.diverged = e.divergence()
		}
		e.keep()
	}
	e.converge()
	return nil
}

// timeAfter returns the simulated time some steps from now [s]. It is computed from the
// number of steps since dt was last set and never accumulated.
func (e *Engine) timeAfter(steps float64) float64 {
	return e.startTime + (float64(e.state.Step-e.startStep)+steps)*e.params.DT
}

// evaluate moves the drives to the time some steps from now and evaluates them there.
func (e *Engine) evaluate(steps float64) {
	if e.drives == nil {
		return
	}
	t := e.timeAfter(steps)
	e.drives.Advance(t)
	e.drives.At(t, &e.now)
}

// evaluateNow is evaluate for reads of the state.
func (e *Engine) evaluateNow() { e.lookAhead(0) }

// lookAhead is evaluate without forces. Smoothed muscles stay where they are, so that where they go when inputs set them anew
// depends on nothing but the forces of steps: not on guides, contacts or the ledger.
func (e *Engine) lookAhead(steps float64) {
	if e.drives != nil {
		e.drives.At(e.timeAfter(steps), &e.now)
	}
}

// StepsRun returns the number of steps done since the last Reset or Restore.
func (e *Engine) StepsRun() (int64, error) { return e.state.Step - e.resetStep, nil }

// Finish reports a divergence as a *physics.DivergedError, that of the current state, too. It has nothing
// to wait for.
func (e *Engine) Finish() error {
	if e.diverged == nil && e.state.Step > e.resetStep {
		e.lookAtSprings(math.Inf(1), 0)
		e.diverged = e.torn
	}
	if e.diverged != nil {
		return e.diverged
	}
	return nil
}

// State returns the engine's own state and not a copy: read it before the next Step or
// Reset, and Clone it to keep it.
func (e *Engine) State() *State { return &e.state }

// Params returns the parameters in use: with dt chosen.
func (e *Engine) Params() model.Params { return e.params.Clone() }

// Reset replaces the state by a copy of s. It sets velocities on pinned axes to zero,
// whatever s says, and puts masses on paths where the paths are at s.Time.
func (e *Engine) Reset(s *model.State) error {
	if err := e.model.ValidateState(s); err != nil {
		return fmt.Errorf("cpuref: reset: %w", err)
	}
	e.state = *(*State)(s).Clone()
	e.startStep, e.startTime = s.Step, s.Time
	for i := range e.state.Velocity {
		for axis := range 3 {
			if e.model.PinOf(i)&(model.PinX<<axis) != 0 {
				e.state.Velocity[i][axis] = 0
			}
		}
	}
	if len(e.state.Changes) == 0 {
		e.state.Changes = e.model.Unchanged()
	}
	e.params.OnPaths(e.model, s.Time, func(i int, x, v model.Vec3) { e.state.Position[i], e.state.Velocity[i] = x, v })
	e.rods.Place(e.state.turning(s.Time))
	e.spans.SetSides(nil)
	e.diverged, e.torn, e.primed, e.caught, e.touched = nil, nil, false, model.Caught{}, 0
	if e.impulses != nil {
		e.impulses.Reset()
	}
	if e.residual = (model.Residual{}); e.implicit != nil {
		e.implicit.left = model.Residual{}
	}
	if e.conserving != nil {
		e.conserving.left = model.Residual{}
	}
	if e.positions != nil {
		e.positions.step.Length = 0 // nothing is known of forces
	}
	e.runaway = physics.RunawayLength(e.model, s)
	e.lastGood, e.resetStep = *e.state.Clone(), s.Step
	if e.drives != nil {
		e.drives.Restart(s.Time)
	}
	e.beginLedger()
	return nil
}

// Energy returns the energy of the current state [J].
func (e *Engine) Energy() (model.Energy, error) {
	e.evaluateNow()
	return energyOf(e.model, e.params, e.own, e.now.RestScale, e.spans, e.rods, e.held(), &e.state), nil
}

// Describe names the engine and the processor it runs on.
func (e *Engine) Describe() model.Description {
	return model.Description{Engine: "cpuref", Pipeline: "serial", Renderer: machine.Processor(), Precision: "double"}
}

// Close has nothing to release.
func (e *Engine) Close() {}

// Finite reports whether a vector holds three finite numbers; x − x is 0 for a finite
// number and NaN for anything else.
func Finite(x model.Vec3) bool { return x.Sub(x) == model.Vec3{} }
