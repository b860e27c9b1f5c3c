package model

import "time"

// Abilities that only some engines have are the interfaces of this file. Ask for them with As,
// never with a type assertion: another engine that counts, copies or measures steps may wrap
// the engine, and As looks through the wrapper.

// ParamsSetter is an engine whose parameters can change during a run.
type ParamsSetter interface {
	// SetParams replaces the parameters and keeps the state. An error names the parameter
	// that the engine cannot change; the old parameters then stay in use.
	SetParams(p Params) error
}

// LastGoodKeeper is an engine that keeps a state from before a divergence.
type LastGoodKeeper interface {
	// LastGood copies into dst the latest state known to be good: all numbers are finite, and
	// no spring is far too long.
	LastGood(dst *Snapshot) error
}

// StepCounter is an engine that counts steps where they are executed, so that a lost step
// does not count as a fast one.
type StepCounter interface {
	// StepsRun waits and returns the number of steps executed since the last Reset.
	StepsRun() (int64, error)
}

// LedgerKeeper is an engine that can keep an energy ledger.
type LedgerKeeper interface {
	// Ledger waits and returns the ledger since the state was last set. It returns an error
	// if Params.Ledger is not set.
	Ledger() (Ledger, error)
}

// Checkpointer is an engine whose run another process can continue bit for bit.
type Checkpointer interface {
	// Save waits and copies into c everything that the engine needs to continue.
	Save(c *Checkpoint) error
	// Restore continues a run in an engine with the same model and parameters. It returns an
	// error if the run would not continue bit for bit, as with another kernel or driver; the
	// engine's state is then undefined.
	Restore(c *Checkpoint) error
}

// StateReader is an engine that returns its state in full precision.
type StateReader interface {
	// ReadState waits and copies the state into dst, in float64 and in the model's order of
	// masses.
	ReadState(dst *State) error
}

// MassReader is an engine that can copy some masses without copying all.
type MassReader interface {
	// ReadMasses waits and copies the positions and velocities of the listed masses into dst,
	// in the order of the list. Positions are relative to the origin of Placed, if the engine
	// is one; dst.Origin is unchanged.
	ReadMasses(masses []uint32, dst *Snapshot) error
}

// MotionReader is an engine in host memory that can copy some masses in full precision.
type MotionReader interface {
	// ReadMotion copies the positions and velocities of the listed masses into dst, in the
	// order of the list, and sets its step and time. Positions are relative to the origin of
	// Placed, if the engine is one.
	ReadMotion(masses []uint32, dst *State) error
}

// Gatherer is an engine on a device that copies some masses later, so that further steps can
// be queued meanwhile.
type Gatherer interface {
	// GatherFrom chooses the masses, each at most once, and the number of copies that can be
	// pending. It discards earlier copies.
	GatherFrom(masses []uint32, room int) error
	// Gather queues a copy behind all steps so far, without waiting. At most that many copies may
	// be pending. With one, the caller queues nothing more before it takes the
	// copy.
	Gather() error
	// Gathered waits for the oldest pending copy, but for nothing queued behind it, and
	// stores it in dst as ReadMotion does. Positions are relative to the origin at the time
	// of the copy.
	Gathered(dst *State) error
}

// RestScaler is an engine that reports how actuators have changed rest lengths.
type RestScaler interface {
	// RestScale returns L0(t)/L0 of the springs of each actuator at the current time; nil if
	// no spring is actuated.
	RestScale() []float64
}

// Stopper is an engine that can stop all masses, to bring a structure to rest.
type Stopper interface {
	// Params returns the parameters in use.
	Params() Params
	// Still sets every velocity to zero and moves no mass.
	Still() error
	// StillHalfway stops every mass halfway along its last step: x ← x − dt/2 v,
	// v ← 0.
	StillHalfway() error
	// Motion waits and returns the amount of motion in the state.
	Motion() (Motion, error)
}

// Motion is the amount of motion in a state.
type Motion struct {
	Kinetic float64 // Σ ½ m v² over all masses that are not pinned on all axes [J]
	Impulse float64 // the largest m |v| of those masses [kg·m/s]
	Mass    int     // the mass with the largest m |v|, the lowest-numbered of equals; -1 if nothing moves
}

// Catcher is an engine with continuous collision: its thin contacts stop masses that would
// tunnel through them within a step.
type Catcher interface {
	// Caught waits and returns the masses stopped since the state was set, or since the start
	// of the run that Restore continued.
	Caught() (Caught, error)
}

// Caught counts the masses that contacts stopped from tunneling, and names the first of them.
// The zero value counts none.
type Caught struct {
	Count   int64 // pairs of a mass and a step in which a contact stopped it
	Step    int64 // the first such step, from 1
	Mass    int   // a mass stopped in that step: the first in the engine's order of masses
	Contact int   // index in Params.Contacts of the contact that stopped it
}

// Add adds the count of another part of a structure, or of a later time.
func (c *Caught) Add(other Caught) {
	first := c.Count == 0 || other.Step < c.Step || other.Step == c.Step && other.Mass < c.Mass
	if other.Count > 0 && first {
		c.Step, c.Mass, c.Contact = other.Step, other.Mass, other.Contact
	}
	c.Count += other.Count
}

// Placed is an engine, or its buffers, that measures positions from an origin of its own.
type Placed interface {
	// Origin returns the current origin, a point of the world [m].
	Origin() Vec3
}

// Shifter is a Checkpointer whose run can continue with positions relative to another origin.
type Shifter interface {
	// Where waits and returns the position of a mass relative to the engine's origin [m].
	Where(mass int) (Vec3, error)
	// Shift subtracts a vector from all positions in c, which Save has filled. The result is
	// exact along an axis where every position is between half the vector and twice the
	// vector.
	Shift(c *Checkpoint, by Vec3)
}

// Arranger is a Checkpointer that keeps masses in an order of its own. The order also depends
// on the materials and coefficients of springs, so another engine of the model may have
// another one.
type Arranger interface {
	// Arrange brings the state in c, which Save has filled, into the order of the model, or
	// with back from that order into the order of this engine.
	Arrange(c *Checkpoint, back bool)
}

// Watcher is an engine that summarizes its state in a Look while it steps, without waiting.
// It can return to an earlier state to take fewer steps from there.
type Watcher interface {
	// Watch makes the engine record a Look after every step whose number is a multiple of
	// every; 0 stops this. It discards unread Looks.
	Watch(every int) error
	// Looks waits and appends to dst the Looks since the last call, in the order of their
	// steps.
	Looks(dst []Look) ([]Look, error)
	// Mark queues a copy of the state.
	Mark() error
	// Back returns to the state of Mark. Between the two the caller takes at least one step and
	// calls nothing else. Steps repeated from there have the same bits, and StepCounter counts
	// them once.
	Back() error
}

// Look summarizes a state.
type Look struct {
	Step   int64   // steps done since the start
	Time   float64 // simulated time [s]
	Speed  float64 // of the fastest mass [m/s]
	Center Vec3    // center of mass of the masses that are not pinned on all axes [m]; 0 without such masses
}

// ContactSource is an engine that counts collisions of masses.
type ContactSource interface {
	// Touching waits and returns the counts since the state was last set; the zero value
	// without collisions.
	Touching() (Touching, error)
}

// Touching counts collisions of masses, and the work of their neighbor lists, in a run.
type Touching struct {
	Most     int   // largest number of touches of a mass, when lists were checked
	Rebuilds int64 // number of times that neighbor lists were rebuilt
	Repeats  int   // number of times that steps were repeated, after a list overflowed or was outdated
}

// Converger is an engine with an iterative solver that reports its residual.
type Converger interface {
	// Residual waits and returns the residual; the zero value before the first step since the
	// state was set, and with other solvers.
	Residual() (Residual, error)
}

// Controlled is an engine whose run is controlled at boundaries, which are a fixed number of
// steps apart.
type Controlled interface {
	// Act applies the action at boundary b: one number for each input.
	Act(b int64, u []float64) error
	// Sense waits and copies the values of all sensors at boundary b, which must be the
	// current one, into y.
	Sense(b int64, y []float64) error
	// Boundary returns the number of the last boundary reached, from 0.
	Boundary() int64
}

// DeviceClock is an engine that measures time on the device that does the work.
type DeviceClock interface {
	// BeginSpan queues the first of two timestamps.
	BeginSpan()
	// EndSpan queues the second timestamp.
	EndSpan()
	// Span waits for both and returns the time between them; zero if the device's timestamps
	// are unreliable.
	Span() time.Duration
}

// HostClock is an engine whose host queues steps for a device.
type HostClock interface {
	// Queueing returns the host time spent on queueing steps since the engine was made,
	// without the time spent waiting for a full queue.
	Queueing() time.Duration
}

// PassClock is an engine that measures the passes of a sample of its steps.
type PassClock interface {
	// ForgetPassTimes discards all measurements so far.
	ForgetPassTimes()
	// PassTimes returns the mean time of each pass since ForgetPassTimes, by the name of the
	// pass.
	PassTimes() map[string]time.Duration
}

// HostKeeper is an engine that may keep its state outside the graphics context that draws it.
type HostKeeper interface {
	// OnHost reports whether the state survives the loss of that context.
	OnHost() bool
}

// ContextLossListener is an engine that must know when the graphics context that draws it is lost.
type ContextLossListener interface {
	// Lost tells the engine that the context is lost. From then on the engine only releases
	// its resources there.
	Lost()
}

// BackgroundStepper is an engine that can step in the background while it is drawn, since its
// steps need no device.
type BackgroundStepper interface {
	// Background returns the stepper; nil if the engine cannot step in the background.
	Background() Background
}

// Background steps an engine while it is drawn. Call its methods on the thread that draws.
// During steps the engine's buffers hold the state before them, and each method of the engine
// that needs a newer state waits.
type Background interface {
	// Begin starts n steps on another goroutine and returns at once. That goroutine calls
	// wake, unless it is nil, after the steps.
	Begin(n int, wake func())
	// Ended returns the steps that Begin started, once, after they have ended, and writes
	// their state into the engine's buffers. It returns false during steps and if there are
	// no steps to return.
	Ended() (Batch, bool)
}

// Batch is the outcome of a number of steps.
type Batch struct {
	Steps int
	Took  time.Duration
	Err   error // why the steps failed, such as a physics.StateError; nil: they succeeded
}
