package model

import "time"

// Engines can do more than an Engine must. Each such ability is an interface of this
// file, and whoever wants one asks with As, never with a type assertion: an engine may
// be wrapped by another that counts, mirrors or measures it, and As looks through.

// Wrapper is an engine around another one. It has the abilities of both.
type Wrapper interface {
	Engine
	// Unwrap is the engine inside. Where that works on its own meanwhile it waits first,
	// so that what is asked of it comes between two steps.
	Unwrap() Engine
}

// As is an ability of an engine: of the engine itself or else of the first one inside it
// that has it. False when none has it, and for a nil engine. An ability of a wrapped
// engine is to be asked for anew whenever it is used, since Wrapper.Unwrap waits.
func As[Ability any](e Engine) (Ability, bool) {
	for e != nil {
		if able, ok := e.(Ability); ok {
			return able, true
		}
		around, ok := e.(Wrapper)
		if !ok {
			break
		}
		e = around.Unwrap()
	}
	var none Ability
	return none, false
}

// ParamsSetter is an engine that takes other parameters while it runs.
type ParamsSetter interface {
	// SetParams replaces the parameters; the state stays as it is. What the engine cannot
	// change is an error, after which it has those it had.
	SetParams(p Params) error
}

// LastGoodKeeper is an engine that keeps a state from before a divergence.
type LastGoodKeeper interface {
	// LastGood copies the latest state that it knows to be finite, with no spring that ran
	// away, into dst.
	LastGood(dst *Snapshot) error
}

// StepCounter is an engine that counts steps where they are executed, so that one that
// was lost cannot pass as a fast one.
type StepCounter interface {
	// StepsRun waits and returns the number of steps executed since the last Reset.
	StepsRun() (int64, error)
}

// LedgerKeeper is an engine that keeps a ledger.
type LedgerKeeper interface {
	// Ledger waits and returns the account since the state was last set. It is an
	// error without Params.Ledger.
	Ledger() (Ledger, error)
}

// Checkpointer is an engine whose run can be taken up again later, in another
// process, and goes on bit-identically.
type Checkpointer interface {
	// Save waits and copies into c all that the engine needs to go on.
	Save(c *Checkpoint) error
	// Restore takes up a run in an engine of the same model and parameters. What
	// would not be bit-identical, such as another kernel or driver, is an error,
	// after which the engine's state is undefined.
	Restore(c *Checkpoint) error
}

// StateReader is an engine that tells its state as exactly as it has it.
type StateReader interface {
	// ReadState waits and copies the state into dst, in float64 and in the model's
	// numbering.
	ReadState(dst *State) error
}

// RestScaler is an engine that knows how actuators have changed rest lengths.
type RestScaler interface {
	// RestScale is L0(t)/L0 now of the springs of each actuator; nil: none is actuated.
	RestScale() []float64
}

// Stiller is an engine that stops all masses, which brings a structure to rest.
type Stiller interface {
	// Params are the parameters in use.
	Params() Params
	// Still sets every velocity to zero; no mass moves.
	Still() error
	// StillHalfway stops every mass halfway along its last step: x ← x − dt/2 v,
	// v ← 0.
	StillHalfway() error
	// Motion waits and says how much the state moves.
	Motion() (Motion, error)
}

// Motion is how much a state moves, in few numbers.
type Motion struct {
	Kinetic float64 // Σ ½ m v² over all masses that are not pinned on all axes [J]
	Impulse float64 // the largest m |v| of them [kg·m/s]
	Mass    int     // whose that is, the lowest-numbered of equals; -1 when nothing moves
}

// DeviceClock is an engine that times work where it is done.
type DeviceClock interface {
	// BeginSpan queues the first of two timestamps, EndSpan the second.
	BeginSpan()
	EndSpan()
	// Span waits for both; zero when they cannot be trusted.
	Span() time.Duration
}

// PassClock is an engine that times the passes of a step, now and then.
type PassClock interface {
	// ForgetPassTimes begins anew.
	ForgetPassTimes()
	// PassTimes are the means since then, by name.
	PassTimes() map[string]time.Duration
}

// HostKeeper is an engine that may have its state outside the context that draws it.
type HostKeeper interface {
	// OnHost says whether the state outlives that context.
	OnHost() bool
}

// LossHearer is an engine that wants to know when the context that draws it is gone.
type LossHearer interface {
	// Lost says so: nothing can be asked of the context any more, but to close.
	Lost()
}

// BackgroundStepper is an engine that may step beside the pictures of it: one that needs
// no device.
type BackgroundStepper interface {
	// Background steps it; nil: it has none.
	Background() Background
}

// Background steps an engine beside the pictures. All its methods are called on the
// thread of the pictures. While steps run the engine's buffers hold what was before
// them, and every method of the engine that needs more waits.
type Background interface {
	// Begin has n steps taken on another goroutine, and returns at once. Wake, unless
	// nil, is called from there when they are done.
	Begin(n int, wake func())
	// Ended is what was begun and is done, once; false when there is nothing, or it
	// still runs. From then on the engine's buffers hold what the steps led to.
	Ended() (Batch, bool)
}

// Batch is what steps were.
type Batch struct {
	Steps int
	Took  time.Duration
	Err   error // such as a *physics.DivergedError
}
