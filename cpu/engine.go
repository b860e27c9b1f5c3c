package cpu

import (
	"fmt"
	"sync"

	"hooke/cpu/external"
	"hooke/cpu/kernels"
	"hooke/cpu/ledger"
	"hooke/cpu/table"
	"hooke/machine"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// Options choose how an engine works. The zero value uses as many cores as are worth it (see
// machine.ThreadsWorth) and the fastest kernel of the machine. States do not depend on the threads, bit for bit.
type Options struct {
	Threads int    // threads that step; zero means as many as are worth it, at most as many as Go may use (GOMAXPROCS)
	Kernel  string // one of Kernels; empty means the first

	Precision model.Precision // how numbers are kept; zero means model.Single
}

// engine steps a model on the cores of the machine. It keeps the model and never writes to
// it. In addition, it takes in single precision 73 bytes per mass (36 positions twice and
// velocities, 24 the last good state, 4 for 1/m, 8 order, 1 for pins and slices), 12 more
// with dampers, and 24 with velocity Verlet or 48 with RK4. Irregular springs add 32 per mass
// (64 with dampers). A spring takes half a byte in a regular structure, else up to 32; in
// filled meshes a third more per mass. Each mass between neighbors takes 36 bytes per thread
// for forces to be handed on. With collisions, tiles keep 24 more bytes per mass, 36 with
// velocity Verlet. The energy ledger takes 145 bytes per mass and 8 per spring, 12 per mass
// more without dampers, and 168 more with Verlet and RK4, see package ledger. In other
// precisions each number takes 8 bytes instead of 4. Figures has the sums. Setup takes 10
// more bytes per spring while it runs.
type engine[T table.Real] struct {
	base        *model.Model // as it was given
	model       *model.Model // with the factors of masses in use
	given       model.Params // with them, which those in use lack
	precision   model.Precision
	kernel      kernels.Kernel[T]
	asked       int  // threads that were asked for; 0: as many as are worth it
	threadCount int  // that step, unless there are fewer blocks; enlist chooses it
	written     bool // whether the model was by a pattern, and its states may have no arrays

	table   *table.Table[T]   // layOut makes it, and the fields from it down to code
	classes *table.Classes[T] // without data for setup only
	tiling  tiling
	threads *machine.Threads
	workers []worker[T]
	blockOf int // slices per block
	code    code[T]

	run      running[T] // SetParams replaces it
	buffers  buffers[T] // every step changes them
	progress progress   // every step changes it
	catching catching[T]
	dividing dividing[T]
	guides   guides[T]
	lastGood lastGood[T]
	pairs    pairs[T]  // of masses that collide
	spans    *spans[T] // edges and triangles that contacts push; nil: none
	books    books[T]
	changes  []inelastic.Change // of springs that tear, yield or creep; nil without any
	energies *physics.EnergyLaw
	rooms    sync.Pool // of *model.Springs: springs by a pattern, while they are looked at
}

// running holds the data derived from the current parameters.
type running[T table.Real] struct {
	params      model.Params
	drives      *physics.Drives // evaluates time-dependent values; nil: there is no such value
	signals     physics.Signals // the drives at the current step
	external    external.Forces[T]
	integration kernels.Integration[T]
	changes     int         // how often the parameters have changed
	tears       model.Tears // as external knows them
}

// progress is how far the run is.
type progress struct {
	schedule   schedule
	begun      bool  // whether there is a state
	start, ran int64 // step of the state that was set, and steps done since
	clockStep  int64
	clockTime  float64 // simulated time at clockStep [s]
	diverged   *physics.DivergedError
	doubted    bool                    // whether a spring may have run away since the last good state, see retrace
	refused    *physics.CollisionError // why steps cannot continue, other than by divergence
}

var _ model.Engine = (*engine[float32])(nil)

// makeEngine makes an engine whose numbers are of type T, see New.
func makeEngine[T table.Real](m *model.Model, p model.Params, o Options) (*engine[T], error) {
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("cpu: %w", err)
	}
	if err := supported(m, p); err != nil {
		return nil, err
	}
	if err := memory.Ask(leastBytes[T](m, p)+ledger.Bytes(m, p),
		"the tables and states of the engine cpu for %d masses and %d springs", m.MassCount(), m.SpringCount()); err != nil {
		return nil, fmt.Errorf("cpu: %w", err)
	}
	if o.Threads < 0 {
		return nil, fmt.Errorf("cpu: %d threads; give a positive number, or 0 for as many as are worth it", o.Threads)
	}
	k, err := kernels.Named[T](o.Kernel)
	if err != nil {
		return nil, err
	}
	e := &engine[T]{base: m, model: m, precision: o.Precision, kernel: k, asked: o.Threads, changes: m.Unchanged()}
	if err := e.SetParams(p); err != nil {
		return nil, err
	}
	if err := e.begin(0, 0, m.RestPositions(), model.Vectors{}); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// SetParams replaces the parameters: dt, gravity, drag, contacts, actuators, handles
// and forces. The state stays, and time continues from where it is; a zero p.DT is
// chosen as in New. Normalized materials are resolved anew, which makes a new table, and so do
// other factors of masses.
// After an error nothing has changed.
func (e *engine[T]) SetParams(p model.Params) error {
	if err := p.ValidateChange(e.base, e.given); err != nil {
		return fmt.Errorf("cpu: %w", err)
	}
	if err := supported(e.base, p); err != nil {
		return err
	}
	p, err := bigstep.With(e.base, p)
	if err != nil {
		return fmt.Errorf("cpu: %w", err)
	}
	old, continued := e.booked()
	weighs, gained := e.weigh(p, continued)
	e.given = p.Clone()
	p.MassFactors = nil // they are in the model
	if e.model.Pattern != nil && needsArrays(e.model, p) {
		written := *e.model
		written.InArrays()
		e.model, e.written, e.energies = &written, true, nil
	}
	if dt := p.Substep().DT; e.table == nil || weighs || dt != e.run.params.Substep().DT && e.model.HasNormalized() {
		if err := e.layOut(dt); err != nil {
			return err
		}
	}
	e.progress.clockStep, e.progress.clockTime = e.step(), e.time()
	before := e.run.params
	e.run.params = p
	e.enlist()
	if e.energies == nil {
		e.energies = physics.NewEnergyLaw(e.model, p)
	}
	e.energies.Use(p)
	e.choosePairs(before)
	e.run.changes++
	e.run.integration.Numbers = kernels.NumbersOf[T](p.Substep())
	e.run.integration.Solids = kernels.SolidsOf[T](p.Contacts)
	e.run.integration.PerMass = kernels.PerMassOf(p.Substep(), physics.ContactTuning(e.model, p.Substep()), e.table.Order, &e.run.integration.Masses)
	e.run.external = external.Of[T](e.model, p, e.table.Order)
	e.chooseSprings()
	e.chooseGuides(before)
	e.chooseSpans(before)
	e.chooseDivided()
	e.chooseIntegral()
	e.chooseCatching()
	e.chooseKept()
	switch {
	case !p.Driven():
		e.run.drives, e.run.signals = nil, physics.Signals{}
		e.table.Actuate(e.classes, nil)
	case e.run.drives == nil:
		e.run.drives = physics.NewDrives(p, e.time())
	default:
		e.run.drives.Adopt(p)
	}
	e.chooseLedger(old, continued, gained)
	e.endDivided(before.Integrator)
	return nil
}

// Step advances by n steps and returns when they are done. It allocates nothing, except where
// lists of pairs grow, some small values for each contact that moves, and after an error. After a
// divergence it does nothing until Reset, and Finish reports the divergence; the state is mostly that
// of the step that diverged, see retrace. Where the pairs of a step cannot be found, it returns a
// *physics.CollisionError until Reset, and the state is the last good one.
func (e *engine[T]) Step(n int) error {
	if e.progress.diverged == nil && e.progress.refused == nil && n > 0 {
		e.survey()
		for until := e.progress.ran + int64(n); ; {
			e.take(int(until - e.progress.ran))
			if !e.retrace() || e.progress.ran == until {
				break
			}
		}
		e.retreat()
	}
	return e.refusal()
}

// Finish looks for springs that have run away since the last look. It reports a
// divergence as a *physics.DivergedError. It has nothing to wait for.
func (e *engine[T]) Finish() error {
	if e.progress.diverged == nil && e.progress.ran > 0 {
		e.progress.schedule.looks = true
		e.threads.Do()
		e.progress.schedule.looks = false
		e.retrace()
	}
	if e.progress.diverged != nil {
		return e.progress.diverged
	}
	return e.refusal()
}

// refusal returns the error of a step whose pairs could not be found; nil: none.
func (e *engine[T]) refusal() error {
	if e.progress.refused == nil {
		return nil
	}
	return e.progress.refused
}

// StepsRun returns the number of steps done since the last reset.
func (e *engine[T]) StepsRun() (int64, error) { return e.progress.ran, nil }

// Params returns the parameters in use, with dt chosen.
func (e *engine[T]) Params() model.Params { return e.given }

// step returns the number of steps done, and time the simulated time then [s], computed from
// the number of steps since dt was last set.
func (e *engine[T]) step() int64 { return e.progress.start + e.progress.ran }
func (e *engine[T]) time() float64 {
	return e.progress.clockTime + (float64(e.step()-e.progress.clockStep)+e.part())*e.run.params.DT
}

// Describe names the engine, its kernel, the processor and the threads.
func (e *engine[T]) Describe() model.Description {
	plural := "s"
	if len(e.threads.Shares) == 1 {
		plural = ""
	}
	return model.Description{
		Engine: "cpu", Pipeline: "fused",
		Renderer:  fmt.Sprintf("%s, %s, %d thread%s", machine.Processor(), e.kernel.Name, len(e.threads.Shares), plural),
		Precision: e.precision.String(),
	}
}

// Close ends the engine's threads. A second call, or a nil engine, does nothing.
func (e *engine[T]) Close() {
	if e != nil {
		e.threads.Close()
	}
}
