package cpu

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Engine is an engine of any precision. All of them do the same, by the same code over numbers
// of another type: float32 in Single, float64 in the others. float64 also replaces Compensated, see Taken.
type Engine interface {
	model.Engine
	model.ParamsSetter
	model.LastGoodKeeper
	model.StepCounter
	model.LedgerKeeper
	model.Checkpointer
	model.Shifter
	model.StateReader
	model.MassReader
	model.RestScaler
	model.Stopper
	model.Catcher
	model.ContactSource
	// Figures say how the model is laid out.
	Figures() Figures
	// Traffic returns the bytes that a step must move between memory and caches.
	Traffic() int64
	// Memory returns the memory of the engine in addition to the model [bytes].
	Memory() int64
	// Threads returns the number of threads that step.
	Threads() int
}

// Taken returns the precision in which the engine computes for a requested one: Double instead
// of Compensated, which would take as much memory and time.
func Taken(asked model.Precision) model.Precision {
	if asked == model.Compensated {
		return model.Double
	}
	return asked
}

// New arranges the model and returns an engine at its start, with every mass at its rest
// position. For a feature that the engine lacks it returns an error that names it
// (model.ErrUnsupported). It replaces a zero p.DT by physics.AutoStep. Close ends the engine's
// threads.
func New(m *model.Model, p model.Params, o Options) (Engine, error) {
	if o.Precision = Taken(o.Precision); o.Precision == model.Single {
		return orError(makeEngine[float32](m, p, o))
	}
	return orError(makeEngine[float64](m, p, o))
}

// orError makes no engine of a nil one.
func orError[T table.Real](e *engine[T], err error) (Engine, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Plan returns the figures that an engine of that precision on all cores would have. It takes no
// memory for a state, and returns the errors of New.
func Plan(m *model.Model, p model.Params, precision model.Precision) (Figures, error) {
	if precision == model.Single {
		return plan[float32](m, p)
	}
	return plan[float64](m, p)
}

// Kernels returns the names of the kernels for a precision that this machine can run, fastest
// first.
func Kernels(precision model.Precision) []string {
	if precision == model.Single {
		return kernels.Names[float32]()
	}
	return kernels.Names[float64]()
}

// rounded returns the divergence with the rounding of positions that the engine keeps.
func (e *engine[T]) rounded(d *physics.DivergedError) *physics.DivergedError {
	return d.Rounded(e.model, e.run.params, physics.RoundingBits(e.precision.String()))
}

// leastBytes returns the least memory of an engine, set-up included [bytes]: 16 numbers and 9 bytes
// for each mass, see engine, and 16 bytes for each spring that is not by a pattern.
func leastBytes[T table.Real](m *model.Model, p model.Params) int64 {
	const ofMass, ofSpring = 9, 16
	if m.Pattern != nil && !needsArrays(m, p) {
		return int64(m.MassCount()) * (ofMass + 16*table.SizeOf[T]())
	}
	return int64(m.MassCount())*(ofMass+16*table.SizeOf[T]()) + int64(m.SpringCount())*ofSpring
}

// ReadState copies the state into dst, with all the digits that the engine keeps.
func (e *engine[T]) ReadState(dst *model.State) error {
	*dst = *e.model.Start()
	e.model.StateInArrays(dst)
	e.widenState(dst)
	dst.LinkForce, dst.SpringForce = e.linkForces()
	return nil
}

// widenState brings the current state into float64.
func (e *engine[T]) widenState(dst *model.State) {
	now := e.buffers.now()
	dst.Step, dst.Time = e.step(), e.time()
	e.widen(dst.Position, now.Position, kernels.ArrayX)
	e.widen(dst.Velocity, now.Velocity, kernels.ArrayVX)
	dst.Changes = append(dst.Changes[:0], e.changes...)
	if t := e.turner(); t != nil {
		dst.Orientation, dst.AngularVelocity = t.Turning()
	}
}

// supported returns an error that names a feature that the engine lacks, by the table of
// support.
func supported(m *model.Model, p model.Params) error {
	return model.Unsupported(model.EngineCPU, m, p, model.Single)
}

// needsArrays reports whether a run needs arrays of masses and springs: for everything but
// springs, contacts of masses, gravity, drag and loads of masses by their numbers.
func needsArrays(m *model.Model, p model.Params) bool {
	return m.Radius != nil || p.Ledger || p.Collision.Acts() || p.Spans() > model.TouchMasses || p.ContactsPerMass() || p.Wind.Blows() || len(p.Guides) > 0 || m.Inelastic()
}
