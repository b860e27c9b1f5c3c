package gpu

import (
	"fmt"
	"hooke/gpu/collide"
	"io/fs"
	"math"
	"time"

	"hooke/gpu/buffers"
	"hooke/gpu/catch"
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/measure"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/queue"
	"hooke/gpu/ranges"
	"hooke/gpu/resident"
	"hooke/gpu/settings"
	"hooke/gpu/solver"
	"hooke/gpu/spans"
	"hooke/gpu/table"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// Options choose how an engine works. The zero value is the two-pass pipeline
// of the built-in shaders, without timers.
type Options struct {
	Pipeline string // one of Pipelines, which may end in a variant, or Auto; empty means TwoPass; see options.SplitPipeline
	Shaders  fs.FS  // shader files; nil means those of this build
	Timers   bool   // measure the device time of each pass

	Precision options.Precision // zero means Single

	// WorkGroup is one of WorkGroups, the invocations per work group that the
	// device schedules together; zero means 256. Results do not depend on it.
	WorkGroup int

	// KeepLastGood copies the state aside every 256 steps for LastGood: 64 bytes
	// per mass on the device, and less than a hundredth of the time.
	KeepLastGood bool

	// asCard arranges a model as for a card even on a renderer on the CPU, which inSoftware says.
	asCard, inSoftware bool

	columns columnsOption // whether forces of two-pass are in columns

	// Watched says that the run will be watched and its state marked, see model.Watcher. It only
	// counts: 32 bytes per mass and more are among the memory that the engine asks for.
	Watched bool

	// Drawing keeps the data for pictures of springs, ends, rest lengths and strains,
	// 20 bytes per spring, in the pipelines that have no other use for them; 12 more where
	// springs of a material have k and c of their own.
	Drawing bool
}

// arrangement returns the options on which the arrangement of a model depends.
func (o Options) arrangement() table.Options {
	return table.Options{Precision: o.Precision, Groups: !o.inSoftware} // a CPU reads entries faster, and has no memory bandwidth to save
}

// Engine steps a model on the device. It owns its buffers and programs, and
// borrows the context unless Open made one for it.
type Engine struct {
	ctx          *glx.Context
	closeContext func() // closes a context that Open made; nil: the context is borrowed

	plan       *plan           // New makes it, and SetVariant alone changes it
	buffers    *buffers.Arrays // as long as the plan says
	compiled   compiled        // New and SetWorkGroup make them
	run        running         // SetParams and Reset replace it
	progress   progress        // every step changes it
	lastGood   lastGood
	collisions collisions
	asked      asked // made when somebody asks
}

// compiled are the passes of steps and of drawing springs.
type compiled struct {
	workGroup   int                  // invocations per work group
	maker       pass.Maker           // of these passes, but those that evaluate springs themselves, and of later ones
	springForce *pass.Pass           // of two-pass
	solver      solver.Solver        // with the passes of masses of the integrator, unless steps are resident
	resident    *resident.Passes     // nil: solver steps
	persistent  *resident.Persistent // makes many steps at once where it may; nil if the run cannot use it, or after a failure
	wind        *pass.Pass           // nil: no wind
	load        *pass.Pass           // nil: no other loads
	guide       *pass.Pass           // nil: no guides
	catch       *catch.Passes        // nil: no contact catches masses
	measuring   *measure.Passes      // nil where springs are not drawn
}

// running holds the data derived from the current parameters and from the last state that was
// set.
type running struct {
	settings   settings.Settings
	signals    *settings.Signals   // nil: nothing changes with time
	loads      *settings.Loads     // nil: none
	guides     *settings.Guides    // nil: none
	spans      *spans.Spans        // that contacts push; nil: none
	divided    solver.Divided      // a solver that divides steps; nil: another one
	onAll      int                 // loads on all masses
	runaway    float64             // no spring may be longer [m]
	prescribed settings.Prescribed // masses that forces do not move
}

// progress holds the progress of the queued steps.
type progress struct {
	queue       queue.Queue // of steps that the device has not done
	submissions *queue.Submissions
	begins      bool // whether the next evaluation of forces is the first of a step
	primed      bool // whether registers that continue from step to step are those of the state
	parity      int  // of the evaluations of the pipeline fused since the last reset

	start     int64   // steps already done when the state was last set
	queued    int64   // steps queued since then
	behind    int     // steps that Step was asked for and that come behind those which are being queued
	clockStep int64   // the step at which dt or the state was last set
	clockTime float64 // simulated time then [s]

	queueing time.Duration // of the host, without waits
}

// asked holds parts of an engine that are made on first use.
type asked struct {
	motion   *motion      // passes of a relaxation
	ledger   *ledger.Sums // nil: nothing was summed yet
	span     *glx.Timer   // between two timestamps
	watching watching
	energies *physics.EnergyLaw // of states that the host reads back
	scratchX []shaders.Position
	scratchV []shaders.Velocity
}

// New puts the model on the device, at its rest positions. It refuses a model
// that does not validate or does not fit (glx.ErrTooLarge, with the numbers).
// A zero params.DT is chosen by physics.AutoStep.
func New(ctx *glx.Context, m *model.Model, params model.Params, o Options) (*Engine, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if o.Precision > options.Double {
		return nil, fmt.Errorf("gpu: %v is unknown; known are %v", o.Precision, options.Precisions())
	}
	if o.Precision == options.Double && ctx.Limits.NoFloat64 {
		return nil, fmt.Errorf("gpu: precision double: %w on %s: its driver lacks GL_ARB_gpu_shader_fp64; take the engine cpu, which computes in double on any machine, or precision compensated", glx.ErrNoFloat64, ctx.Renderer)
	}
	if err := params.ValidateFor(m); err != nil {
		return nil, err
	}
	if err := model.Unsupported(model.EngineGPU, m, params, o.Precision); err != nil {
		return nil, err
	}
	e := &Engine{ctx: ctx, run: running{runaway: math.Inf(1)}}
	var err error
	o.inSoftware = ctx.Software() && !o.asCard
	if e.plan, err = newPlan(ctx.Limits, m, params, o); err != nil {
		return nil, err
	}
	if o.WorkGroup == 0 && e.plan.pipeline == options.Resident {
		o.WorkGroup = resident.WorkGroup(ctx.Limits, e.plan.counts.Masses, e.plan.variant.Lanes)
	}
	if e.compiled.workGroup, err = options.WorkGroupOf(ctx.Limits, o.WorkGroup); err != nil {
		return nil, err
	}
	if ctx.Software() { // its buffers are in the memory of this machine
		if err := memory.Ask(inSoftware(e.plan.counts), "the buffers of the engine gpu in software for %d masses and %d springs", m.MassCount(), m.SpringCount()); err != nil {
			return nil, fmt.Errorf("gpu: %w", err)
		}
	}
	if f := e.plan.fused; f != nil {
		f.Build(o.Precision)
	}
	if err := e.fill(); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// fill makes all objects of the engine on the device. After an error, Close releases them.
func (e *Engine) fill() (err error) {
	if err := e.makeBuffers(); err != nil {
		return err
	}
	e.progress.submissions = queue.NewSubmissions(e.ctx)
	e.progress.queue = queue.New(e.progress.submissions, e.plan.model.SpringCount())
	if e.run.loads, err = settings.NewLoads(e.ctx, e.plan.onDevice(), &e.plan.first, e.plan.masses(), e.buffers.Windows); err != nil {
		return err
	}
	if e.run.guides, err = settings.NewGuides(e.ctx, e.plan.onDevice(), &e.plan.first); err != nil {
		return err
	}
	if err := e.makePairs(); err != nil {
		return err
	}
	if e.collisions.meets, err = collide.NewMeetings(e.ctx, e.buffers, e.plan.model, e.plan.order(), e.plan.first.Params, e.plan.counts); err != nil {
		return err
	}
	if e.run.spans, err = spans.New(e.ctx, e.buffers, e.plan.model, e.plan.order(), e.plan.first.Params, e.plan.counts, e.plan.division); err != nil {
		return err
	}
	if err := e.makeDivided(); err != nil {
		return err
	}
	if err := e.take(e.plan.first); err != nil {
		return err
	}
	e.plan.first.Response = nil // it is on the device
	if err := e.makePasses(e.plan.options); err != nil {
		return err
	}
	if err := e.Reset(e.plan.model.Start()); err != nil {
		return err
	}
	return e.ctx.Err("gpu: load model")
}

// inSoftware returns the memory of this machine that an engine takes if the renderer runs on
// it [bytes]: its buffers, and about as much for uploads and tables.
func inSoftware(n ranges.Counts) int64 { return 2*ranges.Memory(n) + 16*n.Springs + compiler }

// compiler is about the memory that a renderer in software takes to compile the passes
// [bytes].
const compiler = 64 << 20

// Fallback returns the reason why the engine steps with the pipeline fused, where the options ask for
// resident; empty: it steps as they ask.
func (e *Engine) Fallback() string { return e.plan.fallback }

// Describe names the engine, its pipeline, the renderer, the precision and the
// size of its work groups.
func (e *Engine) Describe() model.Description {
	return model.Description{Engine: "gpu", Pipeline: e.plan.pipeline + e.plan.variant.String(), Renderer: e.ctx.Renderer,
		Precision: e.buffers.Precision.String(), WorkGroup: e.compiled.workGroup}
}

// Finish waits for all queued steps. A state that is not finite and a spring that
// ran away are a *physics.DivergedError, which names the first such step.
func (e *Engine) Finish() error {
	status, err := e.readStatus()
	if err != nil {
		return err
	}
	for _, p := range e.passes() {
		p.Timer.Collect()
	}
	if err := e.divergence(status); err != nil {
		return err
	}
	if e.collisions.fault != nil {
		return e.collisions.fault
	}
	e.lastGood.forget()
	return nil
}

// Close releases the buffers and programs. Closing twice, or a nil engine, is
// harmless.
func (e *Engine) Close() {
	if e == nil {
		return
	}
	for _, p := range e.passes() {
		p.Release()
	}
	e.compiled.resident.Release()
	e.compiled.persistent.Release()
	e.compiled.measuring.Release()
	e.lastGood.release()
	e.run.loads.Release()
	e.run.guides.Release()
	e.run.spans.Release()
	if d := e.run.divided; d != nil {
		d.Release()
	}
	e.compiled.catch.Release()
	e.asked.motion.release()
	e.asked.watching.release()
	e.asked.ledger.Release()
	e.buffers.Release()
	e.run.signals.Release()
	e.collisions.release()
	e.asked.span.Release()
	e.progress.submissions.Release()
	if e.closeContext != nil {
		e.closeContext()
		e.closeContext = nil
	}
}
