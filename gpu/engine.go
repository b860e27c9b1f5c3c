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

// TwoPass is the pipeline that writes the force of each spring and gathers them
// per mass.
const TwoPass = "two-pass"

// Pipelines are the names of the pipelines of this engine.
func Pipelines() []string { return []string{TwoPass} }

// Options choose how an engine works. The zero value is the two-pass pipeline
// of the built-in shaders, without timers.
type Options struct {
	Pipeline string // one of Pipelines; empty means TwoPass
	Shaders  fs.FS  // shader files; nil means those of this build
	Timers   bool   // measure the device time of each pass

	Precision Precision // zero means Single
}

// Engine steps a model on the device. It owns its buffers and programs, and
// borrows the context unless Open made one for it.
type Engine struct {
	ctx    *glx.Context
	model  *model.Model
	params model.Params

	closeContext func() // closes a context that Open made; nil: the context is borrowed

	buffers      *buffers
	signals      *signals // nil: nothing changes with time
	springForce  *pass
	integrate    *pass
	springStrain *pass
	maker        passMaker // of passes that are not needed from the start
	ledger       *ledger   // nil: nothing was summed yet

	pinnedMoment model.Vec3 // Σ m x of masses pinned on all axes [kg·m]
	start        int64      // steps already done when the state was last set
	queued       int64      // steps queued since then
	clockStep    int64      // the step at which dt or the state was last set
	clockTime    float64    // simulated time then [s]
	scratchX     []shaders.Position
	scratchV     []shaders.Velocity
}

// New puts the model on the device, at its rest positions. It refuses a model
// that does not validate or does not fit (glx.ErrTooLarge, with the numbers).
// A zero params.DT is chosen by model.AutoStep.
func New(ctx *glx.Context, m *model.Model, params model.Params, o Options) (*Engine, error) {
	if o.Pipeline != "" && !slices.Contains(Pipelines(), o.Pipeline) {
		return nil, fmt.Errorf("gpu: pipeline %q is unknown; known are %v", o.Pipeline, Pipelines())
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if o.Precision > Double {
		return nil, fmt.Errorf("gpu: %v is unknown; known are %v", o.Precision, Precisions())
	}
	if err := params.ValidateFor(m); err != nil {
		return nil, err
	}
	if params.Integrator != model.SymplecticEuler {
		return nil, fmt.Errorf("gpu: integrator %v is not built yet; use %v", params.Integrator, model.SymplecticEuler)
	}
	counts := CountsOf(m, o.Precision)
	if err := Fits(ctx.Limits, counts); err != nil {
		return nil, err
	}

	e := &Engine{ctx: ctx, model: m}
	var err error
	if e.buffers, err = newBuffers(ctx, counts, int64(len(params.Contacts))); err != nil {
		return nil, err
	}
	e.buffers.uploadModel(m)
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
	k := passMaker{ctx: e.ctx, files: o.Shaders, timers: o.Timers, defines: variant(e.model, e.params, o.Precision)}
	if k.files == nil {
		k.files = shaders.Files()
	}
	e.maker = k
	b := e.buffers
	masses, springs := int64(e.model.MassCount()), int64(e.model.SpringCount())
	e.springForce, err = k.make("spring-force", shaders.SpringForce, springs+1, []slot{
		{shaders.BindPosition, b.position}, {shaders.BindVelocity, b.velocity}, {shaders.BindEnds, b.ends},
		{shaders.BindSpring, b.spring}, {shaders.BindMaterial, b.material}, {shaders.BindForce, b.force},
		{shaders.BindStatus, b.status}}, b.force)
	if err != nil {
		return err
	}
	e.integrate, err = k.make("integrate", shaders.Integrate, masses+1, []slot{
		{shaders.BindPosition, b.position}, {shaders.BindVelocity, b.velocity}, {shaders.BindForce, b.force},
		{shaders.BindIncidence, b.incidence}, {shaders.BindStatus, b.status}, {shaders.BindContact, b.contact}})
	if err != nil {
		return err
	}
	e.springStrain, err = k.make("spring-strain", shaders.SpringStrain, springs, []slot{
		{shaders.BindPosition, b.position}, {shaders.BindEnds, b.ends}, {shaders.BindSpring, b.spring},
		{shaders.BindStrain, b.strain}}, b.strain)
	if err == nil && e.params.Ledger {
		err = e.makeLedger(true)
	}
	return err
}

// Describe names the engine, its pipeline, the renderer and the precision.
func (e *Engine) Describe() model.Description {
	return model.Description{Engine: "gpu", Pipeline: TwoPass, Renderer: e.ctx.Renderer, Precision: e.buffers.precision.String()}
}

// Params are the parameters in use, with the step that was chosen.
func (e *Engine) Params() model.Params { return e.params }

// SetParams replaces the parameters from here on: dt, gravity, drag and what
// else they hold. The state is kept and time goes on from where it is; a zero
// p.DT is chosen as New does. Normalized materials are resolved again, so that
// their response per step stays the same. It queues: steps that are queued
// already run with the parameters they were queued with. Contacts and actuators
// may move and change, but their numbers, and whether there is friction at all,
// are part of the compiled passes: another one is an error. On an error nothing
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
	own, err := narrowCoefficients(e.model, e.buffers.precision, p.DT)
	if err != nil {
		return err
	}
	account, unkept := e.Ledger()
	e.clockStep, e.clockTime = e.step(), e.time()
	e.params = p
	if err := e.setDrives(p); err != nil {
		return err
	}
	glx.Upload(e.buffers.material, int64(len(e.model.Materials)), own)
	e.buffers.uploadParams(e.model, p)
	if unkept == nil {
		e.renewLedger(account)
	}
	return e.ctx.Err("gpu: set parameters")
}

// sameVariant says why the compiled passes cannot run parameters p, or nil.
func (e *Engine) sameVariant(p model.Params) error {
	if e.integrate == nil { // not compiled yet
		return nil
	}
	if p.Ledger != e.params.Ledger {
		return fmt.Errorf("gpu: set parameters: the ledger is part of the compiled passes; make a new engine to switch it on or off")
	}
	if len(p.Contacts) != len(e.params.Contacts) || len(p.Actuators) != len(e.params.Actuators) ||
		!slices.Equal(variant(e.model, p, e.buffers.precision), variant(e.model, e.params, e.buffers.precision)) {
		return fmt.Errorf("gpu: set parameters: %d contacts instead of %d, %d actuators instead of %d, or friction where there was none; make a new engine",
			len(p.Contacts), len(e.params.Contacts), len(p.Actuators), len(e.params.Actuators))
	}
	return nil
}

// Finish waits for all queued steps. A non-finite state is a
// *model.DivergedError that names the first step and its lowest mass.
func (e *Engine) Finish() error {
	status, err := e.readStatus()
	if err != nil {
		return err
	}
	for _, p := range e.passes() {
		p.timer.Collect()
	}
	if status.FirstStep == math.MaxUint32 { // the count could have wrapped to zero
		return nil
	}
	return model.Diverged(e.model, e.params, e.start+int64(status.FirstStep), int(status.FirstMass), int64(status.NonFinite))
}

// StepsRun waits and counts the steps that ran to their end on the device since
// the last reset. It differs from the steps asked for when a dispatch was lost.
func (e *Engine) StepsRun() (int64, error) {
	status, err := e.readStatus()
	if err != nil {
		return 0, err
	}
	if status.SpringForcePasses != status.IntegratePasses {
		return 0, fmt.Errorf("gpu: the device ran %d spring-force and %d integrate passes",
			status.SpringForcePasses, status.IntegratePasses)
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
	for _, p := range []*pass{e.springStrain, e.integrate, e.springForce} {
		p.release()
	}
	e.ledger.release()
	e.buffers.release()
	e.signals.release()
	if e.closeContext != nil {
		e.closeContext()
		e.closeContext = nil
	}
}

func (e *Engine) passes() []*pass {
	return append([]*pass{e.springForce, e.integrate, e.springStrain}, e.ledger.passes()...)
}
