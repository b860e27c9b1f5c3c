package gpu

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// Options choose how an engine works. The zero value is the two-pass pipeline
// of the built-in shaders, without timers.
type Options struct {
	Pipeline string // one of Pipelines, or Auto; empty means TwoPass
	Shaders  fs.FS  // shader files; nil means those of this build
	Timers   bool   // measure the device time of each pass

	Precision Precision // zero means Single

	// WorkGroup is one of WorkGroups, the invocations per work group that the
	// device schedules together; zero means 256. Results do not depend on it.
	WorkGroup int

	// KeepLastGood copies the state aside every 256 steps for LastGood: 64 bytes
	// per mass on the device, and less than a hundredth of the time.
	KeepLastGood bool

	// Drawing keeps what the picture of springs needs, ends and strains: 20 bytes
	// per spring in the pipelines that have no other use for them.
	Drawing bool
}

// Engine steps a model on the device. It owns its buffers and programs, and
// borrows the context unless Open made one for it.
type Engine struct {
	ctx     *glx.Context
	model   *model.Model
	params  model.Params
	options Options

	queue       queue // of steps that the device has not done
	submissions *submissions

	closeContext func() // closes a context that Open made; nil: the context is borrowed

	pipeline     string
	workGroup    int    // invocations per work group
	fused        *fused // nil in two-pass
	buffers      *buffers
	signals      *signals     // nil: nothing changes with time
	loads        *loads       // nil: there are none
	guides       *guides      // nil: there are none
	springForce  *pass        // of two-pass
	integrate    *pass        // of the Euler methods
	verlet       verletPasses // of Verlet
	stages       [4]*pass     // of RK4
	wind         *pass        // nil: no wind
	load         *pass        // nil: no other loads
	guide        *pass        // nil: no guides
	springStrain *pass        // nil where springs are not drawn
	compiled     bool
	maker        passMaker // of these passes, but those that evaluate springs themselves, and of later ones
	motion       *motion   // nil until somebody asks
	good         lastGood
	runaway      float64    // no spring may be longer [m]
	onAll        int        // loads on all masses
	ledger       *ledger    // nil: nothing was summed yet
	span         *glx.Timer // nil until somebody asks
	carried      carried    // masses that forces do not move

	start     int64   // steps already done when the state was last set
	queued    int64   // steps queued since then
	clockStep int64   // the step at which dt or the state was last set
	clockTime float64 // simulated time then [s]
	scratchX  []shaders.Position
	scratchV  []shaders.Velocity
}

// New puts the model on the device, at its rest positions. It refuses a model
// that does not validate or does not fit (glx.ErrTooLarge, with the numbers).
// A zero params.DT is chosen by model.AutoStep.
func New(ctx *glx.Context, m *model.Model, params model.Params, o Options) (*Engine, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if o.Precision > Double {
		return nil, fmt.Errorf("gpu: %v is unknown; known are %v", o.Precision, Precisions())
	}
	if err := params.ValidateFor(m); err != nil {
		return nil, err
	}
	e := &Engine{ctx: ctx, model: m, options: o, runaway: math.Inf(1)}
	var plan *plan
	var err error
	if e.workGroup, err = workGroupOf(ctx.Limits, o.WorkGroup); err != nil {
		return nil, err
	}
	if e.pipeline, plan, err = choose(ctx.Limits, m, params, o); err != nil {
		return nil, err
	}
	counts := CountsOf(m, params, o)
	if plan != nil {
		e.fused, counts = &fused{plan: plan}, plan.counts(m, params, o)
	}
	if e.buffers, err = newBuffers(ctx, counts, int64(len(params.Contacts))); err != nil {
		return nil, err
	}
	e.submissions = newSubmissions(ctx)
	e.queue = newQueue(e.submissions, m.SpringCount())
	if e.fused != nil {
		e.fused.show(ctx.Limits, e.buffers)
	}
	e.buffers.uploadModel(e.onDevice(), o.Drawing || e.fused == nil, e.fused == nil)
	if e.loads, err = newLoads(ctx, e.onDevice(), e.order().params(params)); err != nil {
		e.Close()
		return nil, err
	}
	if e.guides, err = newGuides(ctx, e.onDevice(), e.order().params(params)); err != nil {
		e.Close()
		return nil, err
	}
	if err := e.SetParams(params); err != nil {
		e.Close()
		return nil, err
	}
	if err := e.makePasses(o); err != nil {
		e.Close()
		return nil, err
	}
	if err := e.Reset(m.Start()); err != nil {
		e.Close()
		return nil, err
	}
	if err := ctx.Err("gpu: load model"); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// makePasses compiles the passes. One invocation more than there are springs
// or masses counts the pass as run to its end.
func (e *Engine) makePasses(o Options) (err error) {
	base := passMaker{ctx: e.ctx, files: o.Shaders, timers: o.Timers, defines: variant(e.model, e.params, o.Precision), group: e.workGroup}
	if base.files == nil {
		base.files = shaders.Files()
	}
	if e.fused != nil {
		base.defines = append(base.defines, shaders.Define{Name: "FIRST_LOAD", Value: "0u"}) // there are no forces of springs before them
	}
	b, k := e.buffers, base.with("FUSED", 0)
	e.maker = k
	masses, springs := int64(e.model.MassCount()), int64(e.model.SpringCount())
	if e.fused == nil {
		e.springForce, err = k.make("spring-force", shaders.SpringForce, springs+1, []slot{
			{shaders.BindPosition, b.position}, {shaders.BindVelocity, b.velocity}, {shaders.BindEnds, b.ends},
			{shaders.BindSpring, b.spring}, {shaders.BindMaterial, b.material}, {shaders.BindForce, b.force},
			{shaders.BindStatus, b.status}}, b.force)
		if err != nil {
			return err
		}
	}
	if err := e.makeIntegrator(base); err != nil {
		return err
	}
	if o.KeepLastGood {
		if err := e.good.make(k, b, masses); err != nil {
			return err
		}
	}
	if err := e.makeLoadPasses(k); err != nil {
		return err
	}
	e.compiled = true
	if e.fused != nil && !o.Drawing {
		return nil
	}
	e.springStrain, err = k.make("spring-strain", shaders.SpringStrain, springs, []slot{
		{shaders.BindPosition, b.position}, {shaders.BindEnds, b.ends}, {shaders.BindSpring, b.spring},
		{shaders.BindStrain, b.strain}}, b.strain)
	if err == nil && e.params.Ledger && e.ledger == nil {
		err = e.makeLedger(true)
	}
	return err
}

// makeLoadPasses compiles the passes of loads and guides that the run needs.
func (e *Engine) makeLoadPasses(k passMaker) (err error) {
	b, masses := e.buffers, int64(e.model.MassCount())
	state := []slot{{shaders.BindPosition, b.position}, {shaders.BindVelocity, b.velocity}}
	if e.params.Wind.Blows() {
		e.wind, err = k.make("wind", shaders.WindPass, masses, append(state[:2:2], slot{shaders.BindForce, b.force},
			slot{shaders.BindTriangle, e.loads.triangle}, slot{shaders.BindIncidence, e.loads.trianglesAt}), b.force)
		if err != nil {
			return err
		}
	}
	if e.params.Pulled() {
		e.load, err = k.make("load", shaders.LoadPass, masses, append(state[:2:2], slot{shaders.BindForce, b.force},
			slot{shaders.BindLoad, e.loads.record}, slot{shaders.BindIncidence, e.loads.ofMass}))
		if err != nil {
			return err
		}
	}
	if e.guides != nil {
		e.guide, err = k.make("guide", shaders.GuidePass, e.guides.invocations(), append(state[:2:2],
			slot{shaders.BindGuided, e.guides.record}))
	}
	return err
}

// Describe names the engine, its pipeline, the renderer, the precision and the
// size of its work groups.
func (e *Engine) Describe() model.Description {
	return model.Description{Engine: "gpu", Pipeline: e.pipeline, Renderer: e.ctx.Renderer,
		Precision: e.buffers.precision.String(), WorkGroup: e.workGroup}
}

// Params are the parameters in use, with the step that was chosen.
func (e *Engine) Params() model.Params { return e.params.Clone() }

// SetParams replaces the parameters from here on: dt, gravity, drag and what
// else they hold. The state is kept and time goes on from where it is; a zero
// p.DT is chosen as New does. Normalized materials are resolved again, so that
// their response per step stays the same. It queues: steps that are queued
// already run with the parameters they were queued with. Contacts, actuators,
// loads and guides may move and change, but their numbers, how many masses each
// acts on, and whether there is friction or wind at all, are part of the compiled
// passes, as is the integrator: another one is an error. On an error nothing
// changes.
//
// While dt stays, and no load moves to other masses, the work does not grow with
// the structure: a handle may follow a hand every frame. The lists of masses and
// the tables in p are kept and must not be written to.
func (e *Engine) SetParams(p model.Params) error {
	if err := p.ValidateChange(e.model, e.params); err != nil {
		return err
	}
	if p.DT == 0 {
		p.DT = model.AutoStep(e.model, p)
	}
	if err := e.sameVariant(p); err != nil {
		return err
	}
	if err := e.uploadCoefficients(p); err != nil {
		return err
	}
	p = p.Clone()
	account, unkept := e.Ledger()
	e.clockStep, e.clockTime = e.step(), e.time()
	e.params = p
	if err := e.setDrives(p); err != nil {
		return err
	}
	e.onAll = e.loads.upload(e.onDevice(), e.order().params(p))
	if e.guides.upload(e.onDevice(), e.order().params(p)) && e.maker.ctx != nil { // other masses may be on paths now
		var s model.State
		if err := e.ReadState(&s); err != nil {
			return err
		}
		e.carried = carriedBy(e.model, p, &s)
	}
	e.uploadParams()
	e.verlet.primed = false
	if unkept == nil {
		e.renewLedger(account)
	}
	return e.ctx.Err("gpu: set parameters")
}

// uploadCoefficients writes k and c of springs, and contacts, as the pipeline keeps
// them; on an error nothing.
func (e *Engine) uploadCoefficients(p model.Params) error {
	if e.fused != nil {
		return e.fused.upload(e.buffers, p, p.DT != e.params.DT)
	}
	if p.DT == e.params.DT { // k and c per spring depend on nothing else that changes
		return nil
	}
	own, err := narrowCoefficients(e.model, e.buffers.precision, p.DT)
	if err == nil {
		glx.Upload(e.buffers.material, int64(len(e.model.Materials)), own)
	}
	return err
}

// sameVariant says why the compiled passes cannot run parameters p, or nil.
func (e *Engine) sameVariant(p model.Params) error {
	if !e.compiled {
		return nil
	}
	if !sameLoads(p, e.params) || !slices.EqualFunc(p.Guides, e.params.Guides, func(a, b model.Guide) bool { return a.Kind == b.Kind }) || p.Guided(e.model) != e.params.Guided(e.model) {
		return fmt.Errorf("gpu: set parameters: %d forces, %d motors, %d handles and %d guides instead of %d, %d, %d and %d, "+
			"or one on another number of masses or of another kind; make a new engine", len(p.Forces), len(p.Motors), len(p.Handles), len(p.Guides),
			len(e.params.Forces), len(e.params.Motors), len(e.params.Handles), len(e.params.Guides))
	}
	if p.Loaded() != e.params.Loaded() || p.Pulled() != e.params.Pulled() || p.Wind.Blows() != e.params.Wind.Blows() {
		return errors.New("gpu: set parameters: wind or quadratic drag where there was none, or none where there was; make a new engine")
	}
	if p.Ledger != e.params.Ledger {
		return errors.New("gpu: set parameters: the ledger is part of the compiled passes; make a new engine to switch it on or off")
	}
	var differs []string
	if p.Integrator != e.params.Integrator {
		differs = append(differs, fmt.Sprintf("integrator %v instead of %v", p.Integrator, e.params.Integrator))
	}
	if len(p.Contacts) != len(e.params.Contacts) {
		differs = append(differs, fmt.Sprintf("%d contacts instead of %d", len(p.Contacts), len(e.params.Contacts)))
	}
	if len(p.Actuators) != len(e.params.Actuators) {
		differs = append(differs, fmt.Sprintf("%d actuators instead of %d", len(p.Actuators), len(e.params.Actuators)))
	}
	switch is, was := rubs(p), rubs(e.params); {
	case is && !was:
		differs = append(differs, "friction where there was none")
	case was && !is:
		differs = append(differs, "no friction where there was some")
	}
	if len(differs) == 0 && !slices.Equal(variant(e.model, p, e.buffers.precision), variant(e.model, e.params, e.buffers.precision)) {
		differs = append(differs, "they need other passes")
	}
	if len(differs) > 0 {
		return fmt.Errorf("gpu: set parameters: %s; make a new engine", strings.Join(differs, ", "))
	}
	return nil
}

// rubs says whether any contact has friction.
func rubs(p model.Params) bool {
	return slices.ContainsFunc(p.Contacts, func(c model.Contact) bool { return c.StaticFriction > 0 })
}

// Finish waits for all queued steps. A state that is not finite and a spring that
// ran away are a *model.DivergedError, which names the first such step.
func (e *Engine) Finish() error {
	status, err := e.readStatus()
	if err != nil {
		return err
	}
	for _, p := range e.passes() {
		p.timer.Collect()
	}
	if err := e.divergence(status); err != nil {
		return err
	}
	e.good.forget()
	return nil
}

// StepsRun waits and counts the steps that ran to their end on the device since
// the last reset. It differs from the steps asked for when a dispatch was lost.
func (e *Engine) StepsRun() (int64, error) {
	status, err := e.readStatus()
	if err != nil {
		return 0, err
	}
	ran := max(status.SpringForcePasses, status.OddPasses)
	if evaluations := uint32(e.params.Integrator.Evaluations()); ran != evaluations*status.IntegratePasses {
		return 0, fmt.Errorf("gpu: the device evaluated forces %d times for %d steps of %v, which does so %d times a step",
			ran, status.IntegratePasses, e.params.Integrator, evaluations)
	}
	return int64(status.IntegratePasses), nil
}

// PassTimes are the mean device times of the timed passes, by name; empty
// without Options.Timers or before a measurement.
func (e *Engine) PassTimes() map[string]time.Duration {
	out := map[string]time.Duration{}
	for _, p := range e.passes() {
		if mean, samples := p.timer.Mean(); samples > 0 {
			out[p.name] = mean
		}
	}
	return out
}

// Close releases the buffers and programs. Closing twice, or a nil engine, is
// harmless.
func (e *Engine) Close() {
	if e == nil {
		return
	}
	for _, p := range e.passes() {
		p.release()
	}
	e.good.release()
	e.loads.release()
	e.guides.release()
	e.motion.release()
	e.ledger.release()
	e.buffers.release()
	e.signals.release()
	e.submissions.release()
	e.span.Release()
	if e.closeContext != nil {
		e.closeContext()
		e.closeContext = nil
	}
}

// passes are all of them but keep, those of a step first and in their order.
func (e *Engine) passes() []*pass {
	all := append(append(e.stepPasses(), e.springStrain), e.ledger.passes()...)
	return slices.DeleteFunc(all, func(p *pass) bool { return p == nil })
}

// uploadParams writes the uniform block as it is to be.
func (e *Engine) uploadParams() { e.buffers.uploadParams(e.model, e.params, e.runaway, e.onAll) }
