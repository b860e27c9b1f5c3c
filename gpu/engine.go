package gpu

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
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
	ctx    *glx.Context
	model  *model.Model
	params model.Params

	closeContext func() // closes a context that Open made; nil: the context is borrowed

	pipeline     string
	fused        *fused // nil in two-pass
	buffers      *buffers
	signals      *signals     // nil: nothing changes with time
	springForce  *pass        // of two-pass
	integrate    *pass        // of the Euler methods
	verlet       verletPasses // of Verlet
	stages       [4]*pass     // of RK4
	springStrain *pass        // nil where springs are not drawn
	compiled     bool
	good         lastGood
	runaway      float64 // no spring may be longer [m]

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
	e := &Engine{ctx: ctx, model: m, runaway: math.Inf(1)}
	var plan *plan
	var err error
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
	if e.fused != nil {
		e.fused.show(ctx.Limits, e.buffers)
	}
	e.buffers.uploadModel(e.onDevice(), o.Drawing || e.fused == nil, e.fused == nil)
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
	base := passMaker{ctx: e.ctx, files: o.Shaders, timers: o.Timers, defines: variant(e.model, e.params, o.Precision)}
	if base.files == nil {
		base.files = shaders.Files()
	}
	b, k := e.buffers, base.with("FUSED", 0)
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
	e.compiled = true
	if e.fused != nil && !o.Drawing {
		return nil
	}
	e.springStrain, err = k.make("spring-strain", shaders.SpringStrain, springs, []slot{
		{shaders.BindPosition, b.position}, {shaders.BindEnds, b.ends}, {shaders.BindSpring, b.spring},
		{shaders.BindStrain, b.strain}}, b.strain)
	return err
}

// Describe names the engine, its pipeline, the renderer and the precision.
func (e *Engine) Describe() model.Description {
	return model.Description{Engine: "gpu", Pipeline: e.pipeline, Renderer: e.ctx.Renderer, Precision: e.buffers.precision.String()}
}

// Params are the parameters in use, with the step that was chosen.
func (e *Engine) Params() model.Params { return e.params }

// SetParams replaces the parameters from here on: dt, gravity, drag and what
// else they hold. The state is kept and time goes on from where it is; a zero
// p.DT is chosen as New does. Normalized materials are resolved again, so that
// their response per step stays the same. It queues: steps that are queued
// already run with the parameters they were queued with. Contacts and actuators
// may move and change, but their numbers, and whether there is friction at all,
// are part of the compiled passes, as is the integrator: another one is an error. On an error nothing
// changes.
func (e *Engine) SetParams(p model.Params) error {
	if err := p.ValidateFor(e.model); err != nil {
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
	e.clockStep, e.clockTime = e.step(), e.time()
	e.params = p
	if err := e.setDrives(p); err != nil {
		return err
	}
	e.buffers.uploadParams(e.model, p, e.runaway)
	e.verlet.primed = false
	return e.ctx.Err("gpu: set parameters")
}

// uploadCoefficients writes k and c of springs, and contacts, as the pipeline keeps
// them; on an error nothing.
func (e *Engine) uploadCoefficients(p model.Params) error {
	if e.fused != nil {
		return e.fused.upload(e.buffers, p, p.DT != e.params.DT)
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
	if len(p.Contacts) != len(e.params.Contacts) || len(p.Actuators) != len(e.params.Actuators) ||
		!slices.Equal(variant(e.model, p, e.buffers.precision), variant(e.model, e.params, e.buffers.precision)) {
		if p.Integrator != e.params.Integrator {
			return fmt.Errorf("gpu: set parameters: integrator %v instead of %v; make a new engine", p.Integrator, e.params.Integrator)
		}
		return fmt.Errorf("gpu: set parameters: %d contacts instead of %d, %d actuators instead of %d, or friction where there was none; make a new engine",
			len(p.Contacts), len(e.params.Contacts), len(p.Actuators), len(e.params.Actuators))
	}
	return nil
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
	e.buffers.release()
	e.signals.release()
	if e.closeContext != nil {
		e.closeContext()
		e.closeContext = nil
	}
}

// passes are all of them but keep, those of a step first and in their order.
func (e *Engine) passes() []*pass {
	return slices.DeleteFunc(append(e.stepPasses(), e.springStrain), func(p *pass) bool { return p == nil })
}
